"""REST as its own description says: requests made from the OpenAPI document, and every answer held against it."""

import base64
import json
from collections.abc import Iterator
from datetime import UTC, datetime

import hypothesis
import pytest
import schemathesis
from hypothesis import strategies
from schemathesis import Case, GenerationMode
from schemathesis.openapi import format as text_format
from schemathesis.specs.openapi.checks import positive_data_acceptance
from schemathesis.specs.openapi.schemas import OpenApiSchema

from services.api.routes import build_api
from services.backend import Backend
from services.settings import Settings
from tests.api.conftest import build
from tests.api.world import WORLD

EXAMPLES = 20
"""Requests of one route that keep to the description, and as many that break it; a run by hand makes hundreds."""

ROUTES = [
    (path, method)
    for path, methods in build_api(lambda: None, Settings()).openapi()["paths"].items()  # type: ignore[arg-type,return-value]
    for method in methods
]
ASKED_LESS = {("/chat", "post"): 4, ("/documents", "post"): 4}
"""Each request is an answer or a document that is embedded: so many times fewer."""
WITHOUT_RULES = [
    ("/health", "get"),
    ("/documents/{document_id}", "get"),
    ("/documents/{document_id}", "delete"),
    ("/documents/deleted", "get"),
    ("/watches", "get"),
]
"""Nothing that one could send there breaks the description."""
MAY_BE_REFUSED = [("/documents", "post"), ("/graph/entities", "get"), ("/chat", "post"), ("/watches", "post")]
"""No description says which collections, types, cursors and folders there are, or if a file and its metadata can be
kept."""
RANGES = [("since", "until"), ("start_date", "end_date"), ("from", "to")]
settings = hypothesis.settings(
    derandomize=True, deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck)
)
moments = strategies.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=strategies.just(UTC))  # noqa: DTZ001
cursors = strategies.tuples(strategies.text(max_size=20), strategies.uuids().map(str)).map(
    lambda last: base64.urlsafe_b64encode(json.dumps(last).encode()).decode()
)
text_format("date-time", moments.map(datetime.isoformat))
text_format("cursor", cursors)
text_format("entity-type", strategies.sampled_from(["Agency", "Company", "Person", "Place"]))
text_format("profile", strategies.sampled_from(["Analyst", "Graph", "knowledge base"]))
text_format("collection", strategies.just("main"))
text_format("document", strategies.uuids().map(str))  # a name has to be one that is seen from there
text_format("metadata", strategies.sampled_from(["shelf=A", "shelf = B"]))


@pytest.fixture(scope="module")
def described(api_backend: Backend, api_settings: Settings) -> Iterator[OpenApiSchema]:
    """The description as the server gives it; what was written while asking goes afterwards."""
    settings = api_settings.model_copy(update={"allowed_hosts": "testserver"})  # as schemathesis calls it
    yield schemathesis.openapi.from_asgi("/api/openapi.json", build(api_backend, settings))
    ours = {draft.source for draft, _ in WORLD}
    library, ingestion = api_backend.services.library, api_backend.services.ingestion
    while others := [one for one in api_backend.run(library.list(100)).documents if one.source not in ours]:
        for one in others:
            api_backend.run(ingestion.delete(one.id))
    for watch in api_backend.run(api_backend.services.watches.all()):
        api_backend.run(api_backend.services.watches.remove(watch.id))


@pytest.mark.parametrize(("path", "method"), ROUTES)
def test_what_keeps_to_the_description_is_answered_so(described: OpenApiSchema, path: str, method: str) -> None:
    @hypothesis.settings(settings, max_examples=examples(path, method))
    @hypothesis.given(described[path][method].as_strategy(generation_mode=GenerationMode.POSITIVE))
    def answers(case: Case) -> None:
        put_in_order(case)
        unsaid = [positive_data_acceptance] if (path, method) in MAY_BE_REFUSED else []
        case.call_and_validate(excluded_checks=unsaid, timeout=60)

    answers()


@pytest.mark.parametrize(("path", "method"), [route for route in ROUTES if route not in WITHOUT_RULES])
def test_what_breaks_the_description_is_refused_as_it_says(described: OpenApiSchema, path: str, method: str) -> None:
    @hypothesis.settings(settings, max_examples=examples(path, method))
    @hypothesis.given(described[path][method].as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def answers(case: Case) -> None:
        case.call_and_validate(timeout=60)

    answers()


def examples(path: str, method: str) -> int:
    return EXAMPLES // ASKED_LESS.get((path, method), 1)


def put_in_order(case: Case) -> None:
    """That a range ends after it begins is nothing that a description says."""
    for first, last in RANGES:
        if first in case.query and last in case.query:
            case.query[first], case.query[last] = sorted([str(case.query[first]), str(case.query[last])])
