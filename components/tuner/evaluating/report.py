"""What an evaluation found: in one sentence, on held-out queries, and query by query."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from components import markdown
from services.search.models import Difference, EvaluationReport, HeldOut

KEY = "evaluation_outcomes"


def show_finding(report: EvaluationReport) -> None:
    """The plain sentences, each with what it rests on."""
    say = st.success if report.enough else st.warning
    say(f"**{markdown.literal(report.finding)}**", icon=":material/lightbulb:" if report.enough else ":material/help:")
    st.markdown(held_out_words(report))
    st.markdown(coverage_words(report))


def held_out_words(report: EvaluationReport) -> str:
    tested = report.held_out
    if tested is None:
        return "**Held out:** too few queries to tune on one half and to report on the other."
    return (
        f"**Held out:** tuned on the other half of the queries, {tested.tuned_weight:.2f} reaches "
        f"{tested.tuned_ndcg:.3f} nDCG@10 on {tested.query_count} queries that had no say in it; the saved setting "
        f"{tested.saved_ndcg:.3f}. {difference_words(tested.difference)}{_whole_words(report, tested)}"
    )


def _whole_words(report: EvaluationReport, tested: HeldOut) -> str:
    """Where half of the queries seems to say another thing than all of them."""
    is_fine = report.enough and report.noise[0] <= report.saved_weight <= report.noise[1]
    if tested.difference.is_noise or not is_fine:
        return ""
    return (
        f" That is so of these {tested.query_count} queries alone: over all of them the saved setting is within noise "
        "of the best."
    )


def difference_words(difference: Difference) -> str:
    interval = f"{difference.mean:+.3f}, 95 % interval {difference.low:+.3f} to {difference.high:+.3f}"
    return f"The difference ({interval}) is {'within noise' if difference.is_noise else 'more than noise'}."


def coverage_words(report: EvaluationReport) -> str:
    """How far the judgements reach: an unjudged hit counts as not relevant, which may be wrong."""
    share = f" ({100 * report.unjudged / report.shown:.0f} %)" if report.shown else ""
    said = [
        f"**Unjudged:** {report.unjudged:,} of the {report.shown:,} documents shown at the saved weight{share} have no "
        "judgement and count as not relevant."
    ]
    if report.without_relevant:
        said.append(f"{report.without_relevant:,} queries were left out: none of their documents is relevant.")
    if report.missing_documents:
        said.append(f"{report.missing_documents:,} judged documents are not in the collection.")
    return " ".join(said)


def show_outcomes(report: EvaluationReport, *, on_open: Callable[[str, float], None]) -> None:
    """Wins and losses of the best weight; `on_open` is called with the query of the chosen row and that weight."""
    rows = outcomes_table(report)
    st.header("Query by query")
    st.caption(
        f"At {report.best_weight:.2f} against the saved {report.saved_weight:.2f}: {tally_words(rows)} "
        "Tick a row to open its query in Tune."
    )

    def opened() -> None:
        chosen = st.session_state[KEY].selection.rows
        if chosen:
            on_open(str(rows["query"].iloc[chosen[0]]), report.best_weight)

    number = st.column_config.NumberColumn
    st.dataframe(
        rows,
        key=KEY,
        hide_index=True,
        width="stretch",
        height=460,
        on_select=opened,
        selection_mode="single-row",
        column_config={
            "query": st.column_config.TextColumn("Query", width="large"),
            "kind": st.column_config.TextColumn("Kind", width="small"),
            "saved": number(f"nDCG@10 at {report.saved_weight:.2f}", format="%.3f"),
            "best": number(f"nDCG@10 at {report.best_weight:.2f}", format="%.3f"),
            "difference": number("Difference", format="%+.3f"),
            "unjudged": number("Unjudged", help="Of its first ten documents at the saved weight"),
        },
        alt="nDCG@10 of each query at the saved and at the best text_weight",
    )


def outcomes_table(report: EvaluationReport) -> pd.DataFrame:
    """Wins first, then losses, then what stayed the same; within each the largest difference first."""
    rows = pd.DataFrame(
        [
            {
                "query": outcome.query,
                "kind": outcome.kind,
                "saved": outcome.saved_ndcg,
                "best": outcome.best_ndcg,
                "difference": outcome.best_ndcg - outcome.saved_ndcg,
                "unjudged": outcome.unjudged,
            }
            for outcome in report.outcomes
        ],
        columns=["query", "kind", "saved", "best", "difference", "unjudged"],
    )
    places = rows["difference"].map(lambda gain: (gain == 0, gain < 0, -abs(gain)))
    return rows.loc[places.sort_values(kind="stable").index].reset_index(drop=True)


def tally_words(rows: pd.DataFrame) -> str:
    """`12 better, 5 worse, 83 the same.`"""
    better, worse = int((rows["difference"] > 0).sum()), int((rows["difference"] < 0).sum())
    return f"{better} better, {worse} worse, {len(rows) - better - worse} the same."
