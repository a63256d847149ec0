"""A question that asks for a place, on the page of a handout: its picture for paper, and a browser without WebGL.

The picture that stands there for paper is to show what the live one shows: the candidates, and not where the vertex will be.
"""

LESSON = '''---
title: Asked
model: capsule.glb
---

```step
base bind
pin capsule 1116
camera yaw 12 pitch 8
view skeleton off grid off textures off
```
''' + ''.join(f'''
## {title}

Above.

```predict
ask Where will it be?
place vertex within 3
then {then}
```

Below: {{vertex x}}.

```step
{edits}
slider Twist, 0 to 90 degrees at 0: joint upper rotate 0 {{}} 0
```
''' for title, edits, then in (
    ('Candidates alone', 'joint upper rotate 0 0 90\nview surface off', 'view surface on'),
    ('It stands there already', 'joint upper rotate 0 0 90', 'view skeleton on'),
    ('It moves', 'joint upper rotate 0 0 20', 'joint upper rotate 0 0 70')))

# Of each question: what its picture for paper shows where the candidates and the vertex are.
ASK = '''(async () => {
const page = window.handout.page, out = [];
page.dark = false;
await Promise.all([...document.images].map((i) => i.decode()));
for (const f of page.figures) {
  f.shown = true; f.draw();
  const image = f.stage.querySelector("img"), c = document.createElement("canvas");
  [c.width, c.height] = [image.naturalWidth, image.naturalHeight];
  const to = c.getContext("2d", {willReadFrequently: true});
  to.drawImage(image, 0, 0);
  const pose = f.pose(), bindings = f.bindings(), now = {pose, bindings, palettes: f.palettes(pose, bindings)};
  const vertex = f.vertex(now, "lbs"), display = f.display;
  const moved = (p) => [0, 4, 8].map((r) => display[r] * p[0] + display[r + 1] * p[1] + display[r + 2] * p[2] + display[r + 3]);
  const around = (p, reach) => {
    const [x, y] = f.camera.project(moved(p), c.width, c.height).map(Math.round);
    const data = to.getImageData(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1).data, pixels = [];
    for (let i = 0; i < data.length; i += 4) pixels.push([data[i], data[i + 1], data[i + 2]]);
    return pixels;
  };
  out.push({title: f.section.querySelector(".step-title").textContent, words: f.section.querySelector(".guess").innerText,
    candidates: vertex.terms.map((t) => around(t.candidate, 2)), vertex: around(vertex.posed, 8)});
}
return out;
})()'''

# What a browser says that draws nothing, and paper of either.
SAID = '''(() => ({gl: window.handout.page.gpu !== null, words: [...document.querySelectorAll(".guess")].map((e) => e.innerText),
  canvases: document.querySelectorAll(".stage canvas").length, reveal: getComputedStyle(document.querySelector(".reveal")).display,
  answers: document.querySelector(".answers").getBoundingClientRect().height}))()'''

# On a phone the picture stands below the text: a guess is made in it, and a long answer shown.
PHONE = '''(async () => {
const page = window.handout.page, f = page.figures[0], q = f.question, button = f.section.querySelector(".reveal");
q.again();
q.point([120, 90]);
const answer = f.section.querySelector(".answer");
const more = Array.from({length: 40}, () => answer.appendChild(Object.assign(document.createElement("p"), {textContent: "More."})));
button.scrollIntoView({block: "center"});
button.click();
await new Promise((done) => setTimeout(done, 1500));
const r = f.stage.getBoundingClientRect(), bar = document.querySelector("nav.bar").getBoundingClientRect();
for (const p of more) p.remove();
q.again();
return {below: r.top > answer.getBoundingClientRect().top, top: r.top, bottom: r.bottom, bar: bar.top};
})()'''

