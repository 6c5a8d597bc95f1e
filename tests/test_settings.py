"""What the environment says, as the rest of the project gets it."""

from pathlib import Path

import pytest

from services.errors import InvalidInput
from services.settings import Settings, read_settings


def test_a_relative_data_folder_is_meant_from_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DOSSIER_DATA_DIR", "kept here")
    assert Settings().data_dir == tmp_path / "kept here"


def test_a_data_folder_may_begin_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOSSIER_DATA_DIR", "~/dossier")
    assert Settings().data_dir == Path.home() / "dossier"


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", "")
    monkeypatch.setenv("PORT", "")
    assert (Settings().neo4j_uri, Settings().port) == (None, 8501)


def test_a_log_level_is_known_in_any_case_or_named_as_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOSSIER_LOG_LEVEL", "debug")
    assert Settings().log_level == "DEBUG"
    monkeypatch.setenv("DOSSIER_LOG_LEVEL", "loud")
    with pytest.raises(InvalidInput, match=r"DOSSIER_LOG_LEVEL: .* DEBUG, INFO, WARNING, ERROR"):
        read_settings()
