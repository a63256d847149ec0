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
  skinned(gpu, m, key, palettes, bindings, corners, plain, raw = this.view().weights === "raw") {
    const mesh = this.model.meshes[m], binding = bindings[m], view = this.view();
    const method = this.data.deformers[this.methodOf(key, binding)];
    const on = gpu.mesh(mesh, corners);
    gpu.bind(on, mesh, binding);
    gpu.points(on, mesh, this.morph());
    const needs = (this.step.needs || [])[m] || {};
    const bones = needs.bone && opened(needs, "bone", "f32"), center = needs.center && opened(needs, "center", "f32");
    const rows = paletteRows(method.form, palettes[m], binding, bones);
    const use = {raw, plain, mix: view.mix, center};
    return {on, posed: gpu.skin(on, mesh, method, rows, use)};
  }

  // All posed positions of all meshes, as the program has them: for maps of distances, and tests. `others`: {bindings, raw},
  // other weights than the step's.
  positions(key = this.view().method, mistake = "none", others = {}) {
    const gpu = this.page.gpu, own = this.bindings(), palettes = this.palettes(this.pose(), own, mistake);
    return this.model.meshes.map((mesh, m) => {
      const {on, posed} = this.skinned(gpu, m, key, palettes, others.bindings || own, false, false, others.raw);
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
    // A deformer that the page does not have is seen in the program's picture.
    const known = (key) => this.methodOf(key, bindings[0]) in this.data.deformers;
    now.vertex = known(view.method) ? this.vertex(now, view.method) : null;
    const wantsLines = view.distances === "on" || this.step.formula === "weights";
    now.distances = this.step.pin && wantsLines
      ? boneDistances(this.model, this.step, this.position, ...this.step.pin, bindings, now.palettes) : [];
    now.method = this.methodOf(view.method, bindings[0]);
    this.useWalker(now);
    for (const pane of this.panes(view, width, height)) if (known(pane.method)) this.drawPane(c, ratio, now, pane);
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
      return this.apart(`Distance from ${label(view.method)} to ${label(other)}`, this.positions(view.method), this.positions(other));
    }
    if (view.show === "limit") return this.limitMap(now, pane);
    if (view.show === "engine") {
      const others = {bindings: engineBindings(now.bindings, view), raw: view.engine_sums === "loose"};
      return this.apart(`Cost in an engine (${engineWords(view)})`, this.positions(view.method), this.positions(view.method, "none", others));
    }
    return mapOf(this.data, this.model, this.step, view, now.bindings);
  }

  apart(title, first, second) {
    return distanceMap(this.data, this.model, shownMeshes(this.model, this.step), title, first, second);
  }

  // With the stored sums that the step has: what is lost alone counts.
  limitMap(now, pane) {
    const {view} = now, n = Number(view.limit), fewer = {bindings: limitedBindings(now.bindings, n)};
    const all = this.positions(pane.method);
    const map = this.apart(`Cost of keeping ${n} influence${n === 1 ? "" : "s"}, in this pose`, all, this.positions(pane.method, "none", fewer));
    if (pane.method === "rigid") map.legend.note = "Rigid follows the largest weight alone: it loses nothing.";
    return map;
  }

  // As an engine shows it, where the step asks for that.
  drawSurface(gpu, camera, now, pane, palettes) {
    const engine = now.view.engine === "on";
    if (engine) now = {...now, drawn: engineBindings(now.bindings, now.view), raw: now.view.engine_sums === "loose"};
    const {view} = now, shown = shownMeshes(this.model, this.step);
    const map = this.mapOfPane(now, pane);
    if (!pane.distance || !this.map) this.map = map;
    this.model.meshes.forEach((mesh, m) => {
      if (!shown[m]) return;
      const corners = map !== null && map.style === 3;
      const {on, posed} = this.skinned(gpu, m, pane.method, palettes, now.drawn || now.bindings, corners, view.normals === "plain", now.raw);
      const look = {...this.look(gpu, mesh, map, m, on, view), flat: mesh.flat};
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
        const plain = this.skinned(gpu, m, pane.method, palettes, now.drawn || now.bindings, false, false, now.raw);
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
}
