#!/usr/bin/env python3
"""A handout in a real browser: handout.py BINDPOSE ASSETS LESSON...

Writes the handout of each lesson, opens it in Chromium without a window, and asks the page itself: no error on its
console, no request to anywhere, the vertices of each step (by transform feedback, where its sliders start and at
their upper ends) the same as `bindpose export` writes them to 1e-4 of the model's size, and its picture of a step alike
the program's. Runs in a folder of its own. Without Chromium it says "skipped".
"""
import base64
import math
import operator
import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile

from browser import Browser, find_browser
import handout_asked
import handout_commands
import handout_explained
import handout_kept
from handout_texts import BETWEEN, COURSE, EVERYTHING, OF_COURSE, QUESTIONS


def run(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def posed_points(program, model, edits):
    run(program, 'export', model, *edits, '-o', 'posed.obj')
    with open('posed.obj', encoding='utf-8') as f:
        return [tuple(map(float, line.split()[1:4])) for line in f if line[:2] == 'v ']


def floats(text):
    raw = base64.b64decode(text)
    return struct.unpack(f'<{len(raw) // 4}f', raw)


def with_sliders_at(text):
    """The lesson with its sliders beginning at their upper ends: what the program makes of them there."""
    def moved(found):
        label, low, high, unit = found.group(1, 2, 3, 4)
        return f'{label}{low} to {high}{unit or ""} at {high}:'
    text = re.sub(r'(?m)^(slider [^,]*, *)(\S+) to ([^ :]+)( (?!at )[^ :]+)?( at [^ :]+)?:', moved, text)
    return '\n'.join(line for line in text.split('\n') if not line.startswith('expect '))


def commands(program, lesson):
    """The model of each step and the arguments that pose it, as --text says them."""
    out = []
    for words in map(shlex.split, texts(program, lesson)):
        for option in ('--camera', '--formula'):
            words = handout_commands.without(words, option)
        out.append((words[2], words[3:-2]))
    return out


def texts(program, lesson):
    return [line.split(':', 1)[1]
            for line in run(program, 'lesson', lesson, '--text').splitlines() if line.startswith('As a command:')]


def same_points(points, positions, what):
    mine = [x for mesh in positions for x in floats(mesh)]
    assert len(mine) == 3 * len(points), f'{what}: {len(mine) // 3} vertices, the program has {len(points)}'
    wanted = [x for p in points for x in p]
    reach = max(max(wanted), -min(wanted))
    off = list(map(operator.sub, mine, wanted))
    worst = max(max(off), -min(off))
    assert worst <= 1e-4 * max(reach, 1.0), f'{what}: a vertex is off by {worst}'
    return worst


def alike(a, b):
    """The correlation of two pictures, each as means."""
    n = len(a)
    ma, mb = sum(a) / n, sum(b) / n
    va, vb = sum((x - ma) ** 2 for x in a), sum((x - mb) ** 2 for x in b)
    if va == 0 or vb == 0:
        return 0.0
    return sum((x - ma) * (y - mb) for x, y in zip(a, b)) / (va * vb) ** 0.5


def check(program, assets, lesson, browser):
    page = 'page.html'
    run(program, 'lesson', lesson, '--handout', page)
    size = os.path.getsize(page)
    assert size < 3e6, f'{lesson}: {size} bytes'
    browser.open(page)
    check_paper(browser, lesson)
    answer = browser.ask(QUESTIONS)
    assert answer['gl'], f'{lesson}: no WebGL2'
    assert not browser.problems, f'{lesson}: {browser.problems}'
    assert not browser.requests, f'{lesson}: asked for {browser.requests}'
    assert answer['overflow'] <= 0, f'{lesson}: the page is {answer["overflow"]} pixels too wide'
    path = lesson if os.path.exists(lesson) else os.path.join(
        assets, 'lessons', next(f for f in os.listdir(os.path.join(assets, 'lessons')) if lesson in f))
    text = open(path, encoding='utf-8').read()
    worst, verdicts = 0.0, []
    posed = {}  # by their commands: without a slider a step is the same at both ends
    for place in ('start', 'high'):
        source = lesson
        if place != 'start':
            source = 'moved.md'
            open(source, 'w', encoding='utf-8').write(with_sliders_at(text))
        steps = commands(program, source)
        assert len(steps) == len(answer['steps']), f'{lesson}: {len(answer["steps"])} steps'
        for k, ((model, edits), step) in enumerate(zip(steps, answer['steps'])):
            at = step['start'] if place == 'start' else step['last']
            what = f'{lesson}, step {k + 1}, sliders {place}'
            key = (model, *edits)
            if key not in posed:
                posed[key] = posed_points(program, model, edits)
            worst = max(worst, same_points(posed[key], step['positions'][str(at)], what))
    for k, step in enumerate(answer['steps']):
        asked = step['asked']
        if asked:
            assert not asked['before'], f'{lesson}, step {k + 1}: the answer is seen before it is shown'
            assert asked['after'] and asked['verdict'], f'{lesson}, step {k + 1}: no answer'
            # Other questions are about the pose that is shown.
            if lesson == 'everything.md':
                assert asked['pose'] != step['positions'][str(step['start'])][0], f'step {k + 1}: the same pose'
            verdicts.append(asked['verdict'])
        if step['stands']:  # the program's picture is shown
            continue
        likeness = alike(step['canvas'], step['still'])
        what = f'{lesson}, step {k + 1}'
        # Bones and axes alone are a few thin lines.
        assert likeness > (0.8 if step['surface'] else 0.3), f'{what}: its picture is not like the program\'s ({likeness:.2f})'
    return size, worst, verdicts, answer['steps']


# Asked of the page as it goes to paper, right after it was opened: no answer is told where its question stands.
ON_PAPER = '''(async () => {
await Promise.all([...document.images].map((i) => i.decode()));
window.dispatchEvent(new Event("beforeprint"));
const box = (e) => e.getBoundingClientRect(), seen = (e) => e !== null && box(e).width > 0 && box(e).height > 0;
const steps = [...document.querySelectorAll("section.step")], answers = document.querySelector("section.answers");
const out = {width: document.querySelector("main").clientWidth, last: Math.max(...steps.map((e) => box(e).bottom)),
  answers: box(answers).top, heading: answers.firstElementChild.textContent, asked: [], stages: steps.map((e) => box(e.querySelector(".stage")).width)};
for (const section of steps.filter((e) => e.querySelector(".ask"))) {
  const told = document.getElementById(section.id + "-told");
  out.asked.push({seen: seen(section.querySelector(".asked")), spoiled: [".answer", ".sliders", ".told-still", ".large *"].filter((c) => seen(section.querySelector(c))),
    same: section.querySelector(".still").src === told.querySelector("img").src,
    told: seen(told.querySelector("img")) && seen(told.querySelector(".right-one")),
    number: [section, told].map((e) => e.querySelector(".number").textContent),
    text: [section.querySelector(".answer"), told.querySelector(".text")].map((e) => e.textContent.trim()),
    formula: told.querySelectorAll(".extra .large *").length > 0});
}
window.dispatchEvent(new Event("afterprint"));
return out;
})()'''


# Lines: words that a formula or a number is part of stay together, products of matrices too; on paper the space walker stands at
# the end of its way, and goes back to where it was.
LINES = '''(async () => {
const rows = (e) => new Set([...e.getClientRects()].map((r) => Math.round(r.top / 8))).size;
const atoms = () => [...document.querySelectorAll(".text .atom, .text math, data.figure")].filter((e) => e.offsetParent !== null || e.tagName === "math");
const out = {atoms: atoms().length, broken: atoms().filter((e) => rows(e) > 1).map((e) => e.textContent), walks: []};
const page = window.handout.page, walks = page.figures.filter((f) => f.step.view.walker !== "off" && f.step.pin && !f.question);
for (const f of walks) {
  f.shown = true; f.draw();
  const one = {begins: [...f.walker.numbers.querySelectorAll("math")].map((e) => e.textContent.trim()[0]), said: []};
  f.walker.go(2); f.draw();
  one.begins = [...f.walker.numbers.querySelectorAll("math")].map((e) => e.textContent.trim()[0]);
  one.columns = [...f.walker.numbers.querySelectorAll("mtable")].map((e) => e.querySelectorAll("mtr").length);
  window.dispatchEvent(new Event("beforeprint"));
  one.said.push(f.walker.words.textContent);
  window.dispatchEvent(new Event("afterprint"));
  await new Promise((done) => setTimeout(done, 100));
  f.draw();
  one.said.push(f.walker.words.textContent);
  one.last = f.walker.walk.last;
  out.walks.push(one);
}
return out;
})()'''


def check_lines(browser, lesson, walks):
    for width in (320, 360, 400, 1280):
        browser.as_wide(width, 800, ratio=1)
        said = browser.ask(LINES)
        assert said['atoms'] > 10 and not said['broken'], f'{lesson}, {width} wide: lines end in {said["broken"]}'
        assert len(said['walks']) == walks, said['walks']
        for walk in said['walks']:
            assert walk['said'][0].startswith('%d of %d:' % (walk['last'], walk['last'])), walk
            assert walk['said'][1].startswith('2 of %d:' % walk['last']), walk
            # L Ul, its matrix and its point in one line, then what it makes; each point with its 1.
            assert len(walk['begins']) == 2 and walk['begins'][1] == '=', walk
            assert set(walk['columns']) == {4}, walk
    browser.as_wide()


def check_paper(browser, lesson):
    browser.call('Emulation.setEmulatedMedia', media='print')
    said = browser.ask(ON_PAPER)
    browser.call('Emulation.setEmulatedMedia', media='')
    assert said['heading'] == 'Answers' and said['answers'] >= said['last'], f'{lesson}: the answers are not at its end'
    assert said['asked'], f'{lesson}: nothing is asked'
    for asked in said['asked']:
        what = f'{lesson}, step {asked["number"][0]} on paper'
        assert asked['seen'] and not asked['spoiled'], f'{what}: {asked["spoiled"]} are seen'
        # Other lessons may ask what is to be read from one picture.
        assert not asked['same'] or lesson != 'everything.md', f'{what}: the question has the picture of the answer'
        assert asked['told'] and asked['number'][0] == asked['number'][1], f'{what}: its answer is not among the answers'
        # Figures apart: what is hidden has those of the question.
        words = [re.sub(r'[0-9.]+', '#', text) for text in asked['text']]
        assert words[0] == words[1] and words[0], f'{what}: {asked["text"]}'
    # Letters in a picture are as large as it is.
    assert min(said['stages']) > 0.44 * said['width'], f'{lesson}: pictures of {said["stages"]} on {said["width"]}'


def check_course(program, browser):
    """All lessons of the list, in its order, in one file that needs nothing else; a click in the contents leads to each."""
    open('course.md', 'w', encoding='utf-8').write(COURSE)
    open('between.md', 'w', encoding='utf-8').write(BETWEEN)
    run(program, 'lesson', 'course.md', '--handout', 'course.html')
    browser.open('course.html')
    said = browser.ask(OF_COURSE)
    assert not browser.problems and not browser.requests, (browser.problems, browser.requests)
    assert said['title'] == said['heading'] == 'Two & more', said
    assert len(said['lessons']) == 3 and said['lessons'][0] == 'Local, parent and world', said['lessons']
    assert said['lessons'][1].startswith('Between'), said['lessons']
    assert said['letters'] == 1 and '_' not in said['raw'], f'T_j of a summary is set as a formula: {said}'
    assert said['links'] == said['reached'] == said['lessons'], said
    assert said['sections'] == said['figures'] == said['drawn'] > 10, said


def check_curves(all_curves):
    """A ring that is twisted, 25 cm wide, weights one half: linear blending leaves cos of half the angle, dual quaternions all."""
    assert len(all_curves) == 1, f'{len(all_curves)} steps have curves'
    curves = all_curves[0]
    assert curves['at'][0] == 0 and curves['at'][-1] == 180 and len(curves['at']) > 30, curves['at']
    for degrees, blended, dual in zip(curves['at'], *curves['values']):
        wanted = 25 * math.cos(math.radians(degrees / 2))
        assert abs(blended - wanted) < 2e-3 and abs(dual - 25) < 2e-3, f'{degrees} degrees: {blended}, {dual}; it is {wanted}'
    assert curves['lines'] == 2 and curves['told'] == ['0.000', '25.000'], curves['told']
    assert curves['dots'][0] > curves['dots'][1], 'the lower value stands lower'


def main():
    program, assets, *lessons = sys.argv[1:]
    chromium = find_browser()
    if chromium is None:
        print('skipped: no Chromium here')
        return
    with tempfile.TemporaryDirectory() as folder, Browser(chromium) as browser:
        os.chdir(folder)
        open('everything.md', 'w').write(EVERYTHING)
        open('explained.md', 'w').write(handout_explained.LESSON)
        open('asked.md', 'w').write(handout_asked.LESSON)
        open('kept.md', 'w').write(handout_kept.LESSON)
        for lesson in lessons:
            if lesson == 'course.md':
                check_course(program, browser)
                print('course.md: in its order')
                continue
            size, worst, verdicts, steps = check(program, assets, lesson, browser)
            if lesson == 'explained.md':
                handout_explained.check_explained(program, assets, browser, same_points)
            if lesson == 'asked.md':
                browser.open('page.html')
                handout_asked.check_asked('page.html', browser)
            if lesson == '4':
                browser.open('page.html')
                check_lines(browser, lesson, 1)
                browser.open('page.html')
                handout_commands.check_commands(program, lesson, texts(program, lesson), browser, alike)
            if lesson == 'kept.md':
                handout_kept.check_kept(program, assets, browser)
            print(f'{lesson}: {size} bytes, vertices to {worst:.1e}')
            if lesson == 'everything.md':
                assert re.fullmatch(r'[0-9.]+\xa0cm off; up to 5 counts as right[.]', verdicts[0]), verdicts
                # 25 cm cos 45 degrees; see lesson 4.
                check_curves([step['curves'] for step in steps if 'curves' in step])
                assert verdicts[1:] == ['It is 17.7\xa0cm: you are off by 2.3\xa0cm.', 'Right.'], verdicts


if __name__ == '__main__':
    main()
