// Shows one page of a document as a picture with the passage's boxes on it. What is pressed goes to Python, which
// draws the next page; zooming is done here, and a sharper picture is asked for when this one gets too coarse.
const CLOSEST = 4, FARTHEST = 0.3, COARSE = 1.03, PADDING = 0.16;

export default function (component) {
  const { data, parentElement } = component;
  const reader = parentElement.querySelector(".reader");
  const view = (parentElement.__view ??= begin(reader));
  view.component = component;
  view.data = data;
  reader.classList.remove("waiting");
  reader.classList.toggle("dark", isDark(reader));
  drawToolbar(view);
  drawThumbnails(view);
  drawPage(view);
}

function begin(reader) {
  const view = { reader, zoom: 1, shown: null };
  reader.addEventListener("click", (event) => press(view, event.target.closest("[data-go],[data-passage],[data-zoom],[data-page]")));
  reader.querySelector(".number").addEventListener("change", (event) => goTo(view, event.target));
  reader.querySelector(".sheet").addEventListener("keydown", (event) => onKey(view, event));
  new ResizeObserver(() => view.data && fit(view)).observe(reader.querySelector(".sheet"));
  return view;
}

function press(view, pressed) {
  if (!pressed || pressed.disabled) return;
  const { go, passage, zoom, page } = pressed.dataset;
  if (go) turn(view, Number(go));
  else if (passage) tell(view, "passage", { step: Number(passage) });
  else if (page) tell(view, "page", { number: Number(page) });
  else zoomBy(view, zoom);
}

const KEYS = {
  ArrowLeft: (view) => turn(view, -1), PageUp: (view) => turn(view, -1),
  ArrowRight: (view) => turn(view, 1), PageDown: (view) => turn(view, 1),
  n: (view) => step(view, 1), p: (view) => step(view, -1),
  "+": (view) => zoomBy(view, "1.25"), "=": (view) => zoomBy(view, "1.25"), "-": (view) => zoomBy(view, "0.8"), 0: (view) => zoomBy(view, "fit"),
};

function onKey(view, event) {
  const does = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!does || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  does(view);
}

function turn(view, by) {
  const number = view.data.number + by;
  if (number >= 1 && number <= view.data.labels.length) tell(view, "page", { number });
}

function step(view, by) {
  const button = view.reader.querySelector(`[data-passage="${by}"]`);
  if (!button.disabled && !button.parentElement.hidden) tell(view, "passage", { step: by });
}

function goTo(view, field) {
  const asked = field.value.trim(), labels = view.data.labels;
  const named = labels.findIndex((label) => label.toLowerCase() === asked.toLowerCase()) + 1;
  const number = named || (/^\d+$/.test(asked) ? Number(asked) : 0);
  const isThere = number >= 1 && number <= labels.length;
  field.setAttribute("aria-invalid", String(!isThere));
  if (isThere) tell(view, "page", { number });
}

function tell(view, name, event) {
  view.reader.classList.add("waiting");
  view.component.setTriggerValue(name, { ...event, at: Date.now() });
}

function drawToolbar({ reader, data }) {
  const field = reader.querySelector(".number");
  field.value = data.labels[data.number - 1];
  field.setAttribute("aria-invalid", "false");
  const isCounted = data.labels[data.number - 1] === String(data.number);
  reader.querySelector(".count").textContent = isCounted ? `of ${data.labels.length}` : `(${data.number} of ${data.labels.length})`;
  reader.querySelector('[data-go="-1"]').disabled = data.number <= 1;
  reader.querySelector('[data-go="1"]').disabled = data.number >= data.labels.length;
  const { at, count } = data.passages;
  reader.querySelector(".passages").hidden = count === 0;
  reader.querySelector(".passage").title = `Cited by ${data.passages.by}`;
  reader.querySelector(".passage").textContent = at ? `cited passage ${at} of ${count}` : `${count} cited passage${count === 1 ? "" : "s"}`;
  reader.querySelector('[data-passage="-1"]').disabled = !data.passages.before;
  reader.querySelector('[data-passage="1"]').disabled = !data.passages.after;
}

function drawThumbnails({ reader, data }) {
  const strip = reader.querySelector(".thumbnails");
  strip.hidden = data.thumbnails.length < 2;
  strip.replaceChildren(...data.thumbnails.map(({ number, picture }) => {
    const button = document.createElement("button"), image = document.createElement("img");
    button.className = "thumbnail";
    button.dataset.page = number;
    button.title = `Page ${data.labels[number - 1]}`;
    if (number === data.number) button.setAttribute("aria-current", "page");
    image.src = `data:image/png;base64,${picture}`;
    image.alt = "";
    button.append(image, data.labels[number - 1]);
    return button;
  }));
  const current = strip.querySelector("[aria-current]");
  if (current) strip.scrollTop = current.offsetTop - strip.clientHeight / 2;
}

function drawPage(view) {
  const { reader, data } = view;
  const picture = reader.querySelector(".picture"), sheet = reader.querySelector(".sheet");
  picture.src = `data:image/png;base64,${data.picture}`;
  const said = `Page ${data.labels[data.number - 1]} of ${data.title}`;
  picture.alt = data.boxes.length ? `${said}, with the passage marked` : said;
  sheet.setAttribute("aria-label", `${picture.alt}. Left and right arrows turn pages, N and P go to cited passages, plus and minus zoom.`);
  reader.querySelector(".marks").replaceChildren(...data.boxes.map(mark));
  fit(view);
  // A rerun for another reason must not move what the reader is looking at.
  const wanted = `${data.document}:${data.number}:${JSON.stringify(data.boxes)}`;
  if (view.shown !== wanted) requestAnimationFrame(() => scrollToMark(reader));
  view.shown = wanted;
}

function mark([left, top, right, bottom]) {
  const element = document.createElement("div"), extra = PADDING * (bottom - top);
  element.className = "mark";
  Object.assign(element.style, {
    left: `${100 * left - 0.15}%`, width: `${100 * (right - left) + 0.3}%`,
    top: `${100 * (top - extra)}%`, height: `${100 * (bottom - top + 2 * extra)}%`,
  });
  return element;
}

function scrollToMark(reader) {
  const sheet = reader.querySelector(".sheet"), first = reader.querySelector(".mark");
  if (!first) { sheet.scrollTop = 0; return; }
  const box = first.getBoundingClientRect(), frame = sheet.getBoundingClientRect();
  sheet.scrollTop += box.top - frame.top - sheet.clientHeight / 3;
  sheet.scrollLeft += Math.min(0, box.left - frame.left - 20);
}

function zoomBy(view, factor) {
  view.zoom = factor === "fit" ? 1 : Math.min(CLOSEST, Math.max(FARTHEST, view.zoom * Number(factor)));
  fit(view);
}

function fit({ reader, data, zoom, component }) {
  const sheet = reader.querySelector(".sheet"), paper = reader.querySelector(".paper");
  const width = Math.round((sheet.clientWidth - 28) * zoom);
  if (width <= 0) return;
  paper.style.width = `${width}px`;
  paper.style.height = `${(width * data.height) / data.width}px`;
  reader.querySelector(".fit").textContent = `${Math.round(100 * zoom)} %`;
  const wanted = Math.min(width * (window.devicePixelRatio || 1), data.widest);
  if (wanted > data.pixels * COARSE) component.setTriggerValue("sharper", { pixels: Math.ceil(wanted), at: Date.now() });
}

function isDark(reader) {
  const [red, green, blue] = getComputedStyle(reader).color.match(/[\d.]+/g).map(Number);
  return red + green + blue > 384;
}
