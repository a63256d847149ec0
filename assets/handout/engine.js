// Weights as a game engine keeps them (src/rig/weights/engine.h, limit.h), and how far they put each vertex from where
// all of its weights put it.

const ENGINE_STEPS = {unorm8: 255, unorm16: 65535};

// The nearest whole number; of two equally near ones the even one.
function evenRounded(x) {
  const low = Math.floor(x), part = x - low;
  return part < 0.5 || (part === 0.5 && low % 2 === 0) ? low : low + 1;
}

// IEEE 754 binary16: eleven digits, down to 2^-24.
function halfOf(weight) {
  if (!(weight > 0)) return 0;
  const exponent = (new Uint32Array(new Float32Array([weight]).buffer)[0] >>> 23) - 126;  // weight = m 2^exponent, m in [1/2, 1)
  const step = 2 ** Math.max(exponent - 11, -24);
  return evenRounded(weight / step) * step;
}

function roundedWeight(weight, format) {
  if (format === "float") return weight;
  if (format === "half") return halfOf(weight);
  const steps = ENGINE_STEPS[format];
  return Math.fround(evenRounded(Math.min(Math.max(weight, 0), 1) * steps) / steps);
}

// So that unorms add up to all their steps: the largest takes what is missing. row: [slot, weight].
function fillUp(row, steps) {
  let sum = row.reduce((t, e) => t + evenRounded(e[1] * steps), 0);
  const largest = row.reduce((a, b) => (b[1] > a[1] ? b : a));
  const filled = evenRounded(largest[1] * steps) + steps - sum;
  if (filled >= 1) return void (largest[1] = filled / steps);
  // The largest has not as much: those that rounding gave most give a step back, one after the other.
  const gained = (e) => evenRounded(e[1] * steps) - e[1] * steps;
  const order = row.map((e) => [gained(e), e]).sort((a, b) => b[0] - a[0]).map((pair) => pair[1]);
  for (const e of row) e[1] = evenRounded(e[1] * steps) / steps;
  while (sum > steps) {
    for (const e of order) {
      if (sum <= steps) break;
      if (e[1] < 0.5 / steps) continue;
      e[1] -= 1 / steps;
      sum -= 1;
    }
  }
}

// A binding of other rows: rowOfVertex(first, last) gives [[slot, weight], ...] that add up to 1, and their stored sum.
function rebound(binding, rowOfVertex) {
  const vertices = binding.offset.length - 1;
  const offset = new Uint32Array(vertices + 1), sum = new Float32Array(vertices), slots = [], weights = [];
  for (let i = 0; i < vertices; ++i) {
    const made = rowOfVertex(binding.offset[i], binding.offset[i + 1], i);
    for (const [slot, weight] of made.row) {
      slots.push(slot);
      weights.push(weight);
    }
    sum[i] = made.sum;
    offset[i + 1] = slots.length;
  }
  return {...binding, offset, sum, slot: new Uint16Array(slots), weight: new Float32Array(weights)};
}

// The `limit` largest weights of each vertex alone, made to add up to 1 again. Stored sums stay.
function limitedBinding(binding, limit) {
  return rebound(binding, (first, last, i) => {
    const to = Math.min(last, first + limit), row = [];
    let sum = 0;
    for (let k = first; k < to; ++k) sum = Math.fround(sum + binding.weight[k]);
    for (let k = first; k < to; ++k) row.push([binding.slot[k], Math.fround(binding.weight[k] / sum)]);
    return {row, sum: binding.sum[i]};
  });
}

// What an engine of these settings of the view has: the largest weights, rounded.
function engineBinding(binding, view) {
  const keep = view.engine_keep === "all" ? Infinity : Number(view.engine_keep), whole = view.engine_sums === "whole";
  return rebound(binding, (first, last) => {
    const to = Math.min(last, first + keep), row = [];
    let kept = 0, sum = 0;
    for (let k = first; k < to; ++k) kept += binding.weight[k];
    for (let k = first; k < to; ++k)
      row.push([binding.slot[k], whole ? Math.fround(binding.weight[k] / kept) : binding.weight[k]]);
    const steps = ENGINE_STEPS[view.engine_format];
    if (whole && steps && row.length > 0) fillUp(row, steps);
    for (const e of row) sum += e[1] = roundedWeight(Math.fround(e[1]), view.engine_format);
    const own = row.sort((a, b) => b[1] - a[1]).filter((e) => e[1] > 0).map(([slot, w]) => [slot, Math.fround(w / sum)]);
    if (last > first && own.length === 0) own.push([binding.slot[first], 1]);
    return {row: own, sum: whole && sum > 0 ? 1 : sum};
  });
}

// Kept while their weights are the same: those of many vertices take a while.
const reboundOf = new WeakMap();
function keptBinding(binding, key, make) {
  if (!reboundOf.has(binding)) reboundOf.set(binding, new Map());
  const known = reboundOf.get(binding);
  if (!known.has(key)) known.set(key, make());
  return known.get(key);
}
const limitedBindings = (bindings, limit) => bindings.map((b) => keptBinding(b, `limit ${limit}`, () => limitedBinding(b, limit)));
function engineBindings(bindings, view) {
  const key = ["engine_keep", "engine_format", "engine_sums"].map((name) => view[name]).join(" ");
  return bindings.map((b) => keptBinding(b, key, () => engineBinding(b, view)));
}

// "4 largest weights, 8 bits"
function engineWords(view) {
  const keep = view.engine_keep;
  const kept = keep === "all" ? "all weights" : keep === "1" ? "largest weight alone" : `${keep} largest weights`;
  const format = {float: "", half: ", half floats", unorm16: ", 16 bits", unorm8: ", 8 bits"}[view.engine_format];
  return kept + format + (view.engine_sums === "whole" ? "" : ", sums left as they are");
}
