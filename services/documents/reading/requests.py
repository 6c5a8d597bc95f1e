"""What a reading process is asked: a line of JSON, then the file, unless it still has that one."""

import json
import select
import sys
from dataclasses import dataclass
from typing import BinaryIO

IDLE_SECONDS = 60.0
ENDED_IDLE = 75
"""The exit status of a process that nothing was asked for so long."""


@dataclass
class Requests:
    """Pages of a file are asked for one by one; the file comes with the first of them."""

    stream: BinaryIO
    idle_seconds: float = IDLE_SECONDS
    _held: bytes = b""

    def next(self) -> dict[str, object] | None:
        """The next request; None: there will be no more. Ends the process when nothing comes."""
        if not select.select([self.stream], [], [], self.idle_seconds)[0]:
            sys.exit(ENDED_IDLE)
        line = self.stream.readline()
        return dict(json.loads(line)) if line else None

    def file(self, request: dict[str, object]) -> bytes:
        """What the request is about; kept for the next one where that is said."""
        if request["is_kept"]:
            return self._held
        self._held = b""  # two large files at once would pass the limit of memory
        data = self.stream.read(int(str(request["bytes"])))
        self._held = data if request["keep"] else b""
        return data
