// What is drawn over the surface: the ground, bones, frames, the vertex that is taken apart.
// `pen`: {ctx, model, theme, width, height, project}; project takes a point of display space to
// [x, y, depth], undefined behind the eye.

const DARK = {
  bone: [227, 234, 243], outline: [22, 32, 44], selected: [255, 159, 69], grid: [74, 80, 90],
  bold: [98, 106, 118], text: "#e8eaed", ground: "rgb(20 22 26 / 72%)", wire: [0.9, 0.92, 0.95, 0.35],
  axis: ["#f0616d", "#7bc86c", "#5aa9f7"], accent: "#ff9f45",
};
const LIGHT = {
  bone: [207, 217, 230], outline: [38, 64, 95], selected: [179, 85, 0], grid: [188, 194, 203],
  bold: [150, 158, 170], text: "#1d2126", ground: "rgb(255 255 255 / 82%)", wire: [0.1, 0.13, 0.16, 0.4],
  axis: ["#c8323f", "#37862a", "#1f6fc9"], accent: "#b35500",
};
const NEEDLES = {bind: "#ffffff", plain: "#f07070", usual: "#66a8ff", exact: "#ffd84d"};

const rgb = (c, alpha = 1) => `rgb(${c.map(Math.round).join(" ")} / ${alpha})`;

function line(pen, a, b, color, width) {
  const p = pen.project(a), q = pen.project(b);
  if (!p || !q) return;
  const c = pen.ctx;
  c.strokeStyle = color;
  c.lineWidth = width;
  c.beginPath();
  c.moveTo(p[0], p[1]);
  c.lineTo(q[0], q[1]);
  c.stroke();
}

function dotAt(pen, p, radius, color, rim = true) {
  const c = pen.ctx;
  const disc = (r, fill) => {
    c.fillStyle = fill;
    c.beginPath();
    c.arc(p[0], p[1], r, 0, 2 * Math.PI);
    c.fill();
  };
  if (rim) {
    disc(radius + 2.25, "rgb(10 12 16 / 80%)");
    disc(radius + 1, "#fff");
  }
  disc(radius, color);
}

function tag(pen, at, text, color) {
  const c = pen.ctx;
  c.font = "500 12px system-ui, sans-serif";
  const w = c.measureText(text).width;
  const x = Math.min(Math.max(at[0] + 9, 4), pen.width - w - 12);
  let y = Math.min(Math.max(at[1], 12), pen.height - 12);
  // Tags do not lie over each other.
  const free = (top) => pen.taken.every((t) => x > t.x + t.w || x + w + 8 < t.x || Math.abs(top - t.y) >= 19);
  for (const off of [0, -19, 19, -38, 38, -57, 57]) {
    if (!free(y + off)) continue;
    y += off;
    break;
  }
  pen.taken.push({x, y, w: w + 8});
  c.fillStyle = pen.theme.ground;
  c.beginPath();
  if (c.roundRect) c.roundRect(x - 4, y - 9, w + 8, 18, 4);
  else c.rect(x - 4, y - 9, w + 8, 18);
  c.fill();
  c.fillStyle = color || pen.theme.text;
  c.textBaseline = "middle";
  c.fillText(text, x, y + 0.5);
}

// Grid lines that fade out around the model; the lines through the origin in the axes' colours.
// The display's axes in the corner, those that point away behind those that point here.
function drawCross(pen) {
  const c = pen.ctx, at = [pen.width - 40, pen.height - 38], long = 24;
  const axes = [0, 1, 2].map((k) => ({k, to: pen.turn([0, 1, 2].map((i) => (i === k ? 1 : 0)))})).sort((a, b) => a.to[2] - b.to[2]);
  const stroke = (x, y, color, width, alpha) => {
    c.globalAlpha = alpha;
    c.strokeStyle = color;
    c.lineWidth = width;
    c.beginPath();
    c.moveTo(at[0], at[1]);
    c.lineTo(at[0] + x, at[1] + y);
    c.stroke();
    c.globalAlpha = 1;
  };
  c.save();
  c.font = "600 12px system-ui, sans-serif";
  for (const {k, to} of axes) {
    const x = long * to[0], y = -long * to[1], color = pen.theme.axis[k], seen = Math.hypot(x, y);
    stroke(-0.55 * x, -0.55 * y, color, 1.5, 0.3);
    stroke(x, y, color, 2.25, 1);
    const out = seen > 1 ? [x / seen, y / seen] : [0, 1];
    c.fillStyle = color;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText("xyz"[k], at[0] + x + 9 * out[0], at[1] + y + 9 * out[1]);
  }
  c.restore();
}

