"""Web pages: dated snapshots, politely and from outside alone."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from services.documents.ingest.ingestion import Ingestion
from services.errors import InvalidInput
from services.models import Viewpoint
from services.watching.fetching import CheckedNetwork, WebFetcher, checked_url, is_public
from services.watching.service import Watches

Answer = tuple[int, dict[str, str], bytes]


@dataclass
class Site:
    """What it answers by path, and what it was asked for."""

    url: str
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def page(self, path: str, text: str, **headers: str) -> None:
        body = f"<html><title>News</title><body><p>{text}</p></body></html>".encode()
        self.answers[path] = (200, {"Content-Type": "text/html; charset=utf-8", **headers}, body)


@pytest.fixture
def site() -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            here.asked.append(self.path)
            status, headers, body = here.answers.get(self.path, (404, {}, b""))
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    here = Site(f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield here
    server.shutdown()
    server.server_close()


@pytest.fixture
def fetcher() -> WebFetcher:
    return WebFetcher(50_000, allowed_hosts=["127.0.0.1"], seconds=5)


async def test_a_page_is_a_dated_document_for_each_text_that_it_had(
    watches: Watches, ingestion: Ingestion, site: Site
) -> None:
    site.page("/news", "The launch is planned for May.")
    watch = await watches.add(f"{site.url}/news")
    await watches.look(watch)
    await watches.look(watch)
    site.page("/news", "The launch is planned for June.")
    await watches.look(watch)
    page = await ingestion.library.list(limit=10, offset=0, viewpoint=Viewpoint.ever())
    contents = [(await ingestion.library.get(one.id)).content for one in page.documents]
    assert sorted(contents) == ["The launch is planned for June.", "The launch is planned for May."]
    assert all(one.reference_time is not None and one.source.startswith(f"{site.url}/news (") for one in page.documents)
    (seen,) = await watches.all()
    assert (seen.kind, seen.problem, seen.document_count) == ("page", "", 2)


async def test_what_robots_may_not_fetch_is_left_alone(site: Site, fetcher: WebFetcher) -> None:
    site.page("/private/a", "Secret.")
    site.answers["/robots.txt"] = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /private/")
    with pytest.raises(InvalidInput, match=r"robots\.txt says so"):
        await fetcher.fetch(f"{site.url}/private/a")
    assert site.asked == ["/robots.txt"]
    site.answers["/robots.txt"] = (503, {}, b"")
    with pytest.raises(InvalidInput, match=r"robots\.txt fails"):
        await fetcher.fetch(f"{site.url}/private/a")


async def test_redirects_are_followed_a_few_times_and_never_to_the_inside(site: Site, fetcher: WebFetcher) -> None:
    site.page("/there", "Here it is.")
    site.answers["/here"] = (302, {"Location": "/there"}, b"")
    assert (await fetcher.fetch(f"{site.url}/here")).url == f"{site.url}/there"
    site.answers["/round"] = (302, {"Location": "/round"}, b"")
    with pytest.raises(InvalidInput, match="more than 5 times"):
        await fetcher.fetch(f"{site.url}/round")
    for inside in ("http://localhost/", "http://169.254.169.254/latest/", "http://[::1]/", "http://10.0.0.7/"):
        site.answers["/in"] = (302, {"Location": inside}, b"")
        with pytest.raises(InvalidInput, match="inside of a network"):
            await fetcher.fetch(f"{site.url}/in")
    site.answers["/file"] = (302, {"Location": "file:///etc/hostname"}, b"")
    with pytest.raises(InvalidInput, match="no web address"):
        await fetcher.fetch(f"{site.url}/file")


async def test_a_page_inside_is_refused_without_the_tests_allowance(site: Site) -> None:
    with pytest.raises(InvalidInput, match="inside of a network"):
        await WebFetcher(50_000).fetch(f"{site.url}/news")
    assert site.asked == []


async def test_what_is_too_large_packed_failing_or_no_page_is_said(site: Site, fetcher: WebFetcher) -> None:
    site.page("/large", "x" * 60_000)
    site.page("/packed", "x", **{"Content-Encoding": "gzip"})
    site.answers["/film"] = (200, {"Content-Type": "video/mp4"}, b"x")
    for path, words in {"large": "more than", "packed": "packed", "film": "video/mp4", "gone": "status 404"}.items():
        with pytest.raises(InvalidInput, match=words):
            await fetcher.fetch(f"{site.url}/{path}")


async def test_what_goes_wrong_is_kept_with_what_is_watched(watches: Watches, site: Site) -> None:
    await watches.look(await watches.add(f"{site.url}/gone"))
    (watch,) = await watches.all()
    assert "answers with status 404" in watch.problem
    assert watch.seen_at is None


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "::1", "fe80::1",
     "fc00::1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"],
)  # fmt: skip
def test_an_inner_address_is_told_in_every_spelling(address: str) -> None:
    assert not is_public(address)


def test_an_outer_address_is_told() -> None:
    assert is_public("93.184.215.14")
    assert is_public("2606:2800:21f:cb07:6820:80da:af6b:8b2c")


async def test_a_name_is_resolved_once_and_its_address_is_spoken_to(monkeypatch: pytest.MonkeyPatch) -> None:
    network, spoken = CheckedNetwork(), list[str]()

    async def resolved(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(2, 1, 6, "", ("93.184.215.14", 443))]

    async def connected(host: str, *_: object) -> None:
        spoken.append(host)

    import asyncio

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolved, raising=False)
    monkeypatch.setattr(network._network, "connect_tcp", connected)
    await network.connect_tcp("example.org", 443)
    assert spoken == ["93.184.215.14"]


@pytest.mark.parametrize("url", ["ftp://a.org", "https://", "http://a:b@c.org", "http://a.org:99999", "javascript://x"])
def test_what_is_no_web_address_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput):
        checked_url(url)
