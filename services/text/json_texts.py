"""The texts inside a JSON value. Pure."""

from collections.abc import Callable

from pydantic import JsonValue


def map_texts(value: JsonValue, change: Callable[[str], str]) -> JsonValue:
    """The same value with every text in it changed, keys too."""
    match value:
        case str():
            return change(value)
        case list():
            return [map_texts(item, change) for item in value]
        case dict():
            return {change(key): map_texts(item, change) for key, item in value.items()}
        case _:
            return value
