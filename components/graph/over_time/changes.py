"""What differs between two dates: in a sentence, in a table, and in the colours of the graph."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import url_state
from components.backend import run, services
from components.dates import date_of
from components.graph.drawing import network, network_data
from components.graph.drawing.network import file_name
from components.graph.over_time.as_of_steps import change_days
from components.sidebar import as_of
from services.graph.reading.export import to_csv
from services.models import Diff, Entity, Fact, ImpreciseDate, Timeline, Viewpoint
from services.text.dates import end_of_day
from services.text.wording import count_of, interval, list_words, relation_words

FROM, TO = "from", "to"
COLUMNS = ["change", "fact", "relation", "subject", "object", "validity"]


def show(own: Timeline, _: int, viewpoint: Viewpoint) -> tuple[Entity, ...]:
    """The entities drawn."""
    start, end = choose_dates(viewpoint.as_of, change_days(own.facts))
    if viewpoint.cut(end) < end:
        st.caption(f"Told until {date_of(viewpoint.cut(end))}, the date looked from: nothing after it.")
    graph, most = services().graph, network_data.MOST_DRAWN * 2
    diff = run(graph.diff(own.entity.name, start, end, viewpoint=viewpoint))
    around = run(graph.neighborhood(own.entity.name, limit=most, viewpoint=viewpoint.with_ended()))
    return draw_changes(diff, around.nodes, passing_facts(own.facts, diff))


def passing_facts(facts: Sequence[Fact], diff: Diff) -> list[Fact]:
    """Facts that hold in neither of the two states, since they began after the first and had ended by the second."""
    found = [
        fact
        for fact in facts
        if fact.began and fact.ended and _within(fact.began, diff) and fact.ended.latest <= diff.end
    ]
    return sorted(found, key=lambda fact: (fact.began.earliest, str(fact.uuid)))  # type: ignore[union-attr]


def _within(began: ImpreciseDate, diff: Diff) -> bool:
    return began.earliest is not None and diff.start < began.earliest <= diff.end


def choose_dates(looking_from: datetime | None, change_days: Sequence[date]) -> tuple[datetime, datetime]:
    """Two days, each meant at its end; by default the ten years before the date looked from, or from the day before the
    first change on where that is later."""
    end = looking_from.date() if looking_from else datetime.now(UTC).date()
    start = default_start(end, change_days)
    left, right = st.columns(2)
    chosen_start = _date(left, "From the end of", FROM, start)
    chosen_end = _date(right, "To the end of", TO, end)
    return end_of_day(chosen_start), end_of_day(chosen_end)


def default_start(end: date, change_days: Sequence[date]) -> date:
    """Never so late that the first change lies before it."""
    ten_years = max(end - timedelta(days=3653), as_of.EARLIEST)
    first = min((day for day in change_days if as_of.EARLIEST < day <= end), default=ten_years)
    return max(ten_years, first - timedelta(days=1))


def _date(place: DeltaGenerator, label: str, key: str, default: date) -> date:
    chosen = place.date_input(
        label,
        key=key,
        min_value=as_of.EARLIEST,
        max_value=as_of.LATEST,
        format="YYYY-MM-DD",
        on_change=url_state.bind(key, default, url_state.DAY),
    )
    return chosen if isinstance(chosen, date) else default


def draw_changes(diff: Diff, known: Sequence[Entity], between: Sequence[Fact] = ()) -> tuple[Entity, ...]:
    """`known`: entities whose type the drawing shows; `between`: facts that came and went."""
    st.markdown(summary_words(diff, len(between)))
    states = network_data.states_of(diff) | {fact.uuid: "passed" for fact in between}
    facts = [*changed_facts(diff), *between]
    if not facts:
        return ()
    entities = network_data.ends_of(facts, [diff.entity, *known])
    network.show(
        entities,
        facts,
        lambda fact: states[fact.uuid],
        key="diff",
        centre=diff.entity,
        title=f"{diff.entity.name}: {date_words(diff.start)} to {date_words(diff.end)}",
        height=430,
    )
    st.dataframe(
        pd.DataFrame(change_rows(diff, between), columns=COLUMNS), hide_index=True, width="stretch", key="diff_table"
    )
    st.download_button(
        "Save as CSV",
        export_changes(diff, between).encode(),
        file_name=f"{file_name(diff.entity.name)}-{diff.start:%Y-%m-%d}-{diff.end:%Y-%m-%d}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key="diff_csv",
    )
    return entities


def changed_facts(diff: Diff) -> list[Fact]:
    replaced = [fact for pair in diff.replaced for fact in (pair.old, pair.new)]
    return [*diff.added, *diff.ended, *replaced]


def date_words(moment: datetime) -> str:
    return date_of(moment)


def summary_words(diff: Diff, between: int = 0) -> str:
    """Two states are compared; what began and ended between them is in neither."""
    later, earlier = date_words(diff.end), date_words(diff.start)
    span = f"The state at the end of **{later}**, compared with that at the end of **{earlier}**"
    counts = {
        "new": len(diff.added),
        "no longer true": len(diff.ended),
        "replaced by another": len(diff.replaced),
    }
    told = [f"{count_of(count, 'fact')} {word}" for word, count in counts.items() if count]
    both = f"{span}: {list_words(told) or 'no fact differs'}."
    return f"{both} {count_of(between, 'other fact')} came and went in between." if between else both


def change_rows(diff: Diff, between: Sequence[Fact] = ()) -> Iterator[dict[str, str]]:
    """A replaced fact stands directly above the one that came in its place."""
    for change, fact in list_changes(diff, between):
        yield {
            "change": change,
            "fact": fact.fact,
            "relation": relation_words(fact.relation),
            "subject": fact.source,
            "object": fact.target,
            "validity": interval(fact),
        }


def list_changes(diff: Diff, between: Sequence[Fact] = ()) -> Iterator[tuple[str, Fact]]:
    for pair in diff.replaced:
        yield "replaced", pair.old
        yield "by", pair.new
    for fact in diff.added:
        yield "added", fact
    for fact in diff.ended:
        yield "ended", fact
    for fact in between:
        yield "came and went", fact


def export_changes(diff: Diff, between: Sequence[Fact] = ()) -> str:
    """The facts as the graph exports them, each with its change in front."""
    names, facts = zip(*list_changes(diff, between), strict=True)
    lines = to_csv(facts)
    frame = pd.read_csv(pd.io.common.StringIO(lines), dtype=str, keep_default_na=False)
    frame.insert(0, "change", names)
    return str(frame.to_csv(index=False))
