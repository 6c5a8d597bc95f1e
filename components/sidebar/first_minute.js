// Dismissed once, it stays away in this browser.
export default function ({ data, parentElement }) {
  const tip = parentElement.querySelector(".tip");
  const key = `dossier-tip ${data.page}`;
  tip.querySelector("span").textContent = data.words;
  tip.hidden = isDismissed(key);
  tip.querySelector("button").onclick = () => {
    tip.hidden = true;
    try {
      localStorage.setItem(key, "dismissed");
    } catch {
      return; // without storage it comes again with the next visit
    }
  };
}

function isDismissed(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
