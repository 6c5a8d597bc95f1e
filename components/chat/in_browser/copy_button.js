// Puts a text on the clipboard and says so for a moment.
const SAID_MS = 2000;

// Over plain HTTP from another machine the browser offers no clipboard: then as a selection is copied.
const copied = async (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = Object.assign(document.createElement("textarea"), { value: text });
  field.style.position = "fixed";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("refused");
};

export default function ({ data, parentElement }) {
  const button = parentElement.querySelector("button");
  const word = button.querySelector("span");
  button.title = data.help;
  button.onclick = async () => {
    try {
      await copied(data.text);
      word.textContent = "Copied";
    } catch {
      word.textContent = "The browser refused";
    }
    setTimeout(() => (word.textContent = "Copy"), SAID_MS);
  };
}