function drawGround(pen, center, reach) {
  const y = pen.model.ground, step = pen.model.grid[0] / 2;
  const first = (x) => Math.ceil((x - reach) / step) * step;
  const fading = (from, to, color, width) => {
    const n = 12;
    for (let k = 0; k < n; ++k) {
      const at = (t) => from.map((x, i) => x + (to[i] - x) * t);
      const mid = at((k + 0.5) / n), far = Math.hypot(mid[0] - center[0], mid[2] - center[2]) / reach;
      const alpha = 0.8 * Math.max(0, 1 - far) ** 1.5;
      if (alpha > 0.01) line(pen, at(k / n), at((k + 1) / n), color(alpha), width);
    }
  };
  for (let k = 0; k < 2; ++k) {
    for (let x = first(center[k * 2]); x <= center[k * 2] + reach; x += step) {
      const half = Math.sqrt(Math.max(0, reach * reach - (x - center[2 * k]) ** 2)), other = center[2 - 2 * k];
      const ends = [other - half, other + half].map((z) => (k === 0 ? [x, y, z] : [z, y, x]));
      const middle = Math.abs(x) < 1e-6 * step;
      const whole = Math.abs(x / pen.model.grid[0] - Math.round(x / pen.model.grid[0])) < 1e-6;
      const axis = pen.theme.axis[k === 0 ? 2 : 0];
      fading(ends[0], ends[1], (a) => (middle ? axis + Math.round(255 * Math.min(1, a)).toString(16).padStart(2, "0")
        : rgb(whole ? pen.theme.bold : pen.theme.grid, whole ? a : 0.55 * a)), middle ? 1.5 : 1);
    }
  }
}

// --- bones, as src/view/bones.h has them

