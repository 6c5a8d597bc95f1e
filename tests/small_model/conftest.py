import subprocess
import sys
from collections.abc import Iterator

import pydantic_ai.models
import pytest

from services.settings import ROOT
from tests.small_model import NAME
from tests.workbench import Workbench, workbench

__all__ = ["workbench"]


@pytest.fixture
def address() -> Iterator[str]:
    """Of a server of its own, which takes a few seconds to read the weights."""
    command = [sys.executable, "-m", "tests.small_model.server"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        said = server.stdout.readline().strip()
        assert said.startswith("http://127.0.0.1:"), "run make test-model, which installs the server and the weights"
        yield f"{said}/v1"
        server.terminate()


@pytest.fixture
def small(workbench: Workbench, address: str) -> Iterator[Workbench]:
    key = type(workbench.settings)(openai_api_key="no-key-is-asked-for").openai_api_key
    with pydantic_ai.models.override_allow_model_requests(True):
        yield workbench.with_settings(openai_base_url=address, openai_api_key=key, chat_model=NAME)
