"""How the value of a control and the page's URL stay the same: read from it, followed when it changes, written back.

Each change makes an entry of the browser's history, so Back and Forward lead through what was seen. Streamlit's own
binding does not: it replaces the entry, and empties it when another page is opened. Only the sidebar's controls, which
go along from page to page, are bound that way (`follow_link`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any, NamedTuple

import streamlit as st

from services.text.queries import LONGEST_QUERY


@dataclass(frozen=True)
class Kind:
    """How a value stands in the URL. `read` raises ValueError for what is none; of several words `write` makes several
    parameters."""

    read: Callable[[Sequence[str]], Any]
    write: Callable[[Any], Sequence[str]]


def kind_of_options(options: Sequence[str]) -> Kind:
    """The URL carries the option's own short name, so that no link is tied to wording."""

    def read(words: Sequence[str]) -> str:
        if words[-1] not in options:
            raise ValueError(words[-1])
        return words[-1]

    return Kind(read, lambda value: [value] if value else [])


def _switch(words: Sequence[str]) -> bool:
    return {"true": True, "false": False}.get(words[-1].lower()) is True


def _short_text(value: object) -> Sequence[str]:
    """Nothing of a text that is too long for an address: browsers and servers between cut or refuse such a one."""
    written = str(value or "")
    return [written] if 0 < len(written) <= LONGEST_QUERY else []


TEXT = Kind(lambda words: words[-1], _short_text)
TEXTS = Kind(lambda words: [word for word in words if word], lambda values: list(values or []))
SWITCH = Kind(_switch, lambda value: ["true" if value else "false"])
DAY = Kind(lambda words: date.fromisoformat(words[-1]), lambda value: [value.isoformat()] if value else [])
NUMBER = Kind(lambda words: int(words[-1]), lambda value: [str(value)])


class Seen(NamedTuple):
    """What the URL said when the page was last drawn, and the default of that time."""

    words: tuple[str, ...]
    default: object


def bind_options(key: str, options: list[str], default: str) -> Callable[[], None]:
    """`bind` for a control that offers these options."""
    return bind(key, default, kind_of_options(options))


def bind(key: str, default: Any, kind: Kind = TEXT) -> Callable[[], None]:
    """Call before the control of that key is drawn; the result belongs into its `on_change`.

    The URL wins where it has changed since: a link, a reload, Back. Else what code has put into the control's state is
    written to the URL. The default is not worth a parameter, and a control left at it follows another default; one that
    a link names stays there: whatever is written while the page is drawn takes a date just chosen off the URL.
    """
    words, seen = tuple(st.query_params.get_all(key)), st.session_state.get(_seen(key))
    if key not in st.session_state or (seen is not None and seen.words != words):
        st.session_state[key] = _read(words, default, kind)
    elif seen is not None and seen.default != default and not words and st.session_state[key] == seen.default:
        st.session_state[key] = default
    elif not words or _read(words, default, kind) != st.session_state[key]:
        _write(key, default, kind)
    _remember(key, default)
    return lambda: _written(key, default, kind)


def _read(words: tuple[str, ...], default: Any, kind: Kind) -> Any:
    try:
        return kind.read(words) if words else default
    except ValueError:
        return default


def _written(key: str, default: Any, kind: Kind) -> None:
    _write(key, default, kind)
    _remember(key, default)


def _write(key: str, default: Any, kind: Kind) -> None:
    value = st.session_state[key]
    words = [] if value == default else list(kind.write(value))
    if words == st.query_params.get_all(key):
        return
    if words:
        st.query_params[key] = words if len(words) > 1 else words[0]
    else:
        st.query_params.pop(key, None)


def _remember(key: str, default: Any) -> None:
    st.session_state[_seen(key)] = Seen(tuple(st.query_params.get_all(key)), default)


def _seen(key: str) -> str:
    return f"url-{key}"


def change_address(values: Mapping[str, str] = MappingProxyType({}), *, without: Iterable[str] = ()) -> None:
    """All at once: each change of one parameter would be a step of the browser's history, and Back would lead to an
    address that nobody has seen, such as a passage's start without its end. A parameter that goes is empty until the
    page's next run, as only so Streamlit lets several go together."""
    gone: dict[str, list[str]] = {name: [] for name in without if st.query_params.get(name)}
    changed = {name: [words] for name, words in values.items() if [words] != st.query_params.get_all(name)}
    if gone or changed:
        st.query_params.update(gone | changed)


def needs_default(key: str, value: object) -> bool:
    """Call before the widget of that key: True when it must be given `value` as its default.

    One that is there already follows `value`. Setting the state of a new widget would show its first option for a
    moment, and would come back as if the user had chosen.
    """
    if key not in st.session_state:
        return True
    if st.session_state[key] != value:
        st.session_state[key] = value
    return False


def follow_link(page: str, key: str, emptied_by: tuple[str, str]) -> None:
    """Call before the control of that key is drawn on `page`, which may be one that a link has led to.

    Streamlit reads a control's parameter on the first page of a tab; on one that a link leads to, the control's own
    state would win, so it is dropped. A link empties the control by the parameter `emptied_by`, which comes first: what
    the control said is in the URL still.
    """
    seen = f"{key}_page"
    if st.session_state.setdefault(seen, page) == page:
        return
    st.session_state[seen] = page
    name, value = emptied_by
    if st.query_params.get(name) == value:
        st.session_state[key] = None
    elif key in st.query_params:
        st.session_state.pop(key, None)
