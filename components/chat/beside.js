// A citation that is clicked opens beside the chat; with Ctrl, Shift or the middle button the browser opens it itself.
export default function ({ setTriggerValue }) {
  const follow = (event) => {
    const link = event.target.closest?.('a[href*="documents?"]');
    if (!link?.closest(".stChatMessage") || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const asked = new URL(link.href).searchParams;
    if (!asked.get("id")) return;
    event.preventDefault();
    event.stopPropagation();
    hold(citations, link);
    const passage = [asked.get("id"), asked.get("start") ?? "", asked.get("end") ?? ""];
    const alike = citations().filter((one) => one.offsetParent && one.href === link.href);
    globalThis.dossierClicked = { passage: passage.join(" "), place: alike.indexOf(link) }; // for who comes back to it
    setTriggerValue("opened", { passage: passage.join(" "), at: Date.now() });
  };
  const holdReading = () => hold(blocks, firstInView());
  const close = (event) => event.target.closest?.(".st-key-close_beside") && holdReading();
  document.addEventListener("click", follow, { capture: true });
  document.addEventListener("click", close, { capture: true });
  addEventListener("popstate", holdReading, { capture: true });
  return () => {
    document.removeEventListener("click", follow, { capture: true });
    document.removeEventListener("click", close, { capture: true });
    removeEventListener("popstate", holdReading, { capture: true });
  };
}

// What was clicked, or read, stays where it is while the pane makes the lines shorter or longer, however late the page
// draws that, unless the reader does something else.
const QUIET_MS = 1500;
const QUIET_FRAMES = 40; // a page that is busy drawing shows few
const LONGEST_MS = 30_000;
const citations = () => [...document.querySelectorAll('.stChatMessage a[href*="documents?"]')];
const blocks = () => [...document.querySelectorAll('.stChatMessage [data-testid="stMarkdownContainer"]')];
const isOpen = () => document.querySelector(".st-key-beside") !== null;
let held = new AbortController();

function firstInView() {
  const top = document.querySelector(".stMain")?.getBoundingClientRect().top ?? 0;
  return blocks().find((block) => block.offsetParent && block.getBoundingClientRect().bottom > top + 1);
}

// The element, or what was drawn in its place: `list` is as long as it was, and this one says the same.
function finder(list, element) {
  const place = list().indexOf(element);
  const said = element.textContent;
  const says = (one) => one?.offsetParent && one.textContent === said;
  return () => [element, list()[place]].find((one) => one?.isConnected && says(one));
}

function hold(list, element) {
  held.abort();
  if (!element) return;
  const acted = (held = new AbortController());
  const settings = { signal: acted.signal, capture: true, passive: true };
  for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) addEventListener(kind, () => acted.abort(), settings);
  const find = finder(list, element);
  const top = element.getBoundingClientRect().top;
  const begun = performance.now();
  const wasOpen = isOpen();
  let awaited = !(wasOpen && list === citations); // another passage in the open pane moves nothing
  let quiet = { since: begun, frames: 0 };
  const step = () => {
    const now = performance.now();
    if (awaited && isOpen() === wasOpen) quiet = { since: now, frames: 0 };
    else awaited = false;
    const isAtRest = quiet.frames > QUIET_FRAMES && now - quiet.since > QUIET_MS;
    if (acted.signal.aborted || isAtRest || now - begun > LONGEST_MS) return acted.abort();
    const drawn = find();
    const moved = drawn ? drawn.getBoundingClientRect().top - top : 0;
    if (Math.abs(moved) > 1) drawn.closest(".stMain").scrollTop += moved;
    quiet = drawn && Math.abs(moved) <= 1 ? { ...quiet, frames: quiet.frames + 1 } : { since: now, frames: 0 };
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
