"""A plain Python reckoning over a generated facts file: what every answer of the graph is compared with."""

import random
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from services.models import FactDraft, Viewpoint

NAMES = (
    "Ada Lovelace",
    "ADA LOVELACE",
    "ada  lovelace",
    'Orbital "Quote" Works',
    "O'Neil & Søns",
    "`) DETACH DELETE n //",
    "'}) MATCH (n) DETACH DELETE n RETURN count({x:'",
    "東京スペース",
    "Straße Eins",
    "STRASSE EINS",
    "Ελλάδα Τροχιά",
    "🚀 Rocket House",
    "Back\\slash Ltd",
    "Mir",
    "MIR",
    "NASA",
    "Percent % Under_score",
    "Ünïted Ägency",
    "Line\u2028Separator Co",
    "x" * 200,
)
RELATIONS = ("LED_BY", "OWNS", "CREWED BY", "PART_OF", "SUPPLIES'; DROP", "WON")
FIRST = datetime(1990, 1, 1, tzinfo=UTC)
ARRIVALS = datetime(2021, 1, 1, tzinfo=UTC)
"""When the first document came in."""


def generate(count: int, seed: int = 5) -> list[FactDraft]:
    """Overlapping, adjacent to the second, undated, half-dated and point-like intervals among two dozen entities."""
    dice = random.Random(seed)
    chains: dict[tuple[str, str], datetime] = {}
    drafts = []
    for number in range(count):
        subject, target = dice.sample(NAMES, 2)
        while folded(subject) == folded(target):
            subject, target = dice.sample(NAMES, 2)
        relation = dice.choice(RELATIONS)
        begins, ends = interval(dice, chains, (folded(subject), relation))
        drafts.append(
            FactDraft(
                subject=subject,
                subject_type="Agency",
                relation=relation,
                object=target,
                object_type="Agency",
                fact=f"{subject} {relation} {target}, statement {number}.",
                valid_at=begins,
                invalid_at=ends,
                quote=None,
            )
        )
    return drafts


def interval(dice: random.Random, chains: dict, key: tuple[str, str]) -> tuple[datetime | None, datetime | None]:
    kind = dice.random()
    begins = FIRST + timedelta(seconds=dice.randrange(0, 9000 * 86400))
    if kind < 0.08:
        return None, None
    if kind < 0.12:
        return None, begins
    if kind < 0.5 and key in chains:
        begins = chains[key]
    length = timedelta(seconds=dice.choice([1, 86400, 4000 * 3600, 70000 * 3600]))
    ends = None if dice.random() < 0.35 else begins + length
    if ends is not None:
        chains[key] = ends
    return begins, ends


def folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def touching(drafts: Iterable[FactDraft], name: str) -> list[FactDraft]:
    return [d for d in drafts if folded(name) in (folded(d.subject), folded(d.object))]


def holds(draft: FactDraft, moment: datetime, undated: bool = False) -> bool:
    if draft.valid_at is None:
        return undated and (draft.invalid_at is None or draft.invalid_at > moment)
    return draft.valid_at <= moment and (draft.invalid_at is None or draft.invalid_at > moment)


def state(drafts: Iterable[FactDraft], moment: datetime, undated: bool = False) -> set[str]:
    return {d.fact for d in drafts if holds(d, moment, undated)}


def moments(drafts: Sequence[FactDraft], count: int, seed: int = 3) -> list[datetime]:
    """Dates worth asking about: beginnings and ends, one second before and after them."""
    edges = sorted({m for d in drafts for m in (d.valid_at, d.invalid_at) if m is not None})
    dice = random.Random(seed)
    chosen = dice.sample(edges, min(count, len(edges)))
    return [m + timedelta(seconds=dice.choice([-1, 0, 1])) for m in chosen] + chosen[:3]


def distances(drafts: Iterable[FactDraft], start: str) -> dict[str, int]:
    """How many facts away each entity lies, by breadth-first search."""
    neighbours = defaultdict(set)
    for draft in drafts:
        neighbours[folded(draft.subject)].add(folded(draft.object))
        neighbours[folded(draft.object)].add(folded(draft.subject))
    reached, frontier = {folded(start): 0}, [folded(start)]
    while frontier:
        following = sorted({n for f in frontier for n in neighbours[f]} - set(reached))
        reached |= dict.fromkeys(following, reached[frontier[0]] + 1)
        frontier = following
    return reached


# --- dates that are not exact -------------------------------------------------------------------------------------


class Bounds(NamedTuple):
    """The first and the last moment that a writing allows, by this module's own arithmetic; None: open on that side."""

    first: datetime | None
    last: datetime | None
    text: str


