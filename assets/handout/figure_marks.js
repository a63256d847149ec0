// What is drawn over a figure's surface: ghosts, bones, frames, the pinned vertex, reach, needles.

class FigureMarks {
  // Copies of the whole mesh, each moved by one T_j.
  drawGhosts(gpu, now, pane, palettes) {
    const one = now.view.ghosts === "selected";
    this.model.meshes.forEach((mesh, m) => {
      const on = gpu.mesh(mesh, false), binding = now.bindings[m];
      const list = binding.joint.map((joint, s) => ({joint, s})).filter((g) => !one || g.joint === this.step.selected);
      for (const {joint, s} of list.slice(0, 12)) {
        const camera = this.camera.matrices(multiplied(this.display, palettes[m][s]), pane.w, pane.h);
        const own = {position: on.buffers.position, normal: on.buffers.normal};
        gpu.draw(on, own, camera, {style: 4, base: jointRgb(this.model, joint), xray: 0.34, flat: mesh.flat,
          wide: mesh.wide, indices: mesh.triangle.length});
      }
    });
  }

  // The mesh in the space where the walk stands.
  drawWalked(gpu, now, pane) {
    const [m] = this.step.pin, mesh = this.model.meshes[m], on = gpu.mesh(mesh, false);
    const own = {position: on.buffers.position, normal: on.buffers.normal};
    for (const {joint, matrix} of now.walker.ghosts().slice(0, 12)) {
      const camera = this.camera.matrices(multiplied(this.display, matrix), pane.w, pane.h);
      gpu.draw(on, own, camera, {style: 4, base: jointRgb(this.model, joint), xray: 0.34, flat: mesh.flat, wide: mesh.wide, indices: mesh.triangle.length});
    }
  }

  // The posed surface's own normals, from the program's table.
  exactNormals(m) {
    const exact = this.step.exact && this.step.exact.mesh && this.step.exact.mesh[m];
    if (!exact || !exact.whole) return null;
    const bytes = opened(exact, "normal", "i8"), n = this.model.meshes[m].normal.length;
    return Float32Array.from(bytes.subarray(n * this.position, n * this.position + n), (x) => x / 127);
  }

  drawMarks(pen, now, pane, palettes) {
    const {view, model, step} = {...now}, display = this.display;
    if (view.capsules === "on" && step.weights && step.weights.reach) this.drawCapsules(pen, now);
    if (view.skeleton === "on") drawBones(pen, model, step, view, display, now.pose.world);
    if (step.formula === "chain" || view.joint_axes === "on") this.drawFrames(pen, now);
    if (view.needles !== "off") this.drawNeedles(pen, now, pane, palettes);
    const vertexOf = () => (pane.method === view.method && palettes === now.palettes ? now.vertex
      : this.vertex({...now, palettes}, pane.method));
    if (now.walker) {
      now.walker.draw(pen, now);
    } else if (view.chord === "on" && now.vertex && view.needles === "off") {
      drawChord(pen, model, display, chordOf(vertexOf().terms));
    } else if (now.distances.length > 0 && view.distances === "on") {
      drawDistances(pen, model, display, now.distances);
      const at = now.vertex && pen.project(transformed(display, now.vertex.posed));
      if (at) drawRing(pen, at);
    } else if (now.vertex && view.needles === "off") {
      const vertex = vertexOf();
      const asked = this.question && this.question.open && this.question.asked.vertex;
      drawVertex(pen, model, display, {...vertex, asked});
    }
    if (this.question && this.question.guess) this.question.draw(pen);
    if (view.panes === "one" || (pane.x + pane.w >= this.stage.clientWidth - 1 && pane.y + pane.h >= this.stage.clientHeight - 1 && !pane.from)) drawCross(pen);
    const wrong = pane.mistake && pane.mistake !== "none";
    if (view.panes === "one" && !wrong) return;
    const label = pane.distance ? "How far apart" : this.data.deformers[this.methodOf(pane.method, now.bindings[0])].label;
    tag(pen, [(pane.from || 0) + 2, 16], wrong ? `A mistake: ${this.data.mistakes[pane.mistake]}` : label);
  }

  drawFrames(pen, now) {
    const {model, step, view, pose} = now;
    const long = new Map(bonesOf(model, this.display, pose.world).map((b) => [b.joint, b.long]));
    for (let j = 0; j < model.joints.length; ++j) {
      if (view.joint_axes !== "on" && !isInChain(model, step, {bones: "chain"}, j)) continue;
      if (!isInChain(model, step, view, j)) continue;
      const newest = step.formula !== "chain" || j === step.selected;
      drawFrame(pen, model, this.display, pose.world, j, !newest, step.formula === "chain", long.get(j));
    }
    const p = step.formula === "chain" ? model.parent[step.selected] : -1;
    if (p < 0) return;
    const at = (j) => transformed(this.display, column(pose.world[j], 3));
    line(pen, at(p), at(step.selected), css(jointRgb(model, step.selected)), 2);
  }

