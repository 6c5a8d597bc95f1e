"""A small, invented collection: what REST and MCP are asked about in these tests."""

from datetime import UTC, datetime

from services.models import DocumentDraft, FactDraft

GUILD = "Lantern Guild"
ODD_NAMES = ("AC/DC Works", "100% Łódź Café", 'O\'Hara "Quote" Institute', "a{b}?c#d;e&f=g", "); MATCH(n) DELETE n //")


def date(year: int, month: int = 1, day: int = 1) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


CHARTER = DocumentDraft(
    title="Charter of the Lantern Guild",
    source="charter.md",
    content=(
        "The Lantern Guild was founded in Vellmar. Ada Brandt led the Lantern Guild from 1950 until 1962. "
        "Its lighthouse part number is XQ-7741-B.\n\nThe guild kept forty lamps burning along the northern shore."
    ),
    metadata={"shelf": "A"},
    reference_time=date(1963),
)
GAZETTE = DocumentDraft(
    title="Gazette on the succession",
    source="gazette.md",
    content=(
        "Boris Keil took over the Lantern Guild in 1962. The Lantern Guild has its seat in Vellmar. "
        "The archive of the guild is kept by the university."
    ),
    reference_time=date(1970),
)
NAMES = DocumentDraft(
    title="Names that are hard to write",
    source="names.md",
    content="\n".join(f"{name} works with the Lantern Guild." for name in ODD_NAMES),
    reference_time=date(1980),
)


def led_by(person: str, sentence: str, began: datetime, ended: datetime | None, source: str) -> FactDraft:
    return FactDraft(
        subject=GUILD,
        subject_type="Agency",
        relation="LED_BY",
        object=person,
        object_type="Person",
        fact=sentence,
        valid_at=began,
        invalid_at=ended,
        source=source,
        quote=sentence,
    )


CHARTER_FACTS = [
    led_by(
        "Ada Brandt", "Ada Brandt led the Lantern Guild from 1950 until 1962.", date(1950), date(1962), "charter.md"
    ),
    FactDraft(
        subject=GUILD,
        subject_type="Agency",
        relation="FOUNDED_IN",
        object="Vellmar",
        object_type="Place",
        fact="The Lantern Guild was founded in Vellmar.",
        source="charter.md",
    ),
]
GAZETTE_FACTS = [
    led_by("Boris Keil", "Boris Keil took over the Lantern Guild in 1962.", date(1962), None, "gazette.md"),
    FactDraft(
        subject=GUILD,
        subject_type="Agency",
        relation="SEATED_IN",
        object="Vellmar",
        object_type="Place",
        fact="The Lantern Guild has its seat in Vellmar.",
        valid_at=date(1955),
        source="gazette.md",
    ),
]
NAME_FACTS = [
    FactDraft(
        subject=name,
        subject_type="Company",
        relation="WORKS_WITH",
        object=GUILD,
        object_type="Agency",
        fact=f"{name} works with the Lantern Guild.",
        valid_at=date(1975),
        source="names.md",
    )
    for name in ODD_NAMES
]
WORLD = ((CHARTER, CHARTER_FACTS), (GAZETTE, GAZETTE_FACTS), (NAMES, NAME_FACTS))
