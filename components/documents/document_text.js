// Draws a document's blocks, with find, outline and steps through the cited passages. Text only ever becomes
// textContent, and an address a link only where it is one of the web: a document may hold anything.
const MOST_FOUND = 2000, WAIT = 120;

export default function (component) {
  const { data, parentElement } = component;
  const view = (parentElement.__view ??= begin(parentElement.querySelector(".text-reader")));
  Object.assign(view, { component, data, found: [], at: -1 });
  view.text.replaceChildren(...data.blocks.map((block) => drawBlock(block, data.show_chunks)));
  view.text.setAttribute("aria-label", data.label);
  view.reader.classList.toggle("plain", data.as_text);
  rankHeadings(view.text, data.top_rank);
  drawOutline(view);
  drawPassages(view);
  find(view);
  // A rerun for another reason must not move what the reader is looking at.
  const wanted = `${data.document}:${data.mark}`, mark = view.text.querySelector("mark");
  if (mark && view.shown !== wanted) requestAnimationFrame(() => scrollTo(view, mark));
  view.shown = wanted;
}

function begin(reader) {
  const part = (name) => reader.querySelector(name);
  const view = { reader, text: part(".document"), outline: part(".outline"), field: part(".wanted"), status: part(".found") };
  reader.addEventListener("click", (event) => press(view, event.target.closest("button")));
  view.text.addEventListener("keydown", (event) => onKey(view, event));
  view.text.addEventListener("scroll", () => (view.moved ??= requestAnimationFrame(() => showPlace(view))));
  view.field.addEventListener("keydown", (event) => onFieldKey(view, event));
  view.field.addEventListener("input", () => {
    clearTimeout(view.waiting);
    view.waiting = setTimeout(() => (find(view), go(view, 1)), WAIT);
  });
  return view;
}

function press(view, button) {
  if (!button || button.disabled) return;
  const { found, passage, offset } = button.dataset;
  if (found) go(view, Number(found));
  else if (passage) step(view, Number(passage));
  else if (offset) openHeading(view, offset);
  else toggleOutline(view);
}

const KEYS = {
  n: (view) => step(view, 1),
  p: (view) => step(view, -1),
  "/": (view) => view.field.focus(),
};

function onKey(view, event) {
  const does = KEYS[event.key.toLowerCase()];
  if (!does || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  does(view);
}

function onFieldKey(view, event) {
  if (event.key === "Enter") {
    clearTimeout(view.waiting);
    if (view.sought !== view.field.value) find(view);
    go(view, event.shiftKey ? -1 : 1);
  } else if (event.key === "Escape") {
    view.field.value = "";
    find(view);
    view.text.focus();
  }
}

// Blocks

const TAGS = { paragraph: "p", lines: "p", heading: "div", code: "pre", quote: "blockquote", list: "ul", numbered: "ol", item: "li",
  table: "table", row: "tr", head: "th", cell: "td", rule: "hr" };

function drawBlock(block, showChunks) {
  const element = document.createElement(TAGS[block.kind]);
  element.className = block.kind;
  element.dataset.offset = block.offset;
  if (block.kind === "heading") asHeading(element, block.level);
  if (block.kind === "numbered" && block.level !== undefined) element.start = block.level;
  if (block.kind === "head") element.scope = "col";
  if (block.kind === "lines" && !block.pieces) element.classList.add("blank");
  for (const piece of block.pieces ?? []) element.append(drawPiece(piece, showChunks));
  for (const inner of block.blocks ?? []) element.append(drawBlock(inner, showChunks));
  if (block.pieces) element.dataset.leaf = "";
  return block.kind === "table" ? framed(element) : element;
}

function asHeading(element, level) {
  element.setAttribute("role", "heading");
  element.dataset.level = level;
  element.classList.add(`level-${level}`);
}

// Who hears the page goes by the headings' ranks: none may be left out, whatever the document does.
function rankHeadings(text, topRank) {
  const above = [];
  for (const heading of text.querySelectorAll(".heading")) {
    const level = Number(heading.dataset.level);
    while (above.length && above.at(-1) >= level) above.pop();
    above.push(level);
    heading.setAttribute("aria-level", topRank + above.length - 1);
  }
}

// A wide table moves in a frame of its own, by keyboard too.
function framed(table) {
  const frame = document.createElement("div");
  frame.className = "frame";
  frame.tabIndex = 0;
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", "Table");
  frame.append(table);
  return frame;
}

const STYLED = { strong: "strong", em: "em", struck: "s", code: "code" };

function drawPiece(piece, showChunks) {
  const styles = piece.styles ?? [];
  const part = document.createElement(piece.marked ? "mark" : "span");
  if (piece.cited) part.classList.add("cited");
  if (styles.includes("picture")) asPicture(part);
  if (showChunks && piece.chunk !== undefined) asChunk(part, piece.chunk);
  part.append(styles.includes("break") ? document.createElement("br") : piece.text);
  const styled = styles.filter((style) => style in STYLED).reduceRight((inner, style) => wrapped(STYLED[style], inner), part);
  return piece.link ? linked(piece.link, styled) : styled;
}

function asPicture(part) {
  part.classList.add("picture");
  part.title = "A picture of the document; it is not loaded";
}

function asChunk(part, chunk) {
  part.classList.add(chunk % 2 ? "odd" : "even");
  part.title = `Chunk ${chunk}`;
}

function wrapped(tag, inner) {
  const element = document.createElement(tag);
  element.append(inner);
  return element;
}

function linked(address, inner) {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return inner;
  const link = wrapped("a", inner);
  Object.assign(link, { href: address, target: "_blank", rel: "noopener noreferrer", title: address });
  return link;
}

// Outline

function drawOutline(view) {
  const { data, outline, reader } = view;
  const isWorthIt = data.outline.length > 1;
  reader.querySelector(".headings").hidden = !isWorthIt;
  reader.classList.toggle("outlined", isWorthIt);
  const said = JSON.stringify(data.outline);
  if (view.outlined === said) return;
  view.outlined = said;
  outline.replaceChildren(...data.outline.map(({ title, level, offset }) => {
    const button = document.createElement("button");
    button.className = `entry level-${level}`;
    button.dataset.offset = offset;
    button.textContent = title;
    return button;
  }));
  showPlace(view);
}

function openHeading(view, offset) {
  const heading = view.text.querySelector(`[data-offset="${CSS.escape(offset)}"]`);
  if (heading) view.text.scrollTop += heading.getBoundingClientRect().top - view.text.getBoundingClientRect().top - 12;
  if (view.reader.classList.contains("open")) toggleOutline(view);
}

function toggleOutline({ reader }) {
  const isOpen = reader.classList.toggle("open");
  reader.querySelector(".headings").setAttribute("aria-expanded", String(isOpen));
}

function showPlace(view) {
  view.moved = undefined;
  const top = view.text.getBoundingClientRect().top + 40;
  let current = null;
  for (const entry of view.outline.children) {
    const heading = view.text.querySelector(`[data-offset="${entry.dataset.offset}"]`);
    if (heading && heading.getBoundingClientRect().top <= top) current = entry;
    entry.removeAttribute("aria-current");
  }
  if (!current) return;
  current.setAttribute("aria-current", "location");
  const { offsetTop, offsetHeight } = current, { scrollTop, clientHeight } = view.outline;
  if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) view.outline.scrollTop = offsetTop - clientHeight / 2;
}

