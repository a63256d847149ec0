// The pose: W_j = W_p(j) L_j Ul_j, T_j = W_j B_j^-1, and palettes as the shaders read them.

const KINDS = {i8: Int8Array, u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array};

function unpacked(text, kind) {
  const letters = atob(text || "");
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return new KINDS[kind](bytes.buffer);
}

const rowsAt = (list, k) => Array.from(list.subarray(12 * k, 12 * k + 12));

// Lists of the file as arrays, once.
function openBinding(b) {
  const binding = {
    joint: b.joint,
    bind: unpacked(b.bind, "f32"),
    inverse: unpacked(b.inverse, "f32"),
    node: b.node,
    offset: unpacked(b.offset, "u32"),
    slot: unpacked(b.slot, "u16"),
    weight: unpacked(b.weight, "f32"),
    skinned: b.skinned,
    dual: b.dual,
  };
  const vertices = binding.offset.length - 1;
  binding.sum = b.sum ? unpacked(b.sum, "f32") : new Float32Array(vertices).fill(1);
  return binding;
}

function openModel(m) {
  if (m.open) return m;
  m.open = true;
  m.bases = m.bases.map((b) => unpacked(b, "f32"));
  m.bindings = m.bindings.map(openBinding);
  m.rest = unpacked(m.rest, "f32");
  m.colors = unpacked(m.colors, "u8");
  m.segments.ends = unpacked(m.segments.ends, "f32");
  for (const mesh of m.meshes) {
    mesh.position = unpacked(mesh.position, "f32");
    mesh.normal = unpacked(mesh.normal, "f32");
    mesh.triangle = unpacked(mesh.triangle, mesh.wide ? "u32" : "u16");
    if (mesh.uv) mesh.uv = unpacked(mesh.uv, "f32");
    if (mesh.blend) mesh.blend = unpacked(mesh.blend, "f32");
    mesh.binding = openBinding(mesh.binding);
    for (const target of mesh.morph || []) {
      target.vertex = unpacked(target.vertex, "u32");
      target.position = unpacked(target.position, "f32");
      if (target.normal) target.normal = unpacked(target.normal, "f32");
      if (target.share) target.share = unpacked(target.share, "f32");
    }
  }
  return m;
}

const openMoving = (moving) => moving && {joint: moving.joint, rows: unpacked(moving.rows, "f32")};

// The step's pose where its sliders are: `position` counts as the file does.
function poseOf(model, step, position) {
  const joints = model.joints.length;
  const base = [], user = new Array(joints).fill(IDENTITY);
  for (let j = 0; j < joints; ++j) base.push(rowsAt(model.bases[step.base], j));
  const put = (to, list, at) => {
    if (list) list.joint.forEach((j, k) => (to[j] = rowsAt(list.rows, at * list.joint.length + k)));
  };
  put(user, step.user, 0);
  put(user, step.moving, position);
  put(base, step.movingBase, position);
  return posed(model, base, user);
}

function posed(model, base, user) {
  const world = [];
  for (let j = 0; j < model.joints.length; ++j) {
    const own = multiplied(base[j], user[j]);
    const p = model.parent[j];
    world.push(p < 0 ? own : multiplied(world[p], own));
  }
  return {base, user, world};
}

// T_j of each slot, and behind them what a vertex without weights follows.
function palette(mesh, binding, world) {
  const out = [];
  for (let s = 0; s < binding.joint.length; ++s)
    out.push(multiplied(world[binding.joint[s]], rowsAt(binding.inverse, s)));
  out.push(multiplied(world[mesh.node], binding.node));
  return out;
}

// W_j by a wrong product, where that is the mistake; else as it is.
function mistakenWorlds(model, pose, mistake) {
  if (mistake !== "order-of-W" && mistake !== "Ul-before-L") return pose.world;
  const world = [];
  for (let j = 0; j < model.joints.length; ++j) {
    const above = model.parent[j] < 0 ? IDENTITY : world[model.parent[j]];
    const [l, u] = [pose.base[j], pose.user[j]], own = mistake === "Ul-before-L" ? multiplied(u, l) : multiplied(l, u);
    world.push(mistake === "order-of-W" ? multiplied(own, above) : multiplied(above, own));
  }
  return world;
}

