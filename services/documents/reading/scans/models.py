"""The two models that read pictures of text: one finds lines, the other reads a line's letters.

They are PP-OCRv6 small of PaddleOCR (Apache-2.0). Of the package that brings them, rapidocr, only these files are used:
no OpenCV, and nothing is fetched when they run (docs/decisions/scans.md).
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession, SessionOptions

from services.documents.reading.scans.installation import FINDER, READER, models_folder

QUIET = 3
"""Only errors are logged."""

Gray = NDArray[np.uint8]
Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class ScanModels:
    """`letters` are what the reader's classes stand for; the first stands for none."""

    finder: InferenceSession
    reader: InferenceSession
    letters: tuple[str, ...]

    def text_likelihood(self, picture: Gray) -> Numbers:
        """For each pixel of a picture whose sides are multiples of 32: how likely it lies in a line of text, 0 to 1."""
        found: Numbers = _run(self.finder, picture)[0, 0]
        return found

    def letter_likelihoods(self, line: Gray) -> Numbers:
        """A row for every 8 pixels of a line 48 pixels high, with the likelihood of each letter."""
        found: Numbers = _run(self.reader, line)[0]
        return found


@cache
def scan_models() -> ScanModels:
    """The models of this process; they take a second to load, and some 100 MB."""
    reader = _session(READER)
    known = reader.get_modelmeta().custom_metadata_map["character"].splitlines()
    return ScanModels(_session(FINDER), reader, ("", *known, " "))


def _session(name: str) -> InferenceSession:
    """On one core: pages are read side by side where there are more."""
    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = QUIET
    return InferenceSession(str(models_folder() / name), options, providers=["CPUExecutionProvider"])


def _run(session: InferenceSession, picture: Gray) -> Numbers:
    given = np.empty((1, 3, *picture.shape), np.float32)
    given[:] = picture.astype(np.float32) / 127.5 - 1
    found: Numbers = session.run(None, {session.get_inputs()[0].name: given})[0]
    return found
