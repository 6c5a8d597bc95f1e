// A picture for a report: the drawing on the page's background, a title above it and the legend below.

const HEADER = 34;
const FOOTER = 30;

const SHARPNESS = 2;
const MARGIN = 24;
const EDGE = 12; // before title and legend
const MOST_PIXELS = 9000;

// How large the canvas must be, and how it must look, for all of the drawing at twice its natural size.
function pictureFrame(view, deviceRatio) {
  const { left, right, top, bottom } = view.bounds();
  const [wide, high] = [Math.max(right - left + 2 * MARGIN, leastWidth(view, view.theme.font)), Math.max(bottom - top + 2 * MARGIN, 240)];
  const sharpness = Math.min(SHARPNESS, MOST_PIXELS / Math.max(wide, high));
  const size = (length) => Math.round((length * sharpness) / deviceRatio);
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  return { width: size(wide), height: size(high), middle, scale: sharpness / deviceRatio };
}

function framed(drawing, view) {
  const { data, theme } = view;
  const ratio = SHARPNESS;
  const picture = document.createElement("canvas");
  picture.width = drawing.width;
  picture.height = drawing.height + (HEADER + FOOTER) * ratio;
  const pen = picture.getContext("2d");
  pen.fillStyle = theme.background;
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.drawImage(drawing, 0, HEADER * ratio);
  pen.scale(ratio, ratio);
  pen.textBaseline = "middle";
  write(pen, data.title, EDGE, HEADER / 2, `600 15px ${theme.font}`, theme.text);
  drawLegend(pen, view, picture.height / ratio - FOOTER / 2);
  return picture;
}

// What the legend explains: types and states of what is shown, each with where it begins and where its words do.
function legendEntries(view, font) {
  const { nodes, edges } = view.visible();
  const values = (items, shown, key) => [...new Set(items.filter((item) => shown.has(item.id)).map((item) => item[key]))];
  const types = values(view.data.nodes, nodes, "type").map((type) => ({ mark: view.data.marks[type], words: type || "no type", sign: 18 }));
  const states = values(view.data.edges, edges, "state").map((state) => ({ line: view.data.states[state], words: view.data.states[state].word, sign: 27 }));
  let x = EDGE;
  return [...types, ...states].map((entry) => {
    const placed = { ...entry, x, wordsAt: x + entry.sign };
    x = placed.wordsAt + textWidth(entry.words, `12px ${font}`) + 14;
    return { ...placed, end: x };
  });
}

// Room for the title and the whole legend, in one row.
function leastWidth(view, font) {
  const legend = legendEntries(view, font).at(-1)?.end ?? 0;
  return Math.max(480, legend + EDGE, textWidth(view.data.title, `600 15px ${font}`) + 2 * EDGE);
}

function textWidth(words, font) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  return pen.measureText(words).width;
}

function drawLegend(pen, view, y) {
  const { theme } = view;
  for (const { mark, line, words, x, wordsAt } of legendEntries(view, theme.font)) {
    if (mark) write(pen, mark.glyph, x, y, `14px ${theme.font}`, inTheme(mark, theme));
    else drawLine(pen, line, x, y, theme);
    write(pen, words, wordsAt, y, `12px ${theme.font}`, theme.text);
  }
}

function drawLine(pen, state, x, y, theme) {
  pen.strokeStyle = inTheme(state, theme);
  pen.lineWidth = state.width + 0.6;
  pen.setLineDash(state.dashes || []);
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x + 22, y);
  pen.stroke();
}

