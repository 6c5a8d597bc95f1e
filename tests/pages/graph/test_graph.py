"""The graph page by its controls: each one is moved, and what is drawn or said changes."""

import json
import re
from datetime import UTC, date, datetime
from itertools import combinations
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from components.graph import entity_picker
from services import process
from services.backend import Backend
from services.errors import GraphTooSlow
from services.models import DocumentDraft, FactDraft, NamedEntity, Reading
from services.settings import Settings
from services.text.later_dates import names_later_date
from services.text.wording import relation_words

SAMPLE = Path(__file__).resolve().parents[3] / "samples" / "space" / "facts.jsonl"
FACTS = [FactDraft.model_validate_json(line) for line in SAMPLE.read_text().splitlines()]


def of(name: str) -> list[FactDraft]:
    return [fact for fact in FACTS if name in (fact.subject, fact.object)]


def holding(name: str, moment: datetime) -> set[str]:
    """A plain reckoning over the sample's file: the sentences true of an entity then."""
    return {as_told(fact, moment) for fact in of(name) if fact.holds_at(moment)}


def whole(name: str, moment: datetime) -> set[str]:
    """The same as one who looks from today is told it."""
    return {fact.fact for fact in of(name) if fact.holds_at(moment)}


def as_told(fact: FactDraft, moment: datetime) -> str:
    """A sentence that names a later date gives way to its relation."""
    if not names_later_date(fact.fact, moment):
        return fact.fact
    return f"{fact.subject}: {relation_words(fact.relation)} {fact.object}."


def came_and_went(fact: FactDraft, start: datetime, end: datetime) -> bool:
    return bool(fact.valid_at and fact.invalid_at and start < fact.valid_at and fact.invalid_at <= end)


def at_end_of(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 23, 59, 59, tzinfo=UTC)


def drawing(page: AppTest) -> dict:
    """What the browser was given to draw."""
    assert not page.exception
    given = [json.loads(component.proto.json) for component in page.get("bidi_component") if component.proto.json]
    (drawn,) = [data for data in given if isinstance(data, dict) and "nodes" in data]
    return drawn


def sentences(page: AppTest) -> set[str]:
    return {edge["fact"] for edge in drawing(page)["edges"]}


def bars(page: AppTest) -> list[dict]:
    """The timeline's marks as they were sent."""
    (chart,) = [c for c in page.get("vega_lite_chart") if "layer" in json.loads(c.proto.spec)]
    (facts,) = [data for data in chart.proto.datasets if data.name == "facts"]
    import pyarrow

    return pyarrow.ipc.open_stream(facts.data.data).read_pandas().to_dict("records")


def texts(page: AppTest) -> str:
    return "\n".join(part.value for part in [*page.markdown, *page.caption, *page.info, *page.warning])


# --- which entity ------------------------------------------------------------------------------


def test_the_page_begins_with_the_entity_that_has_most_facts(app_test):
    page = app_test("graph")
    assert page.selectbox(key="entity").value == "NASA"
    assert len(drawing(page)["nodes"]) > 3


def test_a_link_opens_its_entity_and_the_name_may_differ_in_case(app_test):
    assert "Rocketdyne" in {node["label"] for node in drawing(app_test("graph", entity="Rocketdyne"))["nodes"]}
    page = app_test("graph", entity="rOCKETDYNE")
    assert page.markdown[0].value
    assert "Rocketdyne" in {node["label"] for node in drawing(page)["nodes"]}


def test_an_unknown_name_is_met_with_near_ones(app_test):
    page = app_test("graph", entity="Rocketdine")
    assert "No entity is called “Rocketdine”" in page.warning[0].value
    assert "Rocketdyne" in {button.label for button in page.button}


def test_a_name_that_resembles_nothing_says_what_to_do(app_test):
    page = app_test("graph", entity="qqqqqqqqqqqq zzzzzzzz")
    assert not page.exception
    assert "look for it in the" in texts(page)


def test_the_type_narrows_the_names(app_test):
    page = app_test("graph")
    everything = page.selectbox(key="entity").options
    page.selectbox(key="entity_type").set_value("Rocket").run()
    rockets = page.selectbox(key="entity").options
    assert "Saturn V" in rockets
    assert "James Webb" not in rockets
    assert len(rockets) < len(everything)


