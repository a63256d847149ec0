// What takes skinning apart: chord and arc (src/view/marks/chord.h), and a vertex's way through the spaces, one matrix
// at a time (src/scene/explain/space_walk.h). Functions of matrices; drawn by walk.js.

// A rigid motion as the turn by `angle` about a line through `center` along `axis`, and a slide along it.
function screwOf(rigid) {
  const t = column(rigid, 3);
  let q = quaternion([rigid[0], rigid[1], rigid[2], rigid[4], rigid[5], rigid[6], rigid[8], rigid[9], rigid[10]]);
  if (q[3] < 0) q = q.map((x) => -x);  // the one by at most half a circle
  const v = q.slice(0, 3), sine = size(v), angle = 2 * Math.atan2(sine, q[3]);
  if (angle < 1e-5) return {angle: 0, axis: size(t) > 0 ? unit(t) : [0, 0, 1], slide: size(t), center: [0, 0, 0]};
  const axis = times(1 / sine, v), slide = dot(axis, t), across = minus(t, times(slide, axis));
  return {angle, axis, slide, center: times(0.5, add(across, times(q[3] / sine, cross(axis, across))))};
}

// By that angle about the line, and on along it.
function screwed(screw, angle, slide) {
  const [x, y, z] = screw.axis, c = Math.cos(angle), s = Math.sin(angle), d = 1 - c;
  const turn = [c + d * x * x, d * x * y - s * z, d * x * z + s * y, 0, d * x * y + s * z, c + d * y * y, d * y * z - s * x, 0,
    d * x * z - s * y, d * y * z + s * x, c + d * z * z, 0];
  const to = add(minus(screw.center, turned(turn, screw.center)), times(slide, screw.axis));
  [turn[3], turn[7], turn[11]] = to;
  return turn;
}

const mixed = (a, b, part) => a.map((x, k) => (1 - part) * x + part * b[k]);

// --- chord and arc

// `terms`: of the vertex, {joint, weight, candidate, skin} each. Null where there are fewer than two.
function chordOf(terms) {
  const [a, b] = [...terms].sort((p, q) => q.weight - p.weight);
  if (!b || !(b.weight > 0)) return null;
  const part = b.weight / (a.weight + b.weight), blend = mixed(a.candidate, b.candidate, part);
  const out = {joints: [a.joint, b.joint], ends: [a.candidate, b.candidate], part, blend, arc: null};
  const between = multiplied(b.skin, inverted(a.skin));
  const rows = [0, 4, 8].map((r) => between.slice(r, r + 3));
  const defect = Math.max(...[0, 1, 2].flatMap((i) => [0, 1, 2].map((k) =>
    Math.abs(rows[0][i] * rows[0][k] + rows[1][i] * rows[1][k] + rows[2][i] * rows[2][k] - (i === k ? 1 : 0)))));
  if (!(defect < 1e-3) || determinant(between) < 0) return {...out, label: "the two scale apart: no arc"};
  const screw = screwOf(between);
  if (!(screw.angle > (0.1 * Math.PI) / 180)) return {...out, label: "the two do not turn apart"};
  const foot = add(screw.center, times(dot(minus(a.candidate, screw.center), screw.axis), screw.axis));
  const x = minus(a.candidate, foot), y = cross(screw.axis, x);
  const at = (t) => [times(Math.cos(t * screw.angle), x), times(Math.sin(t * screw.angle), y), times(t * screw.slide, screw.axis)].reduce(add, foot);
  const steps = Math.max(8, Math.ceil(20 * screw.angle)), center = add(foot, times(part * screw.slide, screw.axis));
  const radius = size(x), left = size(minus(blend, center));
  return {...out, arc: Array.from({length: steps + 1}, (_, k) => at(k / steps)), turned: at(part), center, radius, left,
    degrees: (screw.angle * 180) / Math.PI,
    label: radius > 0 ? `${(left / radius).toFixed(2)} of the radius left, ends ${((screw.angle * 180) / Math.PI).toFixed(1)}\u00b0 apart`
      : "on the line that it turns about"};
}

// --- the walk

const scaled = (m, s) => m.map((x) => s * x);
const added = (a, b) => a.map((x, k) => x + b[k]);

