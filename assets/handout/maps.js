// Maps on the surface, as src/view/maps has them, and the legends that say what colours mean.

const NO_WEIGHTS = -1e30;

function toOklab(rgb) {
  const l = rgb.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  const cone = [
    0.4122214708 * l[0] + 0.5363325363 * l[1] + 0.0514459929 * l[2],
    0.2119034982 * l[0] + 0.6806995451 * l[1] + 0.1073969566 * l[2],
    0.0883024619 * l[0] + 0.2817188376 * l[1] + 0.6299787005 * l[2],
  ].map(Math.cbrt);
  return [
    0.2104542553 * cone[0] + 0.793617785 * cone[1] - 0.0040720468 * cone[2],
    1.9779984951 * cone[0] - 2.428592205 * cone[1] + 0.4505937099 * cone[2],
    0.0259040371 * cone[0] + 0.7827717662 * cone[1] - 0.808675766 * cone[2],
  ];
}

const css = (rgb) => `rgb(${rgb.map((c) => Math.round(255 * c)).join(" ")})`;
const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
const jointRgb = (model, j) => Array.from(model.colors.subarray(3 * j, 3 * j + 3), (c) => c / 255);
const rampRgb = (bytes, t) => {
  const k = Math.min(Math.max(Math.floor(t * (bytes.length / 3)), 0), bytes.length / 3 - 1);
  return Array.from(bytes.subarray(3 * k, 3 * k + 3), (c) => c / 255);
};

// The joints whose weights are summed.
function summedJoints(model, step, view) {
  const joints = new Set();
  for (const j of [step.selected, ...step.also]) {
    if (j < 0) continue;
    for (let k = j; k < (view.subtree === "on" ? model.end[j] : j + 1); ++k) joints.add(k);
  }
  return joints;
}

function shownMeshes(model, step) {
  return model.meshes.map((mesh, m) => !(step.hidden && step.hidden[m]));
}

// {style, values: per mesh, three numbers a vertex, high, legend}; null: the material.
function mapOf(data, model, step, view, bindings) {
  const shown = shownMeshes(model, step);
  const each = (value) =>
    model.meshes.map((mesh, m) => {
      const n = mesh.position.length / 3, out = new Float32Array(3 * n);
      for (let i = 0; shown[m] && i < n; ++i) out.set(value(mesh, bindings[m], i), 3 * i);
      return out;
    });
  const total = model.meshes.reduce((n, mesh, m) => n + (shown[m] ? mesh.position.length / 3 : 0), 0);
  if (view.show === "weights") return weightsMap(data, model, step, view, each, total);
  if (view.show === "sum") return sumMap(data, each);
  if (view.show === "influences") return influencesMap(data, each);
  if (view.show === "joints" || view.show === "dominant") return jointsMap(data, model, view.show, each);
  return null;
}

function weightsMap(data, model, step, view, each, total) {
  const joints = summedJoints(model, step, view);
  let pulled = 0, largest = 0;
  const values = each((mesh, binding, i) => {
    let w = 0, all = true;
    for (let k = binding.offset[i]; k < binding.offset[i + 1]; ++k) {
      if (joints.has(binding.joint[binding.slot[k]])) w += binding.weight[k];
      else all = false;
    }
    if (all && binding.offset[i] !== binding.offset[i + 1]) w = 1;
    if (view.weights === "raw") w *= binding.sum[i];
    pulled += w > 0;
    largest = Math.max(largest, w);
    return [w, 0, 0];
  });
  let title = step.selected < 0 ? "Weights" : `Weight of ${model.joints[step.selected]}`;
  if (step.also.length > 0) title += ` + ${step.also.length} more`;
  if (view.subtree === "on") title += " and all below";
  const note = `${grouped(pulled)} of ${grouped(total)} vertices above 0, largest ${short(largest)}`;
  return {
    style: 1, values, low: 0, high: 1, bytes: data.ramp,
    legend: {title, note, bar: data.ramp, zero: data.zero,
      ticks: [[0.01, "0.01"], [0.25, "0.25"], [0.5, "0.5"], [0.75, "0.75"], [1, "1"]]},
  };
}

const short = (x) => (x === 0 ? "0" : Math.abs(x) >= 100 ? x.toFixed(0) : String(+x.toPrecision(3)));

function sumMap(data, each) {
  let range = 0, off = 0, total = 0;
  const values = each((mesh, binding, i) => {
    ++total;
    if (binding.offset[i] === binding.offset[i + 1]) return [NO_WEIGHTS, 0, 0];
    const d = binding.sum[i] - 1, value = Math.abs(d) <= 1e-6 ? 0 : d;
    range = Math.max(range, Math.abs(value));
    off += Math.abs(value) > 1e-3;
    return [value, 0, 0];
  });
  const high = Math.max(range, 1e-3);
  const note = off === 0 ? "Every stored sum is 1 to within 0.001."
    : `${grouped(off)} of ${grouped(total)} vertices off by more than 0.001`;
  return {
    style: 1, values, low: -high, high, bytes: data.signed,
    legend: {title: "Stored sum of the weights, minus 1", note, bar: data.signed,
      ticks: [-1, -0.5, 0, 0.5, 1].map((p) => [0.5 + 0.5 * p, (p > 0 ? "+" : "") + short(p * high)])},
  };
}

