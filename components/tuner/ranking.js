// The slider with the hits under it. Titles and passages come from documents: they reach the page as textContent, never as HTML.

const MOUNTED = new WeakMap();
const COMMIT_AFTER = 120; // milliseconds without a further step: held arrow keys commit once
const SETTLE_AFTER = 350; // milliseconds until the order of the elements follows what is seen
const GRADES = ["not relevant", "related", "relevant", "exactly what was sought"];
const SHORT = ["not relevant", "related", "relevant", "exact"];
const SETS = { hybrid: "text_weight", semantic: "similarity_threshold" }; // by the slider
const ENDS = { hybrid: ["meaning", "words"], semantic: ["every passage", "nearest in meaning only"] };

export default function (component) {
  const root = component.parentElement;
  if (!MOUNTED.has(root)) MOUNTED.set(root, new Ranking(root));
  const ranking = MOUNTED.get(root);
  ranking.show(component);
  return () => {
    ranking.close();
    MOUNTED.delete(root);
  };
}

function element(tag, className, parent, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  parent?.append(made);
  return made;
}

// A double click is one click: its second half would take back what the first did.
function isFirst(event) {
  return event.detail < 2;
}

class Ranking {
  constructor(root) {
    this.root = root;
    this.find = (selector) => root.querySelector(selector);
    this.rows = new Map(); // candidate's id -> its row
    this.slider = this.find("input");
    this.slider.oninput = () => this.slide();
    this.slider.onchange = () => this.commitSoon();
    this.slider.onpointerdown = () => (this.dragging = true);
    this.slider.onpointerup = this.slider.onpointercancel = () => (this.dragging = false);
    this.deaf = listen({ look: (id) => this.emphasise("looked", id), pick: (id) => this.emphasise("picked", id) });
  }

  show(component) {
    this.component = component;
    const { data } = component;
    const sameQuery = this.data?.query === data.query;
    if (this.data?.mode !== data.mode) this.sent = undefined;
    this.data = data;
    this.grades = { ...data.grades };
    const ranking = this.find(".ranking");
    ranking.classList.toggle("compact", data.compact);
    ranking.style.setProperty("--meaning", data.colours.meaning);
    ranking.style.setProperty("--words", data.colours.words);
    ranking.style.setProperty("--saved", data.saved[data.mode]);
    this.savedRanks = new Map(this.savedOrder().map(({ index }, place) => [data.ids[index], place + 1]));
    if (!sameQuery) this.forget();
    this.nameSlider();
    this.takeWeight();
    this.paint();
    this.settleSoon();
  }

  close() {
    for (const timer of [this.committing, this.settling]) clearTimeout(timer);
    cancelAnimationFrame(this.frame);
    this.deaf();
  }

  // All that hybrid search finds with the saved setting; of semantic search what it shows.
  savedOrder() {
    const { scores, saved, mode, limit } = this.data;
    if (mode === "semantic") return nearest(scores, saved.semantic, limit).filter(({ below }) => !below);
    return fuse(scores, saved.hybrid, saved.method);
  }

  nameSlider() {
    const { mode } = this.data;
    this.find(".ranking").classList.toggle("semantic", mode === "semantic");
    this.find("label").textContent = SETS[mode];
    this.root.querySelectorAll(".end").forEach((end, i) => (end.textContent = ENDS[mode][i]));
  }

  // What Python says holds, unless the user is ahead of it.
  takeWeight() {
    const { value, fixed } = this.data;
    this.slider.disabled = fixed;
    if (value === this.sent) this.sent = undefined;
    if (!this.dragging && this.sent === undefined) this.slider.value = value;
  }

  get value() {
    return Number(this.slider.value);
  }

