"""What a page shows when it cannot go on: what happened, and what to do, in a sentence."""

import logging

import streamlit as st

from services.errors import DossierError, StoreUnavailable

logger = logging.getLogger(__name__)


def show(error: Exception) -> bool:
    """True: nothing more needs to be shown. Errors of ours are sentences; of others only the log has details."""
    if isinstance(error, StoreUnavailable):
        st.warning(str(error), icon=":material/cloud_off:")
    elif isinstance(error, DossierError):
        st.error(str(error), icon=":material/error:")
    else:
        logger.error("A page failed", exc_info=error)
        st.error("Something went wrong on this page; the log has the details.", icon=":material/error:")
    return True
