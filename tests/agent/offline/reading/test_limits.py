"""Yes or no where a number or a year is compared with what a cell or one clause states."""

import pytest

from services.agent.offline.reading.numbers.limits import read_limit
from services.agent.offline.reading.question import read_question
from tests.agent.offline.answer.test_answer import NAMES
from tests.agent.offline.asking import NOW, composed, found
from tests.samples import hit

MOTORS = """| Model | Power (kW) | Weight (kg) | Price |
|---|---:|---:|---:|
| Gull 6 | 6 | 31 | £4,250 |
| Gull 60 | 60 | 161 | on request |
"""


def told(question, text, title="Corrin Works"):
    return composed(read_question(question, NAMES, NOW), found([hit(title, text, 0.9)]))


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Does the Gull 6 cost more than 4,000 pounds?", "Yes"),
        ("Does the Gull 6 cost less than £4,000?", "No"),
        ("Is the Gull 6 heavier than 40 kg?", "No"),
        ("Is the Gull 60 heavier than 0.1 t?", "Yes"),
    ],
)
def test_a_cell_is_compared(question, verdict):
    assert told(question, MOTORS).startswith(f"{verdict}:")


@pytest.mark.parametrize(
    ("question", "text", "verdict"),
    [
        ("Was Corrin Works founded before 1990?", "It was founded in 1994 by two engineers.", "No"),
        ("Was Corrin Works founded after 1990?", "It was founded in 1994 by two engineers.", "Yes"),
        ("Does the repair take longer than an hour?", "The repair takes 40 minutes.", "No"),
        ("Does the repair take less than an hour?", "The repair takes forty-odd hours.", ""),
        ("Does the filter cost more than 50 euros?", "The filter costs 62 euros.", "Yes"),
        ("Is the tunnel longer than 2 km?", "The tunnel is 1.8 km long.", "No"),
    ],
)
def test_one_plain_clause_is_compared(question, text, verdict):
    answer = told(question, text)
    assert answer.startswith(f"{verdict}:") if verdict else not answer.startswith(("Yes", "No:"))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Does the Gull 60 cost more than 4,000 pounds?", MOTORS),
        ("Does the Gull cost more than 4,000 pounds?", MOTORS),
        ("Does the Gull 6 cost more than 4,000 euros?", MOTORS),
        ("Does the repair take longer than an hour?", "The repair takes about 80 minutes."),
        ("Does the repair take longer than an hour?", "The repair takes 30 to 90 minutes."),
        ("Does the repair take longer than an hour?", "The repair of the pump takes 90 minutes."),
        ("Does the repair take longer than an hour?", "The repair may take 90 minutes if parts are missing."),
        ("Was Corrin Works founded before 1990?", "Its daughter in Spain was founded in 1994."),
        ("Does the filter weigh more than 3 kg?", "Without its lid, the filter weighs 2.8 kg."),
        ("Does the filter cost more than 50 euros?", "The filter costs 12 euros a year for members."),
        ("Does Anna earn more than 3,000 euros?", "Anna earned 2,500 euros."),
        ("Is the tunnel longer than 2 km?", "The tunnel is 3 km from the town."),
        ("Is the limit above 5 mg?", "The limit is 5 mg."),
        ("Was the bridge opened before 1950?", "The bridge was opened again in 1951."),
        ("Was Corrin Works founded before 1994?", "It was founded in 1994."),
        ("Does the filter cost more than 50 euros?", "The filter costs 62 euros less than the old one."),
    ],
)
def test_what_is_not_plain_gets_no_verdict(question, text):
    assert not told(question, text).startswith(("Yes:", "No:"))


def test_faster_is_less_time_and_more_speed():
    time, speed = read_limit("Was it faster than 2 hours?"), read_limit("Was it faster than 30 knots?")
    assert (time and time.side, speed and speed.side) == ("below", "above")
    assert read_limit("Is Anna older than Peter?") is None