// Of the pinned vertex: `legs`, one an influence that walks, with a factor and the product so far for each of `stages`.
// Null where there is none. From the last but one stage on a product is w_ij T_j, then the sum of those. `others`: what
// does not walk, each with its candidate T_j v_i.
function spaceWalk(model, binding, matrices, pose, point, vertex, raw, all, selected) {
  const rows = rowOf(binding, vertex, raw).map(([joint, weight, slot]) => ({joint, weight, slot})).sort((a, b) => b.weight - a.weight);
  if (rows.length === 0) return null;
  const walks = all ? rows : [rows.find((r) => r.joint === selected) || rows[0]];
  const chains = walks.map((r) => {
    const chain = [];
    for (let j = r.joint; j >= 0; j = model.parent[j]) chain.unshift(j);
    return chain;
  });
  const depth = Math.max(...chains.map((c) => c.length));
  const legs = walks.map((r, i) => {
    const leg = {...r, bind: rowsAt(binding.bind, r.slot), factor: [], soFar: [], of: []};
    const step = (factor, of) => {
      leg.factor.push(factor);
      leg.soFar.push(leg.soFar.length === 0 ? factor : multiplied(factor, leg.soFar[leg.soFar.length - 1]));
      leg.of.push(of);
    };
    step(IDENTITY, -1);
    step(rowsAt(binding.inverse, r.slot), -1);
    for (let d = depth - 1; d >= 0; --d) {
      const j = chains[i][d];
      if (j === undefined) step(IDENTITY, -1);  // waits for those with longer chains
      else step(multiplied(pose.base[j], pose.user[j]), j);
    }
    leg.soFar[leg.soFar.length - 1] = matrices[r.slot];
    const part = scaled(matrices[r.slot], r.weight);
    leg.factor.push(scaled(IDENTITY, r.weight), IDENTITY);
    leg.soFar.push(part, part);
    leg.of.push(-1, -1);
    return leg;
  });
  const stages = ["bind", "bone", ...new Array(depth).fill("chain"), "weighted", "summed"];
  let total = new Array(12).fill(0);
  const last = stages.length - 1;
  for (const leg of legs) leg.soFar[last] = total = added(total, leg.soFar[last]);
  const others = all ? [] : rows.filter((r) => r.joint !== walks[0].joint);
  for (const r of others) legs[0].soFar[last] = added(legs[0].soFar[last], scaled(matrices[r.slot], r.weight));
  return {point, legs, stages, last, others: others.map((r) => ({...r, candidate: transformed(matrices[r.slot], point)}))};
}

// A part of an affine map: its rigid motion along its screw, its stretch in proportion; what mirrors goes straight.
function motionPart(whole, part) {
  if (part >= 1) return whole;
  if (!(part > 0)) return IDENTITY;
  const q = orthogonalPart(whole), rigid = [q[0], q[1], q[2], whole[3], q[3], q[4], q[5], whole[7], q[6], q[7], q[8], whole[11]];
  if (determinant(rigid) < 0) return mixed(IDENTITY, whole, part);
  const screw = screwOf(rigid), turn = screwed(screw, part * screw.angle, part * screw.slide);
  const linear = [whole[0], whole[1], whole[2], whole[4], whole[5], whole[6], whole[8], whole[9], whole[10]];
  const s = product([q[0], q[3], q[6], q[1], q[4], q[7], q[2], q[5], q[8]], linear).map((x, k) => (1 - part) * (k % 4 === 0 ? 1 : 0) + part * x);
  return multiplied(turn, [s[0], s[1], s[2], 0, s[3], s[4], s[5], 0, s[6], s[7], s[8], 0]);
}

// Where the walk stands, `at` stages from the start.
function walkAt(walk, at) {
  const to = Math.min(Math.max(at, 0), walk.last), stage = Math.ceil(to), part = stage > to ? 1 - (stage - to) : 1;
  const kind = walk.stages[stage];
  let before = new Array(12).fill(0);
  const legs = walk.legs.map((leg) => {
    let matrix;
    if (stage === 0 || part >= 1) matrix = leg.soFar[stage];
    else if (kind === "weighted" || kind === "summed") matrix = mixed(leg.soFar[stage - 1], leg.soFar[stage], part);
    else matrix = multiplied(motionPart(leg.factor[stage], part), leg.soFar[stage - 1]);
    const tail = kind === "summed" ? times(part, transformed(before, walk.point)) : [0, 0, 0];
    if (kind === "summed") before = leg.soFar[stage];
    return {matrix, point: transformed(matrix, walk.point), tail};
  });
  return {stage, part, legs};
}

function walkSpace(walk, model, leg, stage) {
  if (stage === 0) return "bind space";
  let frame = walk.legs[leg].joint;
  for (let k = 0; k <= stage; ++k) if (walk.legs[leg].of[k] >= 0) frame = model.parent[walk.legs[leg].of[k]];
  return frame < 0 ? "world" : `frame of ${model.joints[frame]}`;
}

function walkWords(walk, model, stage) {
  const kind = walk.stages[stage], one = walk.legs.length === 1;
  if (kind === "bind") return "The vertex in bind space";
  if (kind === "bone") return one ? `Into the frame of ${model.joints[walk.legs[0].joint]} at bind` : "Each into its own bone\u2019s frame at bind";
  if (kind === "weighted") return "Weighted";
  if (kind === "summed") return walk.others.length > 0 ? "Summed with the other influences" : "Summed";
  const joints = [...new Set(walk.legs.map((leg) => leg.of[stage]).filter((j) => j >= 0))], names = joints.map((j) => model.joints[j]);
  const words = `By L Ul of ${names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0]}`;
  if (stage === walk.last - 2) return `${words} into the world`;
  return joints.length === 1 ? `${words} into the frame of ${model.joints[model.parent[joints[0]]]}` : `${words} into the frames of their parents`;
}
