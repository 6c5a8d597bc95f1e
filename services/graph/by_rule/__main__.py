"""The reading process: documents on standard input, what was read on standard output, until its input ends.

A frame is its length in bytes (four, big-endian) and JSON. It ends by itself after a while without work.
"""

import gc
import json
import os
import resource
import select
import struct
import sys
from typing import BinaryIO

IDLE_SECONDS = 120
MOST_MEMORY = 6 * 1024**3
"""Of address space: a document that wants more ends the process, not the machine."""


def main() -> None:
    os.putenv("OPENBLAS_NUM_THREADS", "1")  # before NumPy is there: sentences are too small to be shared, waiting costs
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    source, target = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever a library prints does not come between the frames
    from services.graph.by_rule.reader import Reader
    from services.graph.by_rule.sentences.english import EnglishParser

    reader = Reader(EnglishParser())
    gc.freeze()  # the model stays; looking through it again and again takes a tenth of the time
    while select.select([source], [], [], IDLE_SECONDS)[0] and (frame := read_message(source)) is not None:
        asked = json.loads(frame)
        reading = reader.read(asked["title"], asked["content"], asked["known"])
        send_message(target, reading.model_dump_json().encode())


def read_message(source: BinaryIO) -> bytes | None:
    head = source.read(4)
    return source.read(struct.unpack(">I", head)[0]) if len(head) == 4 else None


def send_message(target: BinaryIO, body: bytes) -> None:
    target.write(struct.pack(">I", len(body)) + body)
    target.flush()


if __name__ == "__main__":
    main()
