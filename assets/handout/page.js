// The page: which step is read, light or dark, and paper.

class Page {
  constructor(data) {
    this.data = data;
    data.ramp = unpacked(data.ramp, "u8");
    data.signed = unpacked(data.signed, "u8");
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    this.dark = dark.matches;
    dark.addEventListener("change", () => {
      this.dark = dark.matches;
      this.wakeAll();
    });
    this.gpu = this.startGpu();
    // Without it nobody can guess: answers stay behind the lesson, as without scripts.
    if (this.gpu) document.documentElement.classList.add("scripted");
    this.figures = [];
    document.querySelectorAll("article.lesson").forEach((article, l) => {
      const lesson = data.lessons[l];
      article.querySelectorAll("section.step").forEach((section, k) => {
        this.figures.push(new Figure(this, section, data.models[lesson.steps[k].model], lesson.steps[k]));
      });
    });
    this.follow();
    this.navigate();
  }

  startGpu() {
    try {
      const gpu = new Gpu();
      document.documentElement.classList.add("alive");
      // The program's pictures stand in while there is none.
      gpu.canvas.addEventListener("webglcontextlost", () => {
        document.documentElement.classList.remove("alive");
        for (const figure of this.figures) figure.canvas.remove();
      });
      return gpu;
    } catch (problem) {
      document.documentElement.classList.add("still");
      if (problem.message !== "no WebGL2") console.error(problem);
      return null;
    }
  }

  wakeAll() {
    for (const figure of this.figures) figure.wake();
  }

  // Only what is on the screen is drawn.
  follow() {
    const of = new Map(this.figures.map((f) => [f.stage, f]));
    const seen = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        const figure = of.get(entry.target);
        figure.shown = entry.isIntersecting;
        figure.wake();
      }
    }, {rootMargin: "300px"});
    const sized = new ResizeObserver((entries) => entries.forEach((e) => of.get(e.target).wake()));
    for (const figure of this.figures) {
      seen.observe(figure.stage);
      sized.observe(figure.stage);
    }
  }

  navigate() {
    const bar = document.querySelector("nav.bar"), where = document.getElementById("where");
    bar.hidden = false;
    const sections = this.figures.map((f) => f.section);
    // The last one whose top is above the upper third.
    const current = () => {
      const line = window.innerHeight / 3;
      let k = -1;
      sections.forEach((s, i) => (k = s.getBoundingClientRect().top <= line ? i : k));
      const end = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      return end ? Math.max(k, this.wanted === undefined ? sections.length - 1 : this.wanted) : k;
    };
    const tell = () => {
      const k = current(), article = sections[Math.max(k, 0)].parentNode;
      const own = [...article.querySelectorAll("section.step")], n = own.indexOf(sections[Math.max(k, 0)]);
      const title = own[n].querySelector(".step-title").lastChild.textContent.trim();
      where.textContent = `${n + 1} of ${own.length} \u2002${title}`;
      document.getElementById("back").disabled = k <= 0;
      document.getElementById("next").disabled = k >= sections.length - 1;
    };
    const go = (by) => {
      const k = Math.min(Math.max(current() + by, 0), sections.length - 1);
      this.wanted = k;
      const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      sections[k].scrollIntoView({behavior: still ? "auto" : "smooth", block: "start"});
    };
    document.getElementById("back").addEventListener("click", () => go(-1));
    document.getElementById("next").addEventListener("click", () => go(1));
    document.addEventListener("keydown", (e) => {
      if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) return;
      if (e.key !== "ArrowRight" && e.key !== "ArrowLeft") return;
      e.preventDefault();
      go(e.key === "ArrowRight" ? 1 : -1);
    });
    document.addEventListener("scroll", tell, {passive: true});
    window.addEventListener("wheel", () => (this.wanted = undefined), {passive: true});
    // On paper each step is as it begins.
    window.addEventListener("beforeprint", () => this.print(true));
    window.addEventListener("afterprint", () => this.print(false));
    tell();
  }

  print(begins) {
    for (const figure of this.figures) {
      const question = figure.question;
      if (begins) {
        figure.kept = {step: figure.step, position: figure.position, inputs: figure.inputs.map((i) => i.value)};
        if (question) {
          question.onPaper();
          continue;
        }
        figure.show(figure.step.start);
        if (this.gpu) figure.draw();  // legends and formulas of steps that were not seen yet
        if (figure.walker && figure.walker.walk && figure.stage.querySelector(".walked")) {
          figure.kept.walk = figure.walker.at;  // the end of the way, as the picture has it
          figure.walker.stop();
          figure.walker.at = figure.walker.walk.last;
          figure.draw();
        }
      } else if (figure.kept) {
        const kept = figure.kept;
        figure.use(kept.step);
        figure.inputs.forEach((input, k) => (input.value = kept.inputs[k]));
        if (kept.step.sliders.length > 0) figure.slid();
        else figure.show(kept.position);
        if (kept.walk !== undefined) figure.walker.at = kept.walk;
        figure.wake();
      }
    }
  }
}

const page = new Page(JSON.parse(document.getElementById("data").textContent));
// What tests ask.
window.handout = {page, chordOf};
