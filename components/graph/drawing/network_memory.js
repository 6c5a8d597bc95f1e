// Where one has put entities, and what is pinned: kept for each entity looked from, in this browser, and in a link.

const MEMORIES = (globalThis.dossierGraphs ??= new Map()); // outlives a page switch
const STORED = "dossier-graph ";
const MOST_STORED = 30;
const SHARED = "arranged=";

function remembered(key) {
  if (!MEMORIES.has(key)) {
    const { positions, pinned } = shared(key) ?? stored(key) ?? { positions: {}, pinned: [] };
    MEMORIES.set(key, { key, positions, hidden: new Set(), pinned: new Set(pinned), types: new Set(), states: new Set(), done: [] });
  }
  return MEMORIES.get(key);
}

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(STORED + key));
  } catch {
    return null; // no storage, or not ours: the arrangement begins anew
  }
}

// The oldest go when there are many.
function store(memory) {
  try {
    localStorage.setItem(STORED + memory.key, JSON.stringify({ ...arrangement(memory), at: Date.now() }));
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(STORED));
    const age = (key) => JSON.parse(localStorage.getItem(key)).at ?? 0;
    for (const key of keys.sort((a, b) => age(b) - age(a)).slice(MOST_STORED)) localStorage.removeItem(key);
  } catch {
    return; // a browser without storage forgets
  }
}

function arrangement({ positions, pinned }) {
  const rounded = Object.entries(positions).map(([id, { x, y }]) => [id, { x: Math.round(x), y: Math.round(y) }]);
  return { positions: Object.fromEntries(rounded), pinned: [...pinned] };
}

// After the #, which no server sees: the drawing it is of, and for each entity the start of its id and its place.
function linkTo(memory) {
  const { positions, pinned } = arrangement(memory);
  const places = Object.entries(positions).map(([id, { x, y }]) => `${id}.${x}.${y}${pinned.includes(id) ? ".p" : ""}`);
  return `${location.origin}${location.pathname}${location.search}#${SHARED}${encodeURIComponent(memory.key)}/${places.join("/")}`;
}

function shared(key) {
  if (!location.hash.startsWith(`#${SHARED}${encodeURIComponent(key)}/`)) return null;
  const positions = {};
  const pinned = [];
  for (const place of location.hash.split("/").slice(1)) {
    const [id, x, y, pin] = place.split(".");
    if (!/^[0-9a-f-]{36}$/.test(id) || !Number.isFinite(+x) || !Number.isFinite(+y)) continue;
    positions[id] = { x: +x, y: +y };
    if (pin === "p") pinned.push(id);
  }
  return { positions, pinned };
}