function bonesOf(model, display, world) {
  const height = model.bones.height, list = [];
  const at = (j) => transformed(display, column(world[j], 3));
  for (const [joint, child, x, y, z, sideIsZ, helper] of model.bones.list) {
    const shown = multiplied(display, world[joint]);
    const head = column(shown, 3);
    let tail = child >= 0 ? at(child) : transformed(shown, [x, y, z]);
    let long = size(minus(tail, head));
    if (!(long > 1e-4 * height)) {
      long = 0.012 * height;
      tail = add(head, times(long, unit(column(shown, 1))));
    }
    const along = times(1 / long, minus(tail, head));
    let side = unit(column(shown, sideIsZ ? 2 : 0));
    side = minus(side, times(dot(side, along), along));
    if (size(side) < 1e-3) side = cross(along, Math.abs(along[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]);
    const radius = Math.min(0.09 * long, 0.022 * height);
    list.push({joint, child, head, tail, long, along, side: unit(side), radius, helper: helper === 1});
  }
  return list;
}

function isInChain(model, step, view, joint) {
  if (view.bones !== "chain" || step.selected < 0) return true;
  return joint >= 0 && step.selected >= joint && step.selected < model.end[joint];
}

function drawBone(pen, bone, color, alpha) {
  const waist = add(bone.head, times(0.12, minus(bone.tail, bone.head)));
  const u = times(bone.radius, bone.side), v = times(bone.radius, cross(bone.along, bone.side));
  const ring = [add(waist, u), add(waist, v), minus(waist, u), minus(waist, v)];
  const faces = [];
  for (let k = 0; k < 4; ++k) {
    for (const end of [bone.head, bone.tail]) faces.push([end, ring[k], ring[(k + 1) % 4]]);
  }
  const c = pen.ctx, light = unit([-0.5, 0.62, 0.6]), shown = [];
  for (const face of faces) {
    const at = face.map(pen.project);
    if (at.some((p) => !p)) return;
    const n = unit(cross(minus(face[1], face[0]), minus(face[2], face[0])));
    const seen = pen.turn(n), up = seen[2] < 0 ? times(-1, seen) : seen;
    shown.push({at, depth: at[0][2] + at[1][2] + at[2][2], light: 0.58 + 0.48 * Math.max(dot(up, light), 0)});
  }
  shown.sort((a, b) => b.depth - a.depth);
  c.lineJoin = "round";
  for (const face of shown) {
    c.beginPath();
    face.at.forEach((p, k) => (k === 0 ? c.moveTo(p[0], p[1]) : c.lineTo(p[0], p[1])));
    c.closePath();
    c.fillStyle = rgb(color.map((x) => Math.min(255, x * face.light)), 0.5 * alpha);
    c.fill();
    c.strokeStyle = rgb(pen.theme.outline, 0.9 * alpha);
    c.lineWidth = 1;
    c.stroke();
  }
}

function drawBones(pen, model, step, view, display, world) {
  const bones = bonesOf(model, display, world);
  for (const [parent, child] of model.bones.links) {
    const full = isInChain(model, step, view, parent) && isInChain(model, step, view, child);
    line(pen, transformed(display, column(world[parent], 3)), transformed(display, column(world[child], 3)),
      rgb(pen.theme.bone, full ? 0.5 : 0.2), 1);
  }
  const depth = (bone) => (pen.project(bone.head) || [0, 0, 0])[2];
  bones.sort((a, b) => depth(b) - depth(a));
  for (const bone of bones) {
    const full = isInChain(model, step, view, bone.joint) && (bone.child < 0 || isInChain(model, step, view, bone.child));
    const chosen = bone.joint === step.selected || step.also.includes(bone.joint);
    if (bone.helper) line(pen, bone.head, bone.tail, rgb(pen.theme.bone, 0.5), 1);
    else if (full) drawBone(pen, bone, chosen ? pen.theme.selected : pen.theme.bone, 1);
    else line(pen, bone.head, bone.tail, rgb(pen.theme.bone, 0.25), 1);
  }
  for (const bone of bones) {
    const p = pen.project(bone.head);
    if (!p || !isInChain(model, step, view, bone.joint)) continue;
    const chosen = bone.joint === step.selected;
    const tail = pen.project(bone.tail) || p;
    const room = 0.22 * Math.hypot(tail[0] - p[0], tail[1] - p[1]);
    dotAt(pen, p, Math.min(Math.max(room, 1.6), 4) + (chosen ? 1 : 0), rgb(pen.theme.outline), false);
    dotAt(pen, p, Math.min(Math.max(room, 1.6), 4) - 1 + (chosen ? 1 : 0), rgb(chosen ? pen.theme.selected : pen.theme.bone), false);
  }
  if (view.joint_names !== "on") return;
  for (const bone of bones) {
    if (bone.helper || !isInChain(model, step, view, bone.joint)) continue;
    const p = pen.project(add(bone.head, times(0.45, minus(bone.tail, bone.head))));
    if (p) tag(pen, p, model.joints[bone.joint]);
  }
}

// The axes of a joint, as long as its bone or a part of the model.
function drawFrame(pen, model, display, world, joint, faint, name, bone) {
  const shown = multiplied(display, world[joint]), at = column(shown, 3);
  const long = Math.min(0.085 * model.bones.height, bone > 0 ? 0.6 * bone : Infinity);
  const p = pen.project(at);
  if (!p) return;
  for (let k = 0; k < 3; ++k) {
    const tip = add(at, times(long, unit(column(shown, k))));
    const color = pen.theme.axis[k] + (faint ? "80" : "");
    line(pen, at, tip, "rgb(10 12 16 / 55%)", faint ? 3 : 4.5);
    line(pen, at, tip, color, faint ? 1.5 : 2.5);
    const q = pen.project(tip);
    if (q && !faint) {
      pen.ctx.fillStyle = color;
      pen.ctx.font = "600 12px system-ui, sans-serif";
      pen.ctx.fillText("xyz"[k], q[0] + 4, q[1]);
    }
  }
  if (name) tag(pen, [p[0], p[1] + 14], model.joints[joint]);
}

// --- the vertex: candidates T_j v with lines to v', which a ring stands around

function drawVertex(pen, model, display, vertex) {
  const at = pen.project(transformed(display, vertex.posed));
  if (!at) return;
  const c = pen.ctx;
  const seen = vertex.terms.map((t) => ({...t, p: pen.project(transformed(display, t.candidate))})).filter((t) => t.p);
  for (const t of vertex.asked ? [] : seen) {
    c.lineWidth = 2.5;
    c.strokeStyle = css(jointRgb(model, t.joint));
    c.beginPath();
    c.moveTo(t.p[0], t.p[1]);
    c.lineTo(at[0], at[1]);
    c.stroke();
  }
  const radius = (w) => 3 + 3.5 * Math.sqrt(Math.min(Math.max(w, 0), 1));
  const done = new Set();
  for (const [k, t] of seen.entries()) {
    if (done.has(k)) continue;
    const here = seen.filter((o, i) => Math.hypot(o.p[0] - t.p[0], o.p[1] - t.p[1]) < 1.5 && (done.add(i), true));
    const weight = here.reduce((sum, o) => sum + o.weight, 0), r = radius(weight);
    dotAt(pen, t.p, r, css(jointRgb(model, t.joint)));
    let from = -0.5 * Math.PI;
    for (const o of here.sort((a, b) => a.joint - b.joint)) {
      const to = from + (2 * Math.PI * o.weight) / (weight || 1);
      c.fillStyle = css(jointRgb(model, o.joint));
      c.beginPath();
      c.moveTo(t.p[0], t.p[1]);
      c.arc(t.p[0], t.p[1], r, from, to);
      c.fill();
      from = to;
    }
  }
  if (!vertex.asked) drawRing(pen, at);
}

function drawRing(pen, at) {
  const c = pen.ctx, ring = (width, color) => {
    c.lineWidth = width;
    c.strokeStyle = color;
    c.beginPath();
    c.arc(at[0], at[1], 11, 0, 2 * Math.PI);
    c.stroke();
  };
  ring(5, "rgb(10 12 16 / 86%)");
  ring(2.5, "#fff");
  dotAt(pen, at, 3, "#0a0c10", false);
  dotAt(pen, at, 1.75, "#fff", false);
}

// d_ij of the vertex, as T_j carries the line along.
function drawDistances(pen, model, display, list) {
  for (const d of list) {
    const from = pen.project(transformed(display, d.from)), to = pen.project(transformed(display, d.to));
    if (!from || !to) continue;
    line(pen, transformed(display, d.from), transformed(display, d.to), "rgb(10 12 16 / 75%)", 4.5);
    line(pen, transformed(display, d.from), transformed(display, d.to), css(jointRgb(model, d.joint)), 2.25);
    dotAt(pen, to, 3, css(jointRgb(model, d.joint)));
    tag(pen, to, `${model.joints[d.joint]}  ${(100 * model.metres * d.distance).toFixed(2)} cm`);
  }
}

// How far each bone reaches: the outline of its capsule.
function drawReach(pen, model, display, capsules) {
  const c = pen.ctx, unitLong = size(column(display, 0));
  for (const k of capsules) {
    const a = pen.project(transformed(display, k.from)), b = pen.project(transformed(display, k.to));
    if (!a || !b) continue;
    const ra = (k.radius * unitLong) / pen.pixel(a[2]), rb = (k.radius * unitLong) / pen.pixel(b[2]);
    const turn = Math.atan2(b[1] - a[1], b[0] - a[0]), h = Math.PI / 2;
    c.beginPath();
    c.arc(a[0], a[1], ra, turn + h, turn + 3 * h);
    c.arc(b[0], b[1], rb, turn - h, turn + h);
    c.closePath();
    c.strokeStyle = css(jointRgb(model, k.joint));
    c.lineWidth = 1.25;
    c.globalAlpha = 0.8;
    c.stroke();
    c.globalAlpha = 0.08;
    c.fillStyle = css(jointRgb(model, k.joint));
    c.fill();
    c.globalAlpha = 1;
  }
}

function drawNeedle(pen, display, at, direction, long, color, width) {
  const from = transformed(display, at), to = add(from, times(long, unit(turned(display, direction))));
  line(pen, from, to, "rgb(10 12 16 / 70%)", width + 2);
  line(pen, from, to, color, width);
}