function influencesMap(data, each) {
  const MOST = 8, color = (n) => (n === 0 ? data.none : rampRgb(data.ramp, (n - 0.5) / MOST));
  const labs = Array.from({length: MOST + 1}, (_, n) => toOklab(color(n)));
  const vertices = new Array(MOST + 1).fill(0);
  let most = 0;
  const values = each((mesh, binding, i) => {
    const n = binding.offset[i + 1] - binding.offset[i];
    most = Math.max(most, n);
    ++vertices[Math.min(n, MOST)];
    return labs[Math.min(n, MOST)];
  });
  const swatches = vertices.map((n, k) => [color(k), k + (k === MOST ? "+" : ""), n]);
  return {style: 3, values, legend: {title: "Number of influences", swatches, columns: true,
    note: `At most ${most} on one vertex`}};
}

function jointsMap(data, model, show, each) {
  const labs = model.joints.map((_, j) => toOklab(jointRgb(model, j))), none = toOklab(data.none);
  const count = new Map();
  const values = each((mesh, binding, i) => {
    const first = binding.offset[i], last = binding.offset[i + 1];
    const joint = first < last ? binding.joint[binding.slot[first]] : binding.skinned ? -1 : mesh.node;
    count.set(joint, (count.get(joint) || 0) + 1);
    if (first === last || show === "dominant") return joint < 0 ? none : labs[joint];
    const sum = [0, 0, 0];
    for (let k = first; k < last; ++k) {
      const lab = labs[binding.joint[binding.slot[k]]];
      for (let c = 0; c < 3; ++c) sum[c] += binding.weight[k] * lab[c];
    }
    return sum;
  });
  const swatches = [...count].sort((a, b) => b[1] - a[1]).slice(0, 10)
    .map(([j, n]) => [j < 0 ? data.none : jointRgb(model, j), j < 0 ? "no weights" : model.joints[j], n]);
  return {style: show === "dominant" ? 3 : 2, values, legend: {swatches,
    title: show === "dominant" ? "Joint with the largest weight" : "All joints, blended by weight",
    note: "Vertices on which each joint pulls most"}};
}

// How far two surfaces are apart, from their posed points.
function distanceMap(data, model, shown, title, first, second) {
  const rounding = 2e-6 * diagonal(model);  // what floats make of equal ones
  let largest = 0, moved = 0;
  const values = first.map((a, m) => {
    const out = new Float32Array(a.length);
    for (let i = 0; shown[m] && i < a.length; i += 3) {
      const apart = Math.hypot(a[i] - second[m][i], a[i + 1] - second[m][i + 1], a[i + 2] - second[m][i + 2]);
      if (apart < rounding) continue;
      out[i] = apart;
      largest = Math.max(largest, apart);
      ++moved;
    }
    return out;
  });
  const map = {style: 1, values, low: 0, high: largest || 1, bytes: data.ramp};
  if (largest === 0) return {...map, legend: {title, note: "No vertex moves."}};
  const inMillimetres = largest * model.metres < 0.01;
  const unit = inMillimetres ? "mm" : "cm", scale = (inMillimetres ? 1000 : 100) * model.metres;
  return {...map, legend: {title, note: `${grouped(moved)} vertices, at most ${short(largest * scale)} ${unit}`,
    bar: data.ramp, zero: data.zero,
    ticks: [0.25, 0.5, 0.75, 1].map((t) => [t, short(t * largest * scale) + (t === 1 ? ` ${unit}` : "")])}};
}

function element(tag, className, text) {
  const out = document.createElement(tag);
  if (className) out.className = className;
  if (text !== undefined) out.textContent = text;
  return out;
}

function showLegend(to, legend) {
  to.replaceChildren();
  if (!legend) return;
  to.append(element("p", "legend-title", legend.title));
  if (legend.bar) {
    const line = element("div", "legend-line");
    if (legend.zero) {
      const zero = element("span", "swatch");
      zero.style.background = css(legend.zero);
      line.append(zero, element("span", "legend-zero", "0"));
    }
    const bar = element("div", "legend-bar");
    const stops = Array.from({length: 17}, (_, k) => css(rampRgb(legend.bar, k / 16)));
    bar.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
    for (const [at, text] of legend.ticks) {
      const tick = element("span", "tick", text);
      tick.style.left = `${100 * at}%`;
      bar.append(tick);
    }
    line.append(bar);
    to.append(line);
  }
  if (legend.swatches) {
    const list = element("ul", legend.columns ? "swatches columns" : "swatches");
    for (const [color, text, count] of legend.swatches) {
      const item = element("li"), swatch = element("span", "swatch");
      swatch.style.background = css(color);
      item.append(swatch, element("span", "", text), element("span", "count", grouped(count)));
      list.append(item);
    }
    to.append(list);
  }
  to.append(element("p", "legend-note", legend.note));
}
