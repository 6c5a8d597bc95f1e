"""Takes the README's screenshots from a running Dossier with the sample: `python docs/take_screens.py [URL] [FOLDER]`.

With `--dark` and `--width 800` it shows the pages as others see them.
"""

import argparse
import shutil
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
QUESTION = "Who led NASA in 1974?"
HEIGHTS = {"status": 684}
"""Pixels of a screen that is cut: below them stand the paths of this machine."""


def chat(page: Page) -> None:
    page.get_by_placeholder("Ask about the documents").fill(QUESTION)
    page.keyboard.press("Enter")
    page.get_by_text("tool call").first.wait_for()
    page.get_by_role("button", name="Again").first.wait_for(timeout=60_000)
    page.wait_for_timeout(1500)  # the answer is exchanged for its replay
    page.get_by_text("tool calls").first.click()
    page.wait_for_timeout(1000)
    page.get_by_text(QUESTION).first.scroll_into_view_if_needed()


def graph(page: Page) -> None:
    page.wait_for_timeout(6000)


def nothing(page: Page) -> None:
    page.wait_for_timeout(2500)


SCREENS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "chat": ("/", chat),
    "search_tuner": ("/search_tuner?q=longest+stay+in+orbit", graph),
    "documents": ("/documents", nothing),
    "graph": ("/graph?entity=NASA", graph),
    "sources": ("/sources", nothing),
    "traces": ("/traces", nothing),
    "status": ("/status", nothing),
}


def main() -> None:
    arguments = read_arguments()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium-headless-shell"), args=FLAGS
        )
        for name in arguments.only or SCREENS:
            context = browser.new_context(
                viewport={"width": arguments.width, "height": HEIGHTS.get(name, arguments.height)},
                color_scheme="dark" if arguments.dark else "light",
                base_url=arguments.url,
            )
            page = context.new_page()
            path, prepare = SCREENS[name]
            page.goto(path)
            page.get_by_role("heading", level=1).first.wait_for(timeout=30_000)
            prepare(page)
            page.wait_for_timeout(800)
            page.screenshot(path=arguments.folder / f"{name}.png", full_page=arguments.full)
            context.close()


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", nargs="?", default="http://127.0.0.1:8501")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent / "screens")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--width", type=int, default=1360)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only", nargs="*", choices=list(SCREENS))
    return parser.parse_args()


if __name__ == "__main__":
    main()
