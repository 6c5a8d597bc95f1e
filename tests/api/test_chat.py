"""POST /api/chat: the events of an answer as they happen."""

import asyncio
import json
import re
import time
import uuid
from types import SimpleNamespace

import httpx
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from services.backend import Backend
from services.chat.transcript import as_json, as_markdown
from services.commands.ask import ask as command
from services.errors import InvalidInput
from services.models import Answer
from services.search.service import SearchService
from tests.api.shapes import CITATION, error_of
from tests.api.world import GUILD

FIELDS = {
    "tool_call": {"type", "id", "name", "args"},
    "tool_result": {"type", "id", "name", "result", "duration_ms", "is_error"},
    "text": {"type", "delta"},
    "answer": {"type", "text", "citations", "sources", "usage", "model"},
}
QUESTION = f"Who led the {GUILD} in 1956?"


def events_of(text: str) -> list[dict[str, object]]:
    """Checks that each line is an event, a comment or the empty one between them."""
    lines = text.split("\n")
    assert all(line == "" or line.startswith(("data: ", ":")) for line in lines)
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


def ask(client: TestClient, **body: object) -> tuple[str, list[dict[str, object]]]:
    response = client.post("/api/chat", json=body)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].startswith("text/event-stream")
    return response.headers["x-conversation-id"], events_of(response.text)


def test_a_question_can_be_asked_of_one_collection(client: TestClient) -> None:
    added = client.post(
        "/api/documents?collection=letters", json={"title": "A letter", "content": f"The {GUILD} met in 1956."}
    )
    _, events = ask(client, prompt=QUESTION, collection="letters")
    client.delete(f"/api/documents/{added.json()['document_id']}")
    assert {citation["document_title"] for citation in events[-1]["citations"]} == {"A letter"}
    response = client.post("/api/chat", json={"prompt": QUESTION, "collection": "letters"})
    assert response.status_code == 422
    assert "No collection is called “letters”; there is main." in error_of(response)["message"]


def test_an_answer_comes_as_events_of_the_promised_shapes(client: TestClient) -> None:
    _, events = ask(client, prompt=QUESTION)
    assert all(set(event) == FIELDS[event["type"]] for event in events)
    kinds = [event["type"] for event in events]
    assert kinds.index("tool_call") < kinds.index("tool_result") < kinds.index("text") < kinds.index("answer")
    assert kinds[-1] == "answer"
    assert kinds.count("tool_call") == kinds.count("tool_result")
    assert {call["id"] for call in events if call["type"] == "tool_call"} == {
        result["id"] for result in events if result["type"] == "tool_result"
    }
    answer = events[-1]
    assert "".join(event["delta"] for event in events if event["type"] == "text") == answer["text"]
    assert "Ada Brandt" in answer["text"]
    assert answer["citations"]
    assert all(set(citation) >= CITATION for citation in answer["citations"])


def test_the_date_reaches_the_answer(client: TestClient) -> None:
    _, then = ask(client, prompt=f"Who leads the {GUILD}?", as_of="1956-01-01")
    _, now = ask(client, prompt=f"Who leads the {GUILD}?")
    assert "Ada Brandt" in then[-1]["text"]
    assert "Boris Keil" in now[-1]["text"]


