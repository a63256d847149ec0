// One step's picture: the pose where its sliders are, drawn by the GPU, with marks over it.

// What a JSON list of the file is as an array, opened once.
function opened(owner, key, kind) {
  if (typeof owner[key] === "string") owner[key] = unpacked(owner[key], kind);
  return owner[key];
}

function openStep(step, model) {
  opened(step.user, "rows", "f32");
  for (const moving of [step.moving, step.movingBase]) if (moving) opened(moving, "rows", "f32");
  if (step.morph) opened(step, "morph", "f32");
  openWeights(step.weights, model);
}

class Figure {
  constructor(page, section, model, step) {
    Object.assign(this, {page, section, model: openModel(model), step});
    this.data = page.data;
    this.display = model.display;
    this.position = step.start;
    openStep(step, this.model);
    if (step.question) openStep(step.question.shown, this.model);
    this.camera = new Camera(step.camera);
    this.stage = section.querySelector(".stage");
    this.legend = section.querySelector(".legend");
    this.curves = section.querySelector(".curves");
    this.large = section.querySelector(".large");
    this.canvas = element("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    if (step.question && page.gpu) this.takeTold();
    this.describe(false);
    this.shown = false;
    this.takeSliders();
    takeHands(this.canvas, this.camera, () => this.wake(), (at) => this.clicked && this.clicked(at));
    this.use(step);
    // Without a picture that follows there is nothing to guess in.
    this.question = step.question && page.gpu ? new Question(this) : null;
  }

  // The program's picture of the answer, which stands among the answers for paper.
  takeTold() {
    const told = document.querySelector(`#${this.section.id}-told img`).cloneNode();
    told.className = "still told-still";
    this.stage.append(told);
  }

  // What the canvas shows, in words: of the question or of the step.
  describe(asks) {
    const pictures = [...this.stage.querySelectorAll("img")];
    this.canvas.setAttribute("aria-label", (asks ? pictures[0] : pictures[pictures.length - 1]).alt);
  }

  // What is shown from now on: the step, or what stands before its answer.
  use(step) {
    this.step = step;
    this.bound = null;
    this.section.querySelector(".note").textContent = step.note || "";
    this.inputs.forEach((input, k) => {
      if (step.sliders.length > 0) input.value = step.sliders[k].start;
    });
    if (step.sliders.length > 0) this.slid();
    else this.show(step.start);
  }

  // --- sliders

  takeSliders() {
    this.inputs = [...this.section.querySelectorAll("input[data-slider]")];
    this.inputs.forEach((input, k) => {
      input.addEventListener("input", () => this.slid());
      const play = element("button", "play", "\u25b6");
      play.type = "button";
      play.title = `Move ${this.step.sliders[k].label} to and fro`;
      play.setAttribute("aria-label", play.title);
      play.addEventListener("click", () => this.play(play, input));
      input.parentNode.insertBefore(play, input);
    });
  }

  slid() {
    let position = 0, stride = 1;
    this.inputs.forEach((input, k) => {
      const slider = this.step.sliders[k], at = Number(input.value);
      position += stride * at;
      stride *= slider.stops.length;
      input.parentNode.querySelector("output").textContent = slider.stops[at];
      input.setAttribute("aria-valuetext", slider.stops[at]);
    });
    this.show(position);
  }

  play(button, input) {
    if (this.playing) {
      cancelAnimationFrame(this.playing.frame);
      this.playing.button.textContent = "\u25b6";
      const same = this.playing.button === button;
      this.playing = null;
      if (same) return;
    }
    const last = Number(input.max);
    let at = Number(input.value), way = at >= last ? -1 : 1, before = performance.now();
    button.textContent = "\u23f8";
    const step = (now) => {
      at += (way * (now - before) * last) / 3500;
      before = now;
      if (at >= last || at <= 0) way = at <= 0 ? 1 : -1;
      at = Math.min(Math.max(at, 0), last);
      input.value = Math.round(at);
      this.slid();
      this.playing.frame = requestAnimationFrame(step);
    };
    this.playing = {button, frame: requestAnimationFrame(step)};
  }

  // Where the sliders are; what the text says follows.
  show(position) {
    const before = this.view().walker_at;
    this.position = position;
    if (this.walker && this.view().walker_at !== before) this.walker.at = null;  // a slider leads
    for (const figure of this.section.querySelectorAll("data.figure")) {
      const texts = this.step.figures[Number(figure.dataset.figure)];
      figure.textContent = texts.length > 1 ? texts[position] : texts[0];
    }
    showCurves(this.curves, this.step, position);
    this.wake();
  }

  view() {
    const changes = this.step.views && this.step.views[this.position];
    return changes ? {...this.step.view, ...changes} : this.step.view;
  }

  // --- what the pose is

  bindings() {
    if (this.boundAt !== this.position || !this.bound) {
      this.bound = bindingsOf(this.model, this.step, this.position);
      this.boundAt = this.position;
    }
    return this.bound;
  }

  // m_k: one row of the channels for all positions, or one each.
  morph() {
    const all = this.step.morph, n = this.model.channels;
    if (!all) return [];
    const from = all.length > n ? n * this.position : 0;
    return Array.from(all.subarray(from, from + n));
  }

  pose() {
    return poseOf(this.model, this.step, this.position);
  }

  palettes(pose, bindings, mistake = "none") {
    return this.model.meshes.map((mesh, m) => (mistake === "none" ? palette(mesh, bindings[m], pose.world)
      : mistakenPalette(this.model, mesh, bindings[m], pose, mistake)));
  }

  methodOf(key, binding) {
    return key === "file" ? (binding.dual ? "dqs" : "lbs") : key;
  }

  // Posed positions and normals of mesh m on the GPU.
  skinned(gpu, m, key, palettes, bindings, corners, plain) {
    const mesh = this.model.meshes[m], binding = bindings[m], view = this.view();
    const method = this.data.deformers[this.methodOf(key, binding)];
    const on = gpu.mesh(mesh, corners);
    gpu.bind(on, mesh, binding);
    gpu.points(on, mesh, this.morph());
    const needs = (this.step.needs || [])[m] || {};
    const bones = needs.bone && opened(needs, "bone", "f32"), center = needs.center && opened(needs, "center", "f32");
    const rows = paletteRows(method.form, palettes[m], binding, bones);
    const use = {raw: view.weights === "raw", plain, mix: view.mix, center};
    return {on, posed: gpu.skin(on, mesh, method, rows, use)};
  }

  // All posed positions of all meshes, as the program has them: for maps of distances, and tests.
  positions(key = this.view().method, mistake = "none") {
    const gpu = this.page.gpu, bindings = this.bindings(), palettes = this.palettes(this.pose(), bindings, mistake);
    return this.model.meshes.map((mesh, m) => {
      const {on, posed} = this.skinned(gpu, m, key, palettes, bindings, false, false);
      const out = gpu.read(posed.position, 0, 3 * on.vertices);
      gpu.release(posed);
      return out;
    });
  }

  // --- drawing

  wake() {
    if (this.due || !this.shown || !this.page.gpu) return;
    this.due = requestAnimationFrame(() => {
      this.due = 0;
      this.draw();
    });
  }

  panes(view, width, height) {
    const half = Math.floor((width - 2) / 2), low = Math.floor((height - 2) / 2);
    const two = (y, h, a, b) => [{x: 0, y, w: half, h, method: a}, {x: width - half, y, w: half, h, method: b}];
    let list = [{x: 0, y: 0, w: width, h: height, method: view.method}];
    if (view.panes === "two") list = two(0, height, view.method, view.compare);
    if (view.panes === "four") {
      list = [...two(0, low, view.method, view.compare), ...two(height - low, low, view.pane3, view.pane4)];
      if (view.pane4_distance === "on") Object.assign(list[3], {method: view.method, distance: true});
    }
    if (view.panes === "split")
      list.push({x: 0, y: 0, w: width, h: height, method: view.compare, from: Math.round(view.split * width)});
    list[list.length - 1].mistake = view.mistake;
    return list;
  }

  draw() {
    const width = this.stage.clientWidth, height = this.stage.clientHeight;
    if (width === 0 || this.page.gpu.lost) return;
    const ratio = Math.min(window.devicePixelRatio || 1, 2), canvas = this.canvas;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    const c = canvas.getContext("2d");
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, w, h);
    const view = this.view(), pose = this.pose(), bindings = this.bindings();
    const now = {model: this.model, step: this.step, view, pose, bindings, dark: this.page.dark,
      palettes: this.palettes(pose, bindings), position: this.position};
    now.vertex = this.vertex(now, view.method);
    const wantsLines = view.distances === "on" || this.step.formula === "weights";
    now.distances = this.step.pin && wantsLines
      ? boneDistances(this.model, this.step, this.position, ...this.step.pin, bindings, now.palettes) : [];
    now.method = this.methodOf(view.method, bindings[0]);
    this.useWalker(now);
    for (const pane of this.panes(view, width, height)) this.drawPane(c, ratio, now, pane);
    // What is drawn by the program alone is seen in its picture.
    if (this.step.still) canvas.remove();
    else if (this.stage.lastChild !== canvas) this.stage.append(canvas);
    showLegend(this.legend, this.map && this.map.legend);
    if (this.step.formula) showFormula(this.large, now);
    else this.large.replaceChildren();
  }

