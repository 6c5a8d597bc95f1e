// The graph that one can work with. Needs globalThis.vis, which a second component mounts once (network.py).
// Names and sentences come from documents: they reach the page as textContent or on the canvas, never as HTML.

const MOUNTED = new WeakMap();
const CLICK_PATIENCE = 230; // milliseconds in which a second click makes it a double click
const GAP = 16; // pixels between the parts of a page
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LETTERS = { e: "expand", h: "hide", p: "pin", u: "undo", f: "fit", l: "layout", "+": "closer", "-": "farther", n: "nextFact" };

export default function (component) {
  const root = component.parentElement;
  if (!MOUNTED.has(root)) MOUNTED.set(root, new GraphView(root));
  const view = MOUNTED.get(root);
  view.show(component);
  return () => {
    view.close();
    MOUNTED.delete(root);
  };
}

async function visReady() {
  while (!globalThis.vis?.Network) await new Promise((resolve) => setTimeout(resolve, 20));
  return globalThis.vis;
}

function guideOfPage() {
  return document.querySelector(".st-key-tip-graph");
}

class GraphView extends GraphDrawing {
  constructor(root) {
    super();
    this.host = root.host ?? root;
    this.find = (selector) => root.querySelector(selector);
    this.graph = this.find(".graph");
    this.canvas = this.find(".canvas");
    this.guideWatcher = new ResizeObserver(() => this.data && this.setHeight());
    const guide = guideOfPage();
    if (guide) this.guideWatcher.observe(guide);
    this.graph.view = this; // for the browser's console, and for tests that click where an entity lies
  }

  async show(component) {
    this.component = component;
    this.data = component.data;
    this.setHeight();
    const vis = await visReady();
    if (this.closed) return;
    if (!this.network) this.open(vis);
    this.sync();
  }

  close() {
    this.closed = true;
    this.guideWatcher.disconnect();
    if (!this.network) return;
    this.keepPositions();
    this.watcher.disconnect();
    document.removeEventListener("fullscreenchange", this.refit);
    this.network.destroy();
  }

  listen() {
    let waiting = null;
    const on = (name, react) => this.network.on(name, react);
    on("click", ({ nodes, edges }) => {
      clearTimeout(waiting);
      const [node, edge] = [nodes[0] ?? null, nodes.length ? null : (edges[0] ?? null)];
      this.selected(node, edge);
      waiting = setTimeout(() => this.pick(node, edge), CLICK_PATIENCE);
    });
    on("doubleClick", ({ nodes }) => {
      clearTimeout(waiting);
      if (nodes[0]) this.expand(nodes[0]);
    });
    on("hoverNode", ({ node, pointer }) => this.card(this.nodeCard(node), pointer.DOM));
    on("hoverEdge", ({ edge, pointer }) => this.card(this.edgeCard(edge), pointer.DOM));
    for (const name of ["blurNode", "blurEdge"]) on(name, () => this.card(null));
    on("dragStart", ({ nodes }) => {
      this.card(null);
      this.before = nodes.length ? { node: nodes[0], ...this.network.getPosition(nodes[0]) } : null;
    });
    on("dragEnd", () => this.moved());
    on("zoom", () => this.adjustDetail());
    on("resize", () => setTimeout(() => this.adjustDetail())); // the scale goes with the size, a moment later
    for (const name of ["stabilizationIterationsDone", "stabilized"]) on(name, () => this.settle());
    this.graph.querySelectorAll("[data-does]").forEach((button) => (button.onclick = () => this.does(button.dataset.does)));
    this.canvas.addEventListener("mousemove", (event) => this.moveCard(event));
    this.canvas.addEventListener("mouseleave", () => this.card(null));
    this.refit = () => {
      this.find("[data-does=full]").textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
      this.setHeight(() => this.fitAll(false));
    };
    document.addEventListener("fullscreenchange", this.refit);
    this.find(".find").oninput = () => this.seek();
    this.find(".find").onkeydown = (event) => this.pressInFind(event);
    this.canvas.onkeydown = (event) => this.press(event);
    this.canvas.addEventListener("wheel", (event) => this.wheel(event), { capture: true, passive: false });
  }

  // The wheel alone scrolls the page, or one would be caught in the drawing on the way to what lies below it.
  wheel(event) {
    event.stopPropagation();
    if (!(event.ctrlKey || event.metaKey || event.shiftKey || document.fullscreenElement)) return this.hint("Shift or Ctrl and scroll to zoom");
    event.preventDefault();
    const { network } = this;
    const box = this.canvas.getBoundingClientRect();
    const under = network.DOMtoCanvas({ x: event.clientX - box.left, y: event.clientY - box.top });
    const factor = (event.deltaY || event.deltaX) < 0 ? 1.1 : 1 / 1.1;
    const middle = network.getViewPosition();
    const position = { x: under.x + (middle.x - under.x) / factor, y: under.y + (middle.y - under.y) / factor };
    network.moveTo({ position, scale: network.getScale() * factor });
    this.adjustDetail();
  }

