"""Text from documents and models, made safe and plain for `st.markdown`.

Streamlit escapes HTML by itself. What is left: remote images (they would tell another server what is on the page),
dollar signs (taken for formulas), Streamlit's own directives such as `:red[…]`, and bare addresses, which
become links with whatever follows them.
"""

import re

from services.text import markup

_FORMULA = re.compile(r"(\\*)(\$)")
_DIRECTIVE = re.compile(r"(\\*)(:)(?=[a-z])", re.IGNORECASE)
_ADDRESS = re.compile(r"(?<=www)(?=\.\S)|(?<=http)(?=s?://)|(?<=\S)(?=@\S)", re.IGNORECASE)
_TARGET = re.compile(r"((?<!\\)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\))")
_JOINT = "\N{WORD JOINER}"
"""Has no width, breaks no line, and ends what Markdown takes for an address. A backslash does not: addresses are looked
for once the escapes are gone."""
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+\-!|~$])")


def formatted(text: str) -> str:
    """A model's answer: its Markdown stays, images, formulas and directives do not; code has none of the latter.

    Links that it writes as such stay; an address in what it quotes is text.
    """
    return markup.change_outside_code(markup.without_images(text), lambda part: _unlinked_but_targets(plainly(part)))


def plainly(text: str) -> str:
    return markup.escape_signs(_DIRECTIVE, markup.escape_signs(_FORMULA, text))


def code(text: str) -> str:
    """An address or a path: as it is, and no link of the half of it that looks like one."""
    shown = " ".join(text.split())
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    return f"{fence} {shown} {fence}" if "`" in shown else f"`{shown}`"


def literal(text: str) -> str:
    """A document's text: every character shown as it is, on one line, and no address in it a link."""
    shown = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return markup.escape_signs(_DIRECTIVE, unlinked(shown))


def _unlinked_but_targets(text: str) -> str:
    parts = _TARGET.split(text)
    return "".join(part if number % 2 else unlinked(part) for number, part in enumerate(parts))


def unlinked(text: str) -> str:
    """No web or mail address in it becomes a link by itself."""
    return _ADDRESS.sub(_JOINT, text)
