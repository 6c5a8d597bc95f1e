"""The few rules of CSS that the theme cannot say, and the colours that mean something on every page."""

import hashlib
from typing import Literal, NamedTuple

import streamlit as st

# Okabe–Ito, with a lighter twin for the dark theme. A type keeps its colour on every page.
CATEGORY_COLOURS = {
    "light": ("#0072B2", "#D55E00", "#009E73", "#AA4499", "#B8860B", "#5D5FB0", "#117A8B", "#8A5A2B"),
    "dark": ("#56B4E9", "#F0935A", "#4FD1A5", "#D98BC9", "#F0C94A", "#A3A5F0", "#5CC8D7", "#D2A679"),
}
ROW_PIXELS = 33
NO_LONGER_TRUE = {"light": "#8A929C", "dark": "#8F97A3"}


class Mark(NamedTuple):
    """How a type is drawn: `colour` counts in CATEGORY_COLOURS, `shape` is a key of GLYPHS (vis-network's name)."""

    colour: int
    shape: str


GLYPHS = {
    "dot": "●",
    "square": "■",
    "diamond": "◆",
    "triangle": "▲",
    "triangleDown": "▼",
    "star": "★",
    "hexagon": "⬢",
}
MARKS = {
    "Agency": Mark(0, "square"),
    "Company": Mark(1, "diamond"),
    "Person": Mark(2, "dot"),
    "Spacecraft": Mark(3, "triangle"),
    "Rocket": Mark(4, "star"),
    "Station": Mark(5, "hexagon"),
    "Mission": Mark(6, "triangleDown"),
    "Programme": Mark(7, "square"),
    "Record": Mark(0, "star"),
    "Place": Mark(1, "triangleDown"),
    "Contract": Mark(2, "square"),
    "Engine": Mark(4, "hexagon"),
    "Country": Mark(3, "dot"),
    "Phase": Mark(5, "diamond"),
    "Instrument": Mark(7, "triangle"),
    "Organization": Mark(6, "square"),
    "Event": Mark(6, "star"),
    "Location": Mark(2, "triangleDown"),
    "Document": Mark(7, "dot"),
    "Product": Mark(5, "square"),
    "Concept": Mark(3, "diamond"),
    "": Mark(7, "dot"),
}
"""Types that are often met have a mark of their own; another type gets one of the rest by its name."""


class Line(NamedTuple):
    """How a fact is drawn, and the word for it."""

    word: str
    light: str
    dark: str
    width: float
    dashes: tuple[int, ...] = ()