  slide() {
    clearTimeout(this.committing);
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.paint());
  }

  commitSoon() {
    this.dragging = false;
    this.sent = this.value;
    clearTimeout(this.committing);
    this.committing = setTimeout(() => {
      // An event, not a state: the same value counts anew after Python has gone back to another.
      this.component.setTriggerValue("released", { value: this.value, at: Date.now() });
      this.settleSoon();
    }, COMMIT_AFTER);
  }

  // --- drawing ------------------------------------------------------------------------------

  paint() {
    const { data, value } = this;
    const { entries, found } = this.ranked();
    this.find("output").textContent = value.toFixed(2);
    this.slider.setAttribute("aria-valuetext", this.said());
    this.find(".hits").style.height = `calc(${Math.min(data.limit, data.ids.length)} * var(--row))`;
    const similarities = textSimilarities(data.scores, data.method);
    this.order = entries.map(({ index }) => data.ids[index]);
    entries.forEach((entry, place) => this.paintRow(entry, place, similarities[entry.index]));
    const kept = new Set(this.order);
    for (const [id, row] of this.rows) if (!kept.has(id)) this.leave(id, row);
    const below = entries.filter((entry) => entry.below);
    this.find(".kept").textContent = data.mode === "semantic" ? `${entries.length - below.length} of the ${entries.length} nearest` : "";
    this.find(".few").textContent = data.mode === "semantic" ? this.fell(below, entries.length) : this.few(found);
    this.paintEmphasis();
    if (!data.compact) tell("move", value);
  }

  // What is listed, best first, and how many were found; semantic search's list shows what fell below, too.
  ranked() {
    const { data, value } = this;
    if (data.mode === "semantic") {
      const entries = nearest(data.scores, value, data.limit);
      return { entries, found: entries.length };
    }
    const all = fuse(data.scores, value, data.method);
    return { entries: all.slice(0, data.limit), found: all.length };
  }

  said() {
    const number = this.value.toFixed(2);
    if (this.data.mode === "semantic") return `${number}: passages below it are left out`;
    return `${number}: ${Math.round(100 * this.value)} % words, ${Math.round(100 * (1 - this.value))} % meaning`;
  }

  paintRow(entry, place, textSimilarity) {
    const { data } = this;
    const row = this.rows.get(data.ids[entry.index]) ?? this.enter(entry.index, place);
    clearTimeout(row.gone);
    row.gone = undefined;
    row.li.classList.remove("leaving");
    row.li.classList.toggle("first", place === 0);
    row.li.classList.toggle("below", Boolean(entry.below));
    row.li.style.setProperty("--place", place);
    row.rank.textContent = place + 1;
    this.paintChange(row, data.ids[entry.index], entry.below ? undefined : place + 1);
    row.combined.textContent = entry.combined.toFixed(2);
    row.meaning.style.width = `${100 * Math.max(0, entry.meaning)}%`;
    row.words.style.width = `${100 * Math.max(0, entry.words)}%`;
    const numbers = [Math.max(0, data.scores.vector[entry.index]).toFixed(3), textSimilarity.toFixed(3), entry.meaning.toFixed(3), entry.words.toFixed(3), entry.combined.toFixed(3)];
    row.numbers.forEach((cell, i) => (cell.textContent = numbers[i]));
    row.score.setAttribute("aria-label", `combined ${numbers[4]}, of it meaning ${numbers[2]} and words ${numbers[3]}; meaning scored ${numbers[0]}, words ${numbers[1]}`);
    this.paintGrade(row, data.passages[entry.index]);
  }

  // `rank` undefined: it fell below the threshold.
  paintChange(row, id, rank) {
    const [text, told] = this.change(this.savedRanks.get(id), rank);
    row.change.textContent = text;
    row.change.classList.toggle("moved", text !== "=" && text !== "out");
    row.change.title = told;
    row.change.setAttribute("aria-label", told);
  }

  change(before, rank) {
    const { reference } = this.data;
    if (rank === undefined) return ["out", `Below the threshold: semantic search leaves it out${before ? `, rank ${before} with the ${reference}` : ""}`];
    if (before === undefined) return ["new", `Not found with the ${reference}`];
    if (before === rank) return ["=", `Same rank with the ${reference}`];
    return [before > rank ? `▲ ${before - rank}` : `▼ ${rank - before}`, `Rank ${before} with the ${reference}`];
  }

  paintGrade(row, passage) {
    if (!row.buttons) return;
    const grade = this.grades[passage.source];
    row.buttons.forEach((button, value) => button.setAttribute("aria-pressed", String(grade?.grade === value)));
    row.graded.textContent = grade ? `${SHORT[grade.grade]}${grade.by ? ` · ${grade.by}` : ""}` : "unjudged";
    row.graded.title = grade ? `${GRADES[grade.grade]}, judged${grade.by ? ` by ${grade.by}` : ""}${grade.when ? ` on ${grade.when}` : ""}` : "Nobody has judged this document for this query";
  }

  few(found) {
    const { data, value: weight } = this;
    const possible = Math.min(data.limit, data.ids.length);
    if (found >= possible) return "";
    return weight === 1 && found === 0 ? "No passage holds a word of the query: at 1.00 nothing is found." : `At 1.00 only the ${found} ${found === 1 ? "passage" : "passages"} with a word of the query ${found === 1 ? "is" : "are"} found.`;
  }

  // In the words of the service's own notice.
  fell(below, nearest) {
    if (!below.length) return "";
    const best = below[0].combined.toFixed(2);
    return `${below.length} of the ${nearest} nearest passages ${below.length === 1 ? "is" : "are"} below ${this.value.toFixed(2)} and left out; the best of them has ${best}.`;
  }

  // --- looked at, picked --------------------------------------------------------------------

  emphasise(how, id) {
    if (!this.data || this.data.compact) return;
    this[how] = id;
    this.paintEmphasis();
    if (how === "picked" && id) this.rows.get(id)?.li.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  paintEmphasis() {
    for (const [id, row] of this.rows) {
      row.li.classList.toggle("looked", id === this.looked);
      row.li.classList.toggle("picked", id === this.picked);
      row.rank.setAttribute("aria-pressed", String(id === this.picked));
    }
  }

  // --- rows ---------------------------------------------------------------------------------

  enter(index, place) {
    const id = this.data.ids[index];
    const row = this.build(this.data.passages[index]);
    row.li.dataset.id = id;
    row.li.style.setProperty("--place", place);
    row.li.style.opacity = 0;
    requestAnimationFrame(() => (row.li.style.opacity = ""));
    this.find(".hits").append(row.li);
    this.rows.set(id, row);
    return row;
  }

  leave(id, row) {
    row.li.classList.add("leaving");
    row.gone ??= setTimeout(() => {
      row.li.remove();
      this.rows.delete(id);
    }, SETTLE_AFTER);
  }

  forget() {
    for (const row of this.rows.values()) {
      clearTimeout(row.gone);
      row.li.remove();
    }
    this.rows.clear();
    this.looked = this.picked = null;
  }

  build(passage) {
    const li = element("li", "hit", null);
    const place = element("div", "place", li);
    const row = { li, rank: element(this.data.compact ? "span" : "button", "rank", place), change: element("span", "change", place) };
    const text = element("div", "text", li);
    const title = element("a", "title", text, passage.title);
    title.href = passage.url;
    title.target = "_blank";
    title.rel = "noopener";
    title.title = `${passage.title}\n${passage.source}\nOpens the passage in a new tab`;
    const snippet = element("p", "snippet", text);
    for (const [part, marked] of passage.parts) element(marked ? "mark" : "span", "", snippet, part);
    const scores = element("div", "scores", li);
    this.buildScore(row, scores);
    if (!this.data.compact) this.link(row);
    if (this.data.grading) this.buildGrades(row, scores, passage);
    return row;
  }

  // The place is a button for keyboards; a click anywhere else on the row does the same.
  link(row) {
    const toggle = () => tell("pick", this.picked === row.li.dataset.id ? null : row.li.dataset.id);
    row.rank.type = "button";
    row.rank.title = "Show this passage in the chart";
    row.li.onclick = (event) => {
      const used = event.target.closest("a, .grades, .score") || getSelection().toString();
      if (!used && isFirst(event)) toggle();
    };
    row.li.onpointerenter = () => tell("look", row.li.dataset.id);
    row.li.onpointerleave = () => tell("look", null);
  }

  buildScore(row, parent) {
    row.score = element("div", "score", parent);
    row.score.tabIndex = 0;
    row.score.setAttribute("role", "img");
    const bar = element("div", "bar", row.score);
    row.meaning = element("span", "meaning", bar);
    row.words = element("span", "words", bar);
    row.combined = element("span", "combined", row.score);
    const list = element("dl", "", element("div", "card", row.score));
    const names = [["Score by meaning"], ["Score by words"], ["Share of meaning", "meaning"], ["Share of words", "words"], ["Combined"]];
    row.numbers = names.map(([name, swatch], i) => {
      const term = element("dt", i === 4 ? "sum" : "", list, name);
      if (swatch) element("i", `swatch ${swatch}`, term);
      return element("dd", i === 4 ? "sum" : "", list);
    });
  }

  buildGrades(row, parent, passage) {
    const grading = element("div", "grading", parent);
    const group = element("div", "grades", grading);
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", `Grade of ${passage.title}`);
    row.buttons = GRADES.map((words, value) => {
      const button = element("button", "", group, String(value));
      button.type = "button";
      button.title = `${value}: ${words}. Click the chosen grade again to take it back.`;
      button.setAttribute("aria-label", `${value}, ${words}`);
      button.onclick = (event) => isFirst(event) && this.grade(passage, value);
      return button;
    });
    row.graded = element("span", "graded", grading);
  }

  // Shown at once; Python stores it and answers with what is stored.
  grade(passage, value) {
    const again = this.grades[passage.source]?.grade === value;
    if (again) delete this.grades[passage.source];
    else this.grades[passage.source] = { grade: value, by: this.data.judge };
    this.paint();
    this.component.setTriggerValue("graded", { source: passage.source, grade: again ? null : value, query: this.data.query, at: Date.now() });
  }

  // --- after the last movement --------------------------------------------------------------

  // Keyboard and screen readers meet the rows in the order of their ranks.
  settleSoon() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), SETTLE_AFTER);
  }

  settle() {
    const hits = this.find(".hits");
    const focused = hits.getRootNode().activeElement;
    this.order.forEach((id, place) => {
      const { li } = this.rows.get(id);
      if (hits.children[place] !== li) hits.insertBefore(li, hits.children[place] ?? null);
    });
    if (focused && hits.contains(focused)) focused.focus({ preventScroll: true });
    const first = this.order.length ? `First: ${this.rows.get(this.order[0]).li.querySelector(".title").textContent}.` : "Nothing found.";
    this.find(".live").textContent = this.data.compact ? "" : `${SETS[this.data.mode]} ${this.value.toFixed(2)}. ${first}`;
  }
}
