"""What the card says of mentions."""

from components.graph.mentions import mention_words
from services.models import Mentions


def test_how_often_is_said_only_where_it_is_known():
    assert mention_words(Mentions(count=5, document_count=2)) == "Mentioned 5 times in 2 documents"
    assert mention_words(Mentions(count=None, document_count=1)) == "Mentioned in 1 document"
