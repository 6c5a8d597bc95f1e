"""The graph page as a person uses it: mouse, keyboard, legend, downloads, play, hostile names."""

import io
import re
from xml.etree import ElementTree

import networkx
import pytest
from playwright.sync_api import Locator, Page, expect

from services.models import FactDraft

expect.set_options(timeout=20_000)
IN_1969 = "/graph?entity=NASA&as_of_date=1969-07-20"
HOSTILE = '<img src=x onerror="window.hacked=1">\'); MATCH (n) DETACH DELETE n //'
FACTS = [
    FactDraft(
        subject=HOSTILE,
        subject_type="Wer`ner <b>",
        relation="LED_BY</script>",
        object="Harmless Institute",
        object_type="Agency",
        fact="<script>window.hacked=1</script> **bold** ![x](http://foreign.example/x.png) :red[no] $a$",
        valid_at="2001-01-01T00:00:00Z",
        quote="<script>window.hacked=1</script>",
    )
]


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    settled(page)
    return page


def settled(page: Page) -> None:
    page.locator(".graph[data-state=settled]").first.wait_for()


def drawn(page: Page) -> int:
    return int(page.locator(".graph").get_attribute("data-nodes"))


def where(page: Page, name: str) -> tuple[float, float]:
    """Where an entity lies on the screen."""
    canvas = page.locator(".canvas").bounding_box()
    spot = page.locator(".graph").evaluate(
        """(graph, name) => {
            const node = graph.view.data.nodes.find((node) => node.label === name);
            return graph.view.network.canvasToDOM(graph.view.network.getPosition(node.id));
        }""",
        name,
    )
    return canvas["x"] + spot["x"], canvas["y"] + spot["y"]


def positions(page: Page) -> dict[str, dict[str, float]]:
    return page.locator(".graph").evaluate("(graph) => graph.view.network.getPositions()")


def choose(page: Page, name: str) -> None:
    """Key by key: a value that a test puts into the field passes by what takes the keys."""
    finder(page).click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    expect(page.locator(".graph")).to_have_attribute("data-selected", id_of(page, name))


def finder(page: Page) -> Locator:
    return page.get_by_label("Find an entity in this graph")


def id_of(page: Page, name: str) -> str:
    return page.locator(".graph").evaluate(
        "(graph, name) => graph.view.data.nodes.find((node) => node.label === name).id", name
    )


def focused(page: Page) -> str:
    """What in the drawing has the keyboard: a button by what it does, else by its class."""
    active = "graph.getRootNode().activeElement"
    return page.locator(".graph").evaluate(f"(graph) => {active}?.dataset.does ?? {active}?.className")


def test_a_click_opens_an_entity_and_a_double_click_brings_its_facts(page):
    opened(page, IN_1969)
    before = drawn(page)
    page.mouse.click(*where(page, "Saturn V"))
    page.get_by_role("button", name="Look from Saturn V").wait_for()
    page.mouse.dblclick(*where(page, "Saturn V"))
    expect(page).to_have_url(re.compile("expand="))
    expect(page.locator(".graph")).not_to_have_attribute("data-nodes", str(before))
    assert drawn(page) > before


def test_what_was_there_keeps_its_place_when_more_comes_and_undo_takes_it_back(page):
    opened(page, IN_1969)
    before = positions(page)
    choose(page, "Saturn V")
    page.locator("[data-does=expand]").click()
    expect(page).to_have_url(re.compile("expand="))
    expect(page.locator(".graph")).not_to_have_attribute("data-nodes", str(len(before)))
    settled(page)
    after = positions(page)
    assert all(abs(after[id][axis] - place[axis]) < 1 for id, place in before.items() for axis in "xy")
    page.locator("[data-does=undo]").click()
    expect(page.locator(".graph")).to_have_attribute("data-nodes", str(len(before)))