  // Its bar comes and goes with it: a question's picture may have none.
  useWalker(now) {
    const wanted = now.view.walker !== "off" && now.step.pin;
    if (!wanted && this.walker) this.walker.stop();
    if (wanted && !this.walker) this.walker = new Walker(this);
    if (this.walker) this.walker.bar.hidden = !wanted;
    now.walker = wanted ? this.walker : null;
    if (wanted) this.walker.follow(now);
  }

  drawPane(c, ratio, now, pane) {
    const gpu = this.page.gpu, {view} = now;
    const [w, h] = [Math.round(pane.w * ratio), Math.round(pane.h * ratio)];
    const palettes = pane.mistake && pane.mistake !== "none"
      ? this.palettes(now.pose, now.bindings, pane.mistake) : now.palettes;
    gpu.begin(w, h);
    const camera = this.camera.matrices(this.display, w, h);
    this.drawSurface(gpu, camera, now, pane, palettes);
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.save();
    c.beginPath();
    const from = (pane.from || 0) * ratio;
    c.rect(Math.round(pane.x * ratio) + from, Math.round(pane.y * ratio), w - from, h);
    c.clip();
    if (pane.from) c.clearRect(0, 0, c.canvas.width, c.canvas.height);
    c.translate(Math.round(pane.x * ratio), Math.round(pane.y * ratio));
    c.scale(ratio, ratio);
    const pen = this.pen(c, pane);
    if (view.grid === "on") drawGround(pen, [this.camera.start.target[0], 0, this.camera.start.target[2]], 2.2 * this.model.bones.height);
    c.drawImage(gpu.canvas, 0, gpu.canvas.height - h, w, h, 0, 0, pane.w, pane.h);
    this.drawMarks(pen, now, pane, palettes);
    c.restore();
  }

