"""What handout.py puts into lessons of its own, and asks the pages of them."""

# A lesson that has what the bundled ones lack: every deformer, two sliders, weights as stored, names that are code.
EVERYTHING = '''---
title: Everything </script><script>console.error("title")</script>
model: capsule.glb
---

```step
base bind
pin capsule 1116
camera yaw 12 pitch 8
```
''' + ''.join(f'''
## Bent and twisted by {method}

It is at {{vertex x}}, bent by {{slider Bend}}.

```step
view method {method} show {show}
joint upper translate 0.05 0 0.02
select upper
slider Bend, 0 to 120 degrees at 100: joint upper rotate 0 0 {{}}
slider Twist, 0 to 90 degrees at 60: joint upper rotate 0 {{}} 0
```
''' for method, show in [('lbs', 'weights'), ('dqs', 'shaded'), ('rigid', 'dominant'), ('mix', 'joints'),
                         ('cor', 'influences'), ('dqs-flat', 'shaded'), ('log', 'distance')]) + '''
## Asked for a place

Above.

```predict
ask Where will it be?
place vertex within 5
then joint upper rotate 0 0 90
```

Below: {vertex x}.

```step
slider Twist, 0 to 90 degrees at 30: joint upper rotate 0 {} 0
```

## Asked for a number

```predict
ask How far from the joint?
number vertex to upper = 17.7 within 2
then joint upper rotate 0 0 90
```

Below.

## Asked to choose

```predict
ask Nearer?
option `yes`
if vertex to upper < 24
option no
if vertex to upper >= 24
then joint upper rotate 0 0 90
```

Below.

## Weights from distance

```step
bind segments radius 0.4
joint upper rotate 0 0 60
select upper
view show weights distances on
formula weights
slider Radius, 20 to 100 cm at 40: bind segments radius {}
```

## A weight

```step
joint upper rotate 0 0 90
formula vertex
slider Weight, 0 to 1 at 0.5: weights capsule 1116 lower {1-} upper {}
```

## Curves

```step
slider Twist, 0 to 180 degrees at 60: joint upper rotate 0 {} 0
curve vertex to upper, vertex to upper by dqs over Twist
```

## Stretched, weights as stored

```step
view weights raw show sum
weights capsule 1116 lower 0.5 upper 0.3
joint lower scale 1.2 0.9 1
slider Walk, 0 to 1 m at 0.5: joint lower translate {} 0 0
```
'''

# A course of a lesson that comes with the program, one of its folder, and another one; the page in its order.
COURSE = '---\ncourse: Two & more\n---\n\n1. local-parent-world\n2. between.md\n3. weights-add-up-to-one\n'
BETWEEN = '---\ntitle: Between </script><script>console.error("title")</script>\nmodel: arm.glb\n---\n\n## Alone\n\nHere it is.\n'

OF_COURSE = '''(async () => {
await Promise.all([...document.images].map((i) => i.decode()));
const page = window.handout.page, links = [...document.querySelectorAll("nav.contents a")];
for (const f of page.figures) { f.shown = true; f.draw(); }
return {title: document.title, heading: document.querySelector("main > h1").textContent,
  links: links.map((a) => a.textContent),
  letters: document.querySelectorAll(".summary math").length, raw: document.querySelector(".summary").textContent,
  reached: links.map((a) => document.querySelector(a.getAttribute("href")).querySelector(".lesson-title").textContent),
  lessons: [...document.querySelectorAll("article.lesson .lesson-title")].map((e) => e.textContent),
  sections: document.querySelectorAll("section.step").length, figures: page.figures.length,
  drawn: page.figures.filter((f) => f.step.still || f.canvas.width > 0).length};
})()'''

# Asked of the page: an answer as JSON.
QUESTIONS = '''(async () => {
// 16 x 12 means of luminance over a picture.
function means(source, width, height) {
  const c = document.createElement("canvas"); c.width = width; c.height = height;
  const to = c.getContext("2d"); 
  const sky = to.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, "#f3f4f6"); sky.addColorStop(1, "#d9dce1");
  to.fillStyle = sky; to.fillRect(0, 0, width, height);
  to.drawImage(source, 0, 0, width, height);
  const data = to.getImageData(0, 0, width, height).data, out = new Array(192).fill(0);
  for (let y = 0; y < height; ++y) for (let x = 0; x < width; ++x) {
    const i = 4 * (y * width + x);
    out[16 * Math.floor(12 * y / height) + Math.floor(16 * x / width)] +=
        (0.3 * data[i] + 0.59 * data[i + 1] + 0.11 * data[i + 2]) * 192 / (255 * width * height);
  }
  return out;
}
const bytes = (list) => {
  let s = ""; for (const b of new Uint8Array(list.buffer)) s += String.fromCharCode(b); return btoa(s);
};
const page = window.handout.page, answer = {gl: page.gpu !== null, steps: []};
page.dark = false;
await Promise.all([...document.images].map((i) => i.decode()));
for (const f of page.figures) { f.shown = true; f.draw(); }
await new Promise((done) => setTimeout(done, 200));  // pictures on the surface are decoded on the way
for (const f of page.figures) {
  // Answered as somebody would who guesses at the model's middle, 20, or the first option.
  const asked = {};
  if (f.question) {
    const seen = (name) => getComputedStyle(f.section.querySelector(name)).display !== "none";
    asked.before = seen(".answer") || seen(".sliders");
    asked.pose = bytes(f.positions()[0]);
    if (f.clicked) f.clicked([f.stage.clientWidth / 2, f.stage.clientHeight / 2]);
    for (const input of f.section.querySelectorAll(".ask input")) {
      if (input.type === "text") input.value = "20";
      else if (input.value === "0") input.checked = true;
    }
    f.draw();
    f.section.querySelector(".reveal").click();
    asked.after = seen(".answer") && seen(".sliders");
    asked.verdict = f.section.querySelector(".verdict").textContent;
  }
  const last = f.step.sliders.reduce((n, s) => n * s.stops.length, 1) - 1;
  const step = {asked, start: f.step.start, last, positions: {}};
  for (const at of new Set([last, f.step.start])) {  // and so its picture is that of the start
    f.show(at); f.draw();
    step.positions[at] = f.positions().map(bytes);
  }
  if (f.step.curves) {
    f.show(last);
    step.curves = {at: f.step.curves.at, values: f.step.curves.values, lines: f.curves.querySelectorAll("path").length,
      told: [...f.curves.querySelectorAll(".count")].map((e) => e.textContent),
      dots: [...f.curves.querySelectorAll("circle")].map((e) => Number(e.getAttribute("cy")))};
    f.show(f.step.start);
  }
  step.surface = f.step.view.surface === "on";
  step.stands = Boolean(f.step.still);
  step.canvas = means(f.canvas, 320, 240);
  step.still = means(f.stage.querySelector(".told-still") || f.stage.querySelector("img"), 320, 240);
  answer.steps.push(step);
}
answer.overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
return answer;
})()'''
