// Where one has put entities, and what is pinned: kept for each entity looked from, in this browser, and in a link, which
// also has what is hidden.

const MEMORIES = (globalThis.dossierGraphs ??= new Map()); // outlives a page switch
const STORED = "dossier-graph ";
const MOST_STORED = 30;
const SHARED = "arranged=";
const LEFT_OUT = ["types", "states"]; // what the legend's chips hide

function remembered(key) {
  if (!MEMORIES.has(key)) {
    const { positions = {}, pinned = [], hidden = [], types = [], states = [] } = shared(key) ?? stored(key) ?? {};
    const done = hidden.map((id) => ({ toggle: "hidden", value: id })); // so that Undo brings it back
    MEMORIES.set(key, { key, positions, hidden: new Set(hidden), pinned: new Set(pinned), types: new Set(types), states: new Set(states), done });
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

// After the #, which no server sees: the drawing it is of, for each entity its id and place, and what is left out.
function linkTo(memory) {
  const { positions } = arrangement(memory);
  const sign = (id) => (memory.pinned.has(id) ? ".p" : "") + (memory.hidden.has(id) ? ".h" : "");
  const places = Object.entries(positions).map(([id, { x, y }]) => `${id}.${x}.${y}${sign(id)}`);
  const leftOut = LEFT_OUT.flatMap((kind) => [...memory[kind]].map((value) => `${kind}.${encodeURIComponent(value)}`));
  const parts = [encodeURIComponent(memory.key), ...places, ...leftOut];
  return `${location.origin}${location.pathname}${location.search}#${SHARED}${parts.join("/")}`;
}

function shared(key) {
  if (!location.hash.startsWith(`#${SHARED}${encodeURIComponent(key)}/`)) return null;
  const found = { positions: {}, pinned: [], hidden: [], types: [], states: [] };
  for (const part of location.hash.split("/").slice(1)) {
    const [id, x, y, ...signs] = part.split(".");
    if (LEFT_OUT.includes(id)) found[id].push(decoded(part.slice(id.length + 1)));
    if (!/^[0-9a-f-]{36}$/.test(id) || !Number.isFinite(+x) || !Number.isFinite(+y)) continue;
    found.positions[id] = { x: +x, y: +y };
    if (signs.includes("p")) found.pinned.push(id);
    if (signs.includes("h")) found.hidden.push(id);
  }
  return found;
}

function decoded(words) {
  try {
    return decodeURIComponent(words);
  } catch {
    return words; // cut or typed by hand
  }
}