  pen(c, pane) {
    const camera = this.camera, {right, up, back} = camera.axes();
    return {
      ctx: c, taken: [], model: this.model, theme: this.page.dark ? DARK : LIGHT, width: pane.w, height: pane.h,
      project: (p) => camera.project(p, pane.w, pane.h),
      pixel: (depth) => 1 / camera.scale(pane.h, depth),
      turn: (v) => [dot(v, right), dot(v, up), dot(v, back)],
    };
  }

  mapOfPane(now, pane) {
    const {view} = now;
    if (pane.distance || view.show === "distance") {
      const other = view.compare, label = (k) => this.data.deformers[k].label.toLowerCase();
      return distanceMap(this.data, this.model, [label(view.method), label(other)], this.positions(view.method), this.positions(other));
    }
    return mapOf(this.data, this.model, this.step, view, now.bindings);
  }

  drawSurface(gpu, camera, now, pane, palettes) {
    const {view} = now, shown = shownMeshes(this.model, this.step);
    const map = this.mapOfPane(now, pane);
    if (!pane.distance || !this.map) this.map = map;
    this.model.meshes.forEach((mesh, m) => {
      if (!shown[m]) return;
      const corners = map !== null && map.style === 3;
      const {on, posed} = this.skinned(gpu, m, pane.method, palettes, now.bindings, corners, view.normals === "plain");
      const look = this.look(gpu, mesh, map, m, on, view);
      const exact = !corners && view.normals === "exact" && this.exactNormals(m);
      if (exact) {
        if (!on.buffers.exact) on.buffers.exact = gpu.gl.createBuffer();
        gpu.upload(on.buffers.exact, exact);
        look.normals = on.buffers.exact;
      }
      if (view.surface === "on") gpu.draw(on, posed, camera, look);
      if (view.wireframe === "on" && view.surface === "on" && !corners) {
        gpu.wires(on, mesh, posed, camera, (this.page.dark ? DARK : LIGHT).wire);
      } else if (view.wireframe === "on" && view.surface === "on") {
        const plain = this.skinned(gpu, m, pane.method, palettes, now.bindings, false, false);
        gpu.wires(plain.on, mesh, plain.posed, camera, (this.page.dark ? DARK : LIGHT).wire);
        gpu.release(plain.posed);
      }
      gpu.release(posed);
    });
    if (view.ghosts !== "off" && now.walker) this.drawWalked(gpu, now, pane);
    else if (view.ghosts !== "off") this.drawGhosts(gpu, now, pane, palettes);
  }

