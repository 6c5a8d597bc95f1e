"""An answer: its text with citations that open, what was checked about each, and what it took."""

import re
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

import streamlit as st

from components import links, markdown
from components.dates import duration
from components.snippets import quote_words
from services.models import Answer, Citation, CitationCheck, Fact, Usage, Viewpoint, document_url
from services.text import markup
from services.text.markers import own_markers
from services.text.wording import (
    citation_writing_words,
    cited_place,
    count_of,
    dated_title,
    first_stated_words,
    sources_words,
    validity,
)

Place = tuple[UUID, int, int]
NO_FACTS: Mapping[Place, Fact] = {}

AT_A_GLANCE = 6
"""So many sources are shown without a click."""
PREVIEW = 600
"""Characters of a passage that are read without opening its document."""
MARKER = re.compile(r"\[(\d{1,3})\](?!\()")
_HELD = re.compile("\0(\\d+)\0")
VERDICTS = {
    "literal": ("green", "quoted literally"),
    "near": ("blue", "in other words"),
    "missing": ("red", "not in the source"),
}
MARKS = {"uncited": "uncited", "later": "after the date", "missing": "not in the source"}
"""Of sentences: set after their end."""
CHECK_HELP = (
    "Checked without a language model: words in quotation marks were looked for in the cited document; a sentence that "
    "quotes nothing was compared word by word with the cited passage. It says that the words stand there, not that the "
    "claim is true."
)
SOURCES_HELP = "The documents cited, the latest date of them, and how many were written after the date looked from."
AS_READ_HELP = (
    "A machine read this passage off a picture, and it is checked against what the machine read. Open it to see the "
    "picture beside it."
)
LATER_HELP = "Written after the date looked from: it tells with hindsight."
UNCITED_HELP = "This sentence names no source. Nothing was checked about it."
AFTER_HELP = "They name a later time, or rest on later sources alone, and do not stand under “With hindsight”."
OFFLINE = "offline"
TITLE_SAFE = str.maketrans('"\\`<&|', "”/’‹+¦")
"""What would end the title of a link in Markdown, or mean something in it or in a table."""


def show(
    answer: Answer,
    viewpoint: Viewpoint,
    *,
    key: str,
    facts: Mapping[Place, Fact] = NO_FACTS,
    is_failed: bool = False,
) -> None:
    """`facts` by the passage that states them: such a source also shows when it held and leads to the graph. Below one
    that `is_failed` stands why."""
    if answer.stopped and not is_failed:
        kept = "What was written until then is kept." if answer.text.strip() else "Nothing had been written yet."
        st.warning(f"Stopped. {kept}", icon=":material/stop_circle:")
    st.markdown(link_numbers(answer))
    show_sources(answer, facts, key=key)
    show_further_passages(answer)
    if told := sources_words(answer.sources, viewpoint):
        st.caption(told, help=SOURCES_HELP)
    st.caption(effort_words(answer))


def link_numbers(answer: Answer) -> str:
    """The text with [n] as links, and a mark after each sentence that cites nothing."""
    held: list[str] = []
    text = answer.text
    for start, end, shown in sorted(number_links(answer), reverse=True):
        text = f"{text[:start]}\0{len(held)}\0{text[end:]}"
        held.append(shown)
    formatted = markdown.format_quotations(text) if is_offline(answer) else markdown.format_answer(text)
    return _HELD.sub(lambda place: held[int(place[1])], formatted)


def is_offline(answer: Answer) -> bool:
    """Whether it is made of the documents' own words."""
    return answer.model.startswith(OFFLINE)


def number_links(answer: Answer) -> Iterator[tuple[int, int, str]]:
    """What stands in the place of `text[start:end]`."""
    passages = [citation.quote for citation in answer.citations]
    for marker in own_markers(answer.text, passages, MARKER):
        if markup.is_code(answer.text, marker.start()):
            continue
        yield marker.start(), marker.end(), citation_link(int(marker[1]), answer, marker.start())
    for check in answer.checks:
        if check.verdict in MARKS and check not in checks_beside_sources(answer):
            yield check.end, check.end, f" :orange-badge[{MARKS[check.verdict]}]"


def citation_link(number: int, answer: Answer, position: int) -> str:
    """Opens what the sentence at `position` quotes, where that was found; else the passage."""
    if not 0 < number <= len(answer.citations):
        return rf"\[{number}\]"
    citation = answer.citations[number - 1]
    quoted = next(
        (check for check in answer.checks if check.number == number and check.start <= position < check.end), None
    )
    shown = hover_text(quote_words(citation))
    if quoted is None or quoted.quote_start is None:
        return rf"[\[{number}\]]({citation.url}{shown})"
    return rf"[\[{number}\]]({document_url(citation.document_id, quoted.quote_start, quoted.quote_end)}{shown})"


def hover_text(quote: str) -> str:
    """The passage as the title of a link in Markdown, where no quotation mark or backslash of its may end it."""
    return f' "{shorten_quote(quote, PREVIEW).translate(TITLE_SAFE)}"'


def show_sources(answer: Answer, facts: Mapping[Place, Fact], *, key: str) -> None:
    """The first of many sources, the others behind a click, unless something is wrong with one of those."""
    numbered = list(enumerate(answer.citations, 1))
    first = len(numbered) if len(numbered) <= AT_A_GLANCE + 1 else AT_A_GLANCE
    with st.container(gap="xxsmall", key=f"citations-{key}"):
        for number, citation in numbered[:first]:
            show_source(number, citation, answer, facts)
        if others := numbered[first:]:
            wrong = any(
                check.verdict == "missing" for number, _ in others for check in checks_of_source(answer.checks, number)
            )
            more = st.expander(f"{len(others)} more sources", expanded=wrong, type="compact")
            with more.container(gap="xxsmall"):
                for number, citation in others:
                    show_source(number, citation, answer, facts)
    if any(check.verdict == "uncited" for check in answer.checks):
        st.caption("Sentences marked :orange-badge[uncited] name no source.", help=UNCITED_HELP)
    if any(check.verdict == "later" for check in answer.checks):
        st.caption("Sentences marked :orange-badge[after the date] tell what came later.", help=AFTER_HELP)


