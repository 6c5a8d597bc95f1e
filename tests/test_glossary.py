"""The glossary speaks of words that the code has, and the code does not use those that it rules out."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROWS = re.findall(
    r"^\| (?!word|---)(.+?) \| (.+?) \| ?(.*?) ?\|$", (ROOT / "docs/glossary.md").read_text(), re.MULTILINE
)
CODE = "\n".join(
    path.read_text() for folder in ("services", "components", "pages") for path in (ROOT / folder).rglob("*.py")
)


@pytest.mark.parametrize(
    "name", sorted({name for row in ROWS for cell in row for name in re.findall(r"`(\w+)`", cell)})
)
def test_a_name_of_the_glossary_is_one_of_the_code(name: str) -> None:
    assert re.search(rf"\b{name}\b", CODE)


@pytest.mark.parametrize("word", ["standpoint", "retirement", "subgraph", "granularity"])
def test_a_word_that_is_ruled_out_names_nothing(word: str) -> None:
    assert any(word in refused for _, _, refused in ROWS)
    assert not re.search(rf"(?:class|def) \w*{word}", CODE, re.IGNORECASE)


def test_each_word_has_one_meaning() -> None:
    words = [word for word, _, _ in ROWS]
    assert len(words) > 40
    assert len(words) == len(set(words))
