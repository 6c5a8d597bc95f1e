"""Where each fact lies on a timeline: lanes, rows in which nothing overlaps, and long timelines grouped."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple
from uuid import UUID

from components.graph.drawing.network_data import state_at
from services.models import Fact, ImpreciseDate
from services.models.dates import FOREVER
from services.text.wording import count_of, date, interval, relation_words

LaneBy = Literal["relation", "entity"]
MOST_ROWS = 34
MOST_COLOURED = 8
OTHER = "other relations"
POINT = timedelta(days=1)
OPEN_YEARS = timedelta(days=10 * 365.25) / timedelta(milliseconds=1)
"""How long a beginning “1990 or earlier” is drawn."""
PLOT_WIDTH = 430.0
LETTER_WIDTH = 6.4
PADDING = 16.0


class Bar(NamedTuple):
    """One mark. Moments are milliseconds since 1970; `row` is unique, and its lane's name is read off the first row."""

    id: str
    lane: str
    row: str
    start: float
    end: float
    kind: str  # span, open, point, group
    state: str
    relation: str
    label: str
    place: str  # of the label: inside, after, before
    anchor: float  # where a label inside begins: with the bar, or where the bar comes into view
    begun: float  # by when it has begun for certain: from start to here the bar is soft
    lasts: float  # until when it holds for certain: from here to end the bar is soft
    fact: str
    when: str


class Lanes(NamedTuple):
    bars: tuple[Bar, ...]
    relations: tuple[str, ...]  # those with a colour of their own, the commonest first
    grouped: tuple[str, ...]  # lanes shown as one row
    dropped: tuple[str, ...]  # lanes that found no room
    earliest: float
    latest: float


class Span(NamedTuple):
    """A fact before it has a row."""

    fact: Fact
    lane: str
    label: str
    start: float
    end: float
    kind: str
    begun: float
    lasts: float


class Scale(NamedTuple):
    """What is shown, in milliseconds since 1970."""

    earliest: float
    latest: float

    @property
    def per_pixel(self) -> float:
        return (self.latest - self.earliest) / PLOT_WIDTH

    def shows(self, one: Span) -> bool:
        return one.start <= self.latest and one.end >= self.earliest

    def room(self, label: str) -> float:
        return (min(len(label), 46) * LETTER_WIDTH + PADDING) * self.per_pixel


def dated_facts(facts: Iterable[Fact]) -> list[Fact]:
    return [fact for fact in facts if fact.began is not None]


def undated_facts(facts: Iterable[Fact]) -> list[Fact]:
    return [fact for fact in facts if fact.began is None]


def arrange_lanes(
    facts: Iterable[Fact],
    by: LaneBy,
    moment: datetime,
    *,
    centre: UUID | None,
    most_rows: int = MOST_ROWS,
    window: tuple[float, float] | None = None,
) -> Lanes:
    """`centre`: whose timeline it is; lanes by entity are then the other ends. None: lanes by each fact's subject.
    `window`: only what lies in it, in milliseconds, packed for it; `earliest` and `latest` are of all facts still."""
    known = dated_facts(facts)
    earliest, horizon, latest = time_extent(known, moment)
    scale = Scale(*(window or (earliest, latest)))
    spans = [one for fact in known if scale.shows(one := span_of_fact(fact, by, centre, horizon))]
    lanes: defaultdict[str, list[Span]] = defaultdict(list)
    for one in spans:
        lanes[one.lane].append(one)
    names = sorted(lanes, key=lambda name: (min(one.start for one in lanes[name]), name))
    relations = common_relations(known)
    packed = {name: pack_bars(lanes[name], moment, relations, scale) for name in names}
    grouped = lanes_to_group(packed, most_rows)
    for name in grouped:
        packed[name] = coverage_bars(name, lanes[name], moment, scale)
    dropped = lanes_to_drop(packed, lanes, most_rows)
    bars = tuple(bar for name in names if name not in dropped for bar in packed[name])
    return Lanes(bars, relations, tuple(n for n in grouped if n not in dropped), dropped, earliest, latest)


def time_extent(facts: Sequence[Fact], moment: datetime) -> tuple[float, float, float]:
    """From a little before the first date; where facts that are still true end; a little after that. Of `moment` only
    the day counts: else each run draws another axis, and what was zoomed and moved on the old one is lost."""
    moments = [
        start_of_day(moment),
        *(one for fact in facts for known in (fact.began, fact.ended) if known for one in date_bounds(known)),
    ]
    first, last = as_milliseconds(min(moments)), as_milliseconds(max(moments))
    margin = max((last - first) * 0.03, as_milliseconds(datetime(1970, 1, 31, tzinfo=UTC)))
    return first - margin, last + margin / 2, last + 2 * margin


def date_bounds(known: ImpreciseDate) -> list[datetime]:
    """The moments that a date names: none where it is open."""
    return [moment for moment in (known.earliest, known.latest) if moment is not None and moment < FOREVER]


