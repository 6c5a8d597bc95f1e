"""How a failure is said: on a page that cannot go on, and in a callback whose work was not done."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from components import markdown
from services.errors import DossierError, StoreUnavailable

logger = logging.getLogger(__name__)


def show(error: Exception) -> bool:
    """True: nothing more needs to be shown. Errors of ours are sentences; of others only the log has details."""
    if isinstance(error, StoreUnavailable):
        st.warning(markdown.literal(str(error)), icon=":material/cloud_off:")
    elif isinstance(error, DossierError):
        st.error(markdown.literal(str(error)), icon=":material/error:")
    else:
        logger.error("A page failed", exc_info=error)
        st.error("Something went wrong on this page; the log has the details.", icon=":material/error:")
    return True


@contextmanager
def shown_as_toast(what: str) -> Iterator[None]:
    """`what` is a sentence, such as "The grade was not stored."; the error's own sentence follows it."""
    try:
        yield
    except DossierError as error:
        st.toast(f"{what} {markdown.literal(str(error))}", icon=":material/error:", duration="long")
