// A step that asks: until the answer is shown the picture is that of the question, and what is below
// the question stays away.

class Question {
  constructor(figure) {
    this.figure = figure;
    this.asked = figure.step.question;
    this.told = figure.step;
    // What is shown before: neither sliders nor the large formula.
    this.before = {...figure.step, moving: undefined, movingBase: undefined, views: undefined, morph: undefined,
      weights: undefined, needs: undefined, exact: undefined, hidden: undefined, note: undefined, still: undefined,
      curves: undefined,
      ...this.asked.shown, sliders: [], formula: "", start: 0};
    this.section = figure.section;
    this.ask = this.section.querySelector(".ask");
    this.verdict = this.ask.querySelector(".verdict");
    this.button = this.ask.querySelector(".reveal");
    this.section.classList.add("asks");
    // Its place among the answers behind the lesson, for paper.
    this.paper = document.getElementById(this.section.id + "-told");
    this.button.addEventListener("click", () => (this.open ? this.reveal() : this.again()));
    const typed = this.ask.querySelector("input[type=text]");
    if (typed) typed.addEventListener("keydown", (e) => e.key === "Enter" && this.open && this.reveal());
    this.again();
  }

  // From the start, without a guess.
  again() {
    this.open = true;
    this.guess = null;
    this.section.classList.remove("told");
    this.verdict.textContent = "";
    this.button.textContent = "Show the answer";
    for (const input of this.ask.querySelectorAll("input")) {
      if (input.type === "radio") input.checked = false;
      else input.value = "";
      input.disabled = false;
    }
    const place = this.asked.kind === "place";
    this.figure.use(this.before);
    this.figure.clicked = place ? (at) => this.point(at) : null;
    this.figure.canvas.classList.toggle("aims", place);
    this.figure.describe(true);
  }

  reveal() {
    this.open = false;
    this.figure.clicked = null;
    this.figure.canvas.classList.remove("aims");
    this.section.classList.add("told");
    this.verdict.textContent = this.words();
    this.button.textContent = "Ask again";
    for (const input of this.ask.querySelectorAll("input")) input.disabled = true;
    this.figure.use(this.told);
    this.figure.describe(false);
    // Where the picture stands below the text, the answer pushes it away: who guessed in it looks at it.
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (this.guess && this.guess.origin) this.figure.stage.scrollIntoView({block: "nearest", behavior: still ? "auto" : "smooth"});
  }

  // Legend, curves and formula of the answer go where paper has it; the step is that of the question.
  onPaper() {
    const figure = this.figure;
    figure.use(this.told);
    figure.draw();
    const parts = [figure.legend, figure.curves, figure.large].map((e) => e.cloneNode(true));
    this.paper.querySelector(".extra").replaceChildren(...parts);
    figure.use(this.before);
    figure.draw();
  }

  // A click: all that lies under it, at whatever depth (src/scene/lesson/predict.h).
  point(at) {
    const camera = this.figure.camera, {right, up, back} = camera.axes();
    const w = this.figure.stage.clientWidth, h = this.figure.stage.clientHeight;
    const far = 1 / camera.scale(h, camera.distance);
    const target = add(camera.target, add(times((at[0] - w / 2) * far, right), times((h / 2 - at[1]) * far, up)));
    const eye = camera.ortho ? add(target, times(camera.distance, back)) : add(camera.target, times(camera.distance, back));
    this.guess = {origin: eye, direction: unit(minus(target, eye)), facing: back};
    this.figure.wake();
  }

  // Where the click meets the plane through `p` that faced the camera; display space.
  placed(p) {
    const {origin, direction, facing} = this.guess;
    return add(origin, times(dot(minus(p, origin), facing) / dot(direction, facing), direction));
  }

  words() {
    const asked = this.asked;
    if (asked.kind === "place") {
      if (!this.guess) return "";
      const truth = transformed(this.figure.display, asked.place);
      const cm = 100 * size(minus(this.placed(truth), truth));
      return cm <= asked.within ? `Right: ${cm.toFixed(1)}\u00a0cm off.` : `${cm.toFixed(1)}\u00a0cm off; up to ${short(asked.within)} counts as right.`;
    }
    if (asked.kind === "number") {
      const text = this.ask.querySelector("input").value.trim().replace(",", ".").replace("\u2212", "-");
      const said = parseFloat(text);
      if (!Number.isFinite(said)) return "";
      const off = Math.abs(said - asked.number);
      return off <= asked.within ? `Right: it is ${asked.text}.`
        : `It is ${asked.text}: you are off by ${off.toFixed(asked.decimals)}${asked.unit ? "\u00a0" + asked.unit : ""}.`;
    }
    const chosen = this.ask.querySelector("input:checked");
    if (!chosen) return "";
    return Number(chosen.value) === asked.option ? "Right." : "No.";
  }

  // The guess, and from the reveal on how far it is from the right place.
  draw(pen) {
    if (this.asked.kind !== "place" || !this.guess) return;
    const truth = transformed(this.figure.display, this.asked.place);
    const place = this.placed(this.open ? this.figure.camera.target : truth), p = pen.project(place);
    if (!p) return;
    if (!this.open) {
      line(pen, place, truth, "rgb(10 12 16 / 70%)", 4);
      line(pen, place, truth, pen.theme.accent, 2);
      const q = pen.project(truth);
      if (q && !this.asked.vertex) drawRing(pen, q);
    }
    const c = pen.ctx;
    for (const [width, color] of [[5, "rgb(10 12 16 / 80%)"], [2.5, pen.theme.accent]]) {
      c.lineWidth = width;
      c.strokeStyle = color;
      c.beginPath();
      c.moveTo(p[0] - 8, p[1] - 8);
      c.lineTo(p[0] + 8, p[1] + 8);
      c.moveTo(p[0] - 8, p[1] + 8);
      c.lineTo(p[0] + 8, p[1] - 8);
      c.stroke();
    }
    const off = 100 * size(minus(this.placed(truth), truth));
    tag(pen, [p[0] + 4, p[1] + 18], this.open ? "your guess" : `your guess, ${off.toFixed(1)}\u00a0cm off`);
  }
}