def test_the_keyboard_reaches_entities_and_facts(page):
    opened(page, IN_1969)
    page.locator(".canvas").focus()
    page.keyboard.press("ArrowDown")
    first = page.locator(".graph").get_attribute("data-selected")
    assert first == page.locator(".graph").evaluate("(graph) => graph.view.data.centre")
    page.keyboard.press("n")
    expect(page.locator(".spoken")).not_to_be_empty()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("fact="))
    page.get_by_text(re.compile("True (from|since)|since")).first.wait_for()
    page.locator(".canvas").focus()
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("fact="))


def test_typing_finds_an_entity_and_enter_opens_it(page):
    opened(page, IN_1969)
    finder(page).click()
    page.keyboard.type("spacecraft")  # has the letters that Streamlit takes for its own shortcuts
    expect(finder(page)).to_have_value("spacecraft")
    expect(page.locator(".spoken")).to_have_text("Nothing drawn here is called spacecraft")
    assert page.get_by_role("dialog").count() == 0
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("saturn v")
    expect(page.locator(".graph")).to_have_attribute("data-selected", id_of(page, "Saturn V"))
    assert "node=" not in page.url
    assert focused(page) == "find"
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Look from Saturn V").wait_for()
    assert focused(page) == "canvas"
    page.keyboard.press("h")
    expect(page.locator(".note")).to_contain_text(" of ")


def test_find_in_graph_is_left_by_tab_and_by_escape(page):
    opened(page, IN_1969)
    page.locator(".canvas").focus()
    page.keyboard.press("/")
    assert focused(page) == "find"
    page.keyboard.type("mir")
    page.keyboard.press("Escape")
    assert focused(page) == "canvas"
    expect(finder(page)).to_have_value("")
    page.keyboard.press("/")
    page.keyboard.type("saturn")
    page.keyboard.press("Tab")
    assert focused(page) == "expand"
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "find"


def test_legend_hide_pin_and_undo_change_what_is_drawn(page):
    opened(page, IN_1969)
    all_of_them = drawn(page)
    page.locator(".chip", has_text="Person").click()
    fewer = drawn(page)
    assert fewer < all_of_them
    assert page.locator(".chip", has_text="Person").get_attribute("aria-pressed") == "false"
    page.locator("[data-does=undo]").click()
    assert drawn(page) == all_of_them
    choose(page, "Saturn V")
    page.locator("[data-does=hide]").click()
    assert drawn(page) == all_of_them - 1
    page.locator("[data-does=undo]").click()
    choose(page, "Saturn V")
    place = positions(page)
    page.locator("[data-does=pin]").click()
    page.locator("[data-does=layout]").click()
    settled(page)
    node = page.locator(".graph").get_attribute("data-selected")
    assert positions(page)[node] == pytest.approx(place[node], abs=1)


def test_zoom_fit_and_the_hover_card(page):
    opened(page, IN_1969)
    scale = "(graph) => graph.view.network.getScale()"
    before = page.locator(".graph").evaluate(scale)
    page.locator("[data-does=closer]").click()
    page.wait_for_timeout(400)
    assert page.locator(".graph").evaluate(scale) > before
    page.locator("[data-does=fit]").click()
    page.wait_for_timeout(500)
    fitted, spot = page.locator(".graph").evaluate(scale), where(page, "Saturn V")
    page.mouse.move(*spot)
    page.keyboard.down("Shift")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Shift")
    page.wait_for_timeout(200)
    assert page.locator(".graph").evaluate(scale) > fitted
    assert where(page, "Saturn V") == pytest.approx(spot, abs=2)  # what the pointer is on stays under it
    zoomed = page.locator(".graph").evaluate(scale)
    page.mouse.wheel(0, 300)
    page.wait_for_timeout(500)
    assert page.locator(".graph").evaluate(scale) == zoomed
    assert where(page, "Saturn V")[1] < spot[1]  # the wheel alone scrolls the page
    page.mouse.move(*where(page, "Saturn V"))
    expect(page.locator(".card")).to_contain_text("Rocket")
    expect(page.locator(".card")).to_contain_text(re.compile(r"\b(1 fact|([2-9]|\d\d+) facts) drawn"))


