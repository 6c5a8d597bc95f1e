"""From where the workbench looks: what the sidebar's controls say, as one viewpoint."""

from components.sidebar import as_of, collection
from services.models import Viewpoint


def current() -> Viewpoint:
    return Viewpoint(as_of=as_of.current(), collection=collection.current())


def link(viewpoint: Viewpoint) -> dict[str, str]:
    """The parameters of a link to a page that is to look from there."""
    return as_of.link(viewpoint.as_of) | collection.link(viewpoint.collection)
