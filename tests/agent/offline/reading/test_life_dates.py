"""“When was she born?”, where the dates after a name say it."""

import pytest

from services.agent.offline.answer.quotes.choice import QuoteRequest, chosen_quotes
from services.agent.offline.reading.answer_kinds import has_kind
from services.agent.offline.reading.times.life_dates import life_words
from tests.samples import hit

LIFE = """Ingrid Solberg (12 March 1871 – 4 November 1944) was a hydrographer and polar explorer.

Solberg was born in Tromsø as the third of five children. She taught at the school of
Tromsø, where she died after a long illness."""


@pytest.mark.parametrize(
    ("text", "born", "died"),
    [
        ("Ada Lovelace (10 December 1815 – 27 November 1852) was a mathematician.", True, True),
        ("Ada Lovelace (1815–1852) was a mathematician.", True, True),
        ("Ada Lovelace (née Byron; 1815-1852) was a mathematician.", True, True),
        ("Tim Lee (born 8 June 1955) is an engineer.", True, False),
        ("Otto Brandt (d. 1901), a potter, sold it.", False, True),
        ("Johan Falk (* 3. Mai 1871; † 4. Mai 1944) war Lotse.", True, True),
        ("Mayor John Pargeter (1919–1924) opened the bridge.", False, False),
        ("Karl Berg (1 May 1919 – 3 June 1924) led the party.", False, False),
        ("Samuel Trench, 1931–1938", False, False),
        ("The committee (12 members – 4 of them women) met in 1944.", False, False),
    ],
)
def test_dates_after_a_name_say_when_somebody_was_born_and_died(text, born, died):
    assert ("born" in life_words(text), "die" in life_words(text)) == (born, died)


@pytest.mark.parametrize("question", ["When was Ingrid Solberg born?", "In what year did Ingrid Solberg die?"])
def test_they_answer_when(question):
    first, *_ = chosen_quotes(QuoteRequest.of(question), [hit("Ingrid Solberg", LIFE)])
    assert "12 March 1871 – 4 November 1944" in first.sentence.text


def test_they_do_not_answer_where():
    first, *_ = chosen_quotes(QuoteRequest.of("Where was Ingrid Solberg born?"), [hit("Ingrid Solberg", LIFE)])
    assert "born in Tromsø" in first.sentence.text


@pytest.mark.parametrize(
    ("text", "is_date"),
    [
        ("The town is first mentioned in 1086.", True),
        ("The plague came in 1349 and killed a third.", True),
        ("Since 950 there has been a ford.", True),
        ("It was found in 300 cases.", False),
        ("The pump costs 1,349 pounds.", False),
    ],
)
def test_a_year_of_the_middle_ages_is_a_date(text, is_date):
    assert has_kind("date", text) is is_date