// The 3x3 transposed; the shift, which stands in the last row then, moves nothing.
const turnedOver = (m) => [m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0];

// As with_mistake() of src/scene/explain/mistaken_pose.h.
function mistakenPalette(model, mesh, binding, pose, mistake) {
  const world = mistakenWorlds(model, pose, mistake), out = palette(mesh, binding, world);
  if (mistake === "order-of-W" || mistake === "Ul-before-L") return out;
  const none = new Array(model.joints.length).fill(IDENTITY);
  const rest = mistake === "rest-for-bind" ? posed(model, none.map((_, j) => rowsAt(model.rest, j)), none).world : null;
  binding.joint.forEach((j, s) => {
    const skin = {
      "rest-for-bind": () => multiplied(world[j], inverted(rest[j])),
      "order-of-T": () => multiplied(rowsAt(binding.inverse, s), world[j]),
      "no-inverse-bind": () => world[j],
      "bind-not-inverted": () => multiplied(world[j], rowsAt(binding.bind, s)),
      "transposed": () => turnedOver(out[s]),
    }[mistake];
    if (skin) out[s] = skin();
  });
  return out;
}

// --- rows of a palette, see shaders/deform_*.glsl

function shiftOf(real, dual) {
  const r = real.slice(0, 3), d = dual.slice(0, 3);
  return times(2, add(minus(times(real[3], d), times(dual[3], r)), cross(r, d)));
}

// A reflection that mirrored joints share, as src/rig/dual_quaternion.cpp has it.
function sharedMirror(parts) {
  const all = [-1, 0, 0, 0, -1, 0, 0, 0, -1];
  const det = (q) => determinant([q[0], q[1], q[2], 0, q[3], q[4], q[5], 0, q[6], q[7], q[8], 0]);
  const mirrored = parts.find((q) => det(q) < 0), plain = parts.find((q) => det(q) > 0);
  if (!mirrored || !plain) return all;
  const turn = product(transposed(plain), mirrored);
  const rows = [0, 1, 2].map((r) => [0, 1, 2].map((c) => turn[3 * r + c] + (r === c ? 1 : 0)));
  let a = [0, 0, 0];
  for (let i = 0; i < 3; ++i) {
    const n = cross(rows[i], rows[(i + 1) % 3]);
    if (dot(n, n) > dot(a, a)) a = n;
  }
  if (!(size(a) > 1e-6)) return all;
  a = unit(a);
  return [0, 1, 2].flatMap((r) => [0, 1, 2].map((c) => (r === c ? 1 : 0) - 2 * a[r] * a[c]));
}

const transposed = (m) => [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
function product(a, b) {
  return [0, 1, 2].flatMap((r) =>
    [0, 1, 2].map((c) => a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c]));
}

// (r_j, d_j) and the stretch A_j of each T_j.
function splitPalette(matrices, binding) {
  const parts = matrices.slice(0, -1).map(orthogonalPart);
  const mirror = sharedMirror(parts);
  const out = parts.map((part, s) => {
    const m = matrices[s];
    const linear = [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]];
    let rotation = part, stretch = product(transposed(part), linear);
    const flat = [part[0], part[1], part[2], 0, part[3], part[4], part[5], 0, part[6], part[7], part[8], 0];
    if (determinant(flat) < 0) {
      rotation = product(part, mirror);
      stretch = product(mirror, stretch);
    }
    const center = column(rowsAt(binding.bind, s), 3);
    const times3 = (a, v) => [0, 3, 6].map((r) => a[r] * v[0] + a[r + 1] * v[1] + a[r + 2] * v[2]);
    const one = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const stretches = stretch.some((x, k) => Math.abs(x - one[k]) > 1e-6);
    if (!stretches) stretch = one;
    const off = stretches ? minus(center, times3(stretch, center)) : [0, 0, 0];
    let q = quaternion(rotation);
    const n = Math.hypot(...q);
    q = q.map((x) => x / n);
    const t = minus(transformed(m, center), times3(rotation, center));
    const half = times(0.5, t);
    const v = add(times(q[3], half), cross(half, q.slice(0, 3)));
    return {
      real: q,
      dual: [...v, -dot(half, q.slice(0, 3))],
      stretch: [0, 1, 2].flatMap((r) => [...stretch.slice(3 * r, 3 * r + 3), off[r]]),
    };
  });
  out.push({real: [0, 0, 0, 1], dual: [0, 0, 0, 0], stretch: matrices[matrices.length - 1]});
  return out;
}

