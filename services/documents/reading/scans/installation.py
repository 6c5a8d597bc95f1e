"""Whether the models that read pictures of text are here; looks without loading anything."""

from importlib.util import find_spec
from pathlib import Path

PACKAGE = "rapidocr"
FINDER, READER = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"
INSTALL = ".venv/bin/pip install --no-deps -r requirements-local-model.txt"


def are_models_installed() -> bool:
    return all((models_folder() / name).is_file() for name in (FINDER, READER))


def models_folder() -> Path:
    found = find_spec(PACKAGE)
    places = found.submodule_search_locations if found is not None else None
    return Path(places[0], "models") if places else Path("models-are-not-installed")
