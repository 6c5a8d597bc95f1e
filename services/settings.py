"""Every setting of Dossier, read once from the environment. Nothing else reads environment variables."""

import os
from pathlib import Path

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from services.errors import InvalidInput

ROOT = Path(__file__).resolve().parent.parent
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
TO_START = ("LD_LIBRARY_PATH", "PYTHONHOME")


class Settings(BaseSettings):
    """Field names are the constructor's; `validation_alias` is the environment variable."""

    model_config = SettingsConfigDict(populate_by_name=True, frozen=True, extra="ignore", use_attribute_docstrings=True)

    data_dir: Path = Field(ROOT / "data", validation_alias="DOSSIER_DATA_DIR")
    """Where the embedded stores, their passwords and a downloaded model live."""
    port: int = Field(8501, ge=1, le=65535, validation_alias="PORT")
    """Port of dashboard, REST and MCP."""
    address: str = Field("127.0.0.1", validation_alias="DOSSIER_ADDRESS")
    """Listening address; anything but loopback needs `DOSSIER_API_KEY`."""
    allowed_hosts: str = Field("", validation_alias="DOSSIER_ALLOWED_HOSTS")
    """Further names that the server is called by, with commas between; `*.example.org` stands for a whole domain."""
    sample: bool = Field(True, validation_alias="DOSSIER_SAMPLE")
    """Load the sample corpus when the store is empty."""
    api_key: SecretStr | None = Field(None, validation_alias="DOSSIER_API_KEY")
    """With it, `/api` (except health) and `/mcp` want `Authorization: Bearer`."""
    log_level: str = Field("INFO", validation_alias="DOSSIER_LOG_LEVEL")
    """`DEBUG`, `INFO`, `WARNING` or `ERROR`."""

    database_url: SecretStr | None = Field(None, validation_alias="DATABASE_URL")
    """A PostgreSQL server with pgvector; unset: the embedded one."""
    neo4j_uri: str | None = Field(None, validation_alias="NEO4J_URI")
    """A Neo4j server such as `neo4j://host:7687`; unset: the embedded one."""
    neo4j_user: str = Field("neo4j", validation_alias="NEO4J_USER")
    """User at that server."""
    neo4j_password: SecretStr | None = Field(None, validation_alias="NEO4J_PASSWORD")
    """Password at that server."""
    neo4j_database: str = Field("neo4j", validation_alias="NEO4J_DATABASE")
    """Database at that server."""

    openai_api_key: SecretStr | None = Field(None, validation_alias="OPENAI_API_KEY")
    """Key of OpenAI or of a compatible server."""
    openai_base_url: str | None = Field(None, validation_alias="OPENAI_BASE_URL")
    """A compatible server: Ollama, vLLM, llama.cpp …"""
    chat_model: str | None = Field(None, validation_alias="DOSSIER_CHAT_MODEL")
    """A pydantic-ai model string such as `openai:gpt-5-mini`; unset: OpenAI when a key is set, else offline."""
    graph_model: str | None = Field(None, validation_alias="DOSSIER_GRAPH_MODEL")
    """The OpenAI-compatible model name that extracts facts; unset: the chat model's name."""
    extract_facts: bool = Field(True, validation_alias="DOSSIER_EXTRACT_FACTS")
    """With a language model configured, extract facts from documents that bring none."""
    read_facts: bool = Field(True, validation_alias="DOSSIER_READ_FACTS")
    """Without a language model, read facts by rule in English documents that bring none; off: only names are found."""
    embedding_model: str | None = Field(None, validation_alias="DOSSIER_EMBEDDING_MODEL")
    """`local` or an OpenAI-compatible name; unset: `text-embedding-3-small` when OpenAI is configured, else local."""
    embedding_dimension: int = Field(1536, ge=8, le=4000, validation_alias="DOSSIER_EMBEDDING_DIMENSION")
    """Vector length of a remote embedding model; the local model always has 384."""

    collection: str = Field("main", validation_alias="DOSSIER_COLLECTION")
    """Collection that new documents go to; searches look in all collections unless one is named."""
    language: str = Field("english", validation_alias="DOSSIER_LANGUAGE")
    """Postgres text search configuration of a collection when it is created."""
    similarity_threshold: float | None = Field(None, ge=0, le=1, validation_alias="DOSSIER_SIMILARITY_THRESHOLD")
    """Semantic search's lowest similarity; unset: what was calibrated for the embedding model."""
    relevance_floor: float | None = Field(None, ge=0, le=1, validation_alias="DOSSIER_RELEVANCE_FLOOR")
    """Similarity below which agents get no passage, 0: none; unset: what was calibrated for the embedding model."""
    bm25_k1: float = Field(0.9, gt=0, le=5, validation_alias="DOSSIER_BM25_K1")
    """BM25: how much a repeated word adds."""
    bm25_b: float = Field(0.4, ge=0, le=1, validation_alias="DOSSIER_BM25_B")
    """BM25: how much long chunks are held back."""
    max_file_megabytes: int = Field(100, ge=1, validation_alias="DOSSIER_MAX_FILE_MB")
    """Largest file that is read, in megabytes."""
    keep_originals: bool = Field(True, validation_alias="DOSSIER_KEEP_ORIGINALS")
    """Keep files as they came, to be downloaded and shown page by page; off: only their text."""
    max_originals_megabytes: int = Field(10_000, ge=1, validation_alias="DOSSIER_MAX_ORIGINALS_MB")
    """What all kept files may take together, in megabytes."""
    originals_url: str | None = Field(None, validation_alias="DOSSIER_ORIGINALS_URL")
    """A folder or bucket that keeps the files, such as `file:///srv/files` or `s3://bucket/f`; unset: PostgreSQL."""
    keep_versions: int = Field(50, ge=0, validation_alias="DOSSIER_KEEP_VERSIONS")
    """How many earlier versions of a document whose text changes are kept; 0: none."""
    sources_file: Path | None = Field(None, validation_alias="DOSSIER_SOURCES")
    """A TOML file that says which folders, pages and feeds are watched; unset: `sources.toml` in the data folder."""
    watch_root: Path | None = Field(None, validation_alias="DOSSIER_WATCH_ROOT")
    """Folders are watched below this one alone; unset: anywhere that Dossier may read."""

    max_steps: int = Field(12, ge=1, validation_alias="DOSSIER_MAX_STEPS")
    """An answer's limit: requests to the language model."""
    max_tokens: int = Field(100_000, ge=1, validation_alias="DOSSIER_MAX_TOKENS")
    """An answer's limit: tokens in and out."""
    max_seconds: float = Field(120, gt=0, validation_alias="DOSSIER_MAX_SECONDS")
    """An answer's limit: seconds."""
    profiles_file: Path | None = Field(None, validation_alias="DOSSIER_PROFILES")
    """A TOML file that renames profiles or gives them their own domain wording."""
    price_input: float | None = Field(None, ge=0, validation_alias="DOSSIER_PRICE_INPUT")
    """US dollars per million input tokens; with the other price, the chat shows what an answer cost."""
    price_output: float | None = Field(None, ge=0, validation_alias="DOSSIER_PRICE_OUTPUT")
    """US dollars per million output tokens."""
    otlp_endpoint: str | None = Field(None, validation_alias="OTEL_EXPORTER_OTLP_ENDPOINT")
    """Where traces of agent runs are exported to, as OpenTelemetry spans."""

    @field_validator("*", mode="before")
    @classmethod
    def _empty_is_unset(cls, value: object, info) -> object:  # type: ignore[no-untyped-def]
        """`NEO4J_URI=` in a shell or a compose file means "not set"."""
        if value == "" and info.field_name is not None:
            return cls.model_fields[info.field_name].default
        return value

    @field_validator("log_level")
    @classmethod
    def _known_to_logging(cls, level: str) -> str:
        if level.upper() not in LOG_LEVELS:
            raise ValueError(f"Input should be one of {', '.join(LOG_LEVELS)}")
        return level.upper()

    @field_validator("data_dir")
    @classmethod
    def _from_where_it_was_said(cls, path: Path) -> Path:
        """The servers that are started work in folders of their own."""
        return path.expanduser().absolute()

    @property
    def host_names(self) -> tuple[str, ...]:
        """What a request's `Host` may say, in lower case; `*.example.org` stands for every name that ends so."""
        named = [name.strip().lower().strip("[]").rstrip(".") for name in self.allowed_hosts.split(",")]
        return tuple(dict.fromkeys(["127.0.0.1", "localhost", "::1", self.address.lower(), *filter(None, named)]))

    @property
    def embedded_postgres(self) -> bool:
        return self.database_url is None

    @property
    def embedded_neo4j(self) -> bool:
        return self.neo4j_uri is None

    @property
    def uses_openai(self) -> bool:
        """A key or a base URL of an OpenAI-compatible server is configured."""
        return self.openai_api_key is not None or self.openai_base_url is not None


def read_settings() -> Settings:
    """Raises InvalidInput, which names each variable that cannot be understood."""
    try:
        return Settings()
    except ValidationError as error:
        # Never the value itself: a secret may have been pasted into the wrong variable.
        wrong = [f"{'.'.join(str(part) for part in e['loc'])}: {e['msg']}" for e in error.errors(include_input=False)]
        raise InvalidInput(f"The environment cannot be understood. {'; '.join(wrong)}.") from error


def python_environment() -> dict[str, str]:
    """The variables without which some Pythons do not start, for a process that is to know nothing else of the
    environment, above all no keys."""
    return {name: os.environ[name] for name in TO_START if name in os.environ}
