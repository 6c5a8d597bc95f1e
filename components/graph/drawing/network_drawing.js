// What is drawn: entities and facts, the legend, the card under the pointer. What one does with it: network.js.

function element(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function grouped(items, key) {
  const groups = new Map();
  for (const item of items) groups.set(item[key], [...(groups.get(item[key]) ?? []), item]);
  return groups;
}

const MOST_NAMES = 60;

// Where a name is written below its mark, in the drawing's own units.
function nameBox(label, { x, y }, enlarged) {
  const half = (shortened(label, 28).length * 6.6 * enlarged) / 2;
  const top = y + 10 * Math.sqrt(enlarged);
  return { left: x - half, right: x + half, top, bottom: top + 17 * enlarged };
}

const EDGE_ROOM = 24; // pixels
const FEW_FACTS = 12; // so few have room for their names when they are small

const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

class GraphDrawing {
  // --- drawing -----------------------------------------------------------------------------

  open(vis) {
    this.nodes = new vis.DataSet();
    this.edges = new vis.DataSet();
    this.network = new vis.Network(this.canvas, { nodes: this.nodes, edges: this.edges }, {
      autoResize: true,
      interaction: { hover: true, keyboard: false, tooltipDelay: 1e9 },
      layout: { improvedLayout: false, randomSeed: 7 },
      physics: { ...PHYSICS, enabled: false },
    });
    this.listen();
    this.watcher = new MutationObserver(() => this.repaint()); // Streamlit changes its theme by attributes
    for (const watched of [this.host, document.documentElement, document.body])
      this.watcher.observe(watched, { attributes: true, attributeFilter: ["style", "class"] });
  }

  // Bring the drawing to the data: what is known keeps its place, what is new settles round it.
  sync() {
    const { data } = this;
    this.memory = remembered(data.memory);
    this.nodeOf = new Map(data.nodes.map((node) => [node.id, node]));
    this.edgeOf = new Map(data.edges.map((edge) => [edge.id, edge]));
    this.factCount = countFacts(data.edges.filter((edge) => !data.states[edge.state].weak));
    this.linkCount = countFacts(data.edges);
    this.siblings = siblingsOf(data.edges);
    this.theme = themeOf(this.host);
    const drawn = new Set(this.nodes.getIds());
    const kept = data.nodes.filter((node) => drawn.has(node.id)).length;
    const afresh = kept * 4 < Math.min(drawn.size, data.nodes.length) || drawn.size === 0;
    const places = afresh ? { ...this.memory.positions } : { ...this.memory.positions, ...this.network.getPositions() };
    if (afresh) this.nodes.clear();
    else this.nodes.remove([...drawn].filter((id) => !this.nodeOf.has(id)));
    this.edges.remove(this.edges.getIds().filter((id) => !this.edgeOf.has(id)));
    this.place(data.nodes.filter((node) => !places[node.id]), places, afresh);
    this.fillNames();
    this.legend();
    this.select();
  }

  place(fresh, places, afresh) {
    const starts = startPositions(fresh, this.data.edges, places);
    this.scaleStep = null;
    this.nodes.update(this.data.nodes.map((node) => ({
      id: node.id,
      ...(places[node.id] ?? starts.get(node.id)),
      fixed: fresh.length > 0 && Boolean(places[node.id]),
    })));
    this.repaint();
    this.fitWhenSettled = afresh;
    this.fitIfCut = fresh.length > 0;
    if (fresh.length === 0) return this.settle();
    this.graph.dataset.state = "settling";
    const iterations = afresh ? (this.data.nodes.length > 100 ? 180 : 320) : 80;
    this.network.setOptions({ physics: { ...PHYSICS, enabled: true, stabilization: { enabled: true, iterations, fit: false } } });
    this.network.stabilize(iterations);
  }

  settle() {
    this.network.setOptions({ physics: { enabled: false } });
    this.nodes.update(this.nodes.getIds().map((id) => ({ id, fixed: false })));
    if (this.fitWhenSettled) {
      this.fitWhenSettled = false;
      const untouched = Object.keys(this.memory.positions).length === 0;
      const wide = untouched ? stretched(this.network.getPositions(), this.canvas.clientWidth / this.canvas.clientHeight) : [];
      if (wide.length) this.nodes.update(wide);
      this.fitAll(false);
    } else if (this.fitIfCut && this.isCut()) this.fitAll({ duration: 250 });
    this.fitIfCut = false;
    this.keepPositions();
    this.repaint();
    this.graph.dataset.state = "settled";
  }

  // Whether something that came lies outside of the frame, or its name does.
  isCut() {
    const places = Object.values(this.network.getPositions([...this.visible().nodes]));
    return places.map((place) => this.network.canvasToDOM(place)).some(({ x, y }) =>
      x < EDGE_ROOM || y < EDGE_ROOM || x > this.canvas.clientWidth - EDGE_ROOM || y > this.canvas.clientHeight - EDGE_ROOM);
  }

  // With names, which vis-network does not count in. They grow as the scale falls, so it is looked again.
  fitAll(animation) {
    this.network.fit({ nodes: [...this.visible().nodes], maxZoomLevel: 1.35 });
    let scale = this.network.getScale() * 0.9;
    let position = this.network.getViewPosition();
    for (let step = 0; step < 3; step++) {
      const { left, right, top, bottom } = this.bounds(scale);
      scale = Math.min(scale, (this.canvas.clientWidth - EDGE_ROOM) / (right - left), (this.canvas.clientHeight - EDGE_ROOM) / (bottom - top));
      position = { x: (left + right) / 2, y: (top + bottom) / 2 };
    }
    this.network.moveTo({ position, scale, animation });
  }

  // Where what is shown lies at a zoom, with its names.
  bounds(scale = 1) {
    const enlarged = enlargement(scale);
    const { nodes } = this.visible();
    const named = enlarged === 1 ? nodes : this.readable(nodes, enlarged);
    const boxes = Object.entries(this.network.getPositions([...nodes])).map(([id, { x, y }]) => {
      const { left, right, bottom } = nameBox(named.has(id) ? this.nodeOf.get(id).label : "", { x, y }, enlarged);
      return { left: Math.min(left, x - 30), right: Math.max(right, x + 30), top: y - 30, bottom };
    });
    const edge = (side, least) => Math[least](...boxes.map((box) => box[side]));
    return { left: edge("left", "min"), right: edge("right", "max"), top: edge("top", "min"), bottom: edge("bottom", "max") };
  }

  keepPositions() {
    if (!this.memory) return;
    Object.assign(this.memory.positions, this.network.getPositions());
    store(this.memory);
  }

  adjustDetail() {
    const step = `${enlargement(this.network.getScale())} ${this.factsNamed()}`;
    if (step !== this.scaleStep) this.repaint();
  }

  factsNamed() {
    const count = this.data.edges.length;
    const scale = this.network.getScale();
    return (count <= FEW_FACTS && scale > 0.33) || (count <= 60 && scale > 0.55) || (scale > 0.8 && count <= 400);
  }

  repaint() {
    if (!this.network || !this.memory) return;
    this.theme = themeOf(this.host);
    this.graph.dataset.theme = this.theme.dark ? "dark" : "light";
    const enlarged = enlargement(this.network.getScale());
    const named = this.factsNamed();
    this.scaleStep = `${enlarged} ${named}`;
    const { nodes, edges } = this.visible();
    const readable = enlarged === 1 ? nodes : this.readable(nodes, enlarged);
    this.nodes.update(this.data.nodes.map((node) => ({
      ...nodeLook(node, this, this.theme, enlarged, readable.has(node.id)),
      hidden: !nodes.has(node.id),
    })));
    this.edges.update(this.data.edges.map((edge) => ({
      ...edgeLook(edge, this, this.theme, Math.min(enlarged, this.data.edges.length <= FEW_FACTS ? 2.8 : 1.7), named),
      hidden: !edges.has(edge.id),
    })));
    this.note(nodes.size, edges);
  }

  // Seen from far, names would lie on one another: the entities with most facts have theirs, each where there is room.
  readable(nodes, enlarged) {
    const facts = (id) => (id === this.data.centre ? Infinity : (this.factCount.get(id) ?? 0));
    const places = this.network.getPositions([...nodes]); // by name: of all, vis-network leaves out what is hidden still
    const taken = [];
    const named = [...nodes].sort((a, b) => facts(b) - facts(a)).filter((id) => {
      const box = nameBox(this.nodeOf.get(id).label, places[id], enlarged);
      if (taken.length >= MOST_NAMES || taken.some((other) => overlap(box, other))) return false;
      return taken.push(box);
    });
    return new Set(named);
  }

  // A fact is shown when its kind and both its entities are; an entity that has lost all its facts goes with them.
  // The entity in the middle stays.
  visible() {
    const { memory, data } = this;
    const wanted = (node) => node.id === data.centre || (!memory.types.has(node.type) && !memory.hidden.has(node.id));
    const allowed = new Set(data.nodes.filter(wanted).map((node) => node.id));
    const edges = data.edges.filter((e) => !memory.states.has(e.state) && allowed.has(e.from) && allowed.has(e.to));
    const linked = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
    const nodes = [...allowed].filter((id) => linked.has(id) || id === data.centre || !this.linkCount.has(id));
    return { nodes: new Set(nodes), edges: new Set(edges.map((edge) => edge.id)) };
  }

  note(nodes, edges) {
    const all = this.data.nodes.length;
    const shown = nodes === all ? `${all} ${all === 1 ? "entity" : "entities"}` : `${nodes} of ${all} entities`;
    const weak = [...edges].filter((id) => this.data.states[this.edgeOf.get(id).state].weak).length;
    const facts = edges.size - weak;
    const mentions = weak ? `, ${weak} mentioned together` : "";
    this.find(".note").textContent = `${shown}, ${facts} ${facts === 1 ? "fact" : "facts"}${mentions}`;
    Object.assign(this.graph.dataset, { nodes, edges: facts, together: weak });
    this.find(".message").textContent = this.data.message;
    this.find(".message").hidden = !this.data.message;
    this.find('[data-does="undo"]').disabled = this.memory.done.length === 0;
  }

  // --- legend, card, search -----------------------------------------------------------------

  legend() {
    const chips = [];
    for (const [type, items] of [...grouped(this.data.nodes, "type")].sort((a, b) => b[1].length - a[1].length)) {
      const glyph = element("span", "glyph", this.data.marks[type].glyph);
      glyph.style.color = inTheme(this.data.marks[type], this.theme);
      chips.push(this.chip(glyph, type || "no type", items.length, "types", type));
    }
    chips.push(element("span", "gap"));
    for (const [state, items] of grouped(this.data.edges, "state"))
      chips.push(this.chip(this.sample(this.data.states[state]), this.data.states[state].word, items.length, "states", state));
    this.find(".legend").replaceChildren(...chips);
  }

  chip(sign, word, count, kind, value) {
    const off = this.memory[kind].has(value);
    const chip = element("button", "chip");
    chip.append(sign, element("span", "", `${word} ${count}`));
    chip.setAttribute("aria-pressed", String(!off));
    chip.title = `${off ? "Show" : "Hide"} ${word}`;
    chip.onclick = () => this.remember({ toggle: kind, value });
    return chip;
  }

  sample(state) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    const set = (target, values) => Object.entries(values).forEach(([name, value]) => target.setAttribute(name, value));
    set(svg, { width: 22, height: 8, class: "line", "aria-hidden": "true" });
    set(line, { x1: 0, y1: 4, x2: 22, y2: 4, stroke: inTheme(state, this.theme), "stroke-width": state.width + 0.6 });
    if (state.dashes) line.setAttribute("stroke-dasharray", state.dashes.join(" "));
    svg.append(line);
    return svg;
  }

  nodeCard(id) {
    const node = this.nodeOf.get(id);
    const facts = this.factCount.get(id) ?? 0;
    const drawn = `${facts} ${facts === 1 ? "fact" : "facts"} drawn`;
    return [element("b", "", node.label), element("div", "quiet", `${node.type || "no type"}, ${drawn}`), element("div", "", shortened(node.summary, 200))];
  }

  edgeCard(id) {
    const edge = this.edgeOf.get(id);
    return [element("div", "", edge.fact), element("div", "quiet", [edge.label, edge.when].filter(Boolean).join("; "))];
  }

  card(lines, at) {
    const card = this.find(".card");
    card.hidden = lines === null;
    if (lines === null) return;
    card.replaceChildren(...lines);
    this.putCard(at);
  }

  moveCard(event) {
    const box = this.canvas.getBoundingClientRect();
    if (!this.find(".card").hidden) this.putCard({ x: event.clientX - box.left, y: event.clientY - box.top });
  }

  putCard(at) {
    const card = this.find(".card");
    card.style.left = `${Math.max(4, Math.min(at.x + 14, this.canvas.clientWidth - card.offsetWidth - 6))}px`;
    card.style.top = `${Math.max(4, Math.min(at.y + 14, this.canvas.clientHeight - card.offsetHeight - 6))}px`;
  }

  fillNames() {
    this.find("#names").replaceChildren(...this.data.nodes.map((node) => {
      const option = document.createElement("option");
      option.value = node.label;
      return option;
    }));
  }

  // The entity called so, beginning so or having it in its name, in this order; what is hidden is not found.
  seek() {
    const wanted = this.find(".find").value.trim().toLocaleLowerCase();
    if (!wanted) return null;
    const { nodes } = this.visible();
    const among = this.data.nodes.filter((node) => nodes.has(node.id));
    const name = (node) => node.label.toLocaleLowerCase();
    const hit = among.find((n) => name(n) === wanted) ?? among.find((n) => name(n).startsWith(wanted)) ?? among.find((n) => name(n).includes(wanted));
    if (hit) this.goTo(hit.id);
    else this.say(`Nothing drawn here is called ${this.find(".find").value}`);
    return hit?.id ?? null;
  }

  say(words) {
    this.find(".spoken").textContent = words;
  }
}
