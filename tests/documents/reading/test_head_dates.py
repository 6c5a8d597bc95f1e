"""The date of a document by the head of its text: what is said there counts before the stamp of a program."""

from datetime import UTC, datetime

import pytest

from services.documents.reading.recognition import draft_of_file
from services.models import is_dated_by_saving, metadata_with_date
from services.text.wording import document_writing_words

STAMP = {"saved": "2026-11-24T07:15:44+00:00"}
BODY = (
    "The committee looked into the matter for some weeks and heard eleven witnesses, of whom three had seen the wall "
    "before it broke. It met again on 9 September 2019 in the town hall, where the mayor and the engineers were heard. "
    "What they said is told below, with the tables that were handed in afterwards by the office of works."
)
DATED = [
    ("letter", "Castle Hill 3, Hallenbeck\n\nHallenbeck, 9 June 2011\n\nTo the head\n\nDear Ms Reyes,", "2011-06-09"),
    ("letter", "Mill Lane 14\nNorrby\n\n4th March 2019\n\nDear Sir,\n\nyour letter of 1 March has come.", "2019-03-04"),
    ("letter", "The Ombudsman\n\nYour letter of 3 May 2018\n\nOur reply of 12 June 2018\n\nDear Mr Holt,", None),
    ("letter", "Letter to the tenants\n\nDated 7 October 2020\n\nDear tenants,", "2020-10-07"),
    ("decision", "Office of Water\n\nTariff Determination 2015-2017\n\nDecision no. OW/2014/37 of 30 October 2014",
     "2014-10-30"),
    ("decision", "Ruling of the district court of 12 May 2009\n\nin the matter of Holt against the town", "2009-05-12"),
    ("decision", "Order No. 17/2020, 3 February 2020\n\nThe Minister of Works orders as follows.", "2020-02-03"),
    ("decision", "Decision on the appeal against the order of 3 May 2018\n\nChamber II", None),
    ("decision", "JUDGMENT OF THE COURT (Third Chamber)\n\n14 March 2019\n\nLanguage: English", "2019-03-14"),
    ("minutes", "# Minutes of the 48th assembly\n\nMonday, 23 March 2009, Community Hall, Morvay, 18:00 to 21:15",
     "2009-03-23"),
    ("minutes", "Minutes\n\nMeeting held on Tuesday 5 May 2015 at the Town Hall\n\nPresent: six members", "2015-05-05"),
    ("minutes", "Board of Trustees\n\nMinutes of the meeting of 2 July 2021 (approved)", "2021-07-02"),
    ("journal", "Silt and steel\n\nYara Feldt, University of Hallenbeck\n\n"
     "Journal of Water Engineering 33 (2021), no. 2, pp. 41-44. Published 7 June 2021.", "2021-06-07"),
    ("journal", "The bats of Norrby\n\nReceived 3 March 2017; accepted 9 June 2017; published online 2 July 2017",
     "2017-07-02"),
    ("journal", "The bats of Norrby\n\nReceived 3 March 2017; accepted 9 June 2017", None),
    ("journal", "The Orb Review, vol. 12, issue of 1 April 2004\n\nThe bridges of the upper Orb", "2004-04-01"),
    ("press release", "PRESS RELEASE\n\nFor immediate release\n\nNORRBY, May 3, 2016 — The port has bought a crane.",
     "2016-05-03"),
    ("press release", "Press release\n\nIssued on 14 January 2022 by the Office of the Mayor", "2022-01-14"),
    ("newspaper", "# Halloran takes over\n\nBy Rosalind Achterberg, Hallenbeck Courier, 3 March 2018", "2018-03-03"),
    ("newspaper", "The fire of 3 May 1998\n\nBy Rosalind Achterberg", None),
    ("slides", "## Slide 1: Leakage strategy 2025-2030\n\nSelne Water, presentation to the Commission, Hallenbeck, "
     "12 June 2024. Presented by Dr Fenna Olthuis, Director of Network", "2024-06-12"),
    ("slides", "## Slide 1: Bats and bridges\n\nAnna Berg | Natural History Society | 8 November 2023", "2023-11-08"),
    ("slides", "## Slide 1: The storm of 3 May 1998\n\nAnna Berg, Natural History Society", None),
    ("law", '# Regulation of the appellation\n\nConsolidated version of 1 August 2015\n\nAdopted by the assembly on '
     "11 November 1961, last amended on 16 March 2015 (hand picking).", "2015-08-01"),
    ("law", "REGULATION (EU) 2016/679 OF THE PARLIAMENT AND OF THE COUNCIL of 27 April 2016 on the rights of persons",
     "2016-04-27"),
    ("law", "Water Act\n\nAct of 3 May 1998\n\nPublished 9 May 1998. In force since 1 January 1999.", "1998-05-09"),
    ("law", "Statutes of the rowing club\n\nAdopted on 4 May 1987, last amended on 2 June 2014", "2014-06-02"),
    ("law", "Comments on the Act of 3 May 1998\n\nBy Olaf Lind", None),
    ("law", "Amendment to the Water Act of 3 May 1998\n\nDraft for the committee", None),
    ("lease", "LEASE\n\nThis lease is made on 3 May 2021 between Anna Berg (the landlord) and Olaf Lind (the tenant).",
     "2021-05-03"),
    ("lease", "Tenancy agreement\n\nTHIS AGREEMENT is made the 4th day of June 2018 BETWEEN the parties named below",
     "2018-06-04"),
    ("lease", "Lease of the boat house\n\nTerm: from 1 July 2019 to 30 June 2024\n\nRent: 300 crowns a month", None),
    ("report", "Incident report\n\nThe failure of 19 August 2006\n\nReport of 12 September 2006", "2006-09-12"),
    ("report", "Report on the flood of 3 May 1998\n\nOffice of Works", None),
    ("report", "Energy audit of the baths\n\nVolta Consulting, Norrby, 4 February 2020", "2020-02-04"),
    ("report", "Annual report\n\nYear ended 31 December 2019\n\nApproved by the board on 20 April 2020", "2020-04-20"),
    ("report", "The eruption of Mount Harl, 18 May 1980\n\nWhat we know after forty years", None),
    ("report", "Survey of the bridges\n\nAs at 1 September 2022", "2022-09-01"),
    ("email", "From: Anna Berg\nSent: Tuesday, 20 February 2024 09:14\nTo: Olaf Lind\nSubject: The boat", "2024-02-20"),
    ("email", "Subject: The meeting on 3 May 2019\n\nDear all,\n\nwe meet in the hall.", None),
    ("invoice", "Invoice no. 2021-114\nInvoice date: 17 August 2021\nDue date: 16 September 2021", "2021-08-17"),
    ("invoice", "INVOICE\n\nDate of issue: 2022-03-09 | Payable by: 2022-04-08", "2022-03-09"),
    ("invoice", "INVOICE\n\nDate of delivery: 9 March 2022\nDue date: 8 April 2022", None),
    ("manual", "Pump P-200: operating instructions\n\nRevision 4, 12 December 2017", "2017-12-12"),
    ("manual", "Owner's manual\n\nEdition of 5 May 2012\n\nKeep these instructions.", "2012-05-05"),
    ("manual", "Owner's manual\n\nFor pumps made after 5 May 2012\n\nKeep these instructions.", None),
    ("biography", "Ruben Castellane\n\nBorn in Morvay, 4 May 1919\n\nDied in Hallenbeck, 2 June 1993", None),
    ("programme", "Concerts in the church\n\n12 June 2023: Bach\n\n14 June 2023: Brahms", None),
    ("programme", "Literature Days\n\nFriday, 6 September to Sunday, 8 September 2024. Venue: Old Brewery", None),
    ("speech", "TEN YEARS OF THE TRAM\n\nSpeech of the Mayor, Marsh End terminus, 17 May 2016", "2016-05-17"),
    ("inquiry", "# Inquiry into the derailment at Lindmarsh, 9 November 2011\n\n"
     "Report of Judge Garrow, published 26 June 2012", "2012-06-26"),
    ("announcement", "Lecture series\n\nFriday 3 May 2019 to Sunday 5 May 2019, Town Hall", None),
    ("web page", "Water bills\n\nPublished: 3 May 2019 | Last updated: 15 January 2024", "2024-01-15"),
    ("history", "The Kolm disaster\n\nOn 19 August 2006 the second gate opened by itself.", None),
    ("history", "A letter of 3 May 1790 and what became of it\n\nOlaf Lind", None),
    ("numbers", "Report on the pumps\n\n12.06.2024", "2024-06-12"),
    ("numbers", "Report on the pumps\n\nNorrby, 12. 6. 2024", "2024-06-12"),
    ("numbers", "Report on the pumps\n\n2024/06/12", "2024-06-12"),
    ("numbers", "Report on the pumps\n\n25/04/2024", "2024-04-25"),
    ("numbers", "Report on the pumps\n\n03/04/2024", None),
    ("numbers", "Report on the pumps\n\n31.02.2024", None),
    ("numbers", "Date: 12.06.2024\nSubject: The pumps", "2024-06-12"),
    ("numbers", "Date: 03/04/2024\nSubject: The pumps", None),
    ("numbers", "The flood of 12.06.2024\n\nOffice of Works", None),
    ("numbers", "Pumps, release 1.2.2024.1\n\nOffice of Works", None),
    ("month", "Report on the pumps\n\nJune 2024", "2024-06-01"),
    ("month", "Report on the pumps\n\nNorrby, 12 June 2024\n\nJune 2024", "2024-06-12"),
    ("month", "Opening hours in June 2024\n\nOffice of Works", None),
    ("month", "# June 2024\n\nWhat the members did", None),
    ("month", "Concerts\n\nMay 2024\n\nJune 2024", None),
]  # fmt: skip
SIGNED = [
    ("Berlin, 12 June 2024", "2024-06-12"),
    ("Anna Brahm\nNorrby, 12.06.2024", "2024-06-12"),
    ("Done at Norrby, 12 June 2024.\n\nAnna Brahm", "2024-06-12"),
    ("Norrby, 12 June 2024\n\nHallenbeck, 14 June 2024", None),
    ("References\n\nNorrby, 12 June 2024", None),
    ("The wall fell in Norrby, 12 June 2024, and was built again.", None),
    ("Born in Morvay, 4 May 1919", None),
]


