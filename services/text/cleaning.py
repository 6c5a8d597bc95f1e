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
    """With the replacement character the text keeps its length."""
    return UNSTORABLE_OR_CONTROL.sub(by, text)


def replace_in(value: JsonValue, by: str = REPLACEMENT) -> JsonValue:
    """In every text of a JSON value, keys too."""
    return map_texts(value, lambda text: replace(text, by))


def document_text(text: str) -> str:
    """With one kind of line end and without what is to be replaced; else as it is."""
    return replace(LINE_END.sub("\n", text), by="").replace(BYTE_ORDER_MARK, "")