  look(gpu, mesh, map, m, on, view) {
    const wide = mesh.wide, indices = mesh.triangle.length;
    const xray = view.xray === "on" ? 0.3 : 0, wireframe = view.wireframe === "on";
    if (map) {
      const values = map.values[m];
      if (map.style === 3) {
        for (const [k, name] of ["first", "second", "third"].entries()) {
          const out = new Float32Array(3 * mesh.triangle.length);
          for (let i = 0; i < mesh.triangle.length; ++i) {
            const v = mesh.triangle[i - (i % 3) + k];
            for (let n = 0; n < 3; ++n) out[3 * i + n] = values[3 * v + n];
          }
          gpu.upload(on.buffers[name], out);
        }
      } else {
        gpu.upload(on.buffers.map, values);
      }
      return {style: map.style, base: [1, 1, 1], ramp: map.bytes && gpu.ramp(map.bytes), low: map.low, high: map.high,
        zero: this.data.zero, none: this.data.none, wide, indices, xray, wireframe};
    }
    const material = mesh.material, image = view.textures === "on" && material.image >= 0;
    // What has no picture of its own is grey, as in the window without textures.
    const grey = 0.43, base = view.textures === "on" ? material.color : [grey, grey, grey];
    return {style: 0, base, rough: material.rough, place: material.place, wide, indices, xray, wireframe,
      image: image ? gpu.image(this.model.images[material.image], () => this.page.wakeAll()) : null};
  }

  // Copies of the whole mesh, each moved by one T_j.
  drawGhosts(gpu, now, pane, palettes) {
    const one = now.view.ghosts === "selected";
    this.model.meshes.forEach((mesh, m) => {
      const on = gpu.mesh(mesh, false), binding = now.bindings[m];
      const list = binding.joint.map((joint, s) => ({joint, s})).filter((g) => !one || g.joint === this.step.selected);
      for (const {joint, s} of list.slice(0, 12)) {
        const camera = this.camera.matrices(multiplied(this.display, palettes[m][s]), pane.w, pane.h);
        const own = {position: on.buffers.position, normal: on.buffers.normal};
        gpu.draw(on, own, camera, {style: 4, base: jointRgb(this.model, joint), xray: 0.34,
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
      gpu.draw(on, own, camera, {style: 4, base: jointRgb(this.model, joint), xray: 0.34, wide: mesh.wide, indices: mesh.triangle.length});
    }
  }

  // The posed surface's own normals, from the program's table.
  exactNormals(m) {
    const exact = this.step.exact && this.step.exact.mesh && this.step.exact.mesh[m];
    if (!exact || !exact.whole) return null;
    const bytes = opened(exact, "normal", "i8"), n = this.model.meshes[m].normal.length;
    return Float32Array.from(bytes.subarray(n * this.position, n * this.position + n), (x) => x / 127);
  }

  // The pinned vertex: v' by the shader, candidates T_j v, normals.
  vertex(now, key) {
    if (!this.step.pin) return null;
    const gpu = this.page.gpu, [m, i] = this.step.pin, mesh = this.model.meshes[m], binding = now.bindings[m];
    const points = mesh.morph ? morphed(mesh, this.morph()) : mesh;
    const v = Array.from(points.position.subarray(3 * i, 3 * i + 3));
    const {posed} = this.skinned(gpu, m, key, now.palettes, now.bindings, false, false);
    const out = {posed: Array.from(gpu.read(posed.position, 3 * i, 3)), terms: []};
    const usual = Array.from(gpu.read(posed.normal, 3 * i, 3));
    gpu.release(posed);
    for (const [joint, weight, slot] of rowOf(binding, i, this.view().weights === "raw"))
      out.terms.push({joint, weight, skin: now.palettes[m][slot], candidate: transformed(now.palettes[m][slot], v)});
    if (this.view().needles === "off" && this.step.formula !== "normal") return out;
    const plain = this.skinned(gpu, m, key, now.palettes, now.bindings, false, true);
    out.normals = {bind: Array.from(points.normal.subarray(3 * i, 3 * i + 3)), usual,
      plain: unit(Array.from(gpu.read(plain.posed.normal, 3 * i, 3)))};
    gpu.release(plain.posed);
    if (this.step.exact && this.step.exact.pinned) {
      const list = opened(this.step.exact, "pinned", "f32");
      out.normals.exact = Array.from(list.subarray(3 * this.position, 3 * this.position + 3));
    }
    return out;
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
