// How an entity and a fact look: colours and shapes come with the data (components/style.py), the theme from Streamlit.

function themeOf(host) {
  const style = getComputedStyle(host);
  const read = (name, otherwise) => style.getPropertyValue(name).trim() || otherwise;
  const background = read("--st-background-color", "#ffffff");
  return {
    background,
    dark: luminance(background) < 128,
    text: read("--st-text-color", "#1f2328"),
    accent: read("--st-primary-color", "#0b63a5"),
    font: read("--st-font", "sans-serif"),
  };
}

function luminance(colour) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return (red * 299 + green * 587 + blue * 114) / 1000;
}

const inTheme = (pair, theme) => pair[theme.dark ? "dark" : "light"];
const shortened = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

// `enlarged` grows marks and names when the graph is zoomed out, so that they stay readable.
function nodeLook(node, view, theme, enlarged, named) {
  const mark = view.data.marks[node.type];
  const colour = inTheme(mark, theme);
  const facts = view.factCount.get(node.id) ?? 0;
  const central = node.id === view.data.centre;
  const pinned = view.memory.pinned.has(node.id);
  const size = Math.min(26, 9 + 3 * Math.sqrt(facts)) * Math.sqrt(enlarged);
  return {
    id: node.id,
    label: (pinned ? "📌 " : "") + shortened(node.label, 28),
    shape: mark.shape,
    size,
    color: {
      background: colour,
      border: central ? theme.text : theme.background,
      highlight: { background: colour, border: theme.accent },
      hover: { background: colour, border: theme.text },
    },
    borderWidth: central ? 2.5 : 1.5,
    borderWidthSelected: 4,
    font: {
      color: theme.text,
      face: theme.font,
      size: named ? (central ? 16 : 13) * enlarged : 0,
      strokeWidth: 4,
      strokeColor: theme.background,
      vadjust: -2,
    },
  };
}

function edgeLook(edge, view, theme, enlarged, named) {
  const state = view.data.states[edge.state];
  const colour = inTheme(state, theme);
  return {
    id: edge.id,
    from: edge.from,
    to: edge.to,
    label: (named && edge.label) || " ",
    dashes: state.dashes ?? false,
    width: state.width * Math.sqrt(enlarged),
    color: { color: colour, highlight: theme.accent, hover: theme.text },
    length: state.weak ? 240 : undefined, // a weak link pulls less
    arrows: { to: { enabled: !state.weak, scaleFactor: 0.55 * Math.sqrt(enlarged) } },
    smooth: bend(edge, view),
    font: {
      color: colour,
      face: theme.font,
      size: 11 * enlarged,
      strokeWidth: 4,
      strokeColor: theme.background,
      align: "middle",
    },
  };
}

// Facts between the same two entities fan out, or they would hide each other.
function bend(edge, view) {
  const [rank, count, forward] = view.siblings.get(edge.id);
  if (count === 1) return view.data.nodes.length > 150 ? false : { enabled: true, type: "continuous", roundness: 0.25 };
  const side = (rank - (count - 1) / 2) * (forward ? 1 : -1);
  return { enabled: true, type: side < 0 ? "curvedCCW" : "curvedCW", roundness: Math.min(0.9, Math.abs(side) * 0.22) };
}

function siblingsOf(edges) {
  const groups = new Map();
  for (const edge of edges) {
    const pair = [edge.from, edge.to].sort().join(" ");
    groups.set(pair, [...(groups.get(pair) ?? []), edge]);
  }
  const siblings = new Map();
  for (const group of groups.values())
    group.forEach((edge, rank) => siblings.set(edge.id, [rank, group.length, edge.from < edge.to]));
  return siblings;
}

function countFacts(edges) {
  const counts = new Map();
  for (const edge of edges)
    for (const end of new Set([edge.from, edge.to])) counts.set(end, (counts.get(end) ?? 0) + 1);
  return counts;
}
