"""The part of a passage that shows why it was found."""

from components.snippets import make_snippet

LONG = (
    "Nothing of interest stands here at all. " * 20
    + "Then Gagarin flew Vostok in April. "
    + "After that nothing. " * 20
)


def marks_of(content: str, *words: str) -> list[tuple[int, int]]:
    return sorted((content.index(word), content.index(word) + len(word)) for word in words)


def text_of(parts: list[tuple[str, bool]]) -> str:
    return "".join(text for text, _ in parts)


def test_a_short_passage_is_shown_whole_with_its_words_marked():
    content = "Gagarin flew Vostok."
    assert make_snippet(content, marks_of(content, "Gagarin", "Vostok")) == [
        ("Gagarin", True),
        (" flew ", False),
        ("Vostok", True),
        (".", False),
    ]


def test_a_long_passage_is_cut_to_where_the_words_are():
    parts = make_snippet(LONG, marks_of(LONG, "Gagarin", "Vostok"))
    assert [text for text, marked in parts if marked] == ["Gagarin", "Vostok"]
    assert text_of(parts).startswith("… ")
    assert text_of(parts).endswith(" …")
    assert len(text_of(parts)) < 240


def test_different_words_are_worth_more_than_one_word_often():
    content = "rocket rocket rocket rocket. " + "filler words stand here. " * 20 + "a rocket engine"
    starts = [i for i in range(len(content)) if content.startswith("rocket", i)]
    marks = [(i, i + 6) for i in starts] + marks_of(content, "engine")
    assert "engine" in text_of(make_snippet(content, marks))


def test_a_passage_without_marked_words_begins_at_its_beginning():
    parts = make_snippet(LONG, [])
    assert text_of(parts).startswith("Nothing of interest")
    assert not any(marked for _, marked in parts)


def test_words_at_the_end_do_not_leave_the_snippet_short():
    content = "word " * 100 + "Mir"
    assert len(text_of(make_snippet(content, marks_of(content, "Mir")))) > 150


def test_headings_and_line_breaks_become_one_line():
    content = "# Rocketdyne\n\n## Owners\nRockwell owned it."
    assert text_of(make_snippet(content, [])) == " Rocketdyne Owners Rockwell owned it."


def test_strong_words_and_tables_are_shown_without_their_signs():
    content = "the **Town of Ellmere** pays ***much***, 2 ** 3\n\n| Year | Rent |\n|---|---:|\n| 2015 | 120 |\n"
    marks = marks_of(content, "Ellmere")
    told = text_of(make_snippet(content, marks)).strip()
    assert told == "the Town of Ellmere pays much, 2 ** 3 | Year | Rent | 2015 | 120 |"


def test_white_space_between_two_marked_words_stays():
    content = "RS 25"
    assert text_of(make_snippet(content, [(0, 2), (3, 5)])) == "RS 25"


def test_a_script_without_spaces_is_cut_too():
    assert len(text_of(make_snippet("宇宙" * 400, [(300, 302)]))) < 240


def test_marks_that_overlap_are_shown_once():
    assert text_of(make_snippet("hybrid search", [(0, 13), (7, 13)])) == "hybrid search"


def test_lists_headings_and_emphasis_around_marked_words_leave_no_sign():
    content = "## Cars\n### Where to park\n\n- *Kittiwake* and `Breaker_2`, see [the list](https://a.test/b)\n> a * b"
    marks = marks_of(content, "Kittiwake", "Breaker", "list")
    parts = make_snippet(content, marks)
    assert text_of(parts).strip() == "Cars Where to park Kittiwake and Breaker_2, see the list a * b"
    assert [text for text, marked in parts if marked] == ["Kittiwake", "Breaker", "list"]
