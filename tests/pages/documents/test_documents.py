"""The documents page: list, filter, reader, marked passage, chunks, facts, deletion."""

import io
import re
import time
from collections.abc import Callable, Iterator

import docx
import httpx
import pytest
from playwright.sync_api import expect


@pytest.fixture
def passage(dashboard: str) -> dict[str, object]:
    """A hit's citation: what a number in an answer points to."""
    found = httpx.get(f"{dashboard}/api/search", params={"query": "James Fletcher second term", "limit": 1}).json()
    return found["hits"][0]["citation"]


def add(dashboard: str, title: str, content: str) -> str:
    answer = httpx.post(f"{dashboard}/api/documents", json={"title": title, "content": content}, timeout=60)
    return answer.json()["document_id"]


def test_the_list_shows_every_document_and_the_filter_narrows_it(app_test):
    page = app_test("documents")
    everything = len(page.dataframe[0].value)
    page.text_input(key="documents_filter").set_value("Skylab").run()
    assert 0 < len(page.dataframe[0].value) < everything
    page.text_input(key="documents_filter").set_value("no document is called so").run()
    assert not page.dataframe
    assert "no document is called so" in page.info[0].value


def test_sorting_changes_the_order(app_test):
    page = app_test("documents")
    page.selectbox(key="documents_order").set_value("title").run()
    titles = [title.casefold() for title in page.dataframe[0].value["title"]]
    assert titles == sorted(titles)
    page.selectbox(key="documents_order").set_value("facts").run()
    facts = list(page.dataframe[0].value["facts"])
    assert facts == sorted(facts, reverse=True)


def test_a_citation_opens_at_its_marked_passage(page, passage):
    page.goto(passage["url"])
    marked = page.locator(".document mark")
    expect(marked.first).to_be_in_viewport()
    assert folded(" ".join(marked.all_text_contents())) == folded(str(passage["quote"]).removeprefix("## "))


def test_the_mark_can_be_removed(page, passage):
    page.goto(passage["url"])
    page.locator(".document mark").first.wait_for()
    page.get_by_role("button", name="Remove the mark").click()
    expect(page.locator(".document mark")).to_have_count(0)
    assert "start=" not in page.url


def test_the_outline_scrolls_to_a_heading(page, passage):
    page.set_viewport_size({"width": 1360, "height": 600})
    page.goto(passage["url"])
    view = page.locator(".document")
    page.locator(".document mark").first.wait_for()
    page.wait_for_timeout(300)
    entries = page.get_by_role("navigation", name="Headings of the document").get_by_role("button")
    entries.last.click()
    before = view.evaluate("element => element.scrollTop")
    assert before > 0
    entries.first.click()
    wait_until(lambda: view.evaluate("element => element.scrollTop") < before)
    expect(entries.first).to_have_attribute("aria-current", "location")


def test_chunks_are_shown_where_they_are(page, passage):
    page.goto(passage["url"])
    page.get_by_role("radio", name="Chunks").click()
    page.locator(".document .even").first.wait_for()
    assert page.locator(".document .odd").count() > 0


def test_facts_of_the_document_lead_to_their_passages(app_test, passage):
    page = app_test("documents", id=str(passage["document_id"]))
    page.segmented_control(key="document_view").set_value("Facts").run()
    assert any("James Fletcher" in text.value for text in page.markdown)
    assert not page.exception


def test_an_unknown_document_is_a_sentence(app_test):
    page = app_test("documents", id="00000000-0000-0000-0000-000000000000")
    assert "deleted" in page.warning[0].value
    assert "deleted" in app_test("documents", id="nonsense").warning[0].value


def test_a_document_is_also_known_by_the_name_that_its_id_has_in_rest(app_test, passage):
    page = app_test("documents", document_id=str(passage["document_id"]))
    assert page.segmented_control(key="document_view").value == "Text"
    assert page.query_params == {"id": str(passage["document_id"])}


