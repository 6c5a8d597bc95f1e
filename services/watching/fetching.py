"""Web pages from outside, and never from inside: what a page's address leads to is looked at before it is spoken to.

A name is resolved once, and the connection goes to the address that was found and checked: a name that means another
machine a moment later leads nowhere. Redirects are followed by the same rules.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser

import httpcore

from services.errors import InvalidInput

AGENT = "Dossier"
SECONDS = 30.0
CONNECT_SECONDS = 10.0
MOST_REDIRECTS = 5
ROBOTS_BYTES = 500_000
SUFFIXES = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "application/pdf": ".pdf",
    "application/rss+xml": ".rss",
    "application/atom+xml": ".rss",
    "application/rdf+xml": ".rss",
    "application/xml": ".rss",
    "text/xml": ".rss",
}
"""Of the kinds of pages that are read; those of feeds all end alike."""


@dataclass(frozen=True)
class FetchedPage:
    """`name` ends as its kind of file does; `url` is where the redirects ended."""

    url: str
    name: str
    data: bytes

    @property
    def is_feed(self) -> bool:
        return self.name.endswith(".rss")


@dataclass(frozen=True)
class Reply:
    status: int
    headers: dict[str, str]
    data: bytes


class UnknownHost(InvalidInput):
    """No machine is known by the name, or none just now."""


class CheckedNetwork(httpcore.AsyncNetworkBackend):
    """Resolves a name, refuses addresses that are not of the public internet, and connects to the one it checked.

    `allowed` are hosts that may be inside: a test's own server.
    """

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        self._allowed = frozenset(allowed)
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        address = await self.address(host, port)
        return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)

    async def address(self, host: str, port: int) -> str:
        """Raises InvalidInput where any address of the name is inside, or there is none."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise UnknownHost(f"No machine is called “{host}”. Check the address.") from error
        addresses = [str(one[4][0]) for one in found]
        if host not in self._allowed and not all(map(is_public, addresses)):
            raise InvalidInput(f"“{host}” is an address inside of a network. Only public web pages are fetched.")
        return addresses[0]


def is_public(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    inner = getattr(found, "ipv4_mapped", None) or getattr(found, "sixtofour", None)
    if isinstance(found, ipaddress.IPv6Address) and found in ipaddress.ip_network("64:ff9b::/96"):
        inner = ipaddress.ip_address(int(found) & 0xFFFFFFFF)
    return found.is_global and not found.is_multicast and (inner is None or is_public(str(inner)))


@dataclass(frozen=True)
class WebFetcher:
    """`allowed_hosts` may be inside: for tests, which serve their own pages."""

    most_bytes: int
    allowed_hosts: Sequence[str] = ()
    seconds: float = SECONDS

    async def check_public(self, url: str) -> None:
        """Raises InvalidInput for what leads inside of a network; a name that nobody knows just now may be known when
        the page is fetched."""
        parts = urlsplit(checked_url(url))
        with suppress(UnknownHost, TimeoutError):
            async with asyncio.timeout(CONNECT_SECONDS):
                port = parts.port or (443 if parts.scheme == "https" else 80)
                await CheckedNetwork(self.allowed_hosts).address(str(parts.hostname), port)

    async def fetch(self, url: str) -> FetchedPage:
        """Raises InvalidInput with a sentence that says what is wrong."""
        checked_url(url)
        try:
            async with asyncio.timeout(self.seconds), self._connections() as connections:
                return await self._followed(connections, url)
        except TimeoutError as error:
            raise InvalidInput(f"{url} did not answer within {self.seconds:.0f} s.") from error
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, ssl.SSLError) as error:
            raise InvalidInput(f"{url} cannot be fetched ({type(error).__name__}). Try it in a browser.") from error

    def _connections(self) -> httpcore.AsyncConnectionPool:
        return httpcore.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(), network_backend=CheckedNetwork(self.allowed_hosts)
        )

    async def _followed(self, connections: httpcore.AsyncConnectionPool, url: str) -> FetchedPage:
        for _ in range(MOST_REDIRECTS + 1):
            await self._ask_robots(connections, url)
            reply = await self._get(connections, url, self.most_bytes)
            if reply.status not in (301, 302, 303, 307, 308):
                return _page(url, reply)
            url = checked_url(urljoin(url, reply.headers.get("location", "")))
        raise InvalidInput(f"{url} leads on more than {MOST_REDIRECTS} times.")

    async def _ask_robots(self, connections: httpcore.AsyncConnectionPool, url: str) -> None:
        """What a site's robots.txt forbids is left alone; a site without one forbids nothing."""
        reply = await self._get(connections, urljoin(url, "/robots.txt"), ROBOTS_BYTES)
        if reply.status >= 500:
            raise InvalidInput(f"The site of {url} does not say what may be fetched (its robots.txt fails). Wait.")
        rules = RobotFileParser()
        rules.parse(reply.data.decode("utf-8", "replace").splitlines() if reply.status == 200 else [])
        if not rules.can_fetch(AGENT, url):
            raise InvalidInput(f"The site forbids programs to fetch {url} (its robots.txt says so).")

    async def _get(self, connections: httpcore.AsyncConnectionPool, url: str, most_bytes: int) -> Reply:
        headers = [("User-Agent", AGENT), ("Accept-Encoding", "identity")]
        limits = {"timeout": {"connect": CONNECT_SECONDS, "read": self.seconds, "write": CONNECT_SECONDS}}
        async with connections.stream("GET", url, headers=headers, extensions=limits) as response:
            told = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
            if told.get("content-encoding", "identity") != "identity":
                raise InvalidInput(f"{url} comes packed, though it was asked for plainly. It is not read.")
            data = bytearray()
            async for part in response.aiter_stream():
                data += part
                if len(data) > most_bytes:
                    raise InvalidInput(f"{url} has more than {most_bytes / 1e6:.1f} MB. It is not read.")
            return Reply(response.status, told, bytes(data))


def checked_url(url: str) -> str:
    """Raises InvalidInput for what is no address of a web page."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise InvalidInput(f"“{url}” is no web address. Write it like https://example.org/page.") from error
    if parts.scheme not in ("http", "https") or not host or port == 0:
        raise InvalidInput(f"“{url}” is no web address. Write it like https://example.org/page.")
    if parts.username or parts.password:
        raise InvalidInput("An address with a name and a password in it is not watched.")
    return url


def _page(url: str, reply: Reply) -> FetchedPage:
    if reply.status != 200:
        raise InvalidInput(f"{url} answers with status {reply.status}. Try it in a browser.")
    kind = reply.headers.get("content-type", "text/html").partition(";")[0].strip().lower()
    if kind not in SUFFIXES:
        raise InvalidInput(f"{url} is “{kind}”. Pages, feeds, texts and PDFs are read.")
    return FetchedPage(url, f"page{SUFFIXES[kind]}", reply.data)
