import pytest

from services.search.models import WordCount
from services.search.query_classifier import classify, countable_words, is_rare

HYBRID = """
"heavy lift"
find the phrase "failure is not an option"
“all up testing”
what does "ullage" mean
RS-25
LC-39A lease
who built the RD-180
STS-71
CRS-1 cargo
error code E4012
F-1 engine thrust
version 1.2.3 release notes
what is SN15
X-37B
part number 44-7710-B
Eileen Collins
Falcon 9
Ariane 5 first flight
Gene Kranz
who is Michael Griffin
when did Sergei Krikalev return
why did Boeing buy McDonnell Douglas
what is NASA
how does the Saturn V work
explain the Treaty of Rome
NASA administrators
ISRO chairmen
CCtCap
JAXA
GDPR fines
DNA repair in yeast at the ATM locus
1998
in which year before 2003 did it happen
launches since January 2011
2,000 kg to orbit
temperature of 293.15
read_csv parameters
parseHeaders callback
services.py imports
https://example.org/report
someone@example.org
connect() timeout
Mars landing
crew of the shuttle Discovery
Moon
the engine of the Vostok rocket
staged-combustion cycle with oxygen-rich preburner in Glushko engines
hypergolic propellants
liquid-fed engines
cells with myelogenesis defects
interferometry
escape at 11 km/s
β-carotene
is Crimea part of it
""".strip().splitlines()

SEMANTIC = """
what is gravity
what are black holes
What is gravity
how to land a rocket
How do people sleep in orbit
how does a parachute open
how can a crew be rescued
why do rockets have stages
Why was it cancelled
explain orbital decay
describe life on board a station
Explain how engines start
summarise the accident
compare solid and liquid fuel
tell me about space tourism
can you explain why it failed
the concept of reusability
reasons for the delay
effects of weightlessness on bones
impact of budget cuts on exploration
lessons from the accident
the importance of international cooperation
difference between an orbit and a trajectory
advantages of landing the booster
long term strategies
overview of funding
people who stayed away from home the longest
women in command
an agency losing its leader
somebody who flew after retirement age
landing on another planet safely
a rocket that was never flown
where spaceships take off
getting home after the engine quits
happiness
Landing on another planet safely
Somebody who paid for the trip alone
the 1st woman to do it
WHY DID IT FAIL SO LATE
""".strip().splitlines()


def test_there_are_at_least_eighty_labelled_queries():
    assert len({*HYBRID, *SEMANTIC}) >= 80


@pytest.mark.parametrize("query", HYBRID)
def test_words_that_must_stand_as_typed_ask_for_hybrid_search(query):
    assert classify(query).search_type == "hybrid"


@pytest.mark.parametrize("query", SEMANTIC)
def test_explanations_and_descriptions_ask_for_semantic_search(query):
    assert classify(query).search_type == "semantic"


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("RS-25", "“RS-25” is a code"),
        ('"heavy lift"', 'the quoted phrase "heavy lift" must stand there as typed'),
        ("crew of Discovery", "“Discovery” is a name"),
        ("what is gravity", "“what is” asks for an explanation"),
        ("reasons for the delay", "“reasons” is abstract"),
        ("launches in 1998", "“1998” is a number or a date"),
        ("hypergolic propellants", "“hypergolic” is a technical term"),
        ("read_csv", "“read_csv” is an identifier"),
    ],
)
def test_the_reason_names_what_was_seen(query, reason):
    assert reason in classify(query).reasons


def test_where_no_rule_applies_it_says_so_and_takes_semantic():
    unsure = classify("somebody who flew")
    assert (unsure.search_type, unsure.confident) == ("semantic", False)
    assert "meaning" in unsure.reasoning


def test_a_name_in_a_question_outweighs_the_question():
    assert classify("what is the RS-25").search_type == "hybrid"
    assert classify("how to fly the Shuttle").search_type == "hybrid"


def counted(query: str, total: int = 800, **chunks: int) -> list[WordCount]:
    return [WordCount(word=word, chunks=chunks.get(word, 300), total=total) for word in countable_words(query)]


@pytest.mark.parametrize(
    ("query", "chunks"),
    [
        ("mutex deadlock", {"mutex": 3, "deadlock": 2}),
        ("sepsis bundle", {"sepsis": 12}),
        ("perigee raising", {"perigee": 1}),
        ("ullage", {"ullage": 1}),
    ],
)
def test_words_that_are_rare_in_the_collection_are_technical_terms(query, chunks):
    found = classify(query, counted(query, **chunks))
    assert found.search_type == "hybrid"
    assert any("of 800 passages have it" in reason for reason in found.reasons)
    assert classify(query, counted(query)).search_type == "semantic"


def test_a_word_that_the_collection_does_not_have_is_no_term_of_it():
    assert classify("sourdough", counted("sourdough", sourdough=0)).search_type == "semantic"


def test_a_rare_word_among_many_others_is_no_reason():
    query = "people stayed happily sheltered"
    assert classify(query, counted(query, sheltered=1)).search_type == "semantic"


def test_a_question_for_an_explanation_stays_one_with_a_rare_word():
    assert classify("how does a mutex work", counted("how does a mutex work", mutex=2)).search_type == "semantic"


def test_a_long_description_asks_for_its_meaning():
    query = "somebody paid privately for a journey beyond the atmosphere without training"
    found = classify(query, counted(query, **dict.fromkeys(countable_words(query), 1)))
    assert (found.search_type, found.confident) == ("semantic", True)
    assert found.reasons == ("its 11 words are a description",)


@pytest.mark.parametrize(("chunks", "total"), [(1, 3), (1, 10), (5, 100), (15, 1000), (50, 10_000)])
def test_rarity_grows_with_the_collection(chunks, total):
    assert is_rare(WordCount(word="x", chunks=chunks, total=total))
    assert not is_rare(WordCount(word="x", chunks=chunks + 2, total=total))
