// In a narrow window the page has the room: the sidebar closes once, and stays as one leaves it.
const NARROW = 900, DONE = "dossier-sidebar-closed";

export default function () {
  if (window.innerWidth > NARROW || isDone()) return;
  document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click();
}

function isDone() {
  try {
    const done = sessionStorage.getItem(DONE) !== null;
    sessionStorage.setItem(DONE, "closed");
    return done;
  } catch {
    return true; // without storage it would close again with every page
  }
}
