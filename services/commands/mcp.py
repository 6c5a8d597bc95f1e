"""`mcp`: the research tools for a program that starts this one and talks to it through stdin and stdout."""

import click


@click.command()
def mcp() -> None:
    """Serve the Model Context Protocol on stdin and stdout.

    For agents that start their tools themselves. The same tools are at /mcp of a running dashboard.
    """
    from services.api.mcp import build_mcp
    from services.process import backend, close_backend

    try:
        backend()
        build_mcp(backend).run("stdio", show_banner=False)
    finally:
        close_backend()
