// Where each passage stands at every weight: the lines of the chart, by the same fusion as the list.

const STEPS = 40;
const WEIGHTS = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS);

// For each weight the candidates among the first `shown`, best first.
function firstOnes(scores, method, shown) {
  return WEIGHTS.map((weight) => placesAt(scores, weight, method, shown));
}

function placesAt(scores, weight, method, shown) {
  return fuse(scores, weight, method)
    .slice(0, shown)
    .map(({ index }) => index);
}

// By candidate: its unbroken runs of [step, place], places from 0. A line is broken where a passage is not among the first.
function rankLines(tops) {
  const lines = new Map();
  tops.forEach((top, step) =>
    top.forEach((index, place) => {
      if (!lines.has(index)) lines.set(index, []);
      const runs = lines.get(index);
      const last = runs.at(-1);
      if (last && last.at(-1)[0] === step - 1) last.push([step, place]);
      else runs.push([[step, place]]);
    }),
  );
  return lines;
}

// `best rank 1, at 0.00 to 0.40`
function course(runs) {
  const points = runs.flat();
  const best = Math.min(...points.map(([, place]) => place));
  const at = points.filter(([, place]) => place === best).map(([step]) => WEIGHTS[step].toFixed(2));
  return `best rank ${best + 1}, at ${at.length > 1 ? `${at[0]} to ${at.at(-1)}` : at[0]}`;
}
