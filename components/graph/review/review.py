"""What somebody should look at: documents that retired many facts at once, and entities that may be one."""

import streamlit as st

from components.backend import run, services
from components.graph.review import fact_changes, gone_files, look_alikes, readings
from services.text.wording import count_of


def show() -> None:
    """What is decided here stays in its row until the view is left: nothing moves under the pointer."""
    graph = services().graph
    gone_files.show()
    alarms = run(graph.alarms())
    fact_changes.show_alarms(alarms)
    alarming = {change.id for alarm in alarms for change in alarm}
    fact_changes.show([change for change in run(graph.latest_changes(limit=50)) if change.id not in alarming])
    readings.show(run(graph.readings(readings.wanted_count())), run(graph.reading_totals()))
    readings.show_accepted(run(services().ingestion.graph.accepted()))
    readings.show_rejected(run(services().ingestion.graph.rejected()))
    look_alikes.show()


def show_warning() -> None:
    """On every view of the page, as long as there is something alarming to look at."""
    for alarm in run(services().graph.alarms()):
        st.warning(
            f"{fact_changes.title_words(alarm)} retired {count_of(len(alarm), 'fact')} at once, which is unusual and "
            "may be a misreading. The **Review** view lists them and can restore each.",
            icon=":material/warning:",
        )