  drawCapsules(pen, now) {
    const {model, step, pose} = now, reach = step.weights.reach, radii = radiiAt(reach, this.position), list = [];
    const mesh = reach.meshes[0] || 0, binding = now.bindings[mesh], back = inverted(model.meshes[mesh].toWorld);
    const chosen = summedJoints(model, step, now.view);
    reach.joint.forEach((joint, s) => {
      const slot = binding.joint.indexOf(joint);
      if (slot < 0 || (chosen.size > 0 && !chosen.has(joint))) return;
      const end = (k) => transformed(now.palettes[mesh][slot], transformed(back, Array.from(reach.ends.subarray(6 * s + k, 6 * s + k + 3))));
      list.push({joint, from: end(0), to: end(3), radius: radii[s]});
    });
    drawReach(pen, model, this.display, list);
  }

  drawNeedles(pen, now, pane, palettes) {
    const {model, view} = now, scale = size(column(this.display, 0));
    const n = now.vertex && now.vertex.normals, long = 0.15 * diagonal(model) * scale;
    if (view.needles === "all") this.drawField(pen, now, pane, palettes, scale);
    if (!n || !this.step.pin) return;
    if (n.exact) {
      const at = transformed(this.display, now.vertex.posed), e = unit(turned(this.display, n.exact));
      const a = unit(cross(e, Math.abs(e[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0])), b = cross(e, a), c = pen.ctx;
      c.beginPath();
      for (let k = 0; k < 40; ++k) {
        const t = (2 * Math.PI * k) / 40, r = 0.62 * long;
        const p = pen.project(add(at, add(times(r * Math.cos(t), a), times(r * Math.sin(t), b))));
        if (p) c.lineTo(p[0], p[1]);
      }
      c.closePath();
      c.fillStyle = "rgb(255 216 77 / 22%)";
      c.fill();
      c.strokeStyle = "rgb(255 216 77 / 80%)";
      c.stroke();
    }
    for (const kind of ["bind", "plain", "exact", "usual"]) {
      if (n[kind]) drawNeedle(pen, this.display, now.vertex.posed, n[kind], long, NEEDLES[kind], 2.5);
    }
    const p = pen.project(transformed(this.display, now.vertex.posed));
    if (p) dotAt(pen, p, 3, "#fff");
    const legend = {bind: "n at bind", plain: "M n", usual: "M\u207b\u1d40 n", exact: "the surface\u2019s own"};
    let y = 16;
    for (const [kind, words] of Object.entries(legend)) {
      if (!n[kind]) continue;
      pen.ctx.fillStyle = NEEDLES[kind];
      pen.ctx.fillRect(12, y - 1.5, 18, 3);
      tag(pen, [30, y], words);
      y += 22;
    }
  }

  // All over the surface: usual and exact, so that a V shows where they part.
  drawField(pen, now, pane, palettes, scale) {
    const gpu = this.page.gpu, {back} = this.camera.axes(), exact = this.step.exact;
    (exact && exact.mesh ? exact.mesh : []).forEach((field, m) => {
      const vertex = opened(field, "vertex", "u32"), bytes = opened(field, "normal", "i8");
      const {on, posed} = this.skinned(gpu, m, pane.method, palettes, now.bindings, false, false);
      const at = gpu.read(posed.position, 0, 3 * on.vertices), usual = gpu.read(posed.normal, 0, 3 * on.vertices);
      gpu.release(posed);
      const stride = field.whole ? Math.ceil(vertex.length / 220) : 1, long = 0.05 * diagonal(this.model) * scale;
      for (let k = 0; k < vertex.length; k += stride) {
        const v = vertex[k], of = (list, i, by) => [list[i] / by, list[i + 1] / by, list[i + 2] / by];
        const own = of(bytes, 3 * (vertex.length * this.position + k), 127), p = of(at, 3 * v, 1);
        if (dot(unit(turned(this.display, own)), back) < 0.05) continue;
        drawNeedle(pen, this.display, p, own, long, NEEDLES.exact, 1.5);
        drawNeedle(pen, this.display, p, of(usual, 3 * v, 1), long, NEEDLES.usual, 1.5);
      }
    });
  }
}

for (const name of Object.getOwnPropertyNames(FigureMarks.prototype)) {
  if (name !== "constructor") Figure.prototype[name] = FigureMarks.prototype[name];
}

function diagonal(model) {
  if (model.diagonal) return model.diagonal;
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const mesh of model.meshes) {
    mesh.position.forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3], x);
      high[i % 3] = Math.max(high[i % 3], x);
    });
  }
  return (model.diagonal = size(minus(high, low)));
}
