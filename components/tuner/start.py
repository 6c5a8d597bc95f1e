"""What the tuner shows before there is a ranking: what it is for, queries to begin with, and why nothing was found."""

from collections.abc import Iterable, Sequence

import streamlit as st

from components import links, markdown
from components.tuner import filters as search_filters
from components.tuner.setting import TunedMode
from services.models import Viewpoint
from services.search.models import Candidates, JudgedQuery
from services.text.wording import day

OFFERED = 8
PURPOSE = (
    "Every search mixes two scores: how near a passage is in **meaning**, and how well its **words** fit. Write a "
    "query, drag the slider and watch the ranking. What fits best you can prove on judged queries and hand to the chat."
)


def show(queries: Sequence[JudgedQuery], *, has_documents: bool, key: str = "q") -> None:
    """For an empty query; a click on one of `queries` asks it."""
    st.markdown(PURPOSE)
    if not has_documents:
        st.info("There are no documents to search yet.", icon=":material/info:")
        links.show("sources", "Add documents", icon=":material/upload_file:")
        return
    offered = sample_queries(queries)
    if offered:
        st.caption("Begin with one of the judged queries:")
    with st.container(horizontal=True):
        for query in offered:
            st.button(
                markdown.literal(query.query),
                key=f"sample-{query.id}",
                on_click=st.session_state.update,
                args=({key: query.query},),
            )


def sample_queries(queries: Iterable[JudgedQuery]) -> list[JudgedQuery]:
    """A few of each kind, in turn."""
    by_kind: dict[str, list[JudgedQuery]] = {}
    for query in queries:
        by_kind.setdefault(query.kind, []).append(query)
    rounds = max((len(kind) for kind in by_kind.values()), default=0)
    in_turn = [kind[turn] for turn in range(rounds) for kind in by_kind.values() if turn < len(kind)]
    return in_turn[:OFFERED]


def show_missing_arm(candidates: Candidates, mode: TunedMode = "hybrid") -> None:
    """What the ranking below does not say: an arm that failed or found nothing."""
    if candidates.notice:
        st.warning(markdown.literal(candidates.notice), icon=":material/warning:")
    if mode == "semantic" and candidates.arms == "text":
        st.info("Semantic search goes by meaning alone, which cannot be had now.", icon=":material/search_off:")
    elif candidates.notice or mode == "semantic":
        return
    elif candidates.chunk_ids and candidates.arms == "both" and not any(candidates.text_scores):
        st.info(
            "No passage holds a word of this query: meaning alone ranks, and at 1.00 nothing is found.",
            icon=":material/info:",
        )


def show_nothing_found(viewpoint: Viewpoint) -> None:
    narrowed = bool(search_filters.count_filters())
    reasons = []
    if narrowed:
        reasons.append("No document fits the filters, or none of those has a passage for this query.")
    if viewpoint.published_by is not None:
        reasons.append(f"Only documents dated by {day(viewpoint.published_by)} are searched.")
    st.info(" ".join(["Nothing was found.", *reasons]), icon=":material/search_off:")
    if narrowed:
        st.button("Clear all filters", key="nothing_clear", on_click=search_filters.clear_filters)
