"""What the tests of runs share: two replies of a model, and a run's events read to the end."""

from tests.openai_server import Reply, ToolUse

SEARCH = Reply(tools=(ToolUse("hybrid_search", {"query": "administrator of NASA", "limit": 3}),))
SLOW = Reply(text="word " * 400, token_delay=0.02)


async def finished(run):
    async for _ in run.follow():
        pass
    return run.events


def kinds(events):
    """Types in order, neighbours of one type once."""
    names = [event.type for event in events]
    return [name for place, name in enumerate(names) if place == 0 or names[place - 1] != name]
