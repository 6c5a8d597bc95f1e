"""What changes between two settings, and why: a pure comparison of two rankings of the same candidates."""

from dataclasses import dataclass
from typing import Literal, NamedTuple
from uuid import UUID

from components.tuner.fusion_method import NAMES
from components.tuner.ranking import effective_weight
from services.models import SearchPreferences
from services.search.fusion import rank
from services.search.models import Candidates, RankedCandidate
from services.text.wording import count_of

Arm = Literal["meaning", "words"]
ARMS: tuple[Arm, ...] = ("meaning", "words")
Kind = Literal["up", "down", "entered", "left", "same"]
GONE = 1_000_000
"""The place of a hit that was not found."""
ORDER: tuple[Kind, ...] = ("entered", "left", "up", "down", "same")


class Change(NamedTuple):
    """`before` and `after` count from 1, None: not found at all."""

    chunk_id: UUID
    kind: Kind
    before: int | None
    after: int | None
    why: str


def rank_changes(candidates: Candidates, before: SearchPreferences, after: SearchPreferences) -> tuple[Change, ...]:
    """Of the hits that either setting shows; the largest changes first."""
    old, new = _Ranking.of(candidates, before), _Ranking.of(candidates, after)
    found = [_change(chunk_id, old, new) for chunk_id in dict.fromkeys([*new.shown, *old.shown])]
    return tuple(sorted(found, key=lambda change: (ORDER.index(change.kind), change.after or 1000, change.before or 0)))


def summary_words(found: tuple[Change, ...]) -> str:
    """`1 entered, 1 left, 3 moved up, 2 moved down, 4 stayed.`"""
    words = {"entered": "entered", "left": "left", "up": "moved up", "down": "moved down", "same": "stayed"}
    counts = {kind: sum(change.kind == kind for change in found) for kind in ORDER}
    said = [f"{counts[kind]} {words[kind]}" for kind in ORDER if counts[kind]]
    if not said:
        return "Neither setting finds anything."
    return (
        "Nothing moves: both settings give the same order." if counts["same"] == len(found) else f"{', '.join(said)}."
    )


def cause_words(before: SearchPreferences, after: SearchPreferences) -> str:
    """What differs between the settings, in a sentence; empty where nothing does."""
    said = []
    if after.text_weight != before.text_weight:
        arm = "words count" if after.text_weight > before.text_weight else "meaning counts"
        said.append(f"{arm} more ({after.text_weight:.2f} instead of {before.text_weight:.2f})")
    if after.fusion != before.fusion:
        said.append(f"scores are combined by {NAMES[after.fusion]} instead of {NAMES[before.fusion]}")
    return f"{' and '.join(said)}." if said else ""


@dataclass(frozen=True)
class _Ranking:
    """All candidates under one setting."""

    setting: SearchPreferences
    places: dict[UUID, int]
    hits: dict[UUID, RankedCandidate]

    @classmethod
    def of(cls, candidates: Candidates, setting: SearchPreferences) -> "_Ranking":
        ranked = rank(candidates, effective_weight(candidates, setting.text_weight), setting.fusion)
        return cls(
            setting=setting,
            places={hit.chunk_id: place for place, hit in enumerate(ranked, 1)},
            hits={hit.chunk_id: hit for hit in ranked},
        )

    @property
    def shown(self) -> list[UUID]:
        return list(self.places)[: self.setting.limit]


def _change(chunk_id: UUID, old: _Ranking, new: _Ranking) -> Change:
    was, now = old.places.get(chunk_id), new.places.get(chunk_id)
    kind = _kind(was, now, old.setting.limit, new.setting.limit)
    return Change(chunk_id, kind, was, now, _why(chunk_id, kind, was, now, old, new))


def _kind(was: int | None, now: int | None, was_shown: int, now_shown: int) -> Kind:
    if was is None or was > was_shown:
        return "entered"
    if now is None or now > now_shown:
        return "left"
    return "same" if was == now else "up" if now < was else "down"


def _why(chunk_id: UUID, kind: Kind, was: int | None, now: int | None, old: _Ranking, new: _Ranking) -> str:
    if kind == "same":
        return ""
    if was is None or now is None:
        return "It holds no word of the query, and at 1.00 only words count"
    if was == now:
        return f"{new.setting.limit} hits are shown instead of {old.setting.limit}"
    crossed = _crossed(was, now, old, new)
    arm = _deciding_arm(chunk_id, crossed, was > now, old, new)
    mine = _score(new.hits[chunk_id], arm)
    theirs = sum(_score(_hit(other, old, new), arm) for other in crossed) / len(crossed)
    many = count_of(len(crossed), "hit")
    met = f"It passed {many}" if now < was else f"{many} passed it"
    average = " on average" if len(crossed) > 1 else ""
    return f"{met}: {arm} score {mine:.2f}, theirs {theirs:.2f}{average}"


def _crossed(was: int, now: int, old: _Ranking, new: _Ranking) -> list[UUID]:
    """The hits whose order with this one turned round in the direction of its move; one that is gone is the last."""
    everyone = dict.fromkeys([*old.places, *new.places])
    places = ((other, old.places.get(other, GONE), new.places.get(other, GONE)) for other in everyone)
    if now < was:
        return [other for other, before, after in places if before < was and after > now]
    return [other for other, before, after in places if before > was and after < now]


def _deciding_arm(chunk_id: UUID, crossed: list[UUID], rose: bool, old: _Ranking, new: _Ranking) -> Arm:
    """The arm that counts more now: who rises by it has more of it. With one weight, the arm with the larger gap."""
    if new.setting.text_weight != old.setting.text_weight:
        return "words" if new.setting.text_weight > old.setting.text_weight else "meaning"
    hit, direction = new.hits[chunk_id], 1 if rose else -1
    gaps = {arm: sum(_score(hit, arm) - _score(_hit(other, old, new), arm) for other in crossed) for arm in ARMS}
    return max(ARMS, key=lambda arm: direction * gaps[arm])


def _hit(chunk_id: UUID, old: _Ranking, new: _Ranking) -> RankedCandidate:
    return new.hits.get(chunk_id) or old.hits[chunk_id]


def _score(hit: RankedCandidate, arm: Arm) -> float:
    return hit.text_similarity if arm == "words" else hit.vector_similarity
