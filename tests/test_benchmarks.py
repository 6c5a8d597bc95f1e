"""Every benchmark can be started: `make bench` is run too seldom to find out by itself."""

import importlib
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parent.parent / "bench"


@pytest.mark.parametrize("name", sorted(path.stem for path in BENCH.glob("*.py") if not path.stem.startswith("__")))
def test_a_benchmark_finds_all_that_it_needs(name: str) -> None:
    importlib.import_module(f"bench.{name}")