function write(pen, text, x, y, font, colour) {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

// --- the same as SVG ------------------------------------------------------------------------

const SVG_FONT = "sans-serif";
const WIDER_FONTS = 1.1; // of another machine, where it is opened
const FITS = "max-width: 100vw; max-height: 100vh"; // in a browser, which would show a corner of it alone

const CORNERS = {
  square: [[-1, -1], [1, -1], [1, 1], [-1, 1]],
  diamond: [[0, -1], [1, 0], [0, 1], [-1, 0]],
  triangle: [[0, -1], [0.95, 0.75], [-0.95, 0.75]],
  triangleDown: [[0, 1], [0.95, -0.75], [-0.95, -0.75]],
  hexagon: [0, 1, 2, 3, 4, 5].map((i) => [Math.cos((i * Math.PI) / 3), Math.sin((i * Math.PI) / 3)]),
  star: [...Array(10).keys()].map((i) => {
    const [angle, far] = [(i * Math.PI) / 5, i % 2 ? 0.45 : 1.15];
    return [far * Math.sin(angle), -far * Math.cos(angle)];
  }),
};
const escaped = (text) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
const tag = (name, attributes, inside = "") =>
  `<${name} ${Object.entries(attributes).filter(([, value]) => value !== "").map(([key, value]) => `${key}="${escaped(String(value))}"`).join(" ")}>${inside}</${name}>`;

function asSvg(view, positions) {
  const { left, right, top, bottom } = view.bounds();
  const { nodes, edges } = view.visible();
  const width = Math.max(right - left + 2 * MARGIN, leastWidth(view, SVG_FONT) * WIDER_FONTS);
  const height = bottom - top + 2 * MARGIN + HEADER + FOOTER;
  const [x, y] = [(left + right - width) / 2, top - MARGIN - HEADER];
  const parts = [
    tag("rect", { x, y, width, height, fill: view.theme.background }),
    text(view.data.title, x + EDGE, y + HEADER / 2, { "font-size": 15, "font-weight": 600, fill: view.theme.text }),
    ...view.data.edges.filter((edge) => edges.has(edge.id)).map((edge) => svgEdge(edge, view, positions)),
    ...view.data.nodes.filter((node) => nodes.has(node.id)).map((node) => svgNode(node, view, positions[node.id])),
    svgLegend(view, x, y + height - FOOTER / 2),
  ];
  const size = { width: width * SHARPNESS, height: height * SHARPNESS, viewBox: [x, y, width, height].join(" ") };
  return tag("svg", { xmlns: "http://www.w3.org/2000/svg", "font-family": SVG_FONT, style: FITS, ...size }, parts.join("\n"));
}

const text = (words, x, y, attributes) => tag("text", { x, y, "dominant-baseline": "middle", ...attributes }, escaped(words));
const halo = (view) => ({ stroke: view.theme.background, "stroke-width": 4, "paint-order": "stroke" });

function svgNode(node, view, { x, y }) {
  const look = nodeLook(node, view, view.theme, 1, true);
  const paint = { fill: look.color.background, stroke: look.color.border, "stroke-width": look.borderWidth };
  const corners = CORNERS[look.shape]?.map(([dx, dy]) => `${x + dx * look.size},${y + dy * look.size}`).join(" ");
  const mark = corners ? tag("polygon", { points: corners, ...paint }) : tag("circle", { cx: x, cy: y, r: look.size, ...paint });
  const name = { "text-anchor": "middle", "font-size": look.font.size, fill: view.theme.text, ...halo(view) };
  return tag("g", {}, tag("title", {}, escaped(node.label)) + mark + text(look.label, x, y + look.size + 12, name));
}

// Facts between the same two entities bow apart, as on the screen.
function svgEdge(edge, view, positions) {
  const look = edgeLook(edge, view, view.theme, 1, true);
  const [from, to] = [positions[edge.from], positions[edge.to]];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const round = (look.smooth.roundness ?? 0) * (look.smooth.type === "curvedCCW" ? -1 : look.smooth.type === "curvedCW" ? 1 : 0);
  const bow = { x: (from.x + to.x) / 2 + (to.y - from.y) * round, y: (from.y + to.y) / 2 - (to.x - from.x) * round };
  const size = nodeLook(view.nodeOf.get(edge.to), view, view.theme, 1, true).size + 3;
  const along = Math.hypot(to.x - bow.x, to.y - bow.y) || 1;
  const [ux, uy] = [(to.x - bow.x) / along, (to.y - bow.y) / along];
  const tip = { x: to.x - ux * Math.min(size, length / 2), y: to.y - uy * Math.min(size, length / 2) };
  const wing = (side) => `${tip.x - 8 * ux + side * 4 * uy},${tip.y - 8 * uy - side * 4 * ux}`;
  const colour = look.color.color;
  const line = tag("path", { d: `M${from.x},${from.y} Q${bow.x},${bow.y} ${tip.x},${tip.y}`, fill: "none", stroke: colour, "stroke-width": look.width, "stroke-dasharray": look.dashes ? look.dashes.join(" ") : "" });
  const middle = { x: (from.x + 2 * bow.x + to.x) / 4, y: (from.y + 2 * bow.y + to.y) / 4 };
  const name = text(edge.label, middle.x, middle.y, { "text-anchor": "middle", "font-size": 11, fill: colour, ...halo(view) });
  const arrow = look.arrows.to.enabled ? tag("polygon", { points: `${tip.x},${tip.y} ${wing(1)} ${wing(-1)}`, fill: colour }) : "";
  return tag("g", {}, tag("title", {}, escaped(`${edge.fact} (${edge.when})`)) + line + arrow + name);
}

function svgLegend(view, left, y) {
  const parts = legendEntries(view, SVG_FONT).map(({ mark, line, words, x, wordsAt }) => {
    const sign = mark
      ? text(mark.glyph, left + x, y, { "font-size": 14, fill: inTheme(mark, view.theme) })
      : tag("path", { d: `M${left + x},${y} h22`, stroke: inTheme(line, view.theme), "stroke-width": line.width + 0.6, "stroke-dasharray": line.dashes ? line.dashes.join(" ") : "" });
    return sign + text(words, left + wordsAt, y, { "font-size": 12, fill: view.theme.text });
  });
  return parts.join("");
}