def show_further_passages(answer: Answer) -> None:
    """What was found beside the passages that are quoted."""
    if answer.more:
        with st.expander(count_of(len(answer.more), "more passage"), type="compact"):
            for citation in answer.more:
                show_passage(citation)


def show_passage(citation: Citation) -> None:
    """One line without a number: nothing in the answer points to it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        title = markdown.literal(dated_title(citation))
        links.show_passage(citation, title, help=markdown.literal(shorten_quote(quote_words(citation), PREVIEW)))
        if citation.later:
            st.badge(
                "hindsight",
                icon=":material/history:",
                color="orange",
                help=f"{written_words(citation)} {LATER_HELP}",
            )
        st.caption(markdown.literal(shorten_quote(quote_words(citation))))


def show_source(number: int, citation: Citation, answer: Answer, facts: Mapping[Place, Fact]) -> None:
    """One line: number, title, what was found, quote; the title opens the passage, and shows it under the pointer."""
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        links.show_passage(
            citation,
            f"**[{number}]** {markdown.literal(dated_title(citation))}",
            help=passage_preview(citation),
        )
        for check in checks_of_source(answer.checks, number):
            colour, words = VERDICTS[check.verdict]
            st.badge(words, color=colour, help=f"{check.detail} {CHECK_HELP}")  # type: ignore[arg-type]
        if citation.read_by_machine:
            st.badge("as read", icon=":material/document_scanner:", color="gray", help=AS_READ_HELP)
        if citation.later:
            st.badge(
                "hindsight",
                icon=":material/history:",
                color="orange",
                help=f"{written_words(citation)} {LATER_HELP}",
            )
        if (fact := stated_fact(citation, facts)) is not None:
            show_fact_link(fact)
        st.caption(markdown.literal(shorten_quote(quote_words(citation))))


def passage_preview(citation: Citation) -> str:
    """The passage, below its page and heading."""
    said = [cited_place(citation), shorten_quote(quote_words(citation), PREVIEW)]
    return "\n\n".join(markdown.literal(one) for one in said if one)


def written_words(citation: Citation) -> str:
    said = citation_writing_words(citation)
    return f"{said[0].upper()}{said[1:]}."


def citation_place(citation: Citation) -> Place:
    return citation.document_id, citation.start_offset, citation.end_offset


def stated_fact(citation: Citation, facts: Mapping[Place, Fact]) -> Fact | None:
    """The fact whose passage this is, or is a part of."""
    document, start, end = citation_place(citation)
    around = (fact for (own, first, last), fact in facts.items() if own == document and first <= start and end <= last)
    return facts.get(citation_place(citation)) or next(around, None)


def show_fact_link(fact: Fact) -> None:
    links.show_entity(
        fact.source,
        f"fact, {validity(fact)}",
        help=f"{markdown.literal(fact.fact)} {first_known_words(fact)}"
        f"Opens {markdown.literal(fact.source)} in the graph.",
        fact=str(fact.uuid),
    )


def first_known_words(fact: Fact) -> str:
    said = first_stated_words(fact.first_stated) if fact.first_stated else ""
    return f"{markdown.literal(said)} " if said else ""


def shorten_quote(quote: str, longest: int = 64) -> str:
    """Its beginning on one line, in whole words, without the heading that a chunk may begin with."""
    text = "\n".join(line for line in quote.splitlines() if not line.startswith("#")) or quote
    folded = " ".join(text.split())
    if len(folded) <= longest:
        return f"“{folded}”"
    begun, _, cut = folded[:longest].rpartition(" ")
    return f"“{begun if len(begun) > len(cut) else cut[:-1]} …”"


def checks_of_source(checks: Sequence[CitationCheck], number: int) -> list[CitationCheck]:
    """What was found for the quotation that is shown: one badge, and its details say why.

    Where the answer quotes this source, its quotation is what is shown; a sentence beside it that the source does not
    support is marked where it stands.
    """
    order = ["missing", "near", "literal"]
    found = [check for check in checks if check.number == number and check.verdict in order]
    quoted = [check for check in found if check.quote_start is not None]
    return sorted(quoted or found, key=lambda check: order.index(check.verdict))[:1]


def checks_beside_sources(answer: Answer) -> list[CitationCheck]:
    """Those that a source's badge tells."""
    return [
        check for number in range(1, len(answer.citations) + 1) for check in checks_of_source(answer.checks, number)
    ]


def effort_words(answer: Answer) -> str:
    offline = is_offline(answer)
    model = "No language model is configured: quotations chosen by rule" if offline else markdown.literal(answer.model)
    return " · ".join([model, *token_words(answer.usage, tokens=not offline)])


def token_words(usage: Usage, *, tokens: bool) -> list[str]:
    parts = [f"{duration(usage.total_ms)} in all"]
    if usage.first_token_ms is not None:
        parts.append(f"first sign after {duration(usage.first_token_ms)}")
    if tokens and usage.input_tokens + usage.output_tokens:  # of an answer that broke off they may be unknown
        parts.append(f"{usage.input_tokens:,} tokens in, {usage.output_tokens:,} out")
    if usage.cost is not None:
        parts.append(rf"\${usage.cost:.4f}")
    return parts
