"""Text from documents and models, made safe and plain for `st.markdown`.

Streamlit escapes HTML by itself. What is left: remote images (they would tell another server what is on the page),
dollar signs (taken for formulas), Streamlit's own directives such as `:red[…]`, and bare addresses of the web
and of mailboxes, which become links.
"""

import re

from services.text import markup
from services.text.quotes import QUOTATION

_FORMULA = re.compile(r"(\\*)(\$)")
_DIRECTIVE = re.compile(r"(\\*)(:)(?=[a-z])", re.IGNORECASE)
_ADDRESS = re.compile(r"(?<=www)(?=\.)|(?:(?<=http)|(?<=https))(?=:/)|(?<=\S)(?=@)", re.IGNORECASE)
"""Where an address of the web or of a mailbox can be cut in two."""
_CUT = ":small[]"
"""Nothing that is seen or copied. A backslash is no help: addresses are looked for in what is left without it."""
_LINKED = re.compile(
    r"\]\(\s*<?[^()\s]*(?:\([^()\s]*\)[^()\s]*)*|(?<!\\)<[^<>\s]+>|^ {0,3}\[[^\[\]]+\]:.*", re.MULTILINE
)
"""Where an answer's Markdown itself says what a link leads to."""
_LEADS_AWAY = (
    re.compile(r"(\])(\()(?!\s*(?:/(?![/\\])|#))"),
    re.compile(r"(\])(:)"),
    re.compile(r"(\\*)(<)(?=[^<>\s]+>)"),
)
"""What makes words a link to another place than a page of Dossier, or says where such words lead."""
_QUOTED = re.compile(rf"{QUOTATION.pattern}|^ {{0,3}}>.*$", re.MULTILINE)
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+\-!|~$])")


def format_answer(text: str) -> str:
    """A model's answer: its Markdown stays, images, formulas and directives do not; code has none of the latter. An
    address is a link where the answer makes it one: one that stands in a quotation does not become one, and a link of
    the quoted document's is none here."""
    return _format(_QUOTED.sub(lambda quoted: _without_links(quoted[0]), text))


def format_quotations(text: str) -> str:
    """As `format_answer`, of words that are a document's own, or may still be: no link in them leads elsewhere."""
    return _format(_without_links(text))


def _format(text: str) -> str:
    return markup.change_outside_code(markup.without_images(text), lambda words: _cut_addresses(as_plain_words(words)))


def _without_links(text: str) -> str:
    def change(words: str) -> str:
        for sign in _LEADS_AWAY:
            words = markup.escape_signs(sign, words)
        return words

    return markup.change_outside_code(text, change)


def _cut_addresses(text: str) -> str:
    parts, after = [], 0
    for link in _LINKED.finditer(text):
        parts += [_ADDRESS.sub(_CUT, text[after : link.start()]), link[0]]
        after = link.end()
    return "".join([*parts, _ADDRESS.sub(_CUT, text[after:])])


def as_plain_words(text: str) -> str:
    return markup.escape_signs(_DIRECTIVE, markup.escape_signs(_FORMULA, text))


def as_code(text: str) -> str:
    """An address or a path: as it is, and no link of the half of it that looks like one."""
    shown = " ".join(text.split())
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    return f"{fence} {shown} {fence}" if "`" in shown else f"`{shown}`"


def literal(text: str) -> str:
    """A document's text: every character shown as it is, on one line, and no address a link."""
    shown = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return _ADDRESS.sub(_CUT, markup.escape_signs(_DIRECTIVE, shown))
