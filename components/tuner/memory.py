"""What the tuner remembers between two runs of its page: candidates are fetched once a query."""

from dataclasses import dataclass, field

import streamlit as st

from components.backend import run, services
from components.sidebar import viewpoint as sidebar
from services.models import DocumentSummary, SearchFilters, Viewpoint
from services.search.models import Judgement, Judgements, TunedQuery
from services.text.queries import query_text

KEY = "tuner_memory"


@dataclass(frozen=True)
class Graded:
    """A grade that was given and can be undone: `before` is what stood there, None for nothing."""

    set_name: str
    query: str
    document_source: str
    before: Judgement | None
    now: int | None


@dataclass(frozen=True)
class Searchable:
    """What can be chosen from: the newest thousand documents, of `total`, seen from `viewpoint`."""

    documents: tuple[DocumentSummary, ...]
    total: int
    viewpoint: Viewpoint

    @property
    def collection(self) -> str | None:
        return self.viewpoint.collection


@dataclass
class TunerMemory:
    asked: tuple[str, Viewpoint, SearchFilters] | None = None
    found: TunedQuery | None = None
    searchable: Searchable | None = None
    graded: list[Graded] = field(default_factory=list)
    judge: str = ""
    evaluated: str = ""
    """The key of the report that was shown last."""
    loaded: tuple[object, Judgements] | None = None


def tuner_memory() -> TunerMemory:
    remembered: TunerMemory = st.session_state.setdefault(KEY, TunerMemory())
    return remembered


def fetch_candidates(query: str, viewpoint: Viewpoint, filters: SearchFilters) -> TunedQuery:
    """Fetched at the first time, and again as long as an arm was missing. Raises the errors of the search."""
    remembered = tuner_memory()
    asked = (query_text(query), viewpoint, filters)
    if remembered.found is None or remembered.asked != asked or remembered.found.candidates.arms != "both":
        remembered.found = run(services().search.tuned_query(query, viewpoint, filters))
        remembered.asked = asked
    return remembered.found


def searchable_documents() -> Searchable:
    """Read again when one looks from elsewhere, and as long as there is nothing."""
    known = tuner_memory().searchable
    if known is None or not known.total or known.viewpoint != sidebar.current():
        tuner_memory().searchable = known = _searchable()
    return known


def _searchable() -> Searchable:
    viewpoint = sidebar.current()
    page = run(services().library.list(limit=1000, viewpoint=viewpoint, enabled=True))
    return Searchable(page.documents, page.total, viewpoint)


def forget_candidates() -> None:
    """The next run asks the database again."""
    tuner_memory().found = tuner_memory().searchable = None