FACT_LINES = {
    "holds": Line("true", "#5B6673", "#A7B0BC", 1.5),
    "maybe": Line("may be true", "#5B6673", "#A7B0BC", 1.5, (12, 4)),
    "ended": Line("no longer true", "#9AA2AC", "#7F8894", 1.1, (6, 5)),
    "later": Line("not yet true", "#9AA2AC", "#7F8894", 1.1, (2, 4)),
    "undated": Line("undated", "#A66300", "#E5A84B", 1.5, (9, 3, 2, 3)),
    "together": Line("mentioned together", "#8A93A0", "#8B95A3", 0.8, (1, 5)),
    "added": Line("added", "#007A57", "#4FD1A5", 2.6),
    "gone": Line("ended", "#C14E00", "#F0935A", 2.2, (6, 5)),
    "passed": Line("came and went", "#0072B2", "#56B4E9", 1.4, (3, 3)),
    "replaced": Line("replaced", "#9A3C8A", "#D98BC9", 2.0, (6, 5)),
    "replacement": Line("replacement", "#9A3C8A", "#D98BC9", 2.6),
}
CSS = """
<style>
.stMainBlockContainer { max-width: 1500px; padding-top: 2.6rem; padding-bottom: 4rem; }
/* The field for questions is as wide as what stands above it. */
[data-testid="stBottomBlockContainer"] { max-width: 1500px; margin: 0 auto; }
.stMainBlockContainer, .stSidebar { font-variant-numeric: tabular-nums; }
/* Where the sidebar is closed, its button stands in a bar that covers what is scrolled below it. */
.stApp:has(.stSidebar[data-collapsed="true"]) .stMainBlockContainer { padding-top: 5rem; }
.stApp:has(.stSidebar[data-collapsed="true"]) .stMain { scroll-padding-top: 4.5rem; }
@media (max-width: 820px) { .stMainBlockContainer { padding-left: 1rem; padding-right: 1rem; } }
/* A path or an address without spaces breaks rather than leave its table. */
.stTable td { overflow-wrap: anywhere; }
/* They show nothing, so they take no room. */
:is(.st-key-typed-dates, .st-key-clock-address, .st-key-page-top, .st-key-timeline-drags, .st-key-timeline-keyboard) {
  position: absolute; }
/* As high before a row is ticked as with the buttons, so that the table below stays under the pointer. */
.st-key-bulk { min-height: 2.5rem; }
/* Where the keyboard is. Streamlit shows it weakly on links, and on tables not at all. */
.stApp { --focus: light-dark(#0B63A5, #62B0EA); }
.stApp :is(a, button, summary, [role="button"], [role="tab"], [tabindex="0"]:not(input)):focus-visible,
.stDataFrame:has(canvas:focus-visible) { outline: 2px solid var(--focus) !important; outline-offset: 1px; }
.stApp :is(.stTextInput, .stNumberInput, .stSelectbox) div:has(> input:focus-visible) {
    outline: 2px solid var(--focus); outline-offset: -1px; }
/* Quiet words are still read: Streamlit's own grey has a contrast of 4.2 to 1. */
[data-testid="stCaptionContainer"] { opacity: 1; color: color-mix(in srgb, currentColor 74%, transparent); }
.stExpander summary { opacity: 1; }
.stApp [data-testid="stBaseButton-primary"]:not(:disabled) { color: light-dark(#FFFFFF, #10141A); }
/* Streamlit shows it under the pointer only, where no keyboard is. */
[data-testid="stSidebarCollapseButton"] { visibility: visible; }
/* "Press Enter to apply" and the count of characters would stand on the words of a long query. */
.st-key-q [data-testid="InputInstructions"] { display: none; }
/* Buttons that are the lines of a list: st.container(key="list-…"). */
[class*="st-key-list"] button { justify-content: flex-start; text-align: left; min-height: 0; padding: 0.2rem 0; }
[class*="st-key-list"] button > div { justify-content: flex-start; width: 100%; }
:is([class*="st-key-list"], [class*="st-key-starter-"], [class*="st-key-follow-"]) button :is(p, div, span) {
  text-align: left; }
/* Lines of about ninety characters at any width. */
.stChatMessage [data-testid="stMarkdownContainer"] :is(p, li, blockquote) { max-width: 68ch; }
/* A cited passage beside the chat, as high as the window; on a narrow one between the answer and the field. */
.st-key-beside { position: fixed; z-index: 100; top: 3.75rem; right: 0; bottom: 0; width: min(42vw, 760px);
  --reader-height: max(260px, calc(100vh - 15.5rem));
  padding: 0.5rem 1rem; border-left: 1px solid color-mix(in srgb, currentColor 20%, transparent);
  overflow-y: auto; background: light-dark(#ffffff, #16181c); }
.stMain:has(.st-key-beside) :is(.stMainBlockContainer, [data-testid="stBottomBlockContainer"]) {
  padding-right: calc(min(42vw, 760px) + 1.5rem); }
@media (max-width: 900px) {
  .st-key-beside { z-index: 90; top: 38vh; bottom: 8.75rem; left: 0; width: auto; border-left: 0;
    border-top: 1px solid; --reader-height: max(180px, calc(62vh - 21.5rem)); }
  .stApp:has(.stSidebar:not([data-collapsed="true"])) .st-key-beside { left: 18.75rem; }
  .stMain:has(.st-key-beside) :is(.stMainBlockContainer, [data-testid="stBottomBlockContainer"]) {
    padding-right: 1rem; }
  .stMain:has(.st-key-beside) [data-testid="stBottomBlockContainer"] { padding-top: 0.5rem; padding-bottom: 0.75rem; }
}
/* The title of a source is read whole: Streamlit cuts a link's words at the end of its line. */
.stChatMessage .stPageLink a > span:last-child { white-space: normal; overflow: visible; }
.stChatMessage .stPageLink a { height: auto; }
/* Reachable however long the answer has grown. */
[class*="st-key-stop-"] { position: sticky; top: 0.5rem; z-index: 1; align-self: flex-end; width: fit-content; }
/* A source's line begins where the answer's text does. */
[class*="st-key-citations-"] .stPageLink a { padding-left: 0; }
/* Within a line of small words, which it makes no higher. */
[class*="st-key-review-undo-"] .stButton { display: flex; }
[class*="st-key-review-undo-"] button { min-height: 0; height: 1.25rem; padding: 0; }
/* How a long queue goes, above those of its rows that are in view. */
:has(> .st-key-queue-head) { position: sticky; top: 0; z-index: 5; padding: 0.4rem 0;
  background: light-dark(#ffffff, #16181c); }
.stApp:has(.stSidebar[data-collapsed="true"]) :has(> .st-key-queue-head) { top: 3.75rem; }
/* As high without the steps through time, as in Review: the views stay where they are. */
.st-key-split-views .stHorizontalBlock { min-height: 2.6rem; }
/* Streamlit gives a title that is as wide as its words none of the space round the others. */
.stMain .stHeading h1 { padding: 1.25rem 0 1rem; }
/* A page's title with what holds beside it: when that appears, nothing below moves. */
.st-key-titled { min-height: 3.95rem; }
.st-key-titled .stAlert { padding: 0; }
/* A drawing uses all of a large window, and with its details all of the screen. */
.stMainBlockContainer:has(.st-key-split-graph) { max-width: 2400px; }
.st-key-split-graph:fullscreen { padding: 12px; overflow: auto; background: var(--st-background-color, Canvas); }
/* A result with its details beside it: st.container(key="split-…") stacks where two columns would be cramped. */
[class*="st-key-split"] { container-type: inline-size; }
@container (max-width: 820px) {
  [class*="st-key-split"] > div > .stHorizontalBlock > .stColumn { min-width: 100%; }
}
</style>
"""


def apply_style() -> None:
    st.html(CSS)


def current_theme() -> str:
    """`light` or `dark`: what the browser shows now."""
    return "dark" if st.context.theme.type == "dark" else "light"


def table_height(rows: int, most: int) -> int | Literal["content"]:
    """As high as its rows, and no higher than about `most` pixels; with a guess at a row's height a strip of nothing
    would be drawn below the last, or the last be cut."""
    return "content" if ROW_PIXELS * (rows + 1) <= most else most


def mark_of_type(type_name: str) -> Mark:
    """The same type has the same mark in every session and on every page."""
    if type_name in MARKS:
        return MARKS[type_name]
    taken = set(MARKS.values())
    free = [Mark(c, s) for s in GLYPHS for c in range(len(CATEGORY_COLOURS["light"])) if Mark(c, s) not in taken]
    return free[int.from_bytes(hashlib.sha256(type_name.encode()).digest()[:4]) % len(free)]


def glyph_of_type(type_name: str) -> str:
    return GLYPHS[mark_of_type(type_name).shape]
