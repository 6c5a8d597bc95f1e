// The fusion of services/search/fusion.py, so that a drag re-ranks on every frame without asking Python.
// tests/pages/tuner/test_fusion_in_the_browser.py holds the two together: change both or neither.

const RRF_K = 60;

// Best first; at weight 1 only what holds a word of the query. `scores`: {vector, text, bound}, in the order of the chunk ids.
// An entry is {index, combined, meaning, words}: the two shares add up to the combined score.
function fuse(scores, weight, method) {
  const { combined, meaning, words } = method === "rrf" ? reciprocalRanks(scores, weight) : weighted(scores, weight, method);
  return combined
    .map((_, index) => index)
    .sort((a, b) => combined[b] - combined[a]) // stable: equal scores stay in the order of their ids
    .filter((index) => weight !== 1 || scores.text[index] > 0)
    .map((index) => ({ index, combined: Math.max(0, combined[index]), meaning: meaning[index], words: words[index] }));
}

// What semantic search does with the nearest `limit`: those from the threshold up are hits, the others fall below.
function nearest(scores, threshold, limit) {
  return fuse(scores, 0, "best_candidate")
    .slice(0, limit)
    .map((entry) => ({ ...entry, below: entry.combined < threshold }));
}

function weighted(scores, weight, method) {
  const similarities = textSimilarities(scores, method);
  const meaning = scores.vector.map((similarity) => (1 - weight) * similarity);
  const words = similarities.map((similarity) => weight * similarity);
  return { combined: meaning.map((share, index) => share + words[index]), meaning, words };
}

function textSimilarities(scores, method) {
  const best = method === "bounded" ? scores.bound : scores.text.reduce((a, b) => Math.max(a, b), 0);
  return scores.text.map((score) => (best > 0 ? score / best : 0));
}

// Scaled so that the first of both arms has 1.
function reciprocalRanks(scores, weight) {
  const [byVector, byText] = [places(scores.vector), places(scores.text)];
  const meaning = byVector.map((place) => (1 - weight) / (RRF_K + place));
  const words = byText.map((place, index) => (scores.text[index] > 0 ? weight / (RRF_K + place) : 0));
  const scaled = (shares) => shares.map((share) => share * (RRF_K + 1));
  return {
    combined: meaning.map((share, index) => (share + words[index]) * (RRF_K + 1)),
    meaning: scaled(meaning),
    words: scaled(words),
  };
}

// 1 for the highest; equal values in the order they stand.
function places(values) {
  const order = values.map((_, index) => index).sort((a, b) => values[b] - values[a]);
  const found = new Array(values.length);
  order.forEach((index, place) => (found[index] = place + 1));
  return found;
}
