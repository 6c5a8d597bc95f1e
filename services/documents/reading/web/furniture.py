"""What stands on a page for finding one's way, and is none of what the page says: menus, lists of contents, links to
the page before and after, and the sign beside a heading that links to it."""

import re

from bs4 import BeautifulSoup
from bs4.element import Tag

ROLES = ("navigation", "search")
NAMES = re.compile(
    r"(?:^|[\s_-])(?:toc|docnav|navheader|navfooter|navbar|navigation|navlinks|nav-panel|breadcrumbs?|sphinxsidebar\w*|"
    r"toctree-wrapper|skip-?link|pager|pagination)(?:$|[\s_-])",
    re.IGNORECASE,
)
"""Of classes and ids: as DocBook, Sphinx, Texinfo, MediaWiki and others name such parts."""
PERMALINKS = ("¶", "#", "§", "🔗", "")
"""The words of a link within a heading that leads to the heading itself."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
FEWEST = 3
LARGEST_SHARE = 0.5
"""More of a page's words than this are no menu, whatever its class is called."""


def page_furniture(soup: BeautifulSoup) -> list[Tag]:
    """Parts named as such, lists of three links or more into the page itself, and headings' links to themselves."""
    length = len(soup.get_text(strip=True)) or 1
    named = [tag for tag in soup.find_all(True) if _is_named(tag)]
    menus = [tag for tag in named if len(tag.get_text(strip=True)) <= LARGEST_SHARE * length]
    contents = [one for one in soup.find_all(("ul", "ol", "dl")) if _is_contents(one)]
    return [*menus, *contents, *_permalinks(soup)]


def _is_named(tag: Tag) -> bool:
    if tag.name in ("html", "body", "main", "article", *HEADINGS):
        return False
    classes = tag.get("class") or ()
    said = " ".join([*([classes] if isinstance(classes, str) else classes), str(tag.get("id") or "")])
    return tag.get("role") in ROLES or (bool(said.strip()) and any(NAMES.search(one) for one in said.split()))


def _is_contents(tag: Tag) -> bool:
    """Whether all its words are links to places on this page."""
    links = [link for link in tag.find_all("a", href=True) if str(link["href"]).startswith("#")]
    if len(links) < FEWEST:
        return False
    linked = sum(len(link.get_text(strip=True)) for link in links)
    return linked >= len(tag.get_text(strip=True))


def _permalinks(soup: BeautifulSoup) -> list[Tag]:
    found = [link for heading in soup.find_all(HEADINGS) for link in heading.find_all("a", href=True)]
    return [one for one in found if str(one["href"]).startswith("#") and one.get_text(strip=True) in PERMALINKS]
