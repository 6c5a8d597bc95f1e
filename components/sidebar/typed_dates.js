// Enter and Escape take a date that was typed: Streamlit takes it only when the field is left, and Escape within a
// popover threw it away. The focus goes out of the field, which takes the date, and back to the field's own button.
const TAKEN_MS = 60;
const AROUND = "[data-testid=stPopoverBody], [role=dialog], [data-testid=stSidebarContent], main";

export default function () {
  const press = (event) => {
    if ((event.key !== "Enter" && event.key !== "Escape") || event.isComposing) return;
    const field = event.target.closest?.("[data-testid=stDateInput]");
    if (!field || !event.target.matches("[role=spinbutton]")) return;
    const opener = field.querySelector("[data-testid=stDateInputCalendarButton]");
    const around = field.closest(AROUND);
    if (!around || !opener || !document.querySelector("[data-testid=stDateInputCalendar]")) return;
    const had = around.getAttribute("tabindex");
    around.setAttribute("tabindex", "-1");
    around.focus({ preventScroll: true });
    setTimeout(() => {
      had === null ? around.removeAttribute("tabindex") : around.setAttribute("tabindex", had);
      opener.focus({ preventScroll: true });
    }, TAKEN_MS);
  };
  document.addEventListener("keydown", press, true);
  return () => document.removeEventListener("keydown", press, true);
}
