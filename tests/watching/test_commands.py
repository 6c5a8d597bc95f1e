"""`watch`, as it is typed."""

from pathlib import Path

import pytest

from tests.documents.test_commands import Run, folder, store_url
from tests.documents.test_editing_commands import run

__all__ = ["folder", "run", "store_url"]


def test_a_folder_is_named_from_where_one_is(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "reports").mkdir()
    monkeypatch.chdir(tmp_path)
    assert str(tmp_path / "reports") in run("watch", "reports/").stdout
    assert str(tmp_path / "reports") in run("watch").stdout
    assert run("watch", "reports", "--stop").returncode == 0
    assert run("watch").stdout == ""
    assert "is not watched" in run("watch", "reports", "--stop").stderr
