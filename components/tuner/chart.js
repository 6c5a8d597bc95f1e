// Ranks over text_weight, or similarities against the threshold. Moves with the slider while it is dragged; a passage that is
// looked at or picked here is so in the list, too. Titles come from documents: they reach the page as textContent, never as HTML.

const CHARTS = new WeakMap();
const ROW = 40;
const TOP = 30; // room for the first label and the names of the rules
const BOTTOM = 42;
const LEFT = 26;
const RIGHT = 8;
const TICKS = [0, 0.25, 0.5, 0.75, 1];
const SVG = "http://www.w3.org/2000/svg";

export default function (component) {
  const root = component.parentElement;
  if (!CHARTS.has(root)) CHARTS.set(root, new Chart(root));
  const chart = CHARTS.get(root);
  chart.show(component.data);
  return () => {
    chart.close();
    CHARTS.delete(root);
  };
}

function drawn(tag, className, parent, attributes = {}, text = "") {
  const made = document.createElementNS(SVG, tag);
  made.setAttribute("class", className);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  parent.append(made);
  return made;
}

class Chart {
  constructor(root) {
    this.find = (selector) => root.querySelector(selector);
    this.svg = drawn("svg", "", this.find(".drawing"), { role: "img" });
    this.svg.onpointermove = (event) => this.point(event);
    this.svg.onpointerleave = () => this.look(null);
    this.svg.onclick = (event) => this.click(event);
    this.resized = new ResizeObserver(() => this.data && this.draw());
    this.resized.observe(this.find(".drawing"));
    this.deaf = listen({
      move: (value) => this.move(value),
      look: (id) => this.emphasise("looked", id),
      pick: (id) => this.emphasise("picked", id),
    });
  }

  show(data) {
    if (this.data?.query !== data.query || this.data?.mode !== data.mode) {
      // The pointer may rest on a row of the list since before the chart came.
      this.looked = data.ids.find((id) => id === lastTold("look")) ?? null;
      this.picked = null;
    }
    this.data = data;
    this.value = data.value;
    this.shown = Math.min(data.shown, data.ids.length);
    this.tops = data.mode === "hybrid" ? firstOnes(data.scores, data.method, this.shown) : [];
    this.lines = rankLines(this.tops);
    // Colours are given where the slider was released, so that none changes while it is dragged.
    this.colours = new Map(this.now().map(({ index }, place) => [index, data.colours[place % data.colours.length]]));
    this.find("figcaption").textContent = data.caption;
    this.draw();
  }

  close() {
    this.deaf();
    this.resized.disconnect();
    cancelAnimationFrame(this.frame);
  }

