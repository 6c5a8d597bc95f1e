"""Feeds: the page of each entry is a document of the entry's date."""

from datetime import UTC, datetime

from services.documents.ingest.ingestion import Ingestion
from services.documents.reading.web.feeds import read_feed
from services.models import Viewpoint, Watch
from services.watching.service import Watches
from tests.watching.test_web_pages import Site, site

__all__ = ["site"]

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>News of the port</title>{items}</channel></rss>"""
ITEM = "<item><title>{title}</title><link>{link}</link><pubDate>{date}</pubDate></item>"
MAY, JUNE = "Mon, 04 May 2020 10:00:00 GMT", "Tue, 02 Jun 2020 10:00:00 GMT"


def serve(site: Site, *items: tuple[str, str, str]) -> None:
    body = RSS.format(items="".join(ITEM.format(title=title, link=link, date=date) for title, link, date in items))
    site.answers["/feed"] = (200, {"Content-Type": "application/rss+xml"}, body.encode())


async def documents(ingestion: Ingestion, viewpoint: Viewpoint | None = None):  # type: ignore[no-untyped-def]
    page = await ingestion.library.list(limit=20, viewpoint=viewpoint or Viewpoint.ever(), order="title")
    return [await ingestion.library.get(one.id) for one in page.documents]


async def test_each_entry_is_a_document_of_its_date_fetched_once(
    watches: Watches, ingestion: Ingestion, site: Site
) -> None:
    site.page("/cranes", "Two cranes came.")
    site.page("/docks", "The docks were dug deeper.")
    serve(site, ("Cranes", f"{site.url}/cranes", MAY), ("Docks", "/docks", JUNE))
    watch = await watches.add(f"{site.url}/feed")
    await watches.look(watch)
    await watches.look(watch)
    cranes, docks = await documents(ingestion)
    assert (cranes.title, cranes.content, cranes.source) == ("Cranes", "Two cranes came.", f"{site.url}/cranes")
    assert cranes.reference_time == datetime(2020, 5, 4, 10, tzinfo=UTC)
    assert docks.reference_time == datetime(2020, 6, 2, 10, tzinfo=UTC)
    assert cranes.metadata["feed"] == f"{site.url}/feed"
    assert site.asked.count("/cranes") == 1
    (seen,) = await watches.all()
    assert (seen.kind, seen.problem, seen.document_count) == ("feed", "", 2)


async def watched_with_one_entry(watches: Watches, site: Site) -> Watch:
    site.page("/cranes", "Two cranes came.")
    serve(site, ("Cranes", f"{site.url}/cranes", MAY))
    watch = await watches.add(f"{site.url}/feed")
    await watches.look(watch)
    return watch


async def test_an_entry_that_was_updated_is_a_new_version_of_its_own_date(
    watches: Watches, ingestion: Ingestion, site: Site
) -> None:
    watch = await watched_with_one_entry(watches, site)
    site.page("/cranes", "Three cranes came.")
    serve(site, ("Cranes", f"{site.url}/cranes", JUNE))
    await watches.look(watch)
    (newest,) = await documents(ingestion)
    assert newest.content == "Three cranes came."
    in_may = Viewpoint(published_by=datetime(2020, 5, 31, tzinfo=UTC), ended=True)
    assert [one.content for one in await documents(ingestion, in_may)] == ["Two cranes came."]


async def test_an_entry_whose_document_was_deleted_comes_back_when_it_is_updated(
    watches: Watches, ingestion: Ingestion, site: Site
) -> None:
    watch = await watched_with_one_entry(watches, site)
    (cranes,) = await documents(ingestion)
    await ingestion.delete(cranes.id)
    await watches.look(watch)
    assert await documents(ingestion) == []
    serve(site, ("Cranes", f"{site.url}/cranes", JUNE))
    await watches.look(watch)
    assert [one.title for one in await documents(ingestion)] == ["Cranes"]


async def test_an_entry_that_leads_inside_or_nowhere_is_said_and_the_others_come(
    watches: Watches, ingestion: Ingestion, site: Site
) -> None:
    site.page("/cranes", "Two cranes came.")
    serve(
        site,
        ("Inside", "http://169.254.169.254/latest/", MAY),
        ("Gone", f"{site.url}/gone", MAY),
        ("Cranes", f"{site.url}/cranes", MAY),
    )
    await watches.look(await watches.add(f"{site.url}/feed"))
    assert [one.title for one in await documents(ingestion)] == ["Cranes"]
    (seen,) = await watches.all()
    assert "inside of a network" in seen.problem
    assert "1 more" in seen.problem
    site.page("/gone", "It is back.")
    await watches.look(seen)
    assert [one.title for one in await documents(ingestion)] == ["Cranes", "Gone"]


async def test_xml_that_is_no_feed_is_said(watches: Watches, site: Site) -> None:
    site.answers["/feed"] = (200, {"Content-Type": "text/xml"}, b"<recipe><egg/></recipe>")
    await watches.look(await watches.add(f"{site.url}/feed"))
    (seen,) = await watches.all()
    assert "neither a page nor a feed" in seen.problem


def test_atom_is_read_with_its_updates_and_odd_dates_are_none() -> None:
    atom = b"""<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title>
    <entry><title>One</title><link href="/one"/><published>2020-05-04T10:00:00Z</published>
    <updated>2020-06-02T10:00:00Z</updated></entry>
    <entry><title>Two</title><link href="/two"/><updated>someday</updated></entry>
    <entry><title>No link</title></entry></feed>"""
    found = read_feed(atom, "https://example.org/feeds/a.atom")
    assert [(one.url, one.date and one.date.month) for one in found.entries] == [
        ("https://example.org/one", 6),
        ("https://example.org/two", None),
    ]
