// The slider with the hits under it. Titles and passages come from documents: they reach the page as textContent, never as HTML.

const MOUNTED = new WeakMap();
const COMMIT_AFTER = 120; // milliseconds without a further step: held arrow keys commit once
const SETTLE_AFTER = 350; // milliseconds until the order of the elements follows what is seen
const GRADES = ["not relevant", "related", "relevant", "exactly what was sought"];
const SHORT = ["not relevant", "related", "relevant", "exact"];

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

class Ranking {
  constructor(root) {
    this.find = (selector) => root.querySelector(selector);
    this.rows = new Map(); // candidate's id -> its row
    this.slider = this.find("input");
    this.slider.oninput = () => this.slide();
    this.slider.onchange = () => this.commitSoon();
    this.slider.onpointerdown = () => (this.dragging = true);
    this.slider.onpointerup = this.slider.onpointercancel = () => (this.dragging = false);
  }

  show(component) {
    this.component = component;
    const { data } = component;
    const sameQuery = this.data?.query === data.query;
    this.data = data;
    this.grades = { ...data.grades };
    const ranking = this.find(".ranking");
    ranking.classList.toggle("compact", data.compact);
    ranking.style.setProperty("--meaning", data.colours.meaning);
    ranking.style.setProperty("--words", data.colours.words);
    ranking.style.setProperty("--saved", data.saved.weight);
    this.savedRanks = new Map(fuse(data.scores, data.saved.weight, data.saved.method).map(({ index }, place) => [data.ids[index], place + 1]));
    if (!sameQuery) this.forget();
    this.takeWeight();
    this.paint();
    this.settleSoon();
  }

  close() {
    for (const timer of [this.committing, this.settling]) clearTimeout(timer);
    cancelAnimationFrame(this.frame);
  }

  // What Python says holds, unless the user is ahead of it.
  takeWeight() {
    const { weight, fixed } = this.data;
    this.slider.disabled = fixed;
    if (weight === this.sent) this.sent = undefined;
    if (!this.dragging && this.sent === undefined) this.slider.value = weight;
  }

  get weight() {
    return Number(this.slider.value);
  }

  slide() {
    clearTimeout(this.committing);
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.paint());
  }

  commitSoon() {
    this.dragging = false;
    this.sent = this.weight;
    clearTimeout(this.committing);
    this.committing = setTimeout(() => {
      this.component.setStateValue("text_weight", this.weight);
      this.settleSoon();
    }, COMMIT_AFTER);
  }

  // --- drawing ------------------------------------------------------------------------------

  paint() {
    const { data, weight } = this;
    const ranked = fuse(data.scores, weight, data.method);
    const shown = ranked.slice(0, data.limit);
    this.find("output").textContent = weight.toFixed(2);
    this.slider.setAttribute("aria-valuetext", `${weight.toFixed(2)}: ${Math.round(100 * weight)} % words, ${Math.round(100 * (1 - weight))} % meaning`);
    this.find(".hits").style.height = `calc(${Math.min(data.limit, data.ids.length)} * var(--row))`;
    const similarities = textSimilarities(data.scores, data.method);
    this.order = shown.map(({ index }) => data.ids[index]);
    shown.forEach((entry, place) => this.paintRow(entry, place, similarities[entry.index]));
    const kept = new Set(this.order);
    for (const [id, row] of this.rows) if (!kept.has(id)) this.leave(id, row);
    this.find(".few").textContent = this.few(ranked.length);
  }

  paintRow(entry, place, textSimilarity) {
    const { data } = this;
    const row = this.rows.get(data.ids[entry.index]) ?? this.enter(entry.index, place);
    clearTimeout(row.gone);
    row.gone = undefined;
    row.li.classList.remove("leaving");
    row.li.classList.toggle("first", place === 0);
    row.li.style.setProperty("--place", place);
    row.rank.textContent = place + 1;
    this.paintChange(row, data.ids[entry.index], place + 1);
    row.combined.textContent = entry.combined.toFixed(2);
    row.meaning.style.width = `${100 * Math.max(0, entry.meaning)}%`;
    row.words.style.width = `${100 * Math.max(0, entry.words)}%`;
    const numbers = [Math.max(0, data.scores.vector[entry.index]).toFixed(3), textSimilarity.toFixed(3), entry.meaning.toFixed(3), entry.words.toFixed(3), entry.combined.toFixed(3)];
    row.numbers.forEach((cell, i) => (cell.textContent = numbers[i]));
    row.score.setAttribute("aria-label", `combined ${numbers[4]}, of it meaning ${numbers[2]} and words ${numbers[3]}; meaning scored ${numbers[0]}, words ${numbers[1]}`);
    this.paintGrade(row, data.passages[entry.index]);
  }

  paintChange(row, id, rank) {
    const { reference } = this.data;
    const before = this.savedRanks.get(id);
    const moved = before === undefined ? null : before - rank;
    row.change.textContent = moved === null ? "new" : moved > 0 ? `▲ ${moved}` : moved < 0 ? `▼ ${-moved}` : "=";
    row.change.classList.toggle("moved", moved !== 0);
    row.change.title = moved === null ? `Not found with the ${reference}` : moved === 0 ? `Same rank with the ${reference}` : `Rank ${before} with the ${reference}`;
    row.change.setAttribute("aria-label", row.change.title);
  }

  paintGrade(row, passage) {
    if (!row.buttons) return;
    const grade = this.grades[passage.source];
    row.buttons.forEach((button, value) => button.setAttribute("aria-pressed", String(grade?.grade === value)));
    row.graded.textContent = grade ? `${SHORT[grade.grade]}${grade.by ? ` · ${grade.by}` : ""}` : "unjudged";
    row.graded.title = grade ? `${GRADES[grade.grade]}, judged${grade.by ? ` by ${grade.by}` : ""}${grade.when ? ` on ${grade.when}` : ""}` : "Nobody has judged this document for this query";
  }

  few(found) {
    const { data, weight } = this;
    const possible = Math.min(data.limit, data.ids.length);
    if (found >= possible) return "";
    return weight === 1 && found === 0 ? "No passage holds a word of the query: at 1.00 nothing is found." : `At 1.00 only the ${found} ${found === 1 ? "passage" : "passages"} with a word of the query ${found === 1 ? "is" : "are"} found.`;
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
  }

  build(passage) {
    const li = element("li", "hit", null);
    const place = element("div", "place", li);
    const row = { li, rank: element("span", "rank", place), change: element("span", "change", place) };
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
    if (this.data.grading) this.buildGrades(row, scores, passage);
    return row;
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
      button.onclick = () => this.grade(passage, value);
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
    this.find(".live").textContent = this.data.compact ? "" : `text_weight ${this.weight.toFixed(2)}. ${first}`;
  }
}