def test_another_entity_forgets_what_was_chosen_and_expanded(app_test):
    page = app_test("graph", entity="NASA", expand="x", node="y")
    page.selectbox(key="entity").set_value("Boeing").run()
    assert "expand" not in page.query_params
    assert "node" not in page.query_params
    assert drawing(page)["title"].startswith("Boeing")


# --- from where --------------------------------------------------------------------------------


@pytest.mark.parametrize("day", [date(1965, 7, 1), date(1989, 5, 12), date(2010, 1, 1)])
def test_what_is_drawn_is_what_held_at_the_date(app_test, day):
    page = app_test("graph", entity="NASA", as_of_date=day.isoformat())
    assert sentences(page) == holding("NASA", at_end_of(day))


def test_the_date_of_the_sidebar_changes_the_graph(app_test):
    page = app_test("graph", entity="NASA")
    now = sentences(page)
    page.date_input(key="as_of_date").set_value(date(1970, 1, 1)).run()
    assert sentences(page) == holding("NASA", at_end_of(date(1970, 1, 1))) != now


def test_steps_go_from_change_to_change_and_back_to_now(app_test):
    page = app_test("graph", entity="Mir", as_of_date="1990-01-01")
    before = sentences(page)
    page.button(key="as_of_later").click().run()
    later = page.date_input(key="as_of_date").value
    assert later > date(1990, 1, 1)
    assert sentences(page) == holding("Mir", at_end_of(later)) != before
    page.button(key="as_of_earlier").click().run()
    assert page.date_input(key="as_of_date").value < later
    page.button(key="to_now").click().run()
    assert page.date_input(key="as_of_date").value is None


def test_ended_and_later_facts_can_be_drawn_too(app_test):
    page = app_test("graph", entity="NASA", as_of_date="1989-05-12")
    held = sentences(page)
    page.toggle(key="history").set_value(True).run()
    states = {edge["fact"]: edge["state"] for edge in drawing(page)["edges"]}
    assert len(held) == sum(state in ("holds", "may_have_held") for state in states.values())
    assert {"ended", "later"} <= set(states.values())
    assert set(states) == {fact.fact for fact in of("NASA") if fact.began}


def test_undated_facts_count_now_and_not_then_unless_one_says_otherwise(app_test):
    undated = next(fact for fact in FACTS if fact.valid_at is None and fact.invalid_at is None)
    page = app_test("graph", entity=undated.subject)
    assert {e["fact"]: e["state"] for e in drawing(page)["edges"]}[undated.fact] == "undated"
    page.toggle(key="undated_now").set_value(False).run()
    assert undated.fact not in sentences(page)
    then = app_test("graph", entity=undated.subject, as_of_date="2005-01-01")
    assert undated.fact not in sentences(then)
    then.toggle(key="undated_then").set_value(True).run()
    assert undated.fact in sentences(then)


def test_the_second_clock_leaves_out_what_was_learnt_later(app_test):
    page = app_test("graph", entity="NASA")
    assert sentences(page)
    page.date_input(key="known_on").set_value(date(2001, 1, 1)).run()
    assert sentences(page) == set()
    assert "as known in Dossier on 1 Jan 2001" in texts(page)
    page.date_input(key="known_on").set_value(None).run()
    assert sentences(page)


def test_a_longer_reach_draws_more(app_test):
    page = app_test("graph", entity="Boeing")
    near = len(drawing(page)["nodes"])
    page.selectbox(key="depth").set_value("3").run()
    assert len(drawing(page)["nodes"]) > near
    assert list(page.query_params["depth"]) == ["3"]


def test_at_most_two_hundred_are_drawn_and_the_rest_is_named(app_test):
    page = app_test("graph", entity="NASA", depth="5", history="true")
    assert len(drawing(page)["nodes"]) == 200
    assert "entities are not drawn: " in texts(page)


def test_a_date_at_which_nothing_held_says_so_on_the_drawing(app_test):
    page = app_test("graph", entity="Mir", as_of_date="1950-01-01")
    assert "Nothing is known to be true of Mir at this date." in drawing(page)["message"]


def test_an_expanded_entity_brings_its_own_facts(app_test):
    page = app_test("graph", entity="NASA", as_of_date="1969-07-20")
    near = drawing(page)
    other = next(node for node in near["nodes"] if node["label"] == "Saturn V")
    grown = app_test("graph", entity="NASA", as_of_date="1969-07-20", expand=other["id"])
    assert sentences(grown) == holding("NASA", at_end_of(date(1969, 7, 20))) | holding(
        "Saturn V", at_end_of(date(1969, 7, 20))
    )


