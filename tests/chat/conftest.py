"""A part of the sample corpus, with its facts, in the real stores, once for all of the chat's tests."""

from tests.workbench import deps, online, server, workbench

__all__ = ["deps", "online", "server", "workbench"]