def test_the_table_opens_the_same_fact(page):
    opened(page, IN_1969)
    page.get_by_text("The same facts as a table").click()
    table = page.locator("[data-testid=stDataFrame]").first
    table.wait_for()
    table.scroll_into_view_if_needed()
    page.wait_for_timeout(800)
    box = table.bounding_box()
    page.mouse.click(box["x"] + 16, box["y"] + 52)
    expect(page).to_have_url(re.compile("fact="))


@pytest.mark.parametrize(("name", "reader"), [("GraphML", networkx.read_graphml), ("GEXF", networkx.read_gexf)])
def test_what_is_drawn_is_saved_and_opened_by_networkx(page, name, reader):
    opened(page, IN_1969)
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    graph = reader(io.BytesIO(download.value.path().read_bytes()))
    assert graph.number_of_nodes() == drawn(page)
    assert graph.number_of_edges() == int(page.locator(".graph").get_attribute("data-edges"))


def test_csv_and_picture_are_saved(page):
    opened(page, IN_1969)
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    assert "subject,relation,object" in download.value.path().read_text()
    with page.expect_download() as download:
        page.locator("[data-does=picture]").click()
    assert download.value.suggested_filename == "NASA-as-of-20-Jul-1969.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    assert download.value.path().stat().st_size > 8_000


def png_size(content: bytes) -> tuple[int, int]:
    return int.from_bytes(content[16:20]), int.from_bytes(content[20:24])


def saved(page: Page, what: str) -> bytes:
    with page.expect_download() as download:
        page.locator(f"[data-does={what}]").click()
    return download.value.path().read_bytes()


def test_the_pictures_hold_everything_at_twice_its_size_however_far_one_has_zoomed(page):
    opened(page, "/graph?entity=NASA")
    whole = png_size(saved(page, "picture"))
    extent = page.locator(".graph").evaluate("(graph) => graph.view.bounds()")
    assert whole[0] >= 2 * (extent["right"] - extent["left"])
    assert whole[1] >= 2 * (extent["bottom"] - extent["top"])
    before = page.locator(".graph").evaluate("(graph) => graph.view.network.getScale()")
    for _ in range(4):
        page.locator("[data-does=closer]").click()
    page.wait_for_timeout(500)
    assert png_size(saved(page, "picture")) == whole
    assert page.locator(".graph").evaluate("(graph) => graph.view.network.getScale()") > before
    picture = ElementTree.fromstring(saved(page, "svg"))
    names = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    shown = page.locator(".graph").evaluate("(graph) => graph.view.data.nodes.map((node) => node.label)")
    assert {name[:20] for name in shown} <= {str(name)[:20] for name in names}
    assert float(picture.get("width")) >= whole[0] - 2


def test_a_picture_has_room_for_a_long_title_and_is_seen_whole_in_a_browser(page):
    opened(page, "/graph?entity=Farthest drive by a NASA vehicle on another world")
    page.set_content(saved(page, "svg").decode())
    box, words, window = page.locator("svg").evaluate(
        """(svg) => {
            const { x, width } = svg.viewBox.baseVal;
            const boxes = [...svg.querySelectorAll("text")].map((text) => text.getBBox());
            const ends = boxes.flatMap((box) => [box.x, box.x + box.width]);
            const { width: wide, height: high } = svg.getBoundingClientRect();
            return [[x, x + width], ends, [wide <= innerWidth, high <= innerHeight]];
        }"""
    )
    assert box[0] <= min(words)
    assert max(words) <= box[1]
    assert window == [True, True]


