// What is opened begins at its top, and what Back or Forward leads to where it was left. Streamlit draws all pages into
// one element that scrolls, and leaves that where it is.
const left = (globalThis.dossierLeft ??= watchScrolling());
const QUIET_MS = 1500;
const LONGEST_MS = 15_000;

const view = () => document.querySelector(".stMain");

// How far each address was scrolled, and whether the browser's own buttons led to this one.
function watchScrolling() {
  const state = { shown: undefined, places: new Map(), isReturn: false, acted: false };
  const note = (event) => {
    if (event.target === view() && state.acted) state.places.set(location.href, event.target.scrollTop);
  };
  addEventListener("scroll", note, { passive: true, capture: true });
  addEventListener("popstate", () => ((state.isReturn = true), (state.acted = false)));
  for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"])
    addEventListener(kind, () => (state.acted = true), { passive: true, capture: true });
  return state;
}

// A page is drawn in parts, over the one before: it is held there until nothing has moved it for a while.
function holdAt(place, begun = performance.now(), since = begun) {
  const main = view(), now = performance.now();
  if (left.acted || !main || now - since > QUIET_MS || now - begun > LONGEST_MS) return;
  const isThere = Math.abs(main.scrollTop - place) < 1;
  if (!isThere) main.scrollTop = place;
  requestAnimationFrame(() => holdAt(place, begun, isThere ? since : now));
}

export default function ({ data }) {
  const { shown: before, isReturn } = left;
  left.shown = data.shown;
  left.isReturn = false;
  if (before === undefined || before === data.shown) return;
  left.acted = false;
  const place = isReturn && !data.scrolls_itself ? left.places.get(location.href) : 0;
  if (place) holdAt(place);
  else if (view()) view().scrollTop = 0;
}
