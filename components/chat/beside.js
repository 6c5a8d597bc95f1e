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
    hold(link);
    const passage = [asked.get("id"), asked.get("start") ?? "", asked.get("end") ?? ""];
    setTriggerValue("opened", { passage: passage.join(" "), at: Date.now() });
  };
  document.addEventListener("click", follow, { capture: true });
  return () => document.removeEventListener("click", follow, { capture: true });
}

// What was clicked stays under the hand while the pane makes the lines shorter, unless the reader does something else.
const SETTLED_MS = 2000;
const citations = () => [...document.querySelectorAll('.stChatMessage a[href*="documents?"]')];

function hold(link) {
  const place = citations().indexOf(link);
  const top = link.getBoundingClientRect().top;
  const until = performance.now() + SETTLED_MS;
  const acted = new AbortController();
  const settings = { signal: acted.signal, capture: true, passive: true };
  for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) addEventListener(kind, () => acted.abort(), settings);
  const step = () => {
    if (acted.signal.aborted || performance.now() > until) return acted.abort();
    const now = citations()[place]; // drawn anew
    const moved = now ? now.getBoundingClientRect().top - top : 0;
    if (Math.abs(moved) > 1) now.closest(".stMain").scrollTop += moved;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
