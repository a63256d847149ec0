// Affine matrices as three rows of four, in one array of 12; points and vectors as arrays of three.
// Columns on the right, as everywhere in Bindpose.
"use strict";

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

function multiplied(a, b) {
  const out = new Array(12);
  for (let r = 0; r < 12; r += 4) {
    for (let c = 0; c < 4; ++c) {
      out[r + c] = a[r] * b[c] + a[r + 1] * b[4 + c] + a[r + 2] * b[8 + c] + (c === 3 ? a[r + 3] : 0);
    }
  }
  return out;
}

function transformed(m, p) {
  return [
    m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3],
    m[4] * p[0] + m[5] * p[1] + m[6] * p[2] + m[7],
    m[8] * p[0] + m[9] * p[1] + m[10] * p[2] + m[11],
  ];
}

// The 3x3 part alone.
function turned(m, v) {
  return [
    m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
    m[4] * v[0] + m[5] * v[1] + m[6] * v[2],
    m[8] * v[0] + m[9] * v[1] + m[10] * v[2],
  ];
}

const column = (m, c) => [m[c], m[4 + c], m[8 + c]];
const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (s, v) => [s * v[0], s * v[1], s * v[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const size = (v) => Math.hypot(v[0], v[1], v[2]);
function unit(v) {
  const n = size(v);
  return n > 0 ? times(1 / n, v) : v;
}

function determinant(m) {
  return dot([m[0], m[1], m[2]], cross([m[4], m[5], m[6]], [m[8], m[9], m[10]]));
}

// det(M) M^-T of the 3x3 part, three rows of three: what turns normals.
function cofactor(m) {
  const x = [m[0], m[1], m[2]], y = [m[4], m[5], m[6]], z = [m[8], m[9], m[10]];
  return [...cross(y, z), ...cross(z, x), ...cross(x, y)];
}
function cofactorTimes(m, n) {
  const c = cofactor(m);
  return [
    c[0] * n[0] + c[1] * n[1] + c[2] * n[2],
    c[3] * n[0] + c[4] * n[1] + c[5] * n[2],
    c[6] * n[0] + c[7] * n[1] + c[8] * n[2],
  ];
}

function inverted(m) {
  const d = determinant(m);
  if (!(Math.abs(d) > 0)) return IDENTITY.slice();
  const c = cofactor(m);
  const out = new Array(12);
  for (let r = 0; r < 3; ++r) {
    for (let k = 0; k < 3; ++k) out[4 * r + k] = c[3 * k + r] / d;
  }
  for (let r = 0; r < 3; ++r) {
    out[4 * r + 3] = -(out[4 * r] * m[3] + out[4 * r + 1] * m[7] + out[4 * r + 2] * m[11]);
  }
  return out;
}

function isIdentity(m, within = 5e-4) {
  return IDENTITY.every((x, k) => Math.abs(m[k] - x) < within);
}

// The orthogonal part of the 3x3 by Higham's iteration, Q <- (Q + Q^-T) / 2, as nine numbers; the
// identity where there is no inverse.
function orthogonalPart(m) {
  let q = [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]];
  for (let i = 0; i < 60; ++i) {
    const rows = [q[0], q[1], q[2], 0, q[3], q[4], q[5], 0, q[6], q[7], q[8], 0];
    const d = determinant(rows);
    if (!(Math.abs(d) > 1e-30)) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const c = cofactor(rows);
    const next = q.map((x, k) => 0.5 * (x + c[k] / d));
    const change = Math.max(...next.map((x, k) => Math.abs(x - q[k])));
    q = next;
    if (change < 1e-14) break;
  }
  return q;
}

// The quaternion (x, y, z, w) of a rotation's nine numbers.
function quaternion(r) {
  const trace = r[0] + r[4] + r[8];
  const big = [r[0] - r[4] - r[8], r[4] - r[0] - r[8], r[8] - r[0] - r[4], trace];
  const k = big.indexOf(Math.max(...big));
  const root = 0.5 * Math.sqrt(big[k] + 1), s = 0.25 / root;
  if (k === 3) return [(r[7] - r[5]) * s, (r[2] - r[6]) * s, (r[3] - r[1]) * s, root];
  if (k === 0) return [root, (r[3] + r[1]) * s, (r[2] + r[6]) * s, (r[7] - r[5]) * s];
  if (k === 1) return [(r[3] + r[1]) * s, root, (r[7] + r[5]) * s, (r[2] - r[6]) * s];
  return [(r[2] + r[6]) * s, (r[7] + r[5]) * s, root, (r[3] - r[1]) * s];
}
