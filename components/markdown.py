"""Text from documents and models, made safe and plain for `st.markdown`.

Streamlit escapes HTML by itself. What is left: remote images (they would tell another server what is on the page),
dollar signs (taken for formulas), Streamlit's own directives such as `:red[…]`, and bare addresses, which
become links with whatever follows them.
"""

import re

from services.text import markup

_FORMULA = re.compile(r"(\\*)(\$)")
_DIRECTIVE = re.compile(r"(\\*)(:)(?=[a-z])", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:(?<=www)|(?<=https)|(?<=http))(\\*)(\.|:)(?=\S)", re.IGNORECASE)
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+\-!|~$])")


def format_answer(text: str) -> str:
    """A model's answer: its Markdown stays, images, formulas and directives do not; code has none of the latter."""
    return markup.change_outside_code(markup.without_images(text), as_plain_words)


def as_plain_words(text: str) -> str:
    return markup.escape_signs(_DIRECTIVE, markup.escape_signs(_FORMULA, text))


def as_code(text: str) -> str:
    """An address or a path: as it is, and no link of the half of it that looks like one."""
    shown = " ".join(text.split())
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    return f"{fence} {shown} {fence}" if "`" in shown else f"`{shown}`"


def literal(text: str) -> str:
    """A document's text: every character shown as it is, on one line."""
    shown = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return markup.escape_signs(_ADDRESS, markup.escape_signs(_DIRECTIVE, shown))
