// The space walker of a step: its bar below the picture, and what it draws. What it computes: explain.js.

const WALK = {stage: 1400, rest: 500, most: 24000};  // milliseconds

class Walker {
  constructor(figure) {
    this.figure = figure;
    this.at = null;  // null: where the step has it
    const bar = (this.bar = element("div", "walk"));
    const button = (text, title, act) => {
      const out = element("button", "", text);
      out.type = "button";
      out.title = title;
      out.setAttribute("aria-label", title);
      out.addEventListener("click", act);
      return out;
    };
    this.player = button("\u25b6", "Play the walk", () => (this.playing ? this.stop() : this.play()));
    this.input = element("input");
    Object.assign(this.input, {type: "range", min: 0, step: "any", value: 0});
    this.input.setAttribute("aria-label", "Way through the spaces");
    this.input.addEventListener("input", () => {
      const to = Number(this.input.value), whole = Math.round(to);
      this.stop();
      this.go(Math.abs(to - whole) < 0.08 ? whole : to);
    });
    this.input.addEventListener("keydown", (e) => {
      const by = {ArrowRight: 0.1, ArrowUp: 0.1, ArrowLeft: -0.1, ArrowDown: -0.1}[e.key];
      if (!by) return;
      e.preventDefault();
      this.stop();
      this.go(Math.round(10 * (this.now() + by)) / 10);
    });
    this.words = element("p", "walk-words");
    this.words.setAttribute("aria-live", "polite");
    this.numbers = element("div", "walk-numbers");
    const row = element("div", "walk-row");
    row.append(button("\u25c2", "A matrix back", () => this.step(-1)), this.player, button("\u25b8", "A matrix on", () => this.step(1)), this.input);
    bar.append(row, this.words, this.numbers);
    figure.stage.after(bar);
  }

  now() {
    return this.at === null ? Number(this.figure.view().walker_at) || 0 : this.at;
  }

  go(at) {
    this.at = Math.min(Math.max(at, 0), this.walk ? this.walk.last : at);
    this.figure.wake();
  }

  step(by) {
    this.stop();
    const at = this.now();
    this.go(by > 0 ? Math.floor(at + 1e-4) + 1 : Math.ceil(at - 1e-4) - 1);
  }

  stop() {
    if (!this.playing) return;
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    this.player.textContent = "\u25b6";
  }

  play() {
    if (!this.walk) return;
    if (this.now() >= this.walk.last) this.go(0);
    this.player.textContent = "\u23f8";
    let before = performance.now(), rests = 0;
    const a = Math.min(WALK.stage, WALK.most / this.walk.last);
    const move = (now) => {
      const gone = Math.min(now - before, 100), at = this.now();
      before = now;
      rests -= gone;
      if (rests <= 0) {
        const next = Math.floor(at + 1e-4) + 1, to = Math.min(at + gone / a, next, this.walk.last);
        this.go(to);
        if (to >= this.walk.last) return this.stop();
        if (to >= next) rests = WALK.rest;
      }
      this.playing = requestAnimationFrame(move);
    };
    this.playing = requestAnimationFrame(move);
  }

  // What there is to walk in this pose; the bar and the numbers follow.
  follow(now) {
    const {model, step, view} = now, [m, i] = step.pin, mesh = model.meshes[m];
    const points = mesh.morph ? morphed(mesh, this.figure.morph()) : mesh;
    this.walk = spaceWalk(model, now.bindings[m], now.palettes[m], now.pose, Array.from(points.position.subarray(3 * i, 3 * i + 3)),
      i, view.weights === "raw", view.walker === "all", step.selected);
    if (!this.walk) return;
    this.input.max = this.walk.last;
    this.input.value = this.now();
    const moment = (this.moment = walkAt(this.walk, this.now()));
    const words = `${moment.stage} of ${this.walk.last}: ${walkWords(this.walk, model, moment.stage)}`;
    if (this.words.textContent !== words) this.words.textContent = words;
    this.input.setAttribute("aria-valuetext", words);
    this.tell(now, moment.stage);
  }

