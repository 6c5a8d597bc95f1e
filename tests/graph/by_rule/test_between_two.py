"""What two do together joins them."""

import pytest


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Brandt Optics and Lang Glass shared the factory.", ("Brandt Optics", "SHARE_FACTORY_WITH", "Lang Glass")),
        ("Brandt Optics and Lang Glass made lenses together.", ("Brandt Optics", "MAKE_LENS_WITH", "Lang Glass")),
        (
            "Brandt-Lang came from the merger of Brandt Optics with Lang Glass in 2006.",
            ("Brandt-Lang", "COME_FROM_MERGER_WITH", "Lang Glass"),
        ),
    ],
)
def test_what_two_do_together_joins_them(reader, sentence, fact):
    facts = reader.read("A note", sentence, {}).facts
    assert fact in {(one.subject, one.relation, one.object) for one in facts}


def test_what_two_do_each_for_itself_does_not(reader):
    facts = reader.read("A note", "Brandt Optics and Lang Glass made lenses.", {}).facts
    assert not facts
