// In a narrow window the page has the room: the sidebar closes once, and stays as one leaves it. The browser remembers
// that it is closed, so in a wide window it is opened again where it was closed by this.
const NARROW = 900, CLOSED = "dossier-sidebar-closed";

export default function () {
  try {
    const isClosedByThis = localStorage.getItem(CLOSED) !== null;
    if (window.innerWidth <= NARROW && !isClosedByThis) {
      localStorage.setItem(CLOSED, "yes");
      document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click();
    } else if (window.innerWidth > NARROW && isClosedByThis) {
      localStorage.removeItem(CLOSED);
      document.querySelector("[data-testid=stExpandSidebarButton]")?.click();
    }
  } catch {
    return; // without storage nothing is known of what was before
  }
}