  // The matrix of the stage, the point before and behind it: of whole stages, for between two there is no truth.
  tell(now, stage) {
    const {model} = now, {walk} = this, kind = walk.stages[stage], lines = [];
    const at = (leg, k) => transformed(leg.soFar[k], walk.point);
    const own = (leg) => ink(model, leg.joint, now.dark);
    if (kind === "bind") lines.push([node("msub", [slanted("v"), slanted("i")]), sign("="), point(walk.point)]);
    if (kind === "summed") {
      const v = node("msubsup", [slanted("v"), slanted("i"), prime()]);
      // Weights and candidates. Several others are weighted already: that is said, or their sum would be taken for a candidate.
      const term = (r, candidate) => row(number(r.weight), gap("0.2em"), point(candidate, own(r)));
      const parts = walk.legs.map((leg) => term(leg, at(leg, stage - 2)));
      if (walk.others.length === 1) parts.push(term(walk.others[0], walk.others[0].candidate));
      if (walk.others.length > 1) parts.push(row(point(minus(at(walk.legs[0], stage), at(walk.legs[0], stage - 1))), gap(), node("mtext", "by the others")));
      lines.push([v, sign("="), ...joined(parts.slice(0, 4), () => sign("+")), ...(parts.length > 4 ? [sign("+"), sign("\u22ef")] : []),
        sign("="), point(at(walk.legs[walk.legs.length - 1], stage))]);
    } else if (kind !== "bind") {
      for (const leg of walk.legs.slice(0, 4)) {
        const name = () => index(model.joints[leg.of[stage] >= 0 ? leg.of[stage] : leg.joint]), color = own(leg);
        if (kind === "chain" && leg.of[stage] < 0) continue;
        const what = kind === "bone" ? [letter("B", name(), inverse()), sign(":")]
          : kind === "chain" ? [letter("L", name()), gap("0.17em"), userLocal(name()), sign(":")] : [w(model.joints[leg.joint]), sign(":")];
        const whole = kind !== "weighted", by = whole ? matrix(leg.factor[stage], color, true) : number(leg.weight);
        lines.push([row(...what), by, gap("0.2em"), point(at(leg, stage - 1), color, 3, whole), sign("="), point(at(leg, stage), color, 3, whole)]);
      }
    }
    this.numbers.replaceChildren(...lines.map(numberLine));
  }

  // The mesh as the walk has it: one copy an influence.
  ghosts() {
    return this.walk ? this.walk.legs.map((leg, k) => ({joint: leg.joint, matrix: this.moment.legs[k].matrix})) : [];
  }

  draw(pen, now) {
    const {walk, moment} = this, {model} = now, display = this.figure.display;
    if (!walk) return;
    const kind = walk.stages[moment.stage], arrows = kind === "weighted" || kind === "summed";
    const show = (p) => transformed(display, p), shown = (p) => pen.project(show(p));
    drawAxes(pen, display, IDENTITY, 0.12 * model.bones.height, walkSpace(walk, model, 0, moment.stage), false);
    const nearest = walk.legs.reduce((a, b) =>
      size(minus(column(a.bind, 3), walk.point)) <= size(minus(column(b.bind, 3), walk.point)) ? a : b);
    const grid = walkGrid(nearest.bind, walk.point, diagonal(model));
    const alpha = (k) => (kind === "summed" && k + 1 < walk.legs.length ? 1 - moment.part : 1);
    const steps = Math.ceil(10 * this.now()), trail = Array.from({length: steps + 1}, (_, k) => walkAt(walk, Math.min(k / 10, this.now())));
    walk.legs.forEach((leg, k) => {
      const {matrix: m, point: p, tail} = moment.legs[k], color = jointRgb(model, leg.joint);
      if (alpha(k) > 0.02) {
        for (const [a, b] of grid) line(pen, show(transformed(m, a)), show(transformed(m, b)), `rgb(${color.map((x) => Math.round(255 * x)).join(" ")} / ${0.7 * alpha(k)})`, 1);
        if (!arrows) drawAxes(pen, display, multiplied(m, leg.bind), 0.085 * model.bones.height, model.joints[leg.joint], true);
      }
      for (let i = 1; i < trail.length; ++i) line(pen, show(trail[i - 1].legs[k].point), show(trail[i].legs[k].point), css(color), 1.5);
      if (arrows && !(kind === "summed" && walk.others.length > 0)) drawArrow(pen, show(tail), show(p), css(color));
    });
    if (kind === "summed" && walk.others.length > 0) {
      const from = transformed(walk.legs[0].soFar[moment.stage - 1], walk.point);
      drawArrow(pen, show([0, 0, 0]), show(from), css(jointRgb(model, walk.legs[0].joint)));
      drawArrow(pen, show(from), show(moment.legs[0].point), pen.theme.text);
    }
    walk.legs.forEach((leg, k) => {
      const at = shown(moment.legs[k].point), whole = kind === "summed" && k + 1 === walk.legs.length;
      if (!at) return;
      dotAt(pen, at, whole || kind !== "summed" ? 5 : 3.5, css(jointRgb(model, leg.joint)));
      if (whole) tag(pen, at, "v\u2032");
    });
  }
}

