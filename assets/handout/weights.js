// Who pulls on which vertex: as the file has it, with what the step's sliders make of it.

// Another row for vertex i: [stored sum, joint, weight, ...].
function withRow(binding, i, row) {
  const slots = [], weights = [];
  for (let k = 1; k + 1 < row.length; k += 2) {
    const slot = binding.joint.indexOf(row[k]);
    if (slot < 0) continue;
    slots.push(slot);
    weights.push(row[k + 1]);
  }
  const from = binding.offset[i], to = binding.offset[i + 1];
  const splice = (list, put) => {
    const out = new list.constructor(list.length - (to - from) + put.length);
    out.set(list.subarray(0, from));
    out.set(put, from);
    out.set(list.subarray(to), from + put.length);
    return out;
  };
  const offset = binding.offset.slice();
  for (let v = i + 1; v < offset.length; ++v) offset[v] += slots.length - (to - from);
  const sum = binding.sum.slice();
  sum[i] = row[0];
  return {...binding, offset, sum, slot: splice(binding.slot, slots), weight: splice(binding.weight, weights)};
}

function nearestOnSegment(p, ends, s) {
  const head = [ends[6 * s], ends[6 * s + 1], ends[6 * s + 2]];
  const along = minus([ends[6 * s + 3], ends[6 * s + 4], ends[6 * s + 5]], head);
  const toP = minus(p, head), square = dot(along, along);
  const t = square > 0 ? Math.min(Math.max(dot(toP, along) / square, 0), 1) : 0;
  return add(head, times(t, along));
}
const segmentDistance = (p, ends, s) => size(minus(p, nearestOnSegment(p, ends, s)));

// w^_ij = max(0, r_j - d_ij) / r_j, divided by their sum (rig/weights/segment_weights.h).
function reachedBinding(binding, mesh, reach, toWorld, radii) {
  const vertices = mesh.position.length / 3, slotOf = reach.joint.map((j) => binding.joint.indexOf(j));
  const offset = new Uint32Array(vertices + 1), slots = [], weights = [];
  const sum = new Float32Array(vertices);
  for (let i = 0; i < vertices; ++i) {
    const p = transformed(toWorld, mesh.position.subarray(3 * i, 3 * i + 3));
    const row = [];
    for (let s = 0; s < slotOf.length; ++s) {
      const r = radii[s];
      if (!(r > 0) || slotOf[s] < 0) continue;
      const raw = (r - segmentDistance(p, reach.ends, s)) / r;
      if (raw > 0) row.push([slotOf[s], raw]);
    }
    row.sort((a, b) => b[1] - a[1]);
    const total = row.reduce((t, e) => t + e[1], 0);
    for (const [slot, raw] of row) {
      slots.push(slot);
      weights.push(raw / total);
    }
    sum[i] = row.length > 0 ? 1 : 0;
    offset[i + 1] = slots.length;
  }
  return {...binding, offset, sum, slot: new Uint16Array(slots), weight: new Float32Array(weights)};
}

// Bindings stand with the model, once each.
function openWeights(w, model) {
  if (!w || w.open) return w;
  w.open = true;
  if (w.bindings) w.bindings = w.bindings.map((b) => (b === null ? null : model.bindings[b]));
  if (w.reach) {
    w.reach.ends = unpacked(w.reach.ends, "f32");
    w.reach.radius = unpacked(w.reach.radius, "f32");
  }
  return w;
}

function radiiAt(reach, position) {
  const n = reach.joint.length;
  return reach.radius.subarray(n * position, n * position + n);
}

// The bindings of all meshes where the sliders are.
function bindingsOf(model, step, position) {
  const w = openWeights(step.weights, model);
  const own = model.meshes.map((mesh, m) => (w && w.bindings && w.bindings[m]) || mesh.binding);
  if (!w || (!w.rows && !(w.reach && w.reach.changes))) return own;
  const list = own.slice();
  for (const row of w.rows || []) list[row.mesh] = withRow(list[row.mesh], row.vertex, row.at[position]);
  if (w.reach && w.reach.changes) {
    w.reach.meshes.forEach((m, k) => {
      list[m] = reachedBinding(own[m], model.meshes[m], w.reach, w.reach.toWorld[k], radiiAt(w.reach, position));
    });
  }
  return list;
}

// [joint, weight] of a vertex, the largest first; `raw`: as stored.
function rowOf(binding, i, raw) {
  const out = [];
  for (let k = binding.offset[i]; k < binding.offset[i + 1]; ++k)
    out.push([binding.joint[binding.slot[k]], binding.weight[k] * (raw ? binding.sum[i] : 1), binding.slot[k]]);
  return out;
}

// Influences in the shape that skin.vert reads: src/render/skin_packing.h.
function packedInfluences(binding, vertices) {
  const slots = new Uint16Array(4 * vertices), weights = new Float32Array(4 * vertices);
  const more = new Uint32Array(2 * vertices), sum = new Float32Array(vertices).fill(1), rest = [];
  for (let i = 0; i < vertices; ++i) {
    const first = binding.offset[i], last = binding.offset[i + 1];
    more[2 * i] = rest.length / 4;
    if (first === last) {
      slots[4 * i] = binding.joint.length;
      weights[4 * i] = 1;
      continue;
    }
    sum[i] = binding.sum[i];
    for (let k = first; k < last; ++k) {
      if (k < first + 4) {
        slots[4 * i + k - first] = binding.slot[k];
        weights[4 * i + k - first] = binding.weight[k];
      } else {
        rest.push(binding.slot[k], binding.weight[k], 0, 0);
      }
    }
    more[2 * i + 1] = rest.length / 4 - more[2 * i];
  }
  return {slots, weights, more, sum, rest: new Float32Array(rest)};
}

// From vertex i to the bones that pull on it and to those of chosen joints, the nearest first:
// bone_distances() of src/scene/segment_binding.h.
function boneDistances(model, step, position, m, i, bindings, matrices) {
  const mesh = model.meshes[m], binding = bindings[m], reach = step.weights && step.weights.reach;
  const segments = reach || model.segments, radii = reach ? radiiAt(reach, position) : null;
  const wanted = new Set([step.selected, ...step.also, ...rowOf(binding, i).map((e) => e[0])]);
  const v = Array.from(mesh.position.subarray(3 * i, 3 * i + 3)), p = transformed(mesh.toWorld, v);
  const back = inverted(mesh.toWorld);
  let total = 0, all = [];
  segments.joint.forEach((joint, s) => {
    const r = radii ? radii[s] : 0, distance = segmentDistance(p, segments.ends, s);
    const raw = r > 0 ? Math.max(0, r - distance) / r : 0;
    total += raw;
    const slot = binding.joint.indexOf(joint);
    if (!wanted.has(joint) || slot < 0) return;
    const near = nearestOnSegment(p, segments.ends, s);
    all.push({joint, distance, reach: r, raw, from: transformed(matrices[m][slot], v),
      to: transformed(matrices[m][slot], transformed(back, near))});
  });
  all = all.sort((a, b) => a.distance - b.distance).slice(0, 8);
  for (const d of all) Object.assign(d, {total, weight: total > 0 ? d.raw / total : 0});
  return all;
}
