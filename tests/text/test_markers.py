"""Numbers in brackets: an answer's own lead to its sources, those of a quotation are the source's."""

import pytest

from services.text.markers import MARKER, in_round_brackets, own_markers

PASSAGES = (
    "The failure of the second spillway gate\nin August 2006 is described elsewhere [3]. Final damage came to 8.2.",
    "[1] R. Castellane, Building Kolm. 1966. [2] O. Brack, Seepage at Kolm. Thesis, 1978.",
    "Values fell twice [4, 7] and rose **once** [12].",
    "She said “never again” [9] and left [10].",
    "for row in rows:\n    total += cells[3]\n",
)


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Dam: “The failure is described elsewhere [3].” [2]", ["[3]", "[2]"]),  # not literally so
        ("Dam: “The failure of the second spillway gate in August 2006 is described elsewhere [3].” [2]", ["[2]"]),
        ('He writes "is described elsewhere [3]" [1], and so it is [3].', ["[1]", "[3]"]),
        ("So »nothing« stands: «in August 2006 is described elsewhere [3]» [2]", ["[2]"]),
        ("„in August 2006 is described elsewhere [3]“ [2]. Then „other words [3]“.", ["[2]", "[3]"]),
        ("It is described elsewhere [3].", ["[3]"]),
        ("“The gate … is described elsewhere [3],” says one [1].", ["[1]"]),
        ("“[2] O. Brack, Seepage at Kolm.” [4]", ["[4]"]),
        ("The mark “[3]” is one of five [1].", ["[3]", "[1]"]),
        ("“Values fell twice [4, 7] and rose once [12].” [1][2]", ["[1]", "[2]"]),
        ("“She said ‘never again’ [9] and left [10].” [3]", ["[3]"]),
        ("“The lake has 38.6 million [1].” The gate, “is described elsewhere [3]”.", ["[1]"]),
        ('A pipe of 5" and a gate: “is described elsewhere [3]” [1].', ["[1]"]),
        ("Code [1]:\n\n> for row in rows:\n>     total += cells[3]\n\nAs told [3].", ["[1]", "[3]"]),
        ("“An open quotation is described elsewhere [2].\n\nAnother paragraph [3].", ["[2]", "[3]"]),
    ],
)
def test_what_a_quotation_has_literally_is_the_sources(text, own):
    assert [marker[0] for marker in own_markers(text, PASSAGES)] == own


def test_without_passages_every_number_is_the_answers():
    text = "“described elsewhere [3]” [2], see [a link [4]](/x) and [5](/y)"
    assert [one[0] for one in own_markers(text, ())] == [one[0] for one in MARKER.finditer(text)]


def test_a_number_of_a_source_outside_of_a_quotation_stands_in_round_brackets():
    assert in_round_brackets("Seepage [2], Kolm [3, 4] and [a](/b) [5](/c) x[i]") == (
        "Seepage (2), Kolm (3, 4) and [a](/b) [5](/c) x[i]"
    )
