"""One answer of the agent, drawn the same way while it arrives and when it is replayed."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import streamlit as st

from components import markdown
from components.chat import answer, result_table, trace_links
from components.dates import duration
from services.models import (
    Answer,
    ChatError,
    ChatEvent,
    Fact,
    TextDelta,
    ThinkingDelta,
    ToolCall,
    ToolResult,
    Viewpoint,
)
from services.text.wording import count_of

SUBJECTS = ("query", "entity_name")
ICONS = {"complete": ":material/check_circle:", "error": ":material/error:", "stopped": ":material/stop_circle:"}
NEXT_STEP = "The agent goes on with what its other tools found, and says so in the answer."
NO_CALL = "No tool was called"


def show(events: Sequence[ChatEvent], *, key: str, viewpoint: Viewpoint) -> None:
    """A finished turn; without `st.status`, which rests a twentieth of a second for each."""
    view = TraceView(key=key, viewpoint=viewpoint, past=tuple(events))
    view.feed(events)
    view.close()


def follow(batches: Iterable[Sequence[ChatEvent]], *, key: str, viewpoint: Viewpoint) -> None:
    """A running turn; an empty batch is a heartbeat, where Streamlit may stop this script without stopping the run."""
    view = TraceView(key=key, viewpoint=viewpoint, live=True)
    for batch in batches:
        view.feed(batch)
        view.beat()
    view.close()


@dataclass
class TraceView:
    """Made inside the container that it draws into. `key` tells this turn's widgets from another's, `viewpoint` is
    where its question was asked from."""

    key: str
    viewpoint: Viewpoint
    live: bool = False
    past: tuple[ChatEvent, ...] = ()
    calls: dict[str, ToolCall] = field(default_factory=dict)
    text: str = ""
    thoughts: str = ""
    facts: dict[answer.Place, Fact] = field(default_factory=dict)
    ended: bool = False
    answered: bool = False

    def __post_init__(self) -> None:
        self._steps: dict[str, Any] = {}
        self._results = {event.id: event for event in self.past if isinstance(event, ToolResult)}
        self._outer: Any = self._running() if self.live else self._finished()
        self._thinking: Any = None
        self._answer = st.empty()
        self._failure = st.empty()

    def _running(self) -> Any:
        return st.status(":shimmer[Working]", type="compact", expanded=True, state="running")

    def _finished(self) -> Any:
        """A line to open, or a mere line where nothing is behind it."""
        icon = ICONS[end_state(self.past)]
        calls = sum(isinstance(event, ToolCall) for event in self.past)
        if not any(isinstance(event, ToolCall | ThinkingDelta) for event in self.past):
            return st.caption(f"{icon} {NO_CALL}")
        return st.expander(headline(calls, tuple(self._results.values())), type="compact", icon=icon)

    def feed(self, events: Sequence[ChatEvent]) -> None:
        for event in events:
            self._draw(event)
        if self.live and self.text and not self.ended:
            self._paint()

    def beat(self) -> None:
        """A cheap call into Streamlit: the place where it can interrupt this thread."""
        if not self.ended:
            self._paint()

    def close(self) -> None:
        if not self.ended:
            self._finish("complete")
            self._answer.markdown(markdown.format_quotations(self.text))

    def _draw(self, event: ChatEvent) -> None:
        match event:
            case ToolCall():
                self._start(event)
            case ToolResult():
                self._complete(event)
            case ThinkingDelta():
                self._think(event.delta)
            case TextDelta():
                self.text += event.delta
            case Answer():
                self._finish("complete")
                self.answered = True
                with self._answer.container():
                    answer.show(
                        event, self.viewpoint, key=self.key, facts=self.facts, is_failed=end_state(self.past) == "error"
                    )
            case ChatError():
                self._finish("error")
                self._fail(event)

    def _start(self, call: ToolCall) -> None:
        self.calls[call.id] = call
        self.text = ""
        if self.live:
            self._steps[call.id] = self._outer.status(call_label(call), type="step", expanded=False)
        elif (result := self._results.get(call.id)) is None:
            self._outer.expander(f"{call_label(call)} · stopped before it returned", type="step", icon=ICONS["stopped"])
        else:
            with self._outer.expander(end_words(call, result), type="step", icon=ICONS[result_state(result)]):
                self._inside(call, result)

    def _complete(self, result: ToolResult) -> None:
        self.facts |= {answer.citation_place(citation): fact for fact in result.facts for citation in fact.citations}
        self._results[result.id] = result
        step, call = self._steps.get(result.id), self.calls.get(result.id)
        if step is None or call is None:
            return
        step.update(
            label=end_words(call, result), state=result_state(result)
        )  # first: leaving a running step takes a rest
        with step:
            self._inside(call, result)

    def _inside(self, call: ToolCall, result: ToolResult) -> None:
        show_arguments(call)
        if result.is_error:
            said = result_table.error_text(result.result).rstrip().removesuffix(".")
            st.error(f"{markdown.literal(said)}. {NEXT_STEP}", icon=":material/error:")
        else:
            result_table.show(result.result, result.facts)
        for note in result.notes:
            st.caption(markdown.literal(note.text))
        show_links(call, result, self.viewpoint, key=f"{self.key}-{call.id}")

    def _think(self, delta: str) -> None:
        self.thoughts += delta
        if self._thinking is None:
            self._thinking = self._outer.empty()
        self._thinking.caption(markdown.format_answer(self.thoughts))

    def _paint(self) -> None:
        """Of what is still being written no link leads away: it may be a document's that is being quoted."""
        if self.text:
            self._answer.markdown(markdown.format_quotations(self.text) + " ▌")
        else:
            self._answer.empty()

    def _finish(self, state: Any) -> None:
        self.ended = True
        if self.live:
            shown = headline(len(self.calls), tuple(self._results.values()))
            self._outer.update(label=shown, state=state, expanded=False)

    def _fail(self, error: ChatError) -> None:
        """Below what was written; of an answer that broke off that is drawn already, with its sources."""
        if not self.answered:
            self._answer.markdown(markdown.format_quotations(self.text))
        self._failure.error(markdown.literal(error.message), icon=":material/error:")