  hint(words) {
    const hint = this.find(".hint");
    hint.textContent = words;
    clearTimeout(this.hinting);
    this.hinting = setTimeout(() => (hint.textContent = ""), 1500);
  }

  // --- doing --------------------------------------------------------------------------------

  does(what) {
    const { network } = this;
    const scaled = (factor) => network.moveTo({ scale: network.getScale() * factor, animation: { duration: 150 } });
    const node = network.getSelectedNodes()[0];
    const actions = {
      expand: () => this.expand(node),
      hide: () => node && this.remember({ toggle: "hidden", value: node }),
      pin: () => node && this.remember({ toggle: "pinned", value: node }),
      undo: () => this.undo(),
      closer: () => scaled(1.3),
      farther: () => scaled(1 / 1.3),
      fit: () => this.fitAll({ duration: 250 }),
      layout: () => this.layOut(),
      picture: () => this.savePicture(),
      svg: () => this.saveSvg(),
      link: () => this.copyLink(),
      full: () => (document.fullscreenElement ? document.exitFullscreen() : this.stage().requestFullscreen()),
      nextFact: () => this.nextFact(node),
    };
    if (["expand", "hide", "pin"].includes(what) && !node) this.say("Choose an entity first");
    actions[what]();
    setTimeout(() => this.adjustDetail(), 300);
  }

  // Every change that undo takes back is written down; a toggle is its own opposite.
  remember(change) {
    this.memory.done.push(change);
    this.apply(change);
  }

  apply(change) {
    if (change.toggle) {
      const set = this.memory[change.toggle];
      if (!set.delete(change.value)) set.add(change.value);
    } else if (change.move) this.nodes.update({ id: change.move, x: change.x, y: change.y });
    this.keepPositions();
    this.legend();
    this.repaint();
    if (change.toggle && change.toggle !== "pinned") this.fitAll({ duration: 250 });
  }

  // What fills the screen: the drawing with the panel beside it, where it has one.
  stage() {
    return this.host.closest?.(".st-key-split-graph") ?? this.graph;
  }

  // What lies above the drawing and the stage's own edge are no room for it.
  roomOnFullScreen() {
    const stage = this.stage();
    if (stage === this.graph) return "100vh";
    const above = this.graph.getBoundingClientRect().top - stage.getBoundingClientRect().top + stage.scrollTop;
    return `calc(100vh - ${Math.ceil(above) + 12}px)`;
  }

  // As high as the window and the guide for the first minute leave room for; on the full screen as high as that. `then`
  // is called at that height.
  setHeight(then) {
    const { height, beside } = this.data;
    const room = document.fullscreenElement ? this.roomOnFullScreen() : beside ? `calc(100vh - ${beside}px)` : "0px";
    const guide = document.fullscreenElement ? 0 : Math.ceil(guideOfPage()?.getBoundingClientRect().height ?? 0);
    const least = document.fullscreenElement ? 0 : height;
    this.graph.style.height = `calc(max(${least}px, ${room}) - ${guide > 8 ? guide + GAP : 0}px)`;
    if (then) setTimeout(then, 150); // vis-network sees the new size a moment later
  }

  undo() {
    const change = this.memory.done.pop();
    if (!change) return;
    if (change.expanded) this.component.setTriggerValue("collapsed", { node: change.expanded, at: Date.now() });
    this.apply(change);
    this.say("Undone");
  }

  moved() {
    const { before } = this;
    if (!before) return;
    this.memory.done.push({ move: before.node, x: before.x, y: before.y });
    this.keepPositions();
    this.repaint();
  }

  expand(node) {
    if (!node) return;
    this.keepPositions();
    this.say(`Expanding ${this.nodeOf.get(node).label}`);
    if (!this.data.expanded.includes(node)) this.memory.done.push({ expanded: node });
    this.component.setTriggerValue("expanded", { node, at: Date.now() });
  }

  layOut() {
    const free = this.data.nodes.filter((node) => !this.memory.pinned.has(node.id)).map((node) => node.id);
    this.keepPositions();
    for (const id of free) delete this.memory.positions[id];
    const pinned = { ...this.memory.positions };
    this.place(this.data.nodes.filter((node) => free.includes(node.id)), pinned, true);
  }

  // --- choosing -----------------------------------------------------------------------------

  select() {
    const { node, fact } = this.data.selected;
    if (node && this.nodeOf.has(node)) this.network.selectNodes([node]);
    else if (fact && this.edgeOf.has(fact)) this.network.selectEdges([fact]);
    else this.network.unselectAll();
    this.selected(node, fact);
  }

