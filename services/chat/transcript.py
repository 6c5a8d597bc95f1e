"""A conversation as a file: Markdown to read and print, JSON with every tool call. Pure.

Whatever opens the file may load its images and follow its links: of what models and documents wrote, only the harmless
part is Markdown.
"""

from collections.abc import Iterator

from services.chat.conversations import answer_text, conversation_title
from services.models import Answer, ChatError, Citation, Conversation, ToolCall, ToolResult, Turn, Viewpoint
from services.text import markup
from services.text.wording import choice_words, citation_writing_words, cited_place, day, duration_words, sources_words


def as_json(conversation: Conversation) -> str:
    return conversation.model_dump_json(indent=2)


def as_markdown(conversation: Conversation) -> str:
    """The conversation as Markdown: each question with its answer and numbered sources: title, source, quote, and where
    in the text it stands."""
    summary = conversation.summary
    lines = [
        f"# {summary.title}",
        "",
        f"Begun on {day(summary.created_at)}, last changed on {day(summary.updated_at)}.",
    ]
    for turn in conversation.turns:
        lines += ["", *_turn(turn)]
    return "\n".join(lines) + "\n"


def _turn(turn: Turn) -> Iterator[str]:
    yield from _question(turn.prompt)
    viewpoint, collection = turn.viewpoint, turn.viewpoint.collection
    clocks = {"as of": viewpoint.as_of, "published by": viewpoint.published_by, "known on": viewpoint.known_on}
    looked = "".join(f", {clock} {day(moment)}" for clock, moment in clocks.items() if moment)
    asked = f", collection {collection}" if collection else ""
    asked += f", only {choice_words(viewpoint.chosen)}" if not viewpoint.chosen.is_empty else ""
    yield f"*Asked on {day(turn.created_at)}, profile {turn.profile}{looked}{asked}; answered by {turn.model}.*"
    yield ""
    yield from _calls(turn)
    yield ""
    yield from _answer(turn)


def _question(prompt: str) -> Iterator[str]:
    """A heading is one line: of a longer question it has the beginning, and the whole follows."""
    title = conversation_title(prompt)
    yield f"## {title}"
    if title != prompt:
        yield ""
        yield from (f"> {line}" for line in prompt.splitlines())
        yield ""


def _calls(turn: Turn) -> Iterator[str]:
    results = {event.id: event for event in turn.events if isinstance(event, ToolResult)}
    for call in (event for event in turn.events if isinstance(event, ToolCall)):
        arguments = ", ".join(f"{name}={value!r}" for name, value in call.args.items())
        called = " ".join(f"{call.name}({arguments})".replace("`", "'").split())
        yield f"- `{called}`{_outcome(results.get(call.id))}"


def _outcome(result: ToolResult | None) -> str:
    if result is None:
        return ": stopped before it returned"
    return f": {'failed' if result.is_error else 'done'} in {duration_words(result.duration_ms)}"


def _answer(turn: Turn) -> Iterator[str]:
    answer = turn.answer
    if isinstance(answer, Answer):
        yield answer_as_markdown(answer, turn.viewpoint)
    else:
        yield markup.safe_markdown(answer_text(turn))
    for error in (event for event in turn.events if isinstance(event, ChatError)):
        yield f"\n**{error.message}**"


def answer_as_markdown(answer: Answer, viewpoint: Viewpoint) -> str:
    """An answer's text, its numbered sources, and how late those are."""
    stopped = ["\n*(stopped here)*"] if answer.stopped else []
    sources = [_source(number, citation) for number, citation in enumerate(answer.citations, 1)]
    told = sources_words(answer.sources, viewpoint)
    return "\n".join([markup.safe_markdown(answer.text), *stopped, "", *sources, *([f"*{told}.*"] if told else [])])


def _source(number: int, citation: Citation) -> str:
    offsets = f"characters {citation.start_offset}–{citation.end_offset}"
    place = markup.plain_line(", ".join(filter(None, [cited_place(citation), offsets])))
    named, quote = markup.plain_line(citation.document_title), markup.plain_line(citation.quote)
    dated = citation_writing_words(citation)
    hindsight = ", later than the date" if citation.later else ""
    return (
        f"[{number}] {named} ({markup.plain_line(citation.document_source)}, {dated}{hindsight}, {place}): “{quote}”\n"
    )