# A page as it is: what comes onto the screen is drawn, each change once, and nothing while nothing changes.
BY_ITSELF = '''(async () => {
const page = window.handout.page, drawn = new Map(page.figures.map((f) => [f, 0]));
const kind = page.figures[0].constructor.prototype, draw = kind.draw, wait = (ms) => new Promise((done) => setTimeout(done, ms));
const until = async (so) => { for (let n = 0; n < 200 && !so(); ++n) await wait(25); return so(); };
const all = () => [...drawn.values()].reduce((a, b) => a + b, 0);
kind.draw = function () { drawn.set(this, drawn.get(this) + 1); return draw.call(this); };
const out = {seen: []};
for (const f of page.figures) {
  f.stage.scrollIntoView({block: "center", behavior: "instant"});
  out.seen.push(await until(() => f.canvas.isConnected && f.canvas.width > 0));
}
const rest = async () => {
  let n = -1;
  for (let k = 0; k < 20 && n !== all(); ++k) { n = all(); await wait(250); }
  return n;
};
const f = page.figures[page.figures.length - 1], before = await rest();
await wait(500);
out.idle = all() - before;
f.section.querySelector(".reveal").click();
await until(() => all() > before);
const told = await rest();
f.inputs[0].value = f.inputs[0].max;
f.inputs[0].dispatchEvent(new Event("input"));
await until(() => all() > told);
out.slid = await rest() - told;
kind.draw = draw;
f.section.querySelector(".reveal").click();
return out;
})()'''

BLIND = '''const own = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) { return kind === "webgl2" ? null : own.call(this, kind, ...more); };'''

CLICK = 'Click in the picture where you think that it will be.'
CROSS = 'Draw a cross in the picture where you think that it will be.'


def colourful(pixels):
    return sum(max(p) - min(p) for p in pixels) / len(pixels)


def darkest(pixels):
    return min(max(p) for p in pixels)


def check_pictures(said):
    free, there, moves = said
    for question in said:
        assert question['words'] == CLICK, question['words']
    for question in (free, there):
        assert len(question['candidates']) == 2, question['title']
        for pixels in question['candidates']:
            assert colourful(pixels) > 60, f'{question["title"]}: the picture for paper has no candidate ({colourful(pixels)})'
        assert darkest(question['vertex']) > 40, f'{question["title"]}: the picture for paper tells where it will be'
    # Where the answer moves it, it is no secret where it is now.
    assert darkest(moves['vertex']) < 40, 'It moves: where it is now is not shown'


def check_by_itself(page, browser):
    browser.open(page, frames=True)
    said = browser.ask(BY_ITSELF)
    assert said['seen'] == [True] * 3, f'what comes onto the screen is not drawn: {said["seen"]}'
    assert said['idle'] == 0, f'{said["idle"]} pictures were drawn while nothing changed'
    assert said['slid'] == 1, f'a slider that moved was drawn {said["slid"]} times'
    assert not browser.problems, browser.problems


def check_asked(page, browser):
    check_pictures(browser.ask(ASK))
    check_by_itself(page, browser)
    browser.open(page)
    browser.as_wide(390, 844, mobile=True)
    phone = browser.ask(PHONE)
    assert phone['below'] and phone['top'] >= 0 and phone['bottom'] <= phone['bar'], f'the answer has pushed the picture away: {phone}'
    browser.as_wide()
    for blind in (False, True):
        if blind:
            script = browser.call('Page.addScriptToEvaluateOnNewDocument', source=BLIND)['identifier']
            browser.open(page)
            browser.call('Page.removeScriptToEvaluateOnNewDocument', identifier=script)
        browser.call('Emulation.setEmulatedMedia', media='print')
        printed = browser.ask(SAID)
        browser.call('Emulation.setEmulatedMedia', media='')
        assert all(words == CROSS for words in printed['words']), (blind, printed['words'])
    said = browser.ask(SAID)
    assert not said['gl'] and said['canvases'] == 0 and said['reveal'] == 'none' and said['answers'] > 0, said
    for words in said['words']:
        assert 'Click in' not in words and 'No click counts here' in words and 'look at the answer' in words, words
