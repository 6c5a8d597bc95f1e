"""Names of documents: what names exactly one, and what is said where it is none or several."""

from uuid import UUID

import pytest

from services.documents.choice import Choice
from services.documents.naming import document_named, read_mentions
from services.errors import InvalidInput
from services.models import DocumentName, SearchFilters

MIR, SKYLAB, LATER, NOTES = (UUID(int=number) for number in range(1, 5))
DOCUMENTS = (
    DocumentName(id=MIR, title="Long stays aboard Mir", source="space/mir-long-stays.md"),
    DocumentName(id=SKYLAB, title="Skylab: three crews", source="space/skylab-three-crews.md"),
    DocumentName(id=LATER, title="Skylab: the fall", source="space/skylab-fall.pdf"),
    DocumentName(id=NOTES, title="Notes", source="Notes from 1999"),
)


@pytest.mark.parametrize(
    ("name", "document"),
    [
        (str(MIR), MIR),
        ("space/mir-long-stays.md", MIR),
        ("mir-long-stays.md", MIR),
        ("Mir-Long-Stays", MIR),
        ("long stays aboard  mir", MIR),
        ("aboard mir", MIR),
        ("three skylab", SKYLAB),
        ("Skylab: the fall", LATER),
        ("notes", NOTES),
    ],
)
def test_a_name_is_an_id_a_title_a_file_or_words_of_these(name, document):
    assert document_named(name, DOCUMENTS) == document


def test_a_name_of_several_says_which():
    with pytest.raises(
        InvalidInput, match=r"“skylab” can be any of 2 documents: “Skylab: three crews”.* and “Skylab: the"
    ):
        document_named("skylab", DOCUMENTS)


def test_a_name_of_none_says_so_with_the_nearest():
    with pytest.raises(InvalidInput, match=r"No document is called “skylab: three crew members”. The nearest: “Skylab"):
        document_named("skylab: three crew members", DOCUMENTS)
    with pytest.raises(InvalidInput, match=r"No document is called “zzz”\.$"):
        document_named("zzz", DOCUMENTS)


@pytest.mark.parametrize(
    ("prompt", "asked", "documents"),
    [
        ("@mir-long-stays.md Who lived there?", "Who lived there?", (MIR,)),
        ("Who lived there, @mir-long-stays?", "Who lived there?", (MIR,)),
        ("Who lived there @Long stays aboard Mir", "Who lived there", (MIR,)),
        ('What says @"aboard mir" of crews?', "What says “Long stays aboard Mir” of crews?", (MIR,)),
        ("@“aboard mir” and @skylab-fall.pdf: who fell?", "and “Skylab: the fall”: who fell?", (MIR, LATER)),
        ("@mir-long-stays @mir-long-stays.md crews?", "crews?", (MIR,)),
        ("Write to someone@example.org about Mir", "Write to someone@example.org about Mir", ()),
        ("What costs 3 @ 5?", "What costs 3 @ 5?", ()),
    ],
)
def test_what_stands_after_an_at_sign_chooses_documents(prompt, asked, documents):
    assert read_mentions(prompt, DOCUMENTS) == (asked, documents)


def test_a_mention_of_none_or_several_is_not_guessed():
    for name, said in (("@nothing", "No document is called “nothing”"), ("@skylab", "can be any of 2 documents")):
        with pytest.raises(InvalidInput, match=said):
            read_mentions(f"Who was there {name}?", DOCUMENTS)


def test_a_written_choice_names_what_it_chooses():
    choice = Choice(
        documents=("aboard mir", str(LATER)), since="1990-01-01", until="1999-12-31", metadata={"kind": "report"}
    )
    chosen = choice.filters(DOCUMENTS)
    assert chosen.document_ids == (LATER, MIR)
    assert (f"{chosen.since:%Y-%m-%d %H}", f"{chosen.until:%Y-%m-%d %H}") == ("1990-01-01 00", "1999-12-31 23")
    assert chosen.metadata == {"kind": "report"}
    assert Choice().filters(DOCUMENTS).is_empty


def test_two_choices_together_choose_what_is_in_both():
    some, others = SearchFilters(document_ids=(MIR, SKYLAB)), SearchFilters(document_ids=(SKYLAB, LATER))
    assert some.narrow_by(others).document_ids == (SKYLAB,)
    assert some.narrow_by(SearchFilters()) == some
    nothing = some.narrow_by(SearchFilters(document_ids=(LATER,)))
    assert nothing.document_ids
    assert not {MIR, SKYLAB, LATER} & set(nothing.document_ids)
    assert SearchFilters(metadata={"a": "1"}).narrow_by(SearchFilters(metadata={"a": "2"})).document_ids
