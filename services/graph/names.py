"""How entities and facts are named: normalised names, labels that Cypher and Graphiti accept, stable uuids."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from services.text import cleaning
from services.text.quotes import TYPOGRAPHY

NAMESPACE = UUID("0b6f4c1e-52a7-5d0c-9a3e-6f1d2c7b8a90")
BASE_LABEL = "Entity"
MERGED_LABEL = "MergedEntity"
RESERVED_LABELS = frozenset({BASE_LABEL, MERGED_LABEL, "Episodic", "Community", "Saga"})
LONGEST_LABEL = 60


def normalize(name: str) -> str:
    """NFKC, with case, white space, apostrophes, hyphens and quotation marks folded: what makes two spellings one
    entity."""
    folded = unicodedata.normalize("NFKC", cleaning.replace(name, by=" ")).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).translate(TYPOGRAPHY).split())


def label_of(type_name: str | None) -> str:
    """The node label of a type as a document gives it; "" for none. Graphiti refuses labels beyond [A-Za-z0-9_]."""
    given = (type_name or "").strip()
    plain = "".join(c for c in unicodedata.normalize("NFKD", given) if not unicodedata.combining(c))
    label = re.sub(r"[^A-Za-z0-9]+", "_", plain).strip("_")[:LONGEST_LABEL]
    if given == "" or label == BASE_LABEL:
        return ""
    if label == "":
        return f"Type_{hashlib.sha256(given.encode()).hexdigest()[:8]}"
    if label in RESERVED_LABELS:
        return f"{label}_"
    return f"Type_{label}" if label[0].isdigit() else label


def relation_name(words: str) -> str:
    """The words as relations are mostly written: “led by” → LED_BY."""
    return "_".join(words.replace("-", " ").replace("_", " ").split()).upper()


def entity_uuid(normalized_name: str, label: str) -> UUID:
    return uuid5(NAMESPACE, json.dumps(["entity", normalized_name, label]))


def fact_uuid(
    subject: str,
    relation: str,
    target: str,
    fact: str,
    valid_at: datetime | None,
    invalid_at: datetime | None,
    inexact: Sequence[str] = (),
) -> UUID:
    """The same statement from two documents, or ingested twice, is one fact; another interval is another fact, and so
    is the same one known less exactly: `inexact` is what is written of dates that are no moments."""
    interval = [moment.isoformat() if moment else None for moment in (valid_at, invalid_at)]
    named = [normalize(subject), relation, normalize(target), fact, *interval, *inexact]
    return uuid5(NAMESPACE, json.dumps(["fact", *named]))


def mention_uuid(episode: UUID, entity: UUID) -> UUID:
    return uuid5(NAMESPACE, f"mention {episode} {entity}")


def part_uuid(document_id: UUID, part: int) -> UUID:
    """Episodes of a document: the first has the document's own id."""
    return document_id if part == 0 else uuid5(NAMESPACE, f"episode {document_id} {part}")


def squash_name(name: str) -> str:
    """Letters and digits only, words sorted: `Webb, James E.` and `James E. Webb` squash to the same."""
    return " ".join(sorted(re.findall(r"\w+", normalize(name))))


def initials(name: str) -> str:
    return "".join(word[0] for word in re.findall(r"\w+", name) if word[0].isupper()).casefold()
