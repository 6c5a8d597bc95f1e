// Keeps the latest question at the top of the window while its answer comes and afterwards, also where a conversation
// is opened; one that is opened with a passage beside it shows what cites this. Gives the field the keyboard when the
// page is opened. Below a short answer it leaves as much room as that needs.
const awaited = (globalThis.dossierAwaited ??= new Set()); // answers that were asked for and have not come to rest
const ended = (globalThis.dossierEnded ??= new Set()); // those of them whose last word was drawn
const reader = (globalThis.dossierReader ??= watchReader());
const ABOVE = 16;
const BEYOND = 60; // not at the very end: there Streamlit would follow the growing page
const QUIET_MS = 1500;
const QUIET_FRAMES = 40; // a page that is busy drawing shows few
const LONGEST_MS = 30_000;

const isScrolled = (element) => /auto|scroll/.test(getComputedStyle(element).overflowY);

function scroller(from) {
  let element = from;
  while (element && !(element instanceof Element && isScrolled(element))) element = element.parentNode ?? element.host;
  return element;
}

// Who scrolls by hand is left where they are; to who has touched nothing yet, the page that still grows stays in place.
function watchReader() {
  const state = { moved: false, acted: false };
  for (const kind of ["wheel", "touchmove"]) addEventListener(kind, () => (state.moved = true), { passive: true, capture: true });
  const keys = ["PageUp", "PageDown", "ArrowUp", "ArrowDown", "Home", "End"];
  addEventListener("keydown", (event) => (state.moved ||= keys.includes(event.key)), true);
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (state.acted = true), { passive: true, capture: true });
  return state;
}

// What cites the passage (document, start, end): the link that was clicked (beside.js), else the first in the last answer
// that cites its very words, or some of them.
function citing([id, start, end]) {
  const links = [...document.querySelectorAll('.stChatMessage a[href*="documents?"]')].filter((one) => one.offsetParent);
  const asked = links.map((one) => [one, new URL(one.href).searchParams]).filter(([, to]) => to.get("id") === id);
  const isSame = ([, to]) => to.get("start") === start && to.get("end") === end;
  const isNear = ([, to]) => Number(to.get("start")) < Number(end) && Number(start) < Number(to.get("end"));
  const found = (asked.some(isSame) ? asked.filter(isSame) : asked.filter(isNear)).map(([one]) => one);
  const clicked = globalThis.dossierClicked;
  const same = clicked?.passage === `${id} ${start} ${end}` && found[clicked.place];
  const message = found.at(-1)?.closest(".stChatMessage");
  return same || found.find((one) => one.closest(".stChatMessage") === message);
}

// Brings what cites the passage into view and holds it there until the page has been at rest for a while: a long
// conversation is drawn in parts, and Streamlit follows its end meanwhile.
function showCited(passage, view, host) {
  const begun = performance.now();
  let cited = null;
  let quiet = { since: begun, frames: 0 };
  const step = () => {
    const now = performance.now();
    const isAtRest = quiet.frames > QUIET_FRAMES && now - quiet.since > QUIET_MS;
    if (reader.moved || reader.acted || !host.isConnected || isAtRest || now - begun > LONGEST_MS) return;
    if (!cited?.isConnected || !cited.offsetParent) cited = citing(passage);
    const before = view.scrollTop;
    const top = cited ? cited.getBoundingClientRect().top - view.getBoundingClientRect().top : 0;
    if (cited) view.scrollTop += top - view.clientHeight / 3;
    const isStill = cited && Math.abs(view.scrollTop - before) < 1;
    quiet = isStill ? { ...quiet, frames: quiet.frames + 1 } : { since: now, frames: 0 };
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const questions = () => document.querySelectorAll('[class*="st-key-question-"]');

export default function ({ data, parentElement }) {
  const host = parentElement.host ?? parentElement;
  const view = scroller(host);
  if (!view) return;
  const room = parentElement.querySelector(".room");
  const makeRoom = () => {
    const question = [...questions()].at(-1);
    if (!data.id || !question) return (room.style.height = "0");
    const used = room.getBoundingClientRect().top - question.getBoundingClientRect().top;
    const below = document.querySelector('[data-testid="stBottom"]')?.offsetHeight ?? 0;
    room.style.height = `${Math.max(0, view.clientHeight - used - below + BEYOND)}px`;
  };
  const isOther = host.__answer !== data.id; // the page or another conversation was opened
  const isOpened = host.__answer === undefined; // also where one comes back from another page
  if (isOther) host.__shown = isOpened && !data.running && data.passage !== null; // what cites the passage, not the question
  const toQuestion = () => {
    const question = [...questions()].at(-1);
    const isElsewhere = host.__shown && (!data.passage || citing(data.passage)); // also once the passage is closed
    if (!question || reader.moved || isElsewhere) return;
    makeRoom();
    const distance = question.getBoundingClientRect().top - view.getBoundingClientRect().top - ABOVE;
    view.scrollTo({ top: view.scrollTop + distance });
  };
  let following = [];
  const watcher = new ResizeObserver(() => {
    makeRoom();
    if (!data.id || reader.acted) return;
    following.forEach(clearTimeout); // at the end of the page Streamlit follows what grows, for some frames
    following = [0, 200, 500, 1000].map((delay) => setTimeout(toQuestion, delay));
  });
  watcher.observe(host.closest('[data-testid="stMainBlockContainer"]') ?? host);
  makeRoom();
  host.__answer = data.id;
  if (data.id && (data.running || isOther) && (isOpened || !awaited.has(data.id))) {
    awaited.add(data.id);
    reader.moved = reader.acted = false; // what was typed and sent is over
  }
  if (isOther && host.__shown) showCited(data.passage, view, host);
  // What stood above, such as suggestions, goes while the answer comes; what it is drawn with comes after its end.
  if (awaited.has(data.id) && !data.running && !ended.has(data.id)) {
    ended.add(data.id);
    reader.acted = false; // a click such as Stop was about the answer that is over
  }
  const isLeft = ended.has(data.id) && reader.acted;
  const waiting = awaited.has(data.id) && !isLeft ? [50, 200, 500, 1000].map((delay) => setTimeout(toQuestion, delay)) : [];
  if (waiting.length && !data.running) waiting.push(setTimeout(() => awaited.delete(data.id), 1100));
  focusOnce(parentElement);
  return () => {
    watcher.disconnect();
    [...waiting, ...following].forEach(clearTimeout);
  };
}

// Once for each visit of the page, and not when the reader is at something else already.
function focusOnce(mount) {
  if (mount.__focused) return;
  mount.__focused = true;
  const look = (tries) => {
    const field = document.querySelector('[data-testid="stChatInput"] textarea');
    if (field && document.activeElement === document.body) field.focus({ preventScroll: true });
    else if (!field && tries) setTimeout(look, 100, tries - 1);
  };
  look(20);
}
