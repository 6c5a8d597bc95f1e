// The timeline by keyboard: arrows go from fact to fact, Home and End to the first and last in time, Enter opens one as
// a click does. Vega keeps each mark's datum at its element; the marks themselves cannot have the focus.
const CHART = ".st-key-timeline [data-testid=stVegaLiteChart]", LOOK_EVERY = 300, RING = "keyboard-ring", GAP = 3;
const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Enter"];

export default function (component) {
  const spoken = component.parentElement.querySelector(".spoken");
  let chart = null, current = null;

  const marks = () => {
    const found = new Map();
    const edges = chart.getBoundingClientRect();
    for (const element of chart.querySelectorAll(".mark-rect path, .mark-symbol path")) {
      const datum = element.__data__?.datum;
      if (!datum?.id || Number(element.getAttribute("opacity")) === 0) continue;
      const box = element.getBoundingClientRect();
      if (box.right < edges.left || box.left > edges.right) continue;
      const known = found.get(datum.id);
      if (!known || box.width > known.box.width) found.set(datum.id, { id: datum.id, datum, element, box });
    }
    return [...found.values()].sort((a, b) => a.datum.start - b.datum.start || a.box.y - b.box.y);
  };

  const middle = ({ box }) => box.x + box.width / 2;

  // The nearest in time, of the next row in that direction which has any.
  const beside = (all, from, direction) => {
    const ahead = all.filter((mark) => (mark.box.y - from.box.y) * direction > from.box.height / 2);
    const distance = Math.min(...ahead.map((mark) => Math.abs(mark.box.y - from.box.y)));
    const row = ahead.filter((mark) => Math.abs(mark.box.y - from.box.y) < distance + from.box.height / 2);
    return row.sort((a, b) => Math.abs(middle(a) - middle(from)) - Math.abs(middle(b) - middle(from)))[0];
  };

  const target = (key, all) => {
    const place = all.findIndex((mark) => mark.id === current);
    if (key === "Home" || (place < 0 && key !== "End")) return all[0];
    if (key === "End") return all.at(-1);
    if (key === "ArrowLeft") return all[place - 1];
    if (key === "ArrowRight") return all[place + 1];
    return beside(all, all[place], key === "ArrowUp" ? -1 : 1);
  };

  const send = (mark, types) => {
    const at = { clientX: middle(mark), clientY: mark.box.y + mark.box.height / 2 };
    for (const type of types) mark.element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, view: window, ...at }));
  };

  const ring = () => {
    chart.querySelector(`.${RING}`)?.remove();
    const mark = document.activeElement === chart && marks().find(({ id }) => id === current);
    if (!mark) return;
    const svg = chart.querySelector("svg");
    const origin = svg.getBoundingClientRect();
    const box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const place = { x: mark.box.x - origin.x - GAP, y: mark.box.y - origin.y - GAP, width: mark.box.width + 2 * GAP, height: mark.box.height + 2 * GAP };
    const look = { class: RING, rx: 4, fill: "none", stroke: "var(--focus, currentColor)", "stroke-width": 2, "pointer-events": "none" };
    for (const [name, value] of Object.entries({ ...place, ...look })) box.setAttribute(name, value);
    svg.append(box);
  };

  const go = (mark) => {
    current = mark.id;
    mark.element.scrollIntoView({ block: "nearest" });
    const there = marks().find(({ id }) => id === mark.id) ?? mark; // where it lies after scrolling
    send(there, ["pointermove", "mousemove"]); // shows what the pointer would
    spoken.textContent = [mark.datum.fact, mark.datum.when].filter(Boolean).join("; ");
    ring();
  };

  const press = (event) => {
    if (event.target !== chart || !KEYS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const all = marks();
    const chosen = all.find(({ id }) => id === current);
    if (event.key === "Enter") {
      if (chosen) send(chosen, ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]);
      return;
    }
    const next = target(event.key, all);
    if (next) go(next);
  };

  const leave = () => {
    const mark = marks().find(({ id }) => id === current);
    if (mark) send(mark, ["pointerout", "mouseout"]);
    ring();
  };

  // The page draws the chart later than this, and anew.
  const look = () => {
    const there = document.querySelector(CHART);
    if (there && there.tabIndex !== 0) there.tabIndex = 0;
    if (there !== chart) {
      chart?.removeEventListener("blur", leave);
      there?.addEventListener("blur", leave);
      chart = there;
    }
    if (chart && document.activeElement === chart && current && !chart.querySelector(`.${RING}`)) ring();
  };

  look();
  const looking = setInterval(look, LOOK_EVERY);
  document.addEventListener("keydown", press, true);
  return () => {
    clearInterval(looking);
    document.removeEventListener("keydown", press, true);
    chart?.removeEventListener("blur", leave);
  };
}