  selected(node, edge) {
    for (const name of ["expand", "hide", "pin"]) this.find(`[data-does="${name}"]`).disabled = !node;
    this.find('[data-does="pin"]').textContent = node && this.memory.pinned.has(node) ? "Unpin" : "Pin";
    this.graph.dataset.selected = node ?? edge ?? "";
  }

  pick(node, edge) {
    this.component.setTriggerValue("picked", { node, fact: edge, at: Date.now() });
  }

  goTo(id) {
    const node = this.nodeOf.get(id);
    this.network.selectNodes([id]);
    this.selected(id, null);
    if (!this.isInView(id)) this.network.focus(id, { scale: Math.max(this.network.getScale(), 0.7), animation: { duration: 150 } });
    this.say(`${node.label}, ${node.type}, ${this.factCount.get(id) ?? 0} facts`);
  }

  isInView(id) {
    const { x, y } = this.network.canvasToDOM(this.network.getPosition(id));
    const margin = 30;
    return x > margin && y > margin && x < this.canvas.clientWidth - margin && y < this.canvas.clientHeight - margin && this.network.getScale() > 0.4;
  }

  nextFact(node) {
    const current = this.network.getSelectedEdges()[0];
    const start = node ?? this.edgeOf.get(current)?.from;
    const { edges } = this.visible();
    const facts = this.data.edges.filter((e) => edges.has(e.id) && (e.from === start || e.to === start)).map((e) => e.id);
    if (facts.length === 0) return;
    const next = facts[(facts.indexOf(node ? null : current) + 1) % facts.length];
    this.network.setSelection({ nodes: [], edges: [next] });
    this.selected(null, next);
    this.say(this.edgeOf.get(next).fact);
  }

  // Every other key types, or moves on as Tab does. None reaches the page: Streamlit would take C and R for its own.
  pressInFind(event) {
    event.stopPropagation();
    const field = this.find(".find");
    if (event.key === "Enter" && !event.isComposing) {
      const hit = this.seek();
      if (!hit) return;
      this.pick(hit, null);
    } else if (event.key === "Escape") field.value = "";
    else return;
    event.preventDefault();
    this.canvas.focus({ preventScroll: true });
  }

  press(event) {
    const node = this.network.getSelectedNodes()[0];
    if (ARROWS[event.key]) this.step(node, ARROWS[event.key]);
    else if (event.key === "Enter") this.pick(node ?? null, node ? null : (this.network.getSelectedEdges()[0] ?? null));
    else if (event.key === "Escape") this.pick(null, null);
    else if (event.key === "/") this.find(".find").focus();
    else if (event.ctrlKey || event.metaKey ? event.key === "z" : LETTERS[event.key.toLowerCase()])
      this.does(event.key === "z" ? "undo" : LETTERS[event.key.toLowerCase()]);
    else return;
    event.preventDefault();
  }

  step(from, direction) {
    const { nodes } = this.visible();
    const shown = [...nodes];
    if (!from) return this.goTo(nodes.has(this.data.centre) ? this.data.centre : shown[0]);
    const next = towards(this.network.getPositions(), from, direction, shown, new Set(this.network.getConnectedNodes(from)));
    if (next) this.goTo(next);
  }

  // --- picture ------------------------------------------------------------------------------

  // The whole drawing at twice its natural size, however much of it is in view.
  savePicture() {
    const { network } = this;
    const view = { position: network.getViewPosition(), scale: network.getScale() };
    const frame = pictureFrame(this, window.devicePixelRatio);
    network.unselectAll();
    network.setSize(`${frame.width}px`, `${frame.height}px`);
    network.moveTo({ position: frame.middle, scale: frame.scale });
    this.repaint();
    network.redraw();
    const picture = framed(network.canvas.frame.canvas, this);
    network.setSize("100%", "100%");
    network.moveTo(view);
    this.repaint();
    this.select();
    picture.toBlob((blob) => this.save(blob, "png"));
  }

  saveSvg() {
    this.save(new Blob([asSvg(this, this.network.getPositions())], { type: "image/svg+xml" }), "svg");
  }

  save(blob, ending) {
    const link = element("a", "");
    link.href = URL.createObjectURL(blob);
    link.download = `${this.data.file}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  async copyLink() {
    this.keepPositions();
    try {
      await navigator.clipboard.writeText(linkTo(this.memory));
      this.hint("The link is copied: it opens this drawing as it is arranged");
    } catch {
      location.hash = linkTo(this.memory).split("#")[1]; // no clipboard here: it can be copied from the address
      this.hint("The address now holds this arrangement");
    }
  }
}
