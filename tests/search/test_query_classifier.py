import pytest

from services.search.query_classifier import classify

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
perigee raising
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
