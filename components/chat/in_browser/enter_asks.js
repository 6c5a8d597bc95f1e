// Enter in the dialog's date field asks, as it does in its text fields.
const SENT_MS = 250; // the date itself goes to the server first

export default function ({ data, parentElement }) {
  const dialog = (parentElement.host ?? parentElement).closest('[role="dialog"]');
  if (!dialog) return;
  const press = (event) => {
    const isInField = event.target.closest(`.st-key-${data.field}`) && !event.target.closest("button");
    if (event.key !== "Enter" || !isInField || event.isComposing) return;
    setTimeout(() => dialog.querySelector(`.st-key-${data.button} button`)?.click(), SENT_MS);
  };
  dialog.addEventListener("keydown", press);
  return () => dialog.removeEventListener("keydown", press);
}