# --- cards -------------------------------------------------------------------------------------


def test_a_linked_fact_shows_its_validity_both_clocks_and_its_passage(app_test, attached_backend):
    fact = fact_of(attached_backend, "NASA", "James Webb")
    page = app_test("graph", fact=str(fact.uuid))
    assert page.selectbox(key="entity").value == "NASA"
    said = texts(page)
    assert "True from 14 Feb 1961" in said
    assert "Known since" in said
    assert "“" in said
    links = [link.proto for link in page.get("page_link")]
    assert any(f"id={fact.citations[0].document_id}" in link.query_string for link in links)
    page.button(key="close_fact").click().run()
    assert "fact" not in page.query_params


def fact_of(backend, name: str, other: str):
    timeline = backend.run(backend.services.graph.timeline(name))
    return next(fact for fact in timeline.facts if other in (fact.source, fact.target))


def test_a_chosen_entity_shows_its_facts_and_can_become_the_middle(app_test):
    page = app_test("graph", entity="NASA", as_of_date="1969-07-20")
    saturn = next(node["id"] for node in drawing(page)["nodes"] if node["label"] == "Saturn V")
    page = app_test("graph", entity="NASA", as_of_date="1969-07-20", node=saturn)
    assert "**Saturn V**" in texts(page)
    page.button(key="look_from_Saturn V").click().run()
    assert page.selectbox(key="entity").value == "Saturn V"


def test_the_card_says_how_often_documents_mention_the_entity(app_test):
    page = app_test("graph", entity="NASA")
    assert any("Mentioned" in expander.label and "documents" in expander.label for expander in page.expander)


def test_a_fact_in_the_list_of_an_entity_opens_its_card(app_test):
    page = app_test("graph", entity="NASA", as_of_date="1965-07-01")
    next(button for button in page.button if button.label == "led by → James Webb").click().run()
    assert "14 Feb 1961" in texts(page)


# --- other views -------------------------------------------------------------------------------


def test_the_timeline_shows_every_dated_fact_and_its_lanes_can_be_turned(app_test):
    page = app_test("graph", entity="Boeing", view="timeline")
    assert {bar["fact"] for bar in bars(page)} == {fact.fact for fact in of("Boeing") if fact.valid_at}
    assert "led by" in {bar["lane"] for bar in bars(page)}
    page.segmented_control(key="lanes").set_value("entity").run()
    assert "Philip Condit" in {bar["lane"] for bar in bars(page)}


def test_the_timeline_fades_what_does_not_hold_at_the_date(app_test):
    page = app_test("graph", entity="Boeing", view="timeline", as_of_date="1998-03-12")
    assert {bar["fact"] for bar in bars(page) if bar["state"] == "holds"} == holding(
        "Boeing", at_end_of(date(1998, 3, 12))
    )


def test_the_timeline_of_everything_drawn_groups_what_is_long(app_test):
    page = app_test("graph", entity="NASA", view="timeline", depth="2")
    alone = len(bars(page))
    page.segmented_control(key="scope").set_value("drawn").run()
    marks = bars(page)
    assert len({bar["row"] for bar in marks}) <= 34
    group = next(bar for bar in marks if bar["kind"] == "group")
    opened = app_test("graph", entity="NASA", view="timeline", depth="2", scope="drawn", lane=group["lane"])
    assert {bar["lane"] for bar in bars(opened)} == {group["lane"]}
    assert len(bars(opened)) > 1
    assert alone


def test_the_difference_between_two_dates_is_told_listed_and_coloured(app_test):
    page = app_test("graph", entity="NASA", view="changes")
    page.date_input(key="from").set_value(date(1985, 1, 1)).run()
    page.date_input(key="to").set_value(date(1995, 1, 1)).run()
    before, after = (whole("NASA", at_end_of(date(year, 1, 1))) for year in (1985, 1995))
    states = {edge["fact"]: edge["state"] for edge in drawing(page)["edges"]}
    assert {fact for fact, state in states.items() if state in ("added", "replacement")} == after - before
    assert {fact for fact, state in states.items() if state in ("gone", "replaced")} == before - after
    table = page.dataframe[0].value
    passing = {
        fact.fact
        for fact in of("NASA")
        if came_and_went(fact, at_end_of(date(1985, 1, 1)), at_end_of(date(1995, 1, 1)))
    }
    assert len(passing) > 3
    assert set(table["fact"]) == (after - before) | (before - after) | passing
    assert set(table["change"]) >= {"replaced", "by"}
    assert "compared with that at the end of **1 Jan 1985**" in texts(page)


