"""A reader with the real parser, loaded once."""

import pytest

from services.graph.by_rule.english import EnglishParser, is_installed
from services.graph.by_rule.reader import Reader


@pytest.fixture(scope="session")
def reader() -> Reader:
    if not is_installed():
        pytest.skip("the English parser is not installed")
    return Reader(EnglishParser())