class Claim(NamedTuple):
    draft: FactDraft
    began: Bounds | None
    ended: Bounds | None


A_MOMENT = timedelta(microseconds=1)


def day(year: int, month: int = 1, date: int = 1) -> datetime:
    return datetime(year, month, date, tzinfo=UTC)


def writing(dice: random.Random, year: int) -> Bounds:
    """One of the ways in which a date is written, near a year."""
    month, date = dice.randrange(1, 12), dice.randrange(1, 29)
    later = year + dice.randrange(1, 4)
    decade = year // 10 * 10
    moment = datetime(year, month, date, dice.randrange(1, 24), 30, tzinfo=UTC)
    exact = day(year, month, date)
    return dice.choice(
        [
            Bounds(exact, exact, f"{year}-{month:02}-{date:02}"),
            Bounds(moment, moment, moment.isoformat()),
            Bounds(day(year, month), day(year, month + 1) - A_MOMENT, f"{year}-{month:02}"),
            Bounds(day(year), day(year + 1) - A_MOMENT, f"{year}"),
            Bounds(day(year), day(year + 1) - A_MOMENT, f"{year}~"),
            Bounds(day(decade), day(decade + 10) - A_MOMENT, f"{decade // 10}X"),
            Bounds(day(year), day(later + 1) - A_MOMENT, f"{year}/{later}"),
            Bounds(exact, day(later, month + 1) - A_MOMENT, f"{year}-{month:02}-{date:02}/{later}-{month:02}"),
            Bounds(None, day(year + 1) - A_MOMENT, f"../{year}"),
            Bounds(day(year, month), None, f"{year}-{month:02}/.."),
        ]
    )


def claims(count: int, seed: int = 12) -> list[Claim]:
    """Facts of which some have no beginning, some no end, some neither; no end is before its beginning."""
    dice = random.Random(seed)
    made = []
    for number in range(count):
        subject, target = dice.sample(NAMES, 2)
        while folded(subject) == folded(target):
            subject, target = dice.sample(NAMES, 2)
        year = dice.randrange(1960, 2015)
        began = None if dice.random() < 0.1 else writing(dice, year)
        ended = None if dice.random() < 0.3 else writing(dice, year + dice.randrange(0, 9))
        if began and ended and began.first and ended.last and ended.last < began.first:
            ended = None
        relation = dice.choice(RELATIONS)
        given = {"subject": subject, "subject_type": "Agency", "relation": relation, "object": target}
        written = {"valid_at": began and began.text, "invalid_at": ended and ended.text}
        fact = f"{subject} {relation} {target}, claim {number}."
        draft = FactDraft.model_validate({**given, "object_type": "Agency", "fact": fact, **written})
        made.append(Claim(draft, began, ended))
    return made


def certainty(claim: Claim, moment: datetime, undated: bool = False) -> str | None:
    """`held`, `may_have_held` or None. An interval [begin, end) with begin and end anywhere within their bounds."""
    began, ended = claim.began, claim.ended
    over = ended is not None and ended.last is not None and ended.last <= moment
    if over or (began is None and not undated):
        return None
    if began is None:
        return "may_have_held"
    if began.first is not None and began.first > moment:
        return None
    has_begun = began.last is not None and began.last <= moment
    lasts = ended is None or (ended.first is not None and ended.first > moment)
    return "held" if has_begun and lasts else "may_have_held"


def known_state(made: Iterable[Claim], moment: datetime, undated: bool = False) -> dict[str, str]:
    found = {claim.draft.fact: certainty(claim, moment, undated) for claim in made}
    return {fact: known for fact, known in found.items() if known is not None}


def may_lie_in(bounds: Bounds | None, start: datetime, end: datetime) -> bool:
    if bounds is None:
        return False
    return (bounds.first is None or bounds.first <= end) and (bounds.last is None or bounds.last >= start)


def may_hold_in(claim: Claim, start: datetime, end: datetime) -> bool:
    """It began in the range or may have, or before it and lasted until after its beginning, as far as is known."""
    if claim.began is None or (claim.began.first is not None and claim.began.first > end):
        return False
    lasts = claim.ended is None or claim.ended.last is None or claim.ended.last > start
    return lasts or may_lie_in(claim.began, start, end)


def edges_of(made: Iterable[Claim], count: int, dice: random.Random) -> list[datetime]:
    """Dates worth asking about: the bounds themselves, a moment and a day beside them, and some in between."""
    bounds = [m for claim in made for b in (claim.began, claim.ended) if b for m in (b.first, b.last) if m]
    near = (timedelta(0), A_MOMENT, -A_MOMENT, timedelta(days=1), timedelta(days=-1), timedelta(days=97))
    return [dice.choice(bounds) + dice.choice(near) for _ in range(count)]