def test_dates_in_the_wrong_order_are_refused_in_words(app_test):
    page = app_test("graph", entity="NASA", view="changes", **{"from": "2001-01-01", "to": "1999-01-01"})
    assert not page.exception
    assert "is after the second" in texts(page)


def two_steps_away(name: str, moment: datetime) -> str:
    """An entity that is joined to this one by two facts that held, and not by one."""
    near = neighbours(name, moment)
    return min({far for other in near for far in neighbours(other, moment)} - near - {name})


def neighbours(name: str, moment: datetime) -> set[str]:
    held = whole(name, moment)
    return {end for fact in of(name) if fact.fact in held for end in (fact.subject, fact.object)} - {name}


def test_a_path_joins_two_entities_and_quotes_each_step(app_test):
    far = two_steps_away("NASA", at_end_of(date(1969, 7, 20)))
    page = app_test("graph", entity="NASA", view="paths", as_of_date="1969-07-20")
    assert "Choose a second entity" in texts(page)
    page.selectbox(key="target").set_value(far).run()
    path = drawing(page)
    assert {"NASA", far} <= {node["label"] for node in path["nodes"]}
    assert all(edge["state"] == "holds" for edge in path["edges"])
    assert texts(page).count("> “") >= 2


def test_no_path_and_the_same_entity_are_said_in_words(app_test):
    page = app_test("graph", entity="NASA", view="paths", as_of_date="1900-01-01", target="Boeing")
    assert "No chain of at most six facts" in texts(page)
    assert "two different entities" in texts(app_test("graph", entity="NASA", view="paths", target="nasa"))


def test_look_alikes_are_told_apart_or_merged_by_hand_and_a_merge_is_undone(app_test):
    page = app_test("graph", view="review")
    different = next(button for button in page.button if button.label == "Different" and not button.disabled)
    different.click().run(timeout=120)
    assert "Kept apart." in texts(page)
    assert button_of(page, different.key).disabled
    merge = next(button for button in page.button if button.key.startswith("merge_") and not button.disabled)
    kept = merge.help.removeprefix("Keeps ").partition(";")[0]
    merge.click().run(timeout=120)
    assert f"One now: {kept}." in texts(page)
    assert button_of(page, merge.key).disabled
    for _ in range(2):
        next(button for button in page.button if button.key.startswith("review-undo-pair_")).click().run(timeout=120)
    assert not button_of(page, different.key).disabled
    assert not button_of(page, merge.key).disabled
    assert not page.exception


def button_of(page: AppTest, key: str | None) -> Button:
    return next(button for button in page.button if button.key == key)


# --- when there is nothing to draw -------------------------------------------------------------


@pytest.fixture
def without_graph(workbench_dir, attached_backend):
    """The same documents beside a Neo4j that nobody answers for."""
    settings = Settings(
        data_dir=workbench_dir, sample=False, openai_api_key=None, neo4j_uri="bolt://127.0.0.1:9", neo4j_password="x"
    )
    backend = Backend(settings)
    usual = process.settings()
    process.use_backend(backend, settings)
    yield
    process.use_backend(attached_backend, usual)
    backend.close()


def test_a_graph_that_cannot_be_reached_is_said_in_words(without_graph, app_test):
    page = app_test("graph")
    assert not page.exception
    said = texts(page) + "".join(error.value for error in page.error)
    assert "The graph is starting" in said or "The graph cannot be reached" in said
    assert "search the documents" in said or "go on without it" in said
    assert all(error.value.count("cannot be reached") == 1 for error in page.error)
    assert "goes on by itself" in said


def test_what_took_too_long_is_said_with_what_to_ask_instead(without_graph, app_test, monkeypatch):
    def slow(*_):
        raise GraphTooSlow("It took too long.")

    monkeypatch.setattr(entity_picker, "show", slow)
    page = app_test("graph")
    assert not page.exception
    assert "The graph is starting" in texts(page) or "Ask for less" in texts(page)


# --- mentioned together ------------------------------------------------------------------------

PAPER = (
    "Ada Brunn met Cecil Dorn in Eschenau. " + "It rained for days and nights. " * 20 + "Cecil Dorn went to Felsmar."
)