// Their motions as logarithms, as src/rig/deform/log_matrix.cpp takes them.
function logarithm(joint) {
  let r = joint.real, d = joint.dual;
  if (r[3] < 0) {
    r = r.map((x) => -x);
    d = d.map((x) => -x);
  }
  const t = shiftOf(r, d), axis = r.slice(0, 3), sine = size(axis);
  const angle = 2 * Math.atan2(sine, r[3]);
  const a = sine > 1e-12 ? times(angle / sine, axis) : times(2, axis);
  const half = 0.5 * angle;
  const k = angle > 1e-4 ? (1 - half / Math.tan(half)) / (angle * angle) : 1 / 12;
  const m = add(minus(t, times(0.5, cross(a, t))), times(k, cross(a, cross(a, t))));
  return {real: [...a, 0], dual: [...m, 0], stretch: joint.stretch};
}

// `form`: of the deformer; `bones`: six numbers a slot, for the form that has them.
function paletteRows(form, matrices, binding, bones) {
  if (form === "matrices") return new Float32Array(matrices.flat());
  let joints = splitPalette(matrices, binding);
  if (form === "log") joints = joints.map(logarithm);
  const rows = [];
  joints.forEach((joint, s) => {
    rows.push(...joint.real, ...joint.dual, ...joint.stretch);
    if (form !== "bones") return;
    const known = bones && 6 * s + 6 <= bones.length;
    const origin = s < binding.joint.length ? column(rowsAt(binding.bind, s), 3) : [0, 0, 0];
    const from = known ? Array.from(bones.subarray(6 * s, 6 * s + 3)) : origin;
    const to = known ? Array.from(bones.subarray(6 * s + 3, 6 * s + 6)) : origin;
    rows.push(...from, 1, ...to, 1);
  });
  return new Float32Array(rows);
}

// p_i + sum_k m_k dp_ik (src/rig/morph.h).
function morphed(mesh, weights) {
  const position = mesh.position.slice(), normal = mesh.normal.slice(), turned = new Set();
  for (const target of mesh.morph) {
    const share = morphShare(target, weights[target.channel] || 0);
    if (share === 0) continue;
    target.vertex.forEach((v, i) => {
      for (let k = 0; k < 3; ++k) {
        position[3 * v + k] += share * target.position[3 * i + k];
        if (target.normal) normal[3 * v + k] += share * target.normal[3 * i + k];
      }
      if (target.normal) turned.add(3 * v);
    });
  }
  for (const i of turned) {
    const n = Math.hypot(normal[i], normal[i + 1], normal[i + 2]);
    for (let k = 0; k < 3; ++k) normal[i + k] = n > 0 ? normal[i + k] / n : mesh.normal[i + k];
  }
  return {position, normal};
}

function morphShare(target, weight) {
  const s = target.share;
  if (!s || s.length < 4) return weight;
  let k = 0;
  while (k + 4 < s.length && weight > s[k + 2]) k += 2;
  const width = s[k + 2] - s[k];
  return width > 0 ? s[k + 1] + ((weight - s[k]) / width) * (s[k + 3] - s[k + 1]) : s[k + 3];
}
