"""What the tuner remembers between two runs of its page: candidates are fetched once a query."""

from dataclasses import dataclass, field

import streamlit as st

from components.backend import run, services
from services.models import DocumentPage, FusionMethod, SearchFilters
from services.search.models import EvaluationReport, Judgement, Judgements, TunedQuery

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
class Evaluated:
    """A report and what it is of."""

    set_name: str
    method: FusionMethod
    filters: SearchFilters
    report: EvaluationReport


@dataclass
class TunerMemory:
    asked: tuple[str, SearchFilters] | None = None
    found: TunedQuery | None = None
    documents: DocumentPage | None = None
    graded: list[Graded] = field(default_factory=list)
    judge: str = ""
    evaluated: Evaluated | None = None
    loaded: tuple[object, Judgements] | None = None


def memory() -> TunerMemory:
    remembered: TunerMemory = st.session_state.setdefault(KEY, TunerMemory())
    return remembered


def tuned(query: str, filters: SearchFilters) -> TunedQuery:
    """Fetched at the first time, and again as long as an arm was missing. Raises the errors of the search."""
    remembered = memory()
    asked = (query.strip(), filters)
    if remembered.found is None or remembered.asked != asked or remembered.found.candidates.arms != "both":
        remembered.found = run(services().search.tuned_query(query, filters))
        remembered.asked = asked
    return remembered.found


def documents() -> DocumentPage:
    """The newest thousand, to choose from."""
    remembered = memory()
    if remembered.documents is None or not remembered.documents.total:
        remembered.documents = run(services().library.list(limit=1000))
    return remembered.documents


def forget_candidates() -> None:
    """The next run asks the database again."""
    memory().found = memory().documents = None
