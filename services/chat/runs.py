"""Answers in the making: each is a task on the services' loop, apart from whatever page or request watches it.

A run writes its events to a log. Any number of readers, in any thread, follow the log from its beginning; one that
leaves and comes back reads on. When nobody has read for a moment (a closed tab, a client that hung up), it is stopped;
one who has asked and only looks elsewhere in the same tab is waited for.
"""

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

from pydantic_ai import Agent, CancellationToken
from pydantic_ai.exceptions import RunCancelled, RunTimedOut
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, UserPromptPart

from services.agent.agent import build_agent, limits
from services.agent.chat_model import model_name
from services.agent.citations.checking import check_answer
from services.agent.citations.further_passages import further_passages
from services.agent.citations.quotation_numbers import merge_equal_passages, number_each_quotation
from services.agent.deps import ResearchDeps, ResearchServices
from services.agent.offline.messages import PARAGRAPHS
from services.agent.offline.rules import Rule
from services.agent.profiles import profile_named
from services.chat.conversations import Conversations, answer_text, turn_paragraphs
from services.chat.events import EventTranslator
from services.chat.failures import EXPECTED, chat_error
from services.chat.suggestions import chosen_documents_notice
from services.errors import DossierError, InvalidInput
from services.models import Answer, ChatEvent, DoorName, Question, TextDelta, ToolResult, Turn, TurnStatus, Usage
from services.settings import Settings
from services.text import cleaning
from services.text.markers import MARKER
from services.text.wording import list_words

logger = logging.getLogger(__name__)

GRACE_SECONDS = 2.0
FIRST_GRACE_SECONDS = 10.0
"""Before the first reader came: a page under load takes a moment to attach."""
SAVE_SECONDS = 1.0
HEARTBEAT_SECONDS = 0.2
LONGEST_PROMPT = 20_000
TURNS_REMEMBERED = 10
FINISHED_RUNS_KEPT = 100


@dataclass
class ChatRun:
    """One answer to the question, which names its conversation. `events` only grows; `tail` and `cancel` may be called
    from any thread."""

    turn: Turn
    question: Question
    door: DoorName = "chat"
    events: list[ChatEvent] = field(default_factory=list)
    status: TurnStatus = "running"
    token: CancellationToken = field(default_factory=CancellationToken)
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _waiting: set[asyncio.Event] = field(default_factory=set)
    _expected: dict[str, Callable[[], bool]] = field(default_factory=dict)
    _readers: int = 0
    _alone_since: float = field(default_factory=time.monotonic)
    _was_read: bool = False

    @property
    def id(self) -> UUID:
        return self.turn.id

    @property
    def conversation_id(self) -> UUID:
        return self.turn.conversation_id

    @property
    def prompt(self) -> str:
        return self.turn.prompt

    @property
    def finished(self) -> bool:
        return self.status != "running"

    def cancel(self) -> None:
        self.token.cancel()

    def tail(self, start: int = 0, heartbeat: float = HEARTBEAT_SECONDS) -> Iterator[list[ChatEvent]]:
        """Batches of events from `start` to the end of the run; an empty one after each `heartbeat` of silence."""
        with self._reader():
            while True:
                with self._changed:
                    if len(self.events) == start and not self.finished:
                        self._changed.wait(heartbeat)
                    batch, over = self.events[start:], self.finished
                start += len(batch)
                yield batch
                if over:
                    return

    async def follow(self, start: int = 0, heartbeat: float = 1.0) -> AsyncIterator[list[ChatEvent]]:
        """As `tail`, for readers on the services' loop: hundreds of them wait without a thread each."""
        news = asyncio.Event()
        self._waiting.add(news)
        try:
            with self._reader():
                while True:
                    news.clear()
                    batch, over = self.events[start:], self.finished
                    start += len(batch)
                    if batch or over:
                        yield batch
                    if over:
                        return
                    if not batch and not await _within(heartbeat, news):
                        yield []
        finally:
            self._waiting.discard(news)

    def add(self, event: ChatEvent) -> None:
        with self._changed:
            self.events.append(event)
            self._tell()

    def end(self, status: TurnStatus) -> None:
        with self._changed:
            self.status = status
            self._tell()

    def _tell(self) -> None:
        self._changed.notify_all()
        for news in self._waiting:
            news.set()

    @contextmanager
    def _reader(self) -> Iterator[None]:
        with self._changed:
            self._readers += 1
            self._was_read = True
        try:
            yield
        finally:
            with self._changed:
                self._readers -= 1
                self._alone_since = time.monotonic()

    def wait_for(self, name: str, is_there: Callable[[], bool]) -> None:
        """Nor is it abandoned while this says that who reads no more, by that name, may come back."""
        with self._changed:
            self._expected[name] = is_there

    def is_abandoned(self, grace: float) -> bool:
        with self._changed:
            if any(is_there() for is_there in self._expected.values()):
                self._alone_since = time.monotonic()
                return False
            patience = grace if self._was_read else max(grace, FIRST_GRACE_SECONDS)
            return self._readers == 0 and time.monotonic() - self._alone_since > patience


