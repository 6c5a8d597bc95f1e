"""What no database can hold and no terminal should obey: refused or replaced, at each door in the same way. Pure.

No database holds null characters and halves of surrogate pairs; other control characters tell a terminal what to do.
"""

import re

from pydantic import JsonValue

from services.models.base import UNSTORABLE
from services.text.json_texts import map_texts

UNSTORABLE_OR_CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
LINE_END = re.compile("\r\n|[\r\f\x85]")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
BYTE_ORDER_MARK = "\ufeff"


def refuse(text: str) -> str:
    """The same text. Raises ValueError for what no database can hold."""
    if UNSTORABLE.search(text):
        raise ValueError("text may not hold null characters or half characters")
    return text


def replace(text: str, by: str = REPLACEMENT) -> str:
    """The text with unstorable characters replaced; with the replacement character it keeps its length."""
    return UNSTORABLE_OR_CONTROL.sub(by, text)


def replace_in(value: JsonValue, by: str = REPLACEMENT) -> JsonValue:
    """The JSON value with `replace` applied to every text in it, keys too."""
    return map_texts(value, lambda text: replace(text, by))


def document_text(text: str) -> str:
    """The text with one kind of line end and with unstorable characters replaced; else as it is."""
    return replace(LINE_END.sub("\n", text), by="").replace(BYTE_ORDER_MARK, "")