@dataclass(frozen=True)
class Paper:
    """A document with its date, None for an undated one, the facts that it states, and when it came in."""

    title: str
    date: datetime | None
    facts: tuple[FactDraft, ...]
    arrived: datetime = ARRIVALS


@dataclass
class Told:
    """A fact with the papers that state it, and the paper that retired it with the end that it gave, if one did."""

    draft: FactDraft
    papers: list[Paper]
    retired: tuple[Paper, datetime] | None = None


def papers(
    drafts: Sequence[FactDraft], count: int = 6, seed: int = 9, first: datetime = FIRST, apart: int = 1500
) -> list[Paper]:
    """Each fact stands in one or two of them; the last one has no date. Their dates lie `apart` days apart; they come
    in in another order, ten days apart."""
    dice = random.Random(seed)
    stated: list[list[FactDraft]] = [[] for _ in range(count)]
    for draft in drafts:
        for place in dice.sample(range(count), dice.choice([1, 1, 2])):
            stated[place].append(draft)
    dates = [*(first + timedelta(days=apart * place) for place in range(count - 1)), None]
    arrivals = [ARRIVALS + timedelta(days=10 * place) for place in dice.sample(range(count), count)]
    made = zip(dates, stated, arrivals, strict=True)
    return [Paper(f"Paper {n}", date, tuple(facts), arrived) for n, (date, facts, arrived) in enumerate(made)]


def seen(told: Told, viewpoint: Viewpoint) -> tuple[str, datetime | None, datetime | None] | None:
    """A fact's words, beginning and end as they are told from there; None for one that is not."""
    by, as_of = viewpoint.published_by, viewpoint.as_of
    if by is not None and not any(is_published(paper, by) for paper in told.papers):
        return None
    began, ended = told.draft.valid_at, told.draft.invalid_at
    if told.retired is not None and (by is None or is_published(told.retired[0], by)):
        ended = told.retired[1]
    if as_of is not None and began is not None and began > as_of:
        return None
    return told.draft.fact, began, None if as_of is not None and ended is not None and ended > as_of else ended


def is_published(paper: Paper, by: datetime) -> bool:
    return paper.date is not None and paper.date <= by


@dataclass
class KnownClaim:
    """A claim with the papers that state it, and the paper that gave it an end later, if one did, with that end and the
    day on which Dossier learnt it."""

    claim: Claim
    papers: list[Paper]
    retired: tuple[Paper, Bounds, datetime] | None = None


def seen_claim(known: KnownClaim, viewpoint: Viewpoint) -> Claim | None:
    """As it is told from there, by the three clocks; None for one that is not."""
    as_of, by, on = viewpoint.as_of, viewpoint.published_by, viewpoint.known_on
    stated = [paper for paper in known.papers if by is None or is_published(paper, by)]
    if not [paper for paper in stated if on is None or by is None or paper.arrived <= on]:
        return None
    if on is not None and min(paper.arrived for paper in known.papers) > on:
        return None
    began, ended = known.claim.began, _known_end(known, viewpoint)
    if as_of is not None and began is not None and began.first is not None and began.first > as_of:
        return None
    is_told = ended is None or as_of is None or ended.first is None or ended.first <= as_of
    return Claim(known.claim.draft, began, ended if is_told else None)


def _known_end(known: KnownClaim, viewpoint: Viewpoint) -> Bounds | None:
    if known.retired is None:
        return known.claim.ended
    paper, end, learnt = known.retired
    is_written = viewpoint.published_by is None or is_published(paper, viewpoint.published_by)
    is_known = viewpoint.known_on is None or learnt <= viewpoint.known_on
    return end if is_written and is_known else known.claim.ended


def retirements(made: Sequence[KnownClaim], issued: Sequence[Paper], seed: int = 17) -> None:
    """Of those that have a beginning and no end every other one gets an end, on a day that some paper names."""
    dice = random.Random(seed)
    for known in [one for one in made if one.claim.began and one.claim.began.last and not one.claim.ended][::2]:
        paper = dice.choice(issued)
        end = known.claim.began.last.replace(hour=0, minute=0, second=0, microsecond=0)
        end += timedelta(days=dice.randrange(1, 3000))
        learnt = paper.arrived + timedelta(days=dice.randrange(1, 20))
        known.retired = paper, Bounds(end, end, f"{end:%Y-%m-%d}"), learnt