@pytest.mark.parametrize(("kind", "head", "day"), DATED)
def test_the_head_of_a_document_tells_its_date_or_none(kind: str, head: str, day: str | None) -> None:
    draft = draft_of_file("a.txt", f"{head}\n\n{BODY}\n\n{BODY}", {}, kind="text")
    assert (str(draft.reference_time.date()) if draft.reference_time else None) == day


@pytest.mark.parametrize(("kind", "head", "day"), DATED)
def test_a_stamp_counts_where_the_head_tells_none_and_is_marked(kind: str, head: str, day: str | None) -> None:
    draft = draft_of_file("a.pdf", f"{head}\n\n{BODY}", STAMP, kind="pdf")
    assert draft.reference_time is not None
    assert str(draft.reference_time.date()) == (day or "2026-11-24")
    told = metadata_with_date(draft.metadata, draft.reference_time)
    assert (told["saved"], told.get("dated_by")) == (STAMP["saved"], None if day else "saved")


@pytest.mark.parametrize(("end", "day"), SIGNED)
def test_the_place_and_day_of_a_signature_below_the_text_date_it(end: str, day: str | None) -> None:
    draft = draft_of_file("a.txt", f"On the pumps\n\n{BODY}\n\n{BODY}\n\n{end}", {}, kind="text")
    assert (str(draft.reference_time.date()) if draft.reference_time else None) == day


