// Draws a document's lines. Text only ever becomes textContent: a document may hold anything.
export default function ({ data, parentElement }) {
  const view = parentElement.querySelector(".document");
  view.replaceChildren(...data.lines.map((line) => drawLine(line, data.show_chunks)));
  view.setAttribute("aria-label", data.label);
  const target = data.jump === null ? view.querySelector("mark") : lineAt(view, data.jump);
  // A rerun for another reason must not move what the reader is looking at.
  const wanted = `${data.document}:${data.jump}:${data.mark}`;
  if (target && parentElement.__shown !== wanted) {
    requestAnimationFrame(() => {
      view.scrollTop = target.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop - view.clientHeight / 4;
    });
  }
  parentElement.__shown = wanted;
}

function drawLine(line, showChunks) {
  const element = document.createElement("p");
  element.className = line.heading ? `heading level-${line.heading}` : "";
  element.dataset.offset = line.offset;
  let before = null;
  for (const piece of line.pieces) {
    const part = document.createElement(piece.marked ? "mark" : "span");
    part.textContent = piece.text;
    if (showChunks && piece.chunk !== null) {
      part.classList.add(piece.chunk % 2 ? "odd" : "even");
      part.title = `Chunk ${piece.chunk}`;
    }
    before = part;
    element.append(part);
  }
  if (before === null) element.className = "blank";
  return element;
}

function lineAt(view, offset) {
  return view.querySelector(`p[data-offset="${CSS.escape(String(offset))}"]`);
}