def end_state(events: Sequence[ChatEvent]) -> Literal["complete", "error", "stopped"]:
    if any(isinstance(event, ChatError) for event in events):
        return "error"
    return "complete" if any(isinstance(event, Answer) and not event.stopped for event in events) else "stopped"


def headline(calls: int, results: Sequence[ToolResult]) -> str:
    """Calls run side by side: the sum of their times would be more than the answer took."""
    if calls == 0:
        return NO_CALL
    longest = duration(max((result.duration_ms for result in results), default=0.0))
    failed = sum(result.is_error for result in results)
    count = f"1 tool call · {longest}" if calls == 1 else f"{calls} tool calls · longest {longest}"
    return f"{count} · :red[{failed} failed]" if failed else count


def end_words(call: ToolCall, result: ToolResult) -> str:
    return f"{call_label(call)} · {result_summary(result)} · {duration(result.duration_ms)}"


def result_state(result: ToolResult) -> Literal["error", "complete"]:
    return "error" if result.is_error else "complete"


def call_label(call: ToolCall) -> str:
    """`hybrid_search` “who led NASA” · limit 5"""
    subject_first = sorted(
        call.args.items(), key=lambda item: (item[0] not in SUBJECTS, item[0] != "start_date", item[0])
    )
    shown = [argument_words(name, value) for name, value in subject_first if value is not None]
    name = call.name.replace("`", "'")  # a model may make one up
    return f"`{name}` {markdown.literal(' · '.join(shown))}"


def argument_words(name: str, value: object) -> str:
    if name in SUBJECTS and isinstance(value, str):
        return f"“{value if len(value) <= 80 else value[:79] + '…'}”"
    return f"{name.replace('_', ' ')} {str(value).removesuffix('T00:00:00Z')}"


def show_arguments(call: ToolCall) -> None:
    with st.popover("Arguments as JSON", type="tertiary"):
        st.code(json.dumps(call.args, indent=2, ensure_ascii=False), language="json")


def result_summary(result: ToolResult) -> str:
    if result.is_error:
        return ":red[failed]"
    count = result_table.count_results(result.result)
    if count is None:
        return count_of(len(result.facts), "fact") if result.facts else "done"
    return "nothing found" if count == 0 else f"{count} found"


def show_links(call: ToolCall, result: ToolResult, viewpoint: Viewpoint, *, key: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        result_table.show_whole_result(result.result)
        trace_links.show(call, result, viewpoint, key=key)