@pytest.mark.parametrize("address", ["/graph?entity=NASA", "/graph?entity=NASA&history=true&depth=2"])
def test_all_names_of_a_drawing_are_whole_and_can_be_read_when_it_opens(page, address):
    opened(page, address)
    page.wait_for_timeout(500)
    extent, window, least = page.locator(".graph").evaluate(
        """(graph) => {
            const { network, canvas, nodes } = graph.view;
            const scale = network.getScale();
            const { left, right, top, bottom } = graph.view.bounds(scale);
            const first = network.canvasToDOM({ x: left, y: top });
            const last = network.canvasToDOM({ x: right, y: bottom });
            const sizes = nodes.get().map((node) => node.font.size * scale).filter(Boolean);
            return [[first.x, first.y, last.x, last.y], [canvas.clientWidth, canvas.clientHeight], Math.min(...sizes)];
        }"""
    )
    assert min(extent) >= 0
    assert extent[2] <= window[0]
    assert extent[3] <= window[1]
    assert least >= 11


def test_what_is_left_after_a_filter_fits_the_frame(page):
    opened(page, "/graph?entity=NASA")
    page.locator(".chip", has_text="Person").click()
    page.wait_for_timeout(600)
    inside = page.locator(".graph").evaluate(
        """(graph) => {
            const { network, canvas } = graph.view;
            const spots = [...graph.view.visible().nodes].map((id) => network.canvasToDOM(network.getPosition(id)));
            const [xs, ys] = [spots.map((spot) => spot.x), spots.map((spot) => spot.y)];
            const wide = (Math.max(...xs) - Math.min(...xs)) / canvas.clientWidth;
            const high = (Math.max(...ys) - Math.min(...ys)) / canvas.clientHeight;
            const all = spots.every(({ x, y }) => x > 0 && y > 0 && x < canvas.clientWidth && y < canvas.clientHeight);
            return [all, Math.max(wide, high)];
        }"""
    )
    assert inside[0]
    assert inside[1] > 0.5


def test_the_card_goes_with_the_pointer(page):
    opened(page, IN_1969)
    x, y = where(page, "NASA")  # in the middle: in a corner the card stays inside the frame
    page.mouse.move(x, y)
    card = page.locator(".card")
    expect(card).to_be_visible()
    first = card.bounding_box()
    page.mouse.move(x + 4, y + 3)
    page.wait_for_timeout(200)
    if card.is_visible():
        assert card.bounding_box() != first
    page.mouse.move(10, 10)
    expect(card).to_be_hidden()


def test_the_full_screen_holds_the_panel_beside_the_drawing(page):
    opened(page, IN_1969)
    page.locator("[data-does=full]").click()
    page.wait_for_function("document.fullscreenElement !== null")
    page.wait_for_timeout(600)
    page.mouse.click(*where(page, "Saturn V"))
    page.get_by_role("button", name="Look from Saturn V").click(trial=True)
    canvas = page.locator(".canvas").bounding_box()
    assert canvas["height"] > 700
    page.keyboard.press("Escape")


def test_an_arrangement_is_kept_and_opens_from_a_link(page, window):
    opened(page, IN_1969)
    x, y = where(page, "Saturn V")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 70, y + 40, steps=5)
    page.mouse.up()
    page.wait_for_timeout(600)
    place = positions(page)[id_of(page, "Saturn V")]
    page.mouse.click(*where(page, "Saturn V"))
    page.locator("[data-does=pin]").click()
    page.reload()
    settled(page)
    assert positions(page)[id_of(page, "Saturn V")] == pytest.approx(place, abs=2)
    window.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-does=link]").click()
    page.wait_for_timeout(300)
    link = page.evaluate("navigator.clipboard.readText()")
    page.evaluate("localStorage.clear()")
    other = window.new_page()
    opened(other, link)
    assert positions(other)[id_of(other, "Saturn V")] == pytest.approx(place, abs=2)
    assert "📌" in other.locator(".graph").evaluate(
        "(graph) => graph.view.nodes.get(graph.view.data.nodes.find((node) => node.label === 'Saturn V').id).label"
    )