def test_a_signature_counts_after_what_the_head_says() -> None:
    text = f"On the pumps\n\nPublished 20 June 2024\n\n{BODY}\n\nNorrby, 12 June 2024"
    draft = draft_of_file("a.txt", text, {}, kind="text")
    assert str(draft.reference_time)[:10] == "2024-06-20"


def test_of_a_month_no_day_is_told() -> None:
    draft = draft_of_file("a.txt", f"On the pumps\n\nJune 2024\n\n{BODY}", {}, kind="text")
    assert document_writing_words(draft.metadata, draft.reference_time) == "written Jun 2024"
    corrected = datetime(2024, 6, 12, tzinfo=UTC)
    assert document_writing_words(draft.metadata, corrected) == "written 12 Jun 2024"


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("2020", "written 2020"),
        ("2020-06", "written Jun 2020"),
        ("June 2020", "written Jun 2020"),
        ("2020-01-01", "written 1 Jan 2020"),
        ("1 June 2020", "written 1 Jun 2020"),
    ],
)
def test_a_date_is_told_no_more_exactly_than_it_is_written(written: str, words: str) -> None:
    for draft in (
        draft_of_file("a.md", BODY, {"date": written}, kind="markdown"),
        draft_of_file("a.txt", f"Date: {written}\nTitle: On the pumps\n\n{BODY}", {}, kind="text"),
    ):
        assert document_writing_words(draft.metadata, draft.reference_time) == words


def test_a_year_that_somebody_has_corrected_is_a_day() -> None:
    draft = draft_of_file("a.md", BODY, {"date": 2020}, kind="markdown")
    corrected = datetime(2020, 6, 1, tzinfo=UTC)
    assert document_writing_words(draft.metadata, corrected) == "written 1 Jun 2020"


def test_a_day_in_numbers_that_may_be_two_is_said_to_be_so() -> None:
    (warning,) = draft_of_file("a.html", BODY, {"date": "03/04/2024"}, kind="html").warnings
    assert warning.startswith("The date “03/04/2024” may be one of two days")
    (warning,) = draft_of_file("a.html", BODY, {"date": "31.02.2024"}, kind="html").warnings
    assert "does not exist" in warning


@pytest.mark.parametrize("saved", ["2026-11-24T07:15:44+00:00", "2026-11-24T08:15:44+01:00", "2026-11-24"])
def test_only_the_moment_of_saving_itself_is_a_weak_date(saved: str) -> None:
    weak = draft_of_file("a.pdf", BODY, {"saved": saved}, kind="pdf")
    assert is_dated_by_saving(weak.metadata, weak.reference_time)
    assert not is_dated_by_saving(weak.metadata, datetime(2019, 3, 4, tzinfo=UTC))  # as a person corrected it
    stated = draft_of_file("a.md", BODY, {"date": "2019-03-04", "saved": saved}, kind="markdown")
    assert not is_dated_by_saving(stated.metadata, stated.reference_time)
    assert not is_dated_by_saving({"saved": "yesterday"}, weak.reference_time)