def test_the_command_line_writes_the_same_events(api_backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = SimpleNamespace(services=api_backend.services, run=api_backend.run, close=lambda: None)
    monkeypatch.setattr("services.commands.ask.Backend", lambda *_, **__: opened)
    asked = CliRunner().invoke(command, [QUESTION, "--json"], catch_exceptions=False)
    assert asked.exit_code == 0
    events = [json.loads(line) for line in asked.stdout.splitlines()]
    assert {event["type"] for event in events} == {"tool_call", "tool_result", "text", "answer"}
    assert all(set(event) == FIELDS[event["type"]] for event in events)
    with pytest.raises(InvalidInput, match="“letters”; there is main"):
        CliRunner().invoke(command, [QUESTION, "--collection", "letters"], catch_exceptions=False)


def test_a_profile_chooses_the_tools(client: TestClient) -> None:
    _, events = ask(client, prompt=QUESTION, profile="Knowledge base")
    assert {event["name"] for event in events if event["type"] == "tool_call"} == {"retrieve_knowledge_base"}


def test_a_conversation_goes_on(client: TestClient, api_backend: Backend) -> None:
    conversation_id, _ = ask(client, prompt=QUESTION)
    again, _ = ask(client, prompt="And in 1970?", conversation_id=conversation_id)
    assert again == conversation_id
    kept = api_backend.run(api_backend.services.conversations.get(uuid.UUID(conversation_id)))
    assert [turn.prompt for turn in kept.turns] == [QUESTION, "And in 1970?"]
    assert all(isinstance(turn.events[-1], Answer) for turn in kept.turns)


def test_a_citation_is_the_quoted_sentence_of_its_passage_here_and_in_exports(
    client: TestClient, api_backend: Backend
) -> None:
    conversation_id, events = ask(client, prompt=f"What did the {GUILD} keep burning along the northern shore?")
    answer = events[-1]
    quotes = re.findall(r"“([^”]+)” \[(\d+)\]", answer["text"])
    assert quotes
    kept = api_backend.run(api_backend.services.conversations.get(uuid.UUID(conversation_id)))
    markdown, turn = as_markdown(kept), json.loads(as_json(kept))["turns"][0]
    assert turn["events"][-1]["citations"] == answer["citations"]
    for words, number in quotes:
        citation = answer["citations"][int(number) - 1]
        document = client.get(f"/api/documents/{citation['document_id']}").json()
        chunks = api_backend.run(api_backend.services.library.chunks(citation["document_id"]))
        passage = next(chunk for chunk in chunks if str(chunk.id) == citation["chunk_id"])
        start, end = citation["start_offset"], citation["end_offset"]
        assert words in citation["quote"]
        assert citation["quote"] == document["content"][start:end]
        assert len(citation["quote"]) < len(passage.content)
        assert citation["url"].endswith(f"&start={start}&end={end}")
        assert f"characters {start}–{end}): “{' '.join(citation['quote'].split())}”" in markdown


def test_a_question_of_several_lines_is_a_heading_and_a_quotation_in_an_export(
    client: TestClient, api_backend: Backend
) -> None:
    conversation_id, _ = ask(client, prompt="Tell me of Mir:\n# its crews\nand its end")
    markdown = as_markdown(api_backend.run(api_backend.services.conversations.get(uuid.UUID(conversation_id))))
    assert "\n## Tell me of Mir: # its crews and its end\n" in markdown
    assert "\n> Tell me of Mir:\n> # its crews\n> and its end\n" in markdown


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "invalid_input"),
        ({"prompt": ""}, 422, "invalid_input"),
        ({"prompt": "   "}, 422, "invalid_input"),
        ({"prompt": "x" * 20_001}, 422, "invalid_input"),
        ({"prompt": "hi", "as_of": "someday"}, 422, "invalid_input"),
        ({"prompt": "hi", "as_of": 5}, 422, "invalid_input"),
        ({"prompt": "hi", "conversation_id": "nonsense"}, 422, "invalid_input"),
        ({"prompt": "hi", "conversation_id": str(uuid.uuid4())}, 404, "not_found"),
        ({"prompt": "hi", "profile": "Astrologer"}, 422, "invalid_input"),
    ],
)
def test_a_bad_question_is_an_error_before_any_event(
    client: TestClient, body: dict[str, object], status: int, code: str
) -> None:
    response = client.post("/api/chat", json=body)
    assert response.status_code == status
    assert error_of(response)["code"] == code
    assert ("as_of" in error_of(response)["message"]) == ("as_of" in body)


def test_null_characters_are_no_failure(client: TestClient) -> None:
    response = client.post("/api/chat", json={"prompt": "Who led\0 the guild?"})
    assert response.status_code in (200, 422)
    assert response.status_code == 422 or events_of(response.text)[-1]["type"] == "answer"


async def test_events_arrive_while_the_answer_is_being_made(live_server: str) -> None:
    arrived: list[float] = []
    async with (
        httpx.AsyncClient(timeout=30) as client,
        client.stream("POST", f"{live_server}/api/chat", json={"prompt": QUESTION}) as response,
    ):
        async for line in response.aiter_lines():
            if line.startswith("data:"):
                arrived.append(time.monotonic())
    assert len(set(arrived)) > 2


async def test_hanging_up_ends_the_run(live_server: str, api_backend: Backend, slow_search: None) -> None:
    async with (
        httpx.AsyncClient(timeout=30) as client,
        client.stream("POST", f"{live_server}/api/chat", json={"prompt": QUESTION}) as response,
    ):
        conversation_id = uuid.UUID(response.headers["x-conversation-id"])
        async for line in response.aiter_lines():
            if line.startswith("data:"):
                break
    conversations = api_backend.services.conversations
    deadline = time.monotonic() + 40  # the search would take 60
    status = "running"
    while status == "running" and time.monotonic() < deadline:
        await asyncio.sleep(0.2)
        status = (await api_backend.call(conversations.get(conversation_id))).turns[-1].status
    assert status == "stopped"


async def test_twenty_chats_do_not_hold_each_other_up_nor_the_server(live_server: str) -> None:
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=50)) as client:
        chats = [
            asyncio.create_task(client.post(f"{live_server}/api/chat", json={"prompt": QUESTION})) for _ in range(20)
        ]
        health = [await client.get(f"{live_server}/api/health") for _ in range(5)]
        assert {response.status_code for response in health} == {200}
        for chat in chats:
            assert events_of((await chat).text)[-1]["type"] == "answer"


@pytest.fixture
def slow_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that takes longer than a client waits."""

    async def slowly(*_: object, **__: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(SearchService, "hybrid", slowly)
