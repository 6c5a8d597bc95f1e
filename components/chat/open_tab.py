"""Whether a browser tab is still open, for answers that go on while it shows another page."""

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from services.chat.runs import ChatRun


def keep_run_while_open(run: ChatRun) -> None:
    """The run goes on as long as this tab is open, whatever page of it is looked at."""
    context = get_script_run_ctx()
    if context is None or not runtime.exists():
        return
    tab, server = context.session_id, runtime.get_instance()
    run.wait_for(tab, lambda: server.is_active_session(tab))