def test_what_is_hidden_is_hidden_for_who_opens_the_link_and_comes_back_by_undo(page, browser, window):
    opened(page, IN_1969)
    all_of_it = drawn(page)
    page.mouse.click(*where(page, "Saturn V"))
    page.locator("[data-does=hide]").click()
    page.locator(".chip", has_text="Person").click()
    expect(page.locator(".graph")).to_have_attribute("data-nodes", str(all_of_it - 2))
    window.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-does=link]").click()
    page.wait_for_timeout(300)
    other = browser.new_context().new_page()
    opened(other, page.evaluate("navigator.clipboard.readText()"))
    expect(other.locator(".graph")).to_have_attribute("data-nodes", str(all_of_it - 2))
    expect(other.locator(".chip", has_text="Person")).to_have_attribute("aria-pressed", "false")
    other.locator("[data-does=undo]").click()
    expect(other.locator(".graph")).to_have_attribute("data-nodes", str(all_of_it - 1))
    other.locator(".chip", has_text="Person").click()
    expect(other.locator(".graph")).to_have_attribute("data-nodes", str(all_of_it))
    other.context.close()


def test_play_goes_through_the_changes_and_can_be_stopped(page):
    opened(page, IN_1969)
    page.get_by_text("Play", exact=True).click()
    expect(page).not_to_have_url(re.compile("1969-07-20"))
    first = page.url
    page.wait_for_url(lambda url: url != first)
    page.get_by_text("Play", exact=True).click()