def start_of_day(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def as_milliseconds(moment: datetime) -> float:
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(milliseconds=1)


def span_of_fact(fact: Fact, by: LaneBy, centre: UUID | None, horizon: float) -> Span:
    other = other_end(fact, centre)
    relation = relation_words(fact.relation)
    lane, label = (relation, other) if by == "relation" else (fact.source if centre is None else other, relation)
    if by == "entity" and centre is None:
        label = f"{relation} {fact.target}"
    start, begun, lasts, end = span_edges(fact, horizon)
    if fact.ended is None:
        return Span(fact, lane, label, start, end, "open", begun, lasts)
    kind = "point" if end - start <= POINT / timedelta(milliseconds=1) else "span"
    return Span(fact, lane, label, start, end, kind, begun, lasts)


def span_edges(fact: Fact, horizon: float) -> tuple[float, float, float, float]:
    """When it may have begun and has, for certain; until when it holds for certain and may hold. What is open on a side
    is as soft as the drawing is long."""
    assert fact.began is not None
    earliest, latest = fact.began.earliest, fact.began.latest
    begun = horizon if latest == FOREVER else as_milliseconds(latest)
    start = as_milliseconds(earliest) if earliest else min(begun, horizon) - OPEN_YEARS
    if fact.ended is None:
        end = max(start, horizon)
        return start, min(begun, end), end, end
    end = max(start, horizon) if fact.ended.latest == FOREVER else as_milliseconds(fact.ended.latest)
    lasts = as_milliseconds(fact.ended.earliest) if fact.ended.earliest else start
    return start, min(begun, end), max(start, min(lasts, end)), end


def other_end(fact: Fact, centre: UUID | None) -> str:
    if centre == fact.source_uuid:
        return fact.target
    return fact.source if centre == fact.target_uuid else f"{fact.source} → {fact.target}"


def common_relations(facts: Iterable[Fact]) -> tuple[str, ...]:
    counts = Counter(relation_words(fact.relation) for fact in facts)
    return tuple(sorted(counts, key=lambda name: (-counts[name], name))[:MOST_COLOURED])


def pack_bars(spans: Iterable[Span], moment: datetime, relations: Sequence[str], scale: Scale) -> list[Bar]:
    """Each fact in the first row that is free, its label included."""
    ends: list[float] = []
    bars = []
    for one in sorted(spans, key=lambda one: (one.start, one.end, str(one.fact.uuid))):
        room = scale.room(one.label)
        place = label_place(one, room, scale)
        begin = one.start - (room if place == "before" else 0)
        row = next((index for index, end in enumerate(ends) if begin >= end), len(ends))
        ends[row : row + 1] = [one.end + (room if place == "after" else 4 * scale.per_pixel)]
        bars.append(bar_of_span(one, row, place, max(one.begun, scale.earliest), moment, relations))
    return bars


def label_place(one: Span, room: float, scale: Scale) -> str:
    if one.kind != "point" and min(one.lasts, scale.latest) - max(one.begun, scale.earliest) > room:
        return "inside"
    if one.kind != "open" and one.end + room <= scale.latest:
        return "after"
    return "before" if one.start - room >= scale.earliest or one.kind == "open" else "after"


def bar_of_span(one: Span, row: int, place: str, anchor: float, moment: datetime, relations: Sequence[str]) -> Bar:
    relation = relation_words(one.fact.relation)
    return Bar(
        id=str(one.fact.uuid),
        lane=one.lane,
        row=row_name(one.lane, row),
        start=one.start,
        end=one.end,
        kind=one.kind,
        state=state_at(one.fact, moment),
        relation=relation if relation in relations else OTHER,
        label=one.label,
        place=place,
        anchor=anchor,
        begun=one.begun,
        lasts=one.lasts,
        fact=one.fact.fact,
        when=date(one.fact.began, with_time=True) if one.kind == "point" and one.fact.began else interval(one.fact),
    )


def row_name(lane: str, row: int) -> str:
    return f"{lane}·{row:03}"


def count_rows(bars: Iterable[Bar]) -> int:
    return len({bar.row for bar in bars})


def lanes_to_group(packed: dict[str, list[Bar]], most_rows: int) -> tuple[str, ...]:
    """The highest lanes, as many as it takes to fit."""
    excess = sum(map(count_rows, packed.values())) - most_rows
    grouped = []
    for name in sorted(packed, key=lambda name: (-count_rows(packed[name]), name)):
        if excess <= 0 or count_rows(packed[name]) < 2:
            break
        excess -= count_rows(packed[name]) - 1
        grouped.append(name)
    return tuple(grouped)


def lanes_to_drop(packed: dict[str, list[Bar]], lanes: dict[str, list[Span]], most_rows: int) -> tuple[str, ...]:
    """Lanes with the fewest facts go first."""
    excess = sum(map(count_rows, packed.values())) - most_rows
    fewest = sorted(packed, key=lambda name: (len(lanes[name]), name))
    return tuple(fewest[: max(0, excess)])


def coverage_bars(lane: str, spans: Iterable[Span], moment: datetime, scale: Scale) -> list[Bar]:
    """A lane as one row: where at least one of its facts held, and how many they are, with room for each number."""
    room = scale.room("99 facts")
    pieces: list[list[Span]] = []
    for one in sorted(spans, key=lambda one: one.start):
        if pieces and one.start <= max(pieces[-1][0].start + room, *(other.end for other in pieces[-1])):
            pieces[-1].append(one)
        else:
            pieces.append([one])
    return [coverage_bar(lane, members, moment, scale) for members in pieces]


def coverage_bar(lane: str, members: Sequence[Span], moment: datetime, scale: Scale) -> Bar:
    states = {state_at(one.fact, moment) for one in members}
    count = count_of(len(members), "fact")
    return Bar(
        id=f"lane:{lane}",
        lane=lane,
        row=row_name(lane, 0),
        start=min(one.start for one in members),
        end=max(one.end for one in members),
        kind="group",
        state=next((state for state in ("holds", "maybe") if state in states), "ended"),
        relation=OTHER,
        label=count,
        place="inside" if len(members) > 1 else "none",
        anchor=max(scale.earliest, min(one.start for one in members)),
        begun=min(one.start for one in members),
        lasts=max(one.end for one in members),
        fact=f"{lane}: {count}. Click to see them.",
        when="",
    )