// In the plane of two of the frame's axes that the vertex is nearest to.
function walkGrid(frame, vertex, long) {
  const origin = column(frame, 3), beside = minus(vertex, origin), axes = [0, 1, 2].map((k) => unit(column(frame, k)));
  let across = 0;
  for (let k = 1; k < 3; ++k) if (Math.abs(dot(beside, axes[k])) < Math.abs(dot(beside, axes[across]))) across = k;
  const a = axes[(across + 1) % 3], b = axes[(across + 2) % 3], cells = 3;
  const reach = Math.max(Math.abs(dot(beside, a)), Math.abs(dot(beside, b))), half = reach > 1e-3 * long ? 1.15 * reach : 0.1 * long;
  const at = (x, y) => add(origin, add(times(x, a), times(y, b))), out = [];
  for (let k = -cells; k <= cells; ++k) {
    const x = (half * k) / cells;
    out.push([at(x, -half), at(x, half)], [at(-half, x), at(half, x)]);
  }
  return out;
}

function drawAxes(pen, display, m, long, name, faint) {
  const shown = multiplied(display, m), at = column(shown, 3), p = pen.project(at);
  if (!p) return;
  for (let k = 0; k < 3; ++k) {
    const tip = add(at, times(long, unit(column(shown, k))));
    line(pen, at, tip, "rgb(10 12 16 / 55%)", faint ? 3 : 4.5);
    line(pen, at, tip, pen.theme.axis[k] + (faint ? "c0" : ""), faint ? 1.5 : 2.5);
    const q = pen.project(tip);
    if (!q || faint) continue;
    pen.ctx.fillStyle = pen.theme.axis[k];
    pen.ctx.font = "600 12px system-ui, sans-serif";
    pen.ctx.fillText("xyz"[k], q[0] + 4, q[1]);
  }
  tag(pen, [p[0], p[1] + 14], name);
}

function drawArrow(pen, from, to, color) {
  line(pen, from, to, color, 2.5);
  const a = pen.project(from), b = pen.project(to), c = pen.ctx;
  if (!a || !b) return;
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (long < 8) return;
  const [x, y] = [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
  c.fillStyle = color;
  c.beginPath();
  c.moveTo(b[0], b[1]);
  c.lineTo(b[0] - 10 * x - 4 * y, b[1] - 10 * y + 4 * x);
  c.lineTo(b[0] - 10 * x + 4 * y, b[1] - 10 * y - 4 * x);
  c.fill();
}

// The chord between two candidates with the blend on it, and the arc of a turn by the same part.
function drawChord(pen, model, display, chord) {
  if (!chord) return;
  const show = (p) => transformed(display, p), [a, b] = chord.ends.map(show), blend = show(chord.blend);
  const colors = chord.joints.map((j) => css(jointRgb(model, j)));
  line(pen, a, blend, colors[0], 2.5);
  line(pen, blend, b, colors[1], 2.5);
  if (chord.arc) {
    const arc = chord.arc.map(show), center = show(chord.center), on = show(chord.turned);
    for (let k = 1; k < arc.length; ++k) line(pen, arc[k - 1], arc[k], pen.theme.accent, 2);
    pen.ctx.globalAlpha = 0.45;
    for (const end of [a, b, on]) line(pen, center, end, pen.theme.text, 1);
    pen.ctx.globalAlpha = 1;
    line(pen, blend, on, "#e5484d", 2);
    const p = pen.project(on);
    if (p) {
      dotAt(pen, p, 4, pen.theme.accent);
      tag(pen, p, "on the arc");
    }
  }
  [a, b].forEach((end, k) => {
    const p = pen.project(end);
    if (!p) return;
    dotAt(pen, p, 4, colors[k]);
    tag(pen, p, `by ${model.joints[chord.joints[k]]}`);
  });
  const p = pen.project(blend);
  if (!p) return;
  dotAt(pen, p, 5, pen.theme.text);
  tag(pen, p, `on the chord: ${chord.label}`);
}