@pytest.fixture(scope="module")
def names_only(attached_backend):
    """A collection in which nothing but names was found."""
    services = attached_backend.services
    ingestion = services.ingestion.for_collection("letters")
    draft = DocumentDraft(title="A letter", source="letter.md", content=PAPER)
    document = attached_backend.run(ingestion.add(draft, graph=False)).document_id
    names = ("Ada Brunn", "Cecil Dorn", "Eschenau", "Felsmar")
    entities = [NamedEntity(name=name, type="", count=PAPER.count(name), starts=_starts(name)) for name in names]
    whole = attached_backend.run(services.library.get(document))
    attached_backend.run(ingestion.graph.writer.write_reading(whole, Reading(entities=tuple(entities))))
    yield
    attached_backend.run(ingestion.delete(document))


def _starts(name: str) -> tuple[int, ...]:
    return tuple(match.start() for match in re.finditer(name, PAPER))


def weak(page: AppTest) -> set[frozenset[str]]:
    told = {edge["fact"] for edge in drawing(page)["edges"] if edge["state"] == "together"}
    return {frozenset(one.removesuffix(" are mentioned together.").split(" and ")) for one in told}


def test_where_only_names_are_known_a_button_draws_what_is_mentioned_together(app_test, names_only):
    page = app_test("graph", entity="Ada Brunn")
    assert "No fact connects these." in texts(page)
    assert [node["label"] for node in drawing(page)["nodes"]] == ["Ada Brunn"]
    page.button(key="show_together").click().run()
    assert weak(page) == {frozenset(pair) for pair in combinations(("Ada Brunn", "Cecil Dorn", "Eschenau"), 2)}
    assert {node["label"] for node in drawing(page)["nodes"]} == {"Ada Brunn", "Cecil Dorn", "Eschenau"}
    assert page.query_params["together"] == "true"
    assert drawing(page)["message"] == ""
    assert len(page.dataframe[-1].value) == 3
    assert "No fact connects these." not in texts(page)
    other = next(node["id"] for node in drawing(page)["nodes"] if node["label"] == "Cecil Dorn")
    grown = app_test("graph", entity="Ada Brunn", together="true", expand=other)
    assert "Felsmar" in {node["label"] for node in drawing(grown)["nodes"]}


def test_the_switch_draws_weak_lines_beside_facts_and_none_where_a_fact_is(app_test):
    page = app_test("graph", entity="Rocketdyne")
    assert not weak(page)
    facts = drawing(page)["edges"]
    page.toggle(key="together").set_value(True).run()
    edges = drawing(page)["edges"]
    mentions = [edge for edge in edges if edge["state"] == "together"]
    assert [edge for edge in edges if edge not in mentions] == facts
    assert mentions
    assert {edge["label"] for edge in mentions} == {""}
    joined = {frozenset((edge["from"], edge["to"])) for edge in facts}
    assert not joined & {frozenset((edge["from"], edge["to"])) for edge in mentions}
    assert not weak(app_test("graph", entity="Rocketdyne", together="true", as_of_date="1900-01-01"))


def test_a_weak_line_opens_the_passages_in_which_both_stand(app_test, names_only):
    page = app_test("graph", entity="Ada Brunn", together="true")
    pair = next(edge["id"] for edge in drawing(page)["edges"] if "Ada" in edge["fact"] and "Eschenau" in edge["fact"])
    page = app_test("graph", entity="Ada Brunn", together="true", pair=pair)
    assert "> “Ada Brunn met Cecil Dorn in Eschenau.”" in texts(page)
    assert "Mentioned together in 1 document, 1 passage." in texts(page)
    page.button(key="close_pair").click().run()
    assert "pair" not in page.query_params


def test_an_address_with_a_pair_that_is_none_shows_the_entity(app_test):
    assert "**NASA**" in texts(app_test("graph", entity="NASA", pair="no~pair"))


def test_paths_go_over_mentions_when_switched_on_and_say_so_at_each_step(app_test, names_only):
    page = app_test("graph", entity="Ada Brunn", view="paths", target="Felsmar")
    assert "“Also over mentions”" in texts(page)
    page.toggle(key="over_mentions").set_value(True).run()
    assert "are only mentioned together, in 1 document." in texts(page)
    assert "> “Cecil Dorn went to Felsmar.”" in texts(page)
    assert weak(page)
    assert page.query_params["over_mentions"] == "true"