// Cited passages

function drawPassages({ reader, data }) {
  const { at, count, by, before, after } = data.passages;
  reader.querySelector(".passages").hidden = count === 0;
  const passage = reader.querySelector(".passage");
  passage.textContent = at ? `cited passage ${at} of ${count}` : `${count} cited passage${count === 1 ? "" : "s"}`;
  passage.title = `Cited by ${by}`;
  reader.querySelector('[data-passage="-1"]').disabled = !before;
  reader.querySelector('[data-passage="1"]').disabled = !after;
}

function step(view, by) {
  const { before, after } = view.data.passages;
  if (by > 0 ? after : before) view.component.setTriggerValue("passage", { step: by, at: Date.now() });
}

// Find

function find(view) {
  for (const part of view.text.querySelectorAll(".hit")) {
    const parent = part.parentNode;
    part.replaceWith(...part.childNodes);
    parent.normalize();
  }
  view.sought = view.field.value;
  view.at = -1;
  const words = view.sought.trim();
  view.found = words ? [...places(view.text, pattern(words))] : [];
  showFound(view);
}

function pattern(words) {
  return new RegExp(words.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\\/-]/g, "\\$&")).join("\\s+"), "giu");
}

// Each place as the parts that it is drawn in: emphasis or a mark may begin in its middle.
function* places(text, wanted) {
  let left = MOST_FOUND;
  for (const leaf of text.querySelectorAll("[data-leaf]")) {
    const matches = [...leaf.textContent.matchAll(wanted)].slice(0, left);
    left -= matches.length;
    const found = matches.map(() => []);
    for (const { node, start } of textsOf(leaf)) wrapMatches(node, start, matches, found);
    yield* found;
  }
}

function textsOf(leaf) {
  const walker = document.createTreeWalker(leaf, NodeFilter.SHOW_TEXT), texts = [];
  for (let start = 0; walker.nextNode(); start += walker.currentNode.length) texts.push({ node: walker.currentNode, start });
  return texts;
}

function wrapMatches(node, start, matches, found) {
  const end = start + node.length;
  for (let at = matches.length - 1; at >= 0; at--) {  // from the end, so that the places before stay
    const from = Math.max(matches[at].index, start), to = Math.min(matches[at].index + matches[at][0].length, end);
    if (from >= to) continue;
    const part = node.splitText(from - start);
    part.splitText(to - from);
    const hit = document.createElement("span");
    hit.className = "hit";
    part.replaceWith(hit);
    hit.append(part);
    found[at].push(hit);
  }
}

function go(view, by) {
  const { found } = view;
  found[view.at]?.forEach((hit) => hit.classList.remove("current"));
  if (found.length) {
    view.at = view.at < 0 ? firstBelow(view, by) : (view.at + by + found.length) % found.length;
    found[view.at].forEach((hit) => hit.classList.add("current"));
    scrollTo(view, found[view.at][0]);
  }
  showFound(view);
}

// One begins where one reads, not at the document's beginning.
function firstBelow({ text, found }, by) {
  const top = text.getBoundingClientRect().top;
  const below = found.findIndex(([hit]) => hit.getBoundingClientRect().top >= top);
  if (by > 0) return below < 0 ? 0 : below;
  return ((below < 0 ? 0 : below) - 1 + found.length) % found.length;
}

function showFound({ reader, status, field, found, at }) {
  const count = found.length < MOST_FOUND ? String(found.length) : `more than ${MOST_FOUND}`;
  status.textContent = !field.value.trim() ? "" : !found.length ? "not found" : at < 0 ? count : `${at + 1} of ${count}`;
  reader.querySelector(".find").classList.toggle("asked", field.value.trim() !== "");
  for (const button of reader.querySelectorAll("[data-found]")) button.disabled = !found.length;
}

function scrollTo({ text }, target) {
  text.scrollTop += target.getBoundingClientRect().top - text.getBoundingClientRect().top - text.clientHeight / 4;
}