def test_a_document_later_than_the_as_of_date_says_so(app_test, passage):
    page = app_test("documents", id=str(passage["document_id"]))
    assert not page.warning
    page.date_input(key="as_of_date").set_value("1990-01-01").run()
    assert "after the date" in page.warning[0].value


HOSTILE = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
MARKDOWN = f"""# Heading {HOSTILE}

A **bold** word, {HOSTILE} :red[not red] $x$ and [a way out](javascript:document.title='owned').
![a picture](http://127.0.0.1:9/tracker.png) See [the agency](https://example.org/agency).

- one
- two

| Year | Cost |
|------|------|
| 1998 | **4** |

## Part two

One bold word more.
"""


@pytest.fixture
def markdown(dashboard: str) -> Iterator[str]:
    """A document that tries to do more than to be read; its path."""
    file = {"file": ("hostile.md", MARKDOWN.encode(), "text/markdown")}
    document_id = httpx.post(f"{dashboard}/api/documents", files=file, timeout=60).json()["document_id"]
    yield f"/documents?id={document_id}"
    httpx.delete(f"{dashboard}/api/documents/{document_id}")


def test_a_hostile_document_does_nothing(page, markdown):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{markdown}&start=0&end=40")
    text = page.locator(".document")
    text.get_by_text("document.title='owned'").first.wait_for()
    assert text.locator("script, img, [onerror], iframe").count() == 0
    assert [link.get_attribute("href") for link in text.locator("a").all()] == ["https://example.org/agency"]
    page.wait_for_timeout(300)
    assert not [url for url in asked if "tracker" in url]
    assert page.title() != "owned"


def test_markdown_is_drawn_and_a_switch_shows_it_as_it_is_stored(page, markdown):
    start = MARKDOWN.index("bold** word")
    page.goto(f"{markdown}&start={start}&end={start + len('bold** word')}")
    text = page.locator(".document")
    expect(text.locator("mark")).to_have_text(["bold", " word"])
    expect(text.locator("li")).to_have_text(["one", "two"])
    expect(text.locator("td")).to_have_text(["1998", "4"])
    expect(text.get_by_role("heading", name="Part two")).to_be_visible()
    page.get_by_text("As plain text").click()
    expect(text.locator("mark")).to_have_text(["bold** word"])
    expect(page).to_have_url(re.compile("as_text=true"))
    page.go_back()
    expect(text.locator("td")).to_have_count(2)


@pytest.fixture
def word_file(dashboard: str) -> Iterator[dict[str, str]]:
    """A Word file with emphasis; its document as REST tells it."""
    made, written = docx.Document(), io.BytesIO()
    made.add_heading("The quay", 1)
    words = made.add_paragraph("It was ")
    words.add_run("built in 1931").bold = True
    words.add_run(" by ")
    words.add_run(HOSTILE).italic = True
    table = made.add_table(3, 2)
    for place, text in enumerate(["Year", "Ships", "1931", "40", "1932", "12"]):
        table.cell(place // 2, place % 2).paragraphs[0].add_run(text).bold = text == "40"
    made.save(written)
    file = {"file": ("quay.docx", written.getvalue())}
    document_id = httpx.post(f"{dashboard}/api/documents", files=file, timeout=60).json()["document_id"]
    yield httpx.get(f"{dashboard}/api/documents/{document_id}").json()
    httpx.delete(f"{dashboard}/api/documents/{document_id}")


def test_the_emphasis_of_a_word_file_is_seen_and_its_marks_too(page, word_file):
    start = word_file["content"].index("was built")
    page.goto(f"/documents?id={word_file['id']}&start={start}&end={start + len('was built')}")
    text = page.locator(".document")
    expect(text.locator("strong")).to_have_text(["built", " in 1931", "40"])
    assert text.locator("strong").first.evaluate("element => Number(getComputedStyle(element).fontWeight)") >= 600
    expect(text.locator("mark")).to_have_text(["was ", "built"])
    expect(text.locator("strong mark")).to_have_text(["built"])
    expect(text.locator("em")).to_have_text([HOSTILE])
    assert text.locator("script, img, [onerror]").count() == 0
    assert page.title() != "owned"
    page.get_by_text("As plain text").click()
    expect(text.locator("strong")).to_have_count(0)


def test_words_are_found_one_after_the_other(page, markdown):
    page.goto(markdown)
    page.get_by_role("textbox", name="Find in the text").click()
    page.keyboard.type("BOLD word", delay=20)
    expect(page.locator(".found")).to_have_text("1 of 2")
    expect(page.locator(".document .hit.current")).to_have_text(["bold", " word"])
    page.keyboard.press("Enter")
    expect(page.locator(".found")).to_have_text("2 of 2")
    expect(page.locator(".document .hit.current")).to_have_text("bold word")
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".found")).to_have_text("1 of 2")
    page.keyboard.type(" nowhere")
    expect(page.locator(".found")).to_have_text("not found")
    page.keyboard.press("Escape")
    expect(page.locator(".document .hit")).to_have_count(0)
    expect(page.locator(".document")).to_be_focused()


