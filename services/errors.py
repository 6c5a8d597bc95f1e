"""The errors that Dossier raises on purpose: each message is a sentence a user can read and act on."""


class DossierError(Exception):
    """Base of every error of ours; `code` and `status` are what REST and the event stream report."""

    code = "internal"
    status = 500


class InvalidInput(DossierError):
    """What was asked for cannot be understood: a bad date, an empty query, a broken cursor."""

    code = "invalid_input"
    status = 422


class NotFound(DossierError):
    """The document, entity, fact or conversation named does not exist."""

    code = "not_found"
    status = 404


class DocumentNotFound(NotFound):
    def __init__(self, document_id: object) -> None:
        super().__init__(f"Document not found: {document_id}")


LONGEST_NAME_SAID = 100


class EntityNotFound(NotFound):
    """`suggestions` holds the closest known names, best first."""

    def __init__(self, name: str, suggestions: tuple[str, ...] = ()) -> None:
        near = f" Did you mean {', '.join(suggestions)}?" if suggestions else ""
        said = name if len(name) <= LONGEST_NAME_SAID else f"{name[:LONGEST_NAME_SAID]}…"
        super().__init__(f"No entity is called “{said}”.{near}")
        self.name = name
        self.suggestions = suggestions


class UnreadableDocument(InvalidInput):
    """A file that no reader can turn into text; the message says why and what to do."""

    code = "unreadable_document"


class StoreUnavailable(DossierError):
    """A store is down, starting or unreachable; the rest of the workbench goes on without it."""

    code = "store_unavailable"
    status = 503


class PostgresUnavailable(StoreUnavailable):
    code = "postgres_unavailable"


class ConnectionLost(PostgresUnavailable):
    """It died while a statement was on its way."""


class GraphUnavailable(StoreUnavailable):
    code = "graph_unavailable"


class GraphTooSlow(GraphUnavailable):
    """It is there, and what was asked of it took too long: to ask the same again by itself would help nobody."""


class EmbeddingUnavailable(DossierError):
    """The embedding model could not be loaded or did not answer."""

    code = "embedding_unavailable"
    status = 503


class EmbeddingMismatch(DossierError):
    """The stored vectors were made by another embedding model than the configured one."""

    code = "embedding_mismatch"
    status = 503


class ModelUnavailable(DossierError):
    """The chat model refused, failed or did not answer."""

    code = "model_unavailable"
    status = 503


class LimitReached(DossierError):
    """An agent run used up its steps, tokens or seconds."""

    code = "limit_reached"
    status = 429