def test_the_timeline_is_walked_and_opened_by_keyboard(page):
    page.goto("/graph?entity=NASA&view=timeline")
    chart = page.locator(".st-key-timeline [data-testid=stVegaLiteChart]")
    expect(chart).to_have_attribute("tabindex", "0")
    page.locator(".st-key-timeline svg .mark-rect path").first.wait_for()
    page.get_by_role("radio", name="Lanes by entity").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if chart.evaluate("(chart) => chart === document.activeElement"):
            break
    said = page.locator(".st-key-timeline-keyboard .spoken")
    page.keyboard.press("End")
    expect(said).to_have_text(re.compile("became administrator of NASA in December 2025"))
    page.keyboard.press("ArrowLeft")
    expect(said).not_to_have_text(re.compile("became administrator"))
    page.keyboard.press("Home")
    expect(said).to_have_text(re.compile("Aug 1958"))
    first = said.inner_text()
    page.keyboard.press("ArrowRight")
    expect(said).not_to_have_text(first)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(said).to_have_text(re.compile("James Webb"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("fact="))
    expect(page.get_by_test_id("stMain").get_by_text("James Webb was administrator of NASA").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(said).not_to_have_text(re.compile("James Webb"))  # the focus is still there


def test_a_near_name_opens_by_a_click(page):
    page.goto("/graph?entity=Rocketdine")
    page.get_by_role("button", name="Rocketdyne", exact=True).click()
    settled(page)
    expect(page).to_have_url(re.compile("entity=Rocketdyne"))


def test_a_bar_of_the_timeline_opens_its_fact(page):
    page.goto("/graph?entity=Mir&view=timeline")
    chart = page.locator("[data-testid=stVegaLiteChart]").nth(1)
    chart.locator("canvas, svg").first.wait_for()
    page.wait_for_timeout(1500)
    box = chart.bounding_box()
    for step in range(8):
        page.mouse.click(box["x"] + 200 + 45 * step, box["y"] + 42)
        page.wait_for_timeout(400)
        if "fact=" in page.url:
            break
    expect(page).to_have_url(re.compile("fact="))
    page.get_by_text("Known since").wait_for()


def years_on_the_axis(chart: Locator) -> dict[str, int]:
    """Where the years stand, in pixels."""
    words = chart.locator("svg text").evaluate_all(
        "(all) => all.map((text) => [text.textContent, Math.round(text.getBoundingClientRect().x)])"
    )
    return {word: place for word, place in words if re.fullmatch(r"(19|20)\d\d", word)}


def test_what_was_zoomed_on_the_timeline_stays_when_a_fact_is_opened(page):
    page.goto("/graph?entity=NASA&view=timeline")
    chart = page.locator("[data-testid=stVegaLiteChart]").nth(1)
    bar = chart.locator("svg text", has_text="Daniel Goldin")
    bar.wait_for()
    page.wait_for_timeout(1500)
    before = years_on_the_axis(chart)
    box = bar.bounding_box()
    page.mouse.move(box["x"], box["y"] + 5)
    page.keyboard.down("Shift")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Shift")
    page.wait_for_timeout(500)
    zoomed = years_on_the_axis(chart)
    assert zoomed != before
    box = bar.bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    expect(page).to_have_url(re.compile("fact="))
    page.get_by_text("Known since").wait_for()
    page.wait_for_timeout(500)
    assert years_on_the_axis(chart) == zoomed


def test_a_drag_that_begins_on_a_bar_moves_the_timeline_and_opens_nothing(page):
    page.goto("/graph?entity=NASA&view=timeline")
    chart = page.locator("[data-testid=stVegaLiteChart]").nth(1)
    bar = chart.locator("svg text", has_text="Daniel Goldin")
    bar.wait_for()
    page.wait_for_timeout(1500)
    before, box = years_on_the_axis(chart), bar.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    for step in range(1, 31):
        page.mouse.move(box["x"] + 5 - 2 * step, box["y"] + 5)
    page.mouse.up()
    page.wait_for_timeout(1500)
    assert years_on_the_axis(chart) != before
    assert "fact=" not in page.evaluate("location.search")
    box = bar.bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    expect(page).to_have_url(re.compile("fact="))


def test_hostile_names_are_shown_as_text(page, attached_backend):
    attached_backend.run(attached_backend.services.ingestion.add_facts(FACTS, source="hostile.jsonl"))
    foreign = []
    page.on("request", lambda request: foreign.append(request.url) if "foreign.example" in request.url else None)
    opened(page, "/graph?entity=Harmless Institute")
    assert HOSTILE in page.locator(".graph").evaluate("(graph) => graph.view.data.nodes.map((node) => node.label)")
    page.mouse.move(*where(page, HOSTILE))
    expect(page.locator(".card")).to_contain_text(HOSTILE)
    page.locator(".canvas").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.get_by_text("<script>window.hacked=1</script> **bold**").first.wait_for()
    for view in ("timeline", "changes"):
        page.goto(f"/graph?entity=Harmless Institute&view={view}")
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_timeout(1500)
    assert page.evaluate("window.hacked") is None
    assert not foreign


@pytest.mark.parametrize("width", [800, 1360])
def test_nothing_is_wider_than_the_window(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    opened(page, IN_1969)
    assert page.locator("[data-testid=stMain]").evaluate("(main) => main.scrollWidth <= main.clientWidth")


def test_the_graph_follows_a_change_of_theme_and_fills_the_screen(page):
    page.emulate_media(color_scheme="dark")
    opened(page, IN_1969)
    before = positions(page)
    assert page.locator(".graph[data-theme=dark]").count() == 1
    page.emulate_media(color_scheme="light")
    page.locator(".graph[data-theme=light]").wait_for()
    assert positions(page) == before

    small = page.locator(".canvas").bounding_box()
    page.locator("[data-does=full]").click()
    expect(page.locator("[data-does=full]")).to_have_text("Leave full screen")
    page.wait_for_timeout(500)
    assert page.locator(".canvas").bounding_box()["width"] > small["width"] * 1.3  # the panel stands beside it
    page.locator("[data-does=full]").click()
    expect(page.locator("[data-does=full]")).to_have_text("Full screen")
    page.wait_for_timeout(500)
    assert page.locator(".canvas").bounding_box() == pytest.approx(small, abs=2)


def test_what_is_mentioned_together_is_switched_on_hidden_by_the_legend_and_opened(page):
    opened(page, "/graph?entity=Rocketdyne")
    facts = page.locator(".graph").get_attribute("data-edges")
    page.get_by_text("Mentioned together", exact=True).click()
    expect(page).to_have_url(re.compile("together=true"))
    weak = page.get_by_role("button", name=re.compile(r"^mentioned together \d+"))
    weak.wait_for()
    settled(page)
    expect(page.locator(".graph")).to_have_attribute("data-edges", facts)
    expect(page.locator(".note")).to_contain_text("mentioned together")
    page.wait_for_timeout(500)
    box = page.locator(".canvas").bounding_box()
    for name in page.locator(".graph").evaluate("(graph) => graph.view.data.nodes.map((node) => node.label)"):
        x, y = where(page, name)
        assert box["x"] < x < box["x"] + box["width"], name
        assert box["y"] < y < box["y"] + box["height"], name
    weak.click()
    expect(page.locator(".graph")).to_have_attribute("data-together", "0")
    weak.click()
    expect(page.locator(".graph")).not_to_have_attribute("data-together", "0")
    page.wait_for_timeout(500)  # the drawing glides to what fits
    page.mouse.click(*on_weak_line(page))
    expect(page).to_have_url(re.compile("pair="))
    expect(page.locator(".st-key-pair_citation_0")).to_contain_text("“")


def on_weak_line(page: Page) -> tuple[float, float]:
    """A place on the screen where the drawing has a weak line and nothing else, wherever the pointer is rounded to."""
    canvas = page.locator(".canvas").bounding_box()
    spot = page.locator(".graph").evaluate(
        """(graph) => {
            const { network, data } = graph.view;
            for (const edge of data.edges.filter((one) => one.state === "together"))
                for (const part of [0.5, 0.4, 0.6, 0.3, 0.7]) {
                    const [from, to] = [network.getPosition(edge.from), network.getPosition(edge.to)];
                    const there = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
                    const spot = network.canvasToDOM(there);
                    const isIt = (x, y) => !network.getNodeAt({ x, y }) && network.getEdgeAt({ x, y }) === edge.id;
                    const around = [-2, 0, 2].flatMap((x) => [-2, 0, 2].map((y) => [spot.x + x, spot.y + y]));
                    if (around.every((one) => isIt(...one))) return spot;
                }
        }"""
    )
    return canvas["x"] + spot["x"], canvas["y"] + spot["y"]


ROWS = """(bar) => {
    const tools = [...bar.children].filter((one) => one.offsetHeight > 9);
    return new Set(tools.map((one) => Math.round(one.offsetTop + one.offsetHeight / 2))).size;
}"""


@pytest.mark.parametrize("width", [800, 1360, 1920])
def test_the_tools_of_the_drawing_stand_in_one_row(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    opened(page, IN_1969)
    assert page.locator(".toolbar").evaluate(ROWS) == 1


def test_on_the_full_screen_the_legend_is_whole_and_the_button_says_the_way_back(page):
    opened(page, IN_1969)
    page.locator("[data-does=full]").click()
    expect(page.locator("[data-does=full]")).to_have_text("Leave full screen")
    settled(page)
    page.wait_for_timeout(400)
    legend = page.locator(".legend").bounding_box()
    assert legend["y"] + legend["height"] <= page.evaluate("innerHeight")
    page.locator("[data-does=full]").click()
    expect(page.locator("[data-does=full]")).to_have_text("Full screen")


def test_the_views_stay_where_they_are_when_another_is_chosen(page):
    opened(page, IN_1969)
    tops = set()
    for name in ("Review", "Changes", "Graph"):
        page.get_by_test_id("stMain").get_by_text(name, exact=True).first.click()
        expect(page.locator("[data-test-script-state=running]")).to_have_count(0)
        page.wait_for_timeout(800)
        tops.add(round(page.get_by_test_id("stMain").get_by_text("Timeline", exact=True).first.bounding_box()["y"]))
    assert len(tops) == 1
