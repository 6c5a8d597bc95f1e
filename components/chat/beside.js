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
    const passage = [asked.get("id"), asked.get("start") ?? "", asked.get("end") ?? ""];
    setTriggerValue("opened", { passage: passage.join(" "), at: Date.now() });
  };
  document.addEventListener("click", follow, { capture: true });
  return () => document.removeEventListener("click", follow, { capture: true });
}
