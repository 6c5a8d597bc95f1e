"""Dates come back from the graph exactly as they went in."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from services.graph import records

DATES = [
    datetime(2001, 11, 17, tzinfo=UTC),
    datetime(2001, 11, 17, 23, 59, 59, 999999, tzinfo=UTC),
    datetime(1969, 12, 31, 23, 59, 59, 1, tzinfo=UTC),
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC),
    datetime(1998, 3, 12, 4, 5, 6, 7, tzinfo=timezone(timedelta(hours=5, minutes=30))),
]


async def test_an_instant_is_exact_to_the_microsecond(graph_store):
    cypher = f"UNWIND $dates AS date RETURN collect({records.epoch_microseconds('date')}) AS instants"
    (row,) = await graph_store.read(cypher, dates=DATES)
    assert [records.moment(instant) for instant in row["instants"]] == DATES


async def test_no_date_stays_no_date(graph_store):
    (row,) = await graph_store.read(
        f"WITH $date AS date RETURN {records.epoch_microseconds('date')} AS instant", date=None
    )
    assert records.moment(row["instant"]) is None


@pytest.mark.parametrize("found", [[], [{"rows": []}]])
def test_nothing_found_unpacks_to_nothing(found):
    assert records.unpack_rows(found) == []
