"""A reader with the real parser, loaded once."""

import pytest

from services.graph.by_rule.reader import Reader
from services.graph.by_rule.sentences.english import EnglishParser, is_installed


@pytest.fixture(scope="session")
def reader() -> Reader:
    if not is_installed():
        pytest.skip("the English parser is not installed")
    return Reader(EnglishParser())