def test_one_steps_through_the_cited_passages(page, passage):
    page.goto(passage["url"].split("&")[0])
    steps = page.locator(".passages")
    expect(steps).to_contain_text("cited passages")
    steps.get_by_role("button", name="The next cited passage").click()
    expect(steps).to_contain_text(re.compile("cited passage 1 of"))
    expect(page).to_have_url(re.compile("start="))
    page.locator(".document").press("n")
    expect(steps).to_contain_text(re.compile("cited passage 2 of"))
    expect(page.locator(".document mark").first).to_be_in_viewport()
    page.locator(".document").press("p")
    expect(steps).to_contain_text(re.compile("cited passage 1 of"))


def test_back_leads_from_a_cited_passage_to_what_was_seen_before(page, passage):
    page.goto(passage["url"].split("&")[0])
    steps = page.locator(".passages")
    expect(steps).to_contain_text("cited passages")
    before = page.evaluate("location.search")
    steps.get_by_role("button", name="The next cited passage").click()
    expect(steps).to_contain_text(re.compile("cited passage 1 of"))
    page.go_back()
    expect(steps).to_contain_text(re.compile(r"^\W*\d+ cited passages"))
    assert page.evaluate("location.search") == before


def test_deleting_asks_first_and_then_the_document_is_gone(app_test, dashboard):
    document_id = add(dashboard, "To be deleted", "A short text about nothing that will be missed.")
    page = app_test("documents", id=document_id)
    assert page.button(key=f"delete-{document_id}").disabled
    page.checkbox(key=f"delete-sure-{document_id}").check().run()
    page.button(key=f"delete-{document_id}").click().run()
    assert httpx.get(f"{dashboard}/api/documents/{document_id}").status_code == 404


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 15
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def folded(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("Search in the texts", "The query has 99,999 characters; write 1 to 1,000 characters."),
        ("Filter", f"No title, file or note has “{('quay ' * 20).rstrip()} …” in it."),
    ],
)
def test_a_text_that_is_far_too_long_is_answered_in_a_sentence_and_stays_out_of_the_address(page, field, said):
    page.goto("/documents")
    page.get_by_label(field).click()
    page.keyboard.insert_text("quay " * 20_000)
    page.keyboard.press("Enter")
    expect(page.get_by_text(said)).to_be_visible()
    assert page.evaluate("location.search") == ""


def test_a_search_in_the_texts_shows_and_marks_the_words_that_were_found(page):
    page.goto("/documents")
    page.get_by_label("Search in the texts").click()
    page.keyboard.type("Gagarin")
    page.keyboard.press("Enter")
    marked = page.locator(".stMarkdownColoredBackground")
    expect(marked.first).to_have_text("Gagarin", timeout=20_000)
    expect(marked.first).to_be_visible()
    assert {words.casefold() for words in marked.all_inner_texts()} == {"gagarin"}
    excerpts = page.get_by_test_id("stCaptionContainer").all_inner_texts()
    assert not [words for words in excerpts if "**" in words or "# " in words]
