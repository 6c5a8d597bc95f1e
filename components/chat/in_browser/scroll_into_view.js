// Keeps the latest question at the top of the window while its answer comes and afterwards, also where a conversation
// is opened, and gives the field the keyboard when the page is. Below a short answer it leaves as much room as that needs.
const awaited = (globalThis.dossierAwaited ??= new Set()); // answers that were asked for and have not come to rest
const ended = (globalThis.dossierEnded ??= new Set()); // those of them whose last word was drawn
const reader = (globalThis.dossierReader ??= watchReader());
const ABOVE = 16;
const BEYOND = 60; // not at the very end: there Streamlit would follow the growing page

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
  const toQuestion = () => {
    const question = [...questions()].at(-1);
    if (!question || reader.moved) return;
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
  const isOther = host.__answer !== data.id; // the page or another conversation was opened
  host.__answer = data.id;
  if (data.id && (data.running || isOther) && !awaited.has(data.id)) {
    awaited.add(data.id);
    reader.moved = reader.acted = false; // what was typed and sent is over
  }
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
