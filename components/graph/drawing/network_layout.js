// Where entities go: known ones stay where they are, new ones settle round a neighbour.

const PHYSICS = {
  solver: "forceAtlas2Based",
  forceAtlas2Based: {
    gravitationalConstant: -120,
    centralGravity: 0.012,
    springLength: 130,
    springConstant: 0.06,
    damping: 0.5,
    avoidOverlap: 0.5,
  },
  maxVelocity: 60,
  minVelocity: 0.6,
};
const GOLDEN_ANGLE = 2.399963;

// Start positions of nodes that have none yet: on a spiral round a placed neighbour, else round the middle.
function startPositions(nodes, edges, placed) {
  const neighbours = new Map();
  for (const edge of edges) {
    neighbours.set(edge.from, [...(neighbours.get(edge.from) ?? []), edge.to]);
    neighbours.set(edge.to, [...(neighbours.get(edge.to) ?? []), edge.from]);
  }
  return new Map(
    nodes.map((node, index) => {
      const anchor = (neighbours.get(node.id) ?? []).map((id) => placed[id]).find(Boolean);
      const radius = anchor ? 90 + 6 * (index % 5) : 46 * Math.sqrt(index);
      const stretch = anchor ? 1 : 1.8;
      const angle = index * GOLDEN_ANGLE;
      return [
        node.id,
        { x: (anchor?.x ?? 0) + stretch * radius * Math.cos(angle), y: (anchor?.y ?? 0) + radius * Math.sin(angle) },
      ];
    }),
  );
}

// A settled graph is roughly round; stretch it to the canvas, which is wide.
function stretched(positions, aspect) {
  const all = Object.values(positions);
  const extent = (axis) => Math.max(...all.map((p) => p[axis])) - Math.min(...all.map((p) => p[axis])) + 1;
  const factor = Math.max(1, Math.min(1.8, aspect / (extent("x") / extent("y"))));
  return factor < 1.05 ? [] : Object.entries(positions).map(([id, p]) => ({ id, x: p.x * factor, y: p.y }));
}

const NATURAL_SCALE = 0.85; // names of 13 units are then 11 pixels high, and never less
const STEP = 1.4;
const MOST_STEPS = 7;

// How much marks grow at a zoom: in steps, so that zooming does not restyle each frame.
function enlargement(scale) {
  const steps = Math.ceil(Math.log(NATURAL_SCALE / scale) / Math.log(STEP) - 1e-9);
  return STEP ** Math.min(Math.max(steps, 0), MOST_STEPS);
}

// The entity that lies in the direction of an arrow key: near, straight ahead, and rather a neighbour.
function towards(positions, from, [dx, dy], candidates, neighbours) {
  const here = positions[from];
  let best = null;
  let least = Infinity;
  for (const id of candidates) {
    const there = positions[id];
    if (id === from || !there) continue;
    const [x, y] = [there.x - here.x, there.y - here.y];
    const ahead = x * dx + y * dy;
    if (ahead <= 0) continue;
    const distance = Math.hypot(x, y);
    const cost = distance * (2 - ahead / distance) * (neighbours.has(id) ? 0.5 : 1);
    if (cost < least) [best, least] = [id, cost];
  }
  return best;
}
