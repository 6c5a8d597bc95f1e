// Draws a document's lines. Text only ever becomes textContent: a document may hold anything.
export default function ({ data, parentElement }) {
  const view = parentElement.querySelector(".document");
  view.replaceChildren(...drawLines(data.lines, data.show_chunks));
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

function* drawLines(lines, showChunks) {
  for (let at = 0; at < lines.length; at++) {
    const first = at;
    while (at < lines.length && lines[at].cells.length) at++;
    if (at > first) yield drawTable(lines.slice(first, at), showChunks);
    if (at < lines.length) yield drawLine(lines[at], showChunks);
  }
}

function drawLine(line, showChunks) {
  const element = document.createElement("p");
  element.className = line.heading ? `heading level-${line.heading}` : "";
  element.dataset.offset = line.offset;
  element.append(...line.pieces.map((piece) => drawPiece(piece, showChunks)));
  if (!line.pieces.length) element.className = "blank";
  return element;
}

function drawPiece(piece, showChunks) {
  const part = document.createElement(piece.marked ? "mark" : "span");
  part.textContent = piece.text;
  if (showChunks && piece.chunk !== null) {
    part.classList.add(piece.chunk % 2 ? "odd" : "even");
    part.title = `Chunk ${piece.chunk}`;
  }
  return part;
}

// Rows name their columns each; drawn below each other, the names are said once, at the top.
function drawTable(rows, showChunks) {
  const heads = [...new Set(rows.flatMap((row) => row.cells.map((cell) => cell.head)))];
  const table = document.createElement("table"), top = table.createTHead().insertRow(), body = table.createTBody();
  for (const head of heads) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = head;
    top.append(cell);
  }
  for (const row of rows) {
    const line = body.insertRow();
    line.dataset.offset = row.offset;
    for (const head of heads) {
      const pieces = row.cells.filter((cell) => cell.head === head).flatMap((cell) => cell.pieces);
      line.insertCell().append(...pieces.map((piece) => drawPiece(piece, showChunks)));
    }
  }
  return table;
}

function lineAt(view, offset) {
  return view.querySelector(`[data-offset="${CSS.escape(String(offset))}"]`);
}