@dataclass
class Runs:
    """The runs of this process. Its coroutines belong on the services' loop."""

    services: ResearchServices
    conversations: Conversations
    grace: float = GRACE_SECONDS
    without: frozenset[Rule] = frozenset()
    """Rules of the offline model that a measurement leaves out."""
    _runs: dict[UUID, ChatRun] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _agents: dict[tuple[str, str | None], Agent[ResearchDeps, str]] = field(default_factory=dict)

    async def start(self, question: Question, door: DoorName = "chat") -> ChatRun:
        """Begin to answer what came in through `door`. Raises InvalidInput, NotFound, PostgresUnavailable."""
        settings = self.services.settings
        named = {
            "prompt": _checked_prompt(question.prompt),
            "profile": profile_named(question.profile, settings.profiles_file).name,
            "model": question.model or model_name(settings),
        }
        await self._check(question.viewpoint.collection)
        agent = self._agent(question.profile, question.model)
        turn = await self.conversations.begin(question.model_copy(update=named))
        run = self._runs[turn.id] = ChatRun(turn, question.in_conversation(turn.conversation_id), door)
        self._forget_old_runs()
        task = asyncio.create_task(self._drive(run, agent), name=f"answer {turn.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return run

    def find(self, run_id: UUID) -> ChatRun | None:
        return self._runs.get(run_id)

    def of_conversation(self, conversation_id: UUID) -> ChatRun | None:
        """The run that is answering in this conversation now."""
        runs = [run for run in list(self._runs.values()) if run.conversation_id == conversation_id and not run.finished]
        return runs[-1] if runs else None

    async def close(self) -> None:
        """Stop what still runs and keep what it has said."""
        for run in self._runs.values():
            run.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    async def _check(self, collection: str | None) -> None:
        if collection is None:
            return
        known = await self.services.library.collections()
        if collection not in known:
            there = f"there {'is' if len(known) == 1 else 'are'} {list_words(known) or 'none yet'}"
            raise InvalidInput(f"No collection is called “{collection}”; {there}.")

    def _agent(self, profile: str, model: str | None) -> Agent[ResearchDeps, str]:
        key = (profile, model)
        if key not in self._agents:
            self._agents[key] = build_agent(self.services, profile, model=model, without=self.without)
        return self._agents[key]

    async def _drive(self, run: ChatRun, agent: Agent[ResearchDeps, str]) -> None:
        attendant = asyncio.create_task(self._attend(run))
        status: TurnStatus = "failed"
        try:
            status = await AnswerTask(self.services, self.conversations, run, agent).answer()
        except Exception as error:  # the edge of the task: nobody awaits it, its readers must hear of it
            logger.exception("run %s failed", run.id)
            run.add(chat_error(error, self.services.settings))
        finally:
            attendant.cancel()
            try:
                await self._keep(run, status)
            finally:
                run.end(status)  # whatever happens: its readers wait for it

    async def _attend(self, run: ChatRun) -> None:
        """Stop a run that nobody reads, and store its progress."""
        saved_at, stored = time.monotonic(), 0
        while True:
            await asyncio.sleep(0.1)
            if run.is_abandoned(self.grace):
                logger.info("run %s is stopped: nobody reads it", run.id)
                run.cancel()
                return
            if len(run.events) > stored and time.monotonic() - saved_at > SAVE_SECONDS:
                saved_at, stored = time.monotonic(), len(run.events)
                await self._keep(run, "running")

    async def _keep(self, run: ChatRun, status: TurnStatus) -> None:
        try:
            await self.conversations.save(run.id, tuple(run.events), status, run.door)
        except DossierError:
            # The reader has the answer; that it could not be stored must not take it away.
            logger.warning("run %s could not be stored", run.id, exc_info=True)

    def _forget_old_runs(self) -> None:
        finished = [run_id for run_id, run in self._runs.items() if run.finished]
        for run_id in finished[:-FINISHED_RUNS_KEPT]:
            del self._runs[run_id]


@dataclass(frozen=True)
class AnswerTask:
    """One run's way from question to answer."""

    services: ResearchServices
    conversations: Conversations
    run: ChatRun
    agent: Agent[ResearchDeps, str]

    async def answer(self) -> TurnStatus:
        deps = await self._deps()
        said = EventTranslator(deps.citations)
        try:
            await self._stream(deps, said)
        except RunTimedOut as error:
            said.usage = error.usage
            return await self._break_off(said, error)
        except RunCancelled as error:
            said.usage = error.usage
            await self._finish(said, stopped=True)
            return "stopped"
        except Exception as error:
            return await self._break_off(said, error)
        await self._finish(said, stopped=False)
        return "done"

    async def _deps(self) -> ResearchDeps:
        session, question = str(self.run.conversation_id), self.run.question
        deps = ResearchDeps(self.services, session_id=session, viewpoint=question.viewpoint, door=self.run.door)
        deps.records_calls = False  # they are kept with the turn
        preferences = await deps.preferences_now()
        if question.text_weight is not None:
            deps.search_preferences = preferences.model_copy(update={"text_weight": question.text_weight})
            deps.weight_origin = "chosen for this question"
        return deps

    async def _stream(self, deps: ResearchDeps, said: EventTranslator) -> None:
        settings = self.services.settings
        async with self.agent.run_stream_events(
            self.run.prompt,
            deps=deps,
            message_history=await self._history(),
            usage_limits=limits(settings),
            timeout=settings.max_seconds,
            cancellation_token=self.run.token,
        ) as stream:
            async for event in stream:
                for ours in said.feed(event):
                    self.run.add(ours)

    async def _history(self) -> list[ModelMessage]:
        """Earlier questions and answers without their markers, which would count other passages than this run's.

        A question that was asked before is asked again on purpose: its old answers are left out.
        """
        if self.run.turn.turn_index == 0:
            return []
        turns = (await self.conversations.get(self.run.conversation_id)).turns
        earlier = [one for one in turns if one.turn_index < self.run.turn.turn_index and one.prompt != self.run.prompt]
        return [message for one in earlier[-TURNS_REMEMBERED:] for message in _exchange(one)]

    async def _finish(self, said: EventTranslator, *, stopped: bool) -> None:
        for event in said.finish():
            self.run.add(event)
        results = [event for event in self.run.events if isinstance(event, ToolResult)]
        checks = await check_answer(
            self.services.library,
            said.text,
            said.citations,
            results,
            said.paragraphs,
            self.run.question.viewpoint.as_of,
        )
        cited = number_each_quotation(said.text, said.citations, checks, said.paragraphs)
        shown = merge_equal_passages(cited)
        remark = chosen_documents_notice(self.run.question.viewpoint, results, cited.citations, cited.text)
        if remark:
            self.run.add(TextDelta(delta=remark))
        answer = Answer(
            text=shown.text + remark,
            citations=shown.citations,
            usage=_usage(said, self.services.settings),
            model=self.run.turn.model,
            stopped=stopped,
            checks=shown.checks,
            paragraphs=shown.paragraphs,
            more=further_passages(results, cited.citations, cited.paragraphs),
        )
        self.run.add(answer)

    async def _break_off(self, said: EventTranslator, error: Exception) -> TurnStatus:
        """Keep what was said, as stopped, and say why it went no further."""
        expected = isinstance(error, EXPECTED)
        level = logging.INFO if expected else logging.WARNING  # the reader is told of what is expected
        logger.log(level, "run %s broke off: %s", self.run.id, error, exc_info=not expected)
        if said.text:
            await self._finish(said, stopped=True)
        self.run.add(chat_error(error, self.services.settings))
        return "failed"


async def _within(seconds: float, news: asyncio.Event) -> bool:
    try:
        async with asyncio.timeout(seconds):  # wait_for of Python 3.11 forgets a cancellation that comes with the news
            await news.wait()
    except TimeoutError:
        return False
    return True


def _checked_prompt(prompt: str) -> str:
    asked = cleaning.replace(prompt).strip()
    if not 0 < len(asked) <= LONGEST_PROMPT:
        raise InvalidInput(f"Ask with 1 to {LONGEST_PROMPT:,} characters.")
    return asked


def _exchange(turn: Turn) -> list[ModelMessage]:
    answered = MARKER.sub("", answer_text(turn)) or "(no answer)"
    told = {PARAGRAPHS: [one.model_dump(mode="json") for one in turn_paragraphs(turn)]}
    return [ModelRequest(parts=[UserPromptPart(turn.prompt)]), ModelResponse(parts=[TextPart(answered)], metadata=told)]


def _usage(said: EventTranslator, settings: Settings) -> Usage:
    spent = said.usage
    read, written = (spent.input_tokens, spent.output_tokens) if spent else (0, 0)
    cost = None
    if settings.price_input is not None and settings.price_output is not None:
        cost = (read * settings.price_input + written * settings.price_output) / 1_000_000
    return Usage(
        input_tokens=read,
        output_tokens=written,
        first_token_ms=said.first_token_ms,
        total_ms=said.elapsed_ms,
        cost=cost,
    )
