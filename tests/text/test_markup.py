"""Markdown of models and documents: what stays, and what can no longer load, link or run."""

import pytest

from components import markdown
from services.text import markup


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("![x](http://example.org/pixel.png)", r"\![x](http://example.org/pixel.png)"),
        (r"\![x](http://example.org/pixel.png)", r"\![x](http://example.org/pixel.png)"),
        (r"\\![x](http://example.org/pixel.png)", r"\\\![x](http://example.org/pixel.png)"),
        ("Really! [a link](https://example.org)", "Really! [a link](https://example.org)"),
    ],
)
def test_images_become_words_on_pages_and_in_exports(written, shown):
    assert markup.safe_markdown(written) == shown
    assert markdown.format_answer(written) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[x](javascript:alert(1))", r"[x]\(javascript:alert(1))"),
        ("[x](&#106;avascript:alert(1))", r"[x]\(&#106;avascript:alert(1))"),
        ("[x]( <data:text/html,x>)", r"[x]\( \<data:text/html,x>)"),
        ("a <img src=x onerror=run()> b", r"a \<img src=x onerror=run()> b"),
        ("[1]: http://example.org", r"[1]\: http://example.org"),
        ("[page](/documents?id=1) **bold** `code`", "[page](/documents?id=1) **bold** `code`"),
    ],
)
def test_an_export_runs_nothing_and_renames_no_citation(written, shown):
    assert markup.safe_markdown(written) == shown


@pytest.mark.parametrize("written", ["$x$", r"\$x$", r"\\$x$", ":red[x]", r"\:red[x]", r"\\:red[x]"])
def test_formulas_and_directives_stay_words_whatever_stands_before_them(written):
    shown = markdown.format_answer(written)
    signs = [place for place, letter in enumerate(shown) if letter in "$:"]
    assert all((place - len(shown[:place].rstrip("\\"))) % 2 == 1 for place in signs)


def test_a_title_is_no_part_of_a_link_or_a_tag():
    assert markup.plain_line("Book](http://x)\n![y](z) <b> `c") == r"Book\](http://x) !\[y\](z) \<b> \`c"


def test_a_block_of_code_in_a_quotation_is_code():
    text = "Title:\n\n> ```sh\n> echo $HOME\n> ```\n\nafter $"
    assert markup.is_code(text, text.index("$HOME"))
    assert not markup.is_code(text, text.index("after $"))


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("founded by [Asta](https://example.org/asta) in 1951", "founded by Asta in 1951"),
        (
            "The **Film Archive** keeps *silent* and `nitrate` prints.",
            "The Film Archive keeps silent and nitrate prints.",
        ),
        ("***both*** and **bold with *more* in it**", "both and bold with more in it"),
        ("2 * 3 * 4, snake_case_name, a*b*c", "2 * 3 * 4, snake_case_name, a*b*c"),
    ],
)
def test_words_stay_without_their_emphasis(written, shown):
    assert markup.without_emphasis(written) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("http://127.0.0.1:8620/status", "`http://127.0.0.1:8620/status`"),
        ("/srv/a `b`/c", "`` /srv/a `b`/c ``"),
    ],
)
def test_an_address_is_shown_whole_and_no_link(written, shown):
    assert markdown.as_code(written) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("see (https://example.org/a)", r"see \(https:small[]://example.org/a\)"),
        ("see www.example.org_", r"see www:small[].example.org\_"),
        ("write to a_b@example.org", r"write to a\_b:small[]@example.org"),
        ("WWW.EXAMPLE.ORG HTTP://A", "WWW:small[].EXAMPLE.ORG HTTP:small[]://A"),
        ("http: a word, www and @all", "http: a word, www and @all"),
    ],
)
def test_an_address_of_a_document_is_cut_so_that_it_does_not_become_a_link(written, shown):
    assert markdown.literal(written) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("“Ask at www.example.org.” [1]", "“Ask at www:small[].example.org.” [1]"),
        ("a@example.org [b](https://example.org/@b)", "a:small[]@example.org [b](https://example.org/@b)"),
        ("[1](/documents?id=a@b) <https://example.org>", "[1](/documents?id=a@b) <https://example.org>"),
        ("`http://example.org`", "`http://example.org`"),
    ],
)
def test_an_answers_own_links_stay_and_a_quoted_address_becomes_none(written, shown):
    assert markdown.format_answer(written) == shown


AWAY = [
    ("[x](https://example.org)", "[x]\\(https:small[]://example.org)"),
    ("[[x]](https://example.org)", "[[x]]\\(https:small[]://example.org)"),
    ("[x](//example.org)", "[x]\\(//example.org)"),
    ("[x](/\\example.org)", "[x]\\(/\\example.org)"),
    ("[x](<https://example.org>)", "[x]\\(\\<https:small[]://example.org>)"),
    ("<https://example.org>", "\\<https:small[]://example.org>"),
    ("[x]\n\n[x]: https://example.org", "[x]\n\n[x]\\: https:small[]://example.org"),
]


@pytest.mark.parametrize(("written", "shown"), AWAY)
def test_a_documents_own_link_leads_nowhere_from_an_answer_made_of_quotations(written, shown):
    assert markdown.format_quotations(written) == shown
    assert markdown.format_quotations("[page](/documents?id=1)") == "[page](/documents?id=1)"


@pytest.mark.parametrize("quoted", ["“{}” [1]", "“See {} and `code`.”", "> {}", '"{}"', "«{}»"])
def test_a_link_in_a_quotation_of_any_answer_is_words(quoted):
    link = "[x](https://example.org)"
    assert f"[x]{chr(92)}(" in markdown.format_answer(quoted.format(link))
    assert link in markdown.format_answer(f"{quoted.format('said')}\n\nRead {link}.")


def test_signs_of_a_pair_that_was_cut_leave_a_quotation_too():
    assert markup.without_signs("Skerrow Sound Ferries** (often *the Ferries*), 2 ** 3") == (
        "Skerrow Sound Ferries (often the Ferries), 2 ** 3"
    )
    assert markup.without_signs("see [the list](https://a.test/b) of `fare_2023`") == "see the list of fare_2023"