  move(value) {
    this.value = value;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.drawNow());
  }

  // What the list shows at the slider's value.
  now() {
    const { data, value } = this;
    if (data.mode === "semantic") return nearest(data.scores, value, this.shown);
    return placesAt(data.scores, value, data.method, this.shown).map((index) => ({ index, below: false }));
  }

  // --- drawing ------------------------------------------------------------------------------

  draw() {
    const { data, svg } = this;
    this.width = Math.max(this.find(".drawing").clientWidth, 200);
    this.height = TOP + ROW * this.shown + BOTTOM;
    svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    svg.style.height = `${this.height}px`;
    svg.replaceChildren();
    this.drawAxes();
    this.drawRule("saved", data.saved, "in use");
    this.drawLines();
    this.moving = drawn("g", "", svg);
    this.drawNow();
  }

  drawAxes() {
    const bottom = TOP + ROW * this.shown;
    for (const tick of TICKS) {
      drawn("line", "grid", this.svg, { x1: this.x(tick), x2: this.x(tick), y1: TOP - 8, y2: bottom });
      const anchor = tick === 0 ? "start" : tick === 1 ? "end" : "middle";
      drawn("text", "", this.svg, { x: this.x(tick), y: bottom + 16, "text-anchor": anchor }, tick.toFixed(2));
    }
    drawn("text", "", this.svg, { x: this.x(0.5), y: bottom + 34, "text-anchor": "middle" }, this.data.axis);
    for (let place = 0; place < this.shown; place += 1)
      drawn("text", "", this.svg, { x: LEFT - 10, y: this.y(place) + 4, "text-anchor": "end" }, place + 1);
  }

  drawRule(className, value, name) {
    const x = this.x(value);
    drawn("line", className, this.svg, { x1: x, x2: x, y1: TOP - 12, y2: TOP + ROW * this.shown });
    drawn("text", "", this.svg, { x, y: TOP - 17, "text-anchor": value < 0.06 ? "start" : value > 0.94 ? "end" : "middle" }, name);
  }

  drawLines() {
    const lines = drawn("g", "lines", this.svg);
    const greyFirst = [...this.lines].sort(([a], [b]) => this.colours.has(a) - this.colours.has(b));
    for (const [index, runs] of greyFirst) {
      const path = drawn("path", `line${this.colours.has(index) ? "" : " other"}`, lines, { d: runs.map((run) => this.path(run)).join("") });
      path.dataset.passage = this.data.ids[index];
      if (this.colours.has(index)) path.style.stroke = this.colours.get(index);
    }
  }

  // Level at every step and bent between; one that is there for a single step is a dash.
  path(run) {
    const points = run.map(([step, place]) => [this.x(WEIGHTS[step]), this.y(place)]);
    if (points.length === 1) {
      const half = (this.width - LEFT - RIGHT) / STEPS / 3;
      return `M${points[0][0] - half},${points[0][1]}h${2 * half}`;
    }
    return points
      .map(([x, y], i) => {
        if (i === 0) return `M${x},${y}`;
        const [before, level] = points[i - 1];
        const middle = (before + x) / 2;
        return `C${middle},${level} ${middle},${y} ${x},${y}`;
      })
      .join("");
  }

  drawNow() {
    const { data, moving, value } = this;
    moving.replaceChildren();
    const rule = this.x(value);
    drawn("line", "now", moving, { x1: rule, x2: rule, y1: TOP - 12, y2: TOP + ROW * this.shown });
    this.shownNow = this.now();
    this.shownNow.forEach(({ index, below }, place) => {
      const x = data.mode === "semantic" ? this.x(Math.max(0, data.scores.vector[index])) : rule;
      const dim = below ? " below" : "";
      const label = drawn("text", `label${dim}`, moving, { y: this.y(place) - 8 }, data.titles[index]);
      label.setAttribute("x", data.mode === "semantic" ? LEFT + 4 : this.beside(x, label.getComputedTextLength()));
      const dot = drawn("circle", `dot${dim}${this.colours.has(index) ? "" : " other"}`, moving, { cx: x, cy: this.y(place), r: 5.5 });
      if (this.colours.has(index)) dot.style.fill = this.colours.get(index);
      label.dataset.passage = dot.dataset.passage = data.ids[index];
    });
    this.svg.setAttribute("aria-label", this.description());
    this.paintEmphasis();
  }

  // Where a label of this width begins: to the right of the rule where there is more room, and never outside.
  beside(x, width) {
    const start = x > this.width / 2 ? x - 10 - width : x + 10;
    return Math.max(LEFT, Math.min(start, this.width - width));
  }

  description() {
    const first = this.shownNow.find(({ below }) => !below);
    return `${this.data.caption}, now at ${this.value.toFixed(2)}${first ? `, first: ${this.data.titles[first.index]}` : ""}`;
  }

  x(value) {
    return LEFT + value * (this.width - LEFT - RIGHT);
  }

  y(place) {
    return TOP + ROW * (place + 0.5);
  }

  // --- looking and picking ------------------------------------------------------------------

  // The candidate under the pointer, if a line or dot passes there.
  under(event) {
    const box = this.svg.getBoundingClientRect();
    const place = Math.round((event.clientY - box.top - TOP) / ROW - 0.5);
    if (this.data.mode === "semantic") return this.shownNow[place]?.index;
    const step = Math.round(((event.clientX - box.left - LEFT) / (this.width - LEFT - RIGHT)) * STEPS);
    return this.tops[Math.min(Math.max(step, 0), STEPS)]?.[place];
  }

  point(event) {
    const index = this.under(event);
    this.look(index === undefined ? null : this.data.ids[index]);
  }

  look(id) {
    this.svg.classList.toggle("over", id !== null);
    if (id !== this.looked) tell("look", id);
  }

  click(event) {
    const index = this.under(event);
    const id = index === undefined ? null : this.data.ids[index];
    tell("pick", id === this.picked ? null : id);
  }

  emphasise(how, id) {
    this[how] = id;
    this.paintEmphasis();
  }

  paintEmphasis() {
    const chosen = this.looked ?? this.picked;
    this.svg.classList.toggle("emphasis", Boolean(chosen) && this.data.mode === "hybrid");
    for (const mark of this.svg.querySelectorAll("[data-passage]")) {
      mark.classList.toggle("looked", mark.dataset.passage === this.looked);
      mark.classList.toggle("picked", mark.dataset.passage === this.picked);
    }
    this.find(".told").textContent = chosen ? this.told(this.data.ids.indexOf(chosen)) : this.data.hint;
  }

  told(index) {
    const { data } = this;
    const place = this.shownNow.findIndex((entry) => entry.index === index);
    const here = place < 0 ? `not among the first ${this.shown} at ${this.value.toFixed(2)}` : `rank ${place + 1} at ${this.value.toFixed(2)}`;
    if (data.mode === "semantic") return `${data.titles[index]}: similarity ${Math.max(0, data.scores.vector[index]).toFixed(2)}`;
    const runs = this.lines.get(index);
    return `${data.titles[index]}: ${here}${runs ? `; ${course(runs)}` : ""}`;
  }
}
