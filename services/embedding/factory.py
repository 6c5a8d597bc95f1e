"""Which embedding model the settings ask for."""

from services.embedding.protocol import Embedder
from services.settings import Settings

LOCAL = ("local", "all-MiniLM-L6-v2")
"""Both name the model on this machine; the second is how the stores call it."""
OPENAI_MODEL = "text-embedding-3-small"


def open_embedder(settings: Settings) -> Embedder:
    """Returns at once; a model that cannot be loaded or reached says so in `state` and by EmbeddingUnavailable.

    Call it on the event loop that will use the embedder, and `close()` it there.
    """
    model = settings.embedding_model or (OPENAI_MODEL if settings.uses_openai else LOCAL[0])
    # Imported here, because each engine takes half a second to import and only one is needed.
    if model in LOCAL:
        from services.embedding.minilm import open_minilm

        return open_minilm(settings.data_dir / "models", settings.similarity_threshold)
    from services.embedding.openai import open_openai

    return open_openai(
        model,
        settings.embedding_dimension,
        api_key=settings.openai_api_key.get_secret_value() if settings.openai_api_key else None,
        base_url=settings.openai_base_url,
        similarity_threshold=settings.similarity_threshold,
    )
