"""Lessons in front of an audience: remotes, keys alone, links, steps that are recorded."""
import json
import math
import os
import subprocess
import time

from gestures import need
from keyboard import step, to


def lecture(suite):
    """A presenter's remote: on, at the end to the next lesson, black, and the menus."""
    p = suite.program('lesson', '1', '--presenter', eases=True)
    try:
        suite.check('lecture', lecture_case, p)
    finally:
        p.close()


def lecture_case(p):
    number = 0
    while p.state()['lesson'].split()[1].startswith('01'):
        at = p.state()['lesson']
        p.press('Space' if number % 2 else 'Page down')
        state = p.wait(lambda s: s.get('lesson') != at and s.get('lesson'), 'the next step, or the next lesson', 20)
        need(state['playing'] == '0', 'Space plays no clip')
        number += 1
        need(number < 30, 'the lesson ends')
    state = p.wait(lambda s: s['lesson'].startswith('0 02') and s['loading'] == '0', 'the next lesson, at its first step')
    p.press('Page up')
    p.wait(lambda s: s['lesson'].split()[1].startswith('01') and s['lesson'][0] != '0', 'back to the last step')
    for key in ('B', '.'):
        p.press(key)
        p.wait(lambda s: 'black' in s.open, key + ' makes the screen black')
        p.press(key)
        p.wait(lambda s: 'black' not in s.open, 'and brings the picture back')
    p.press('F10')
    p.wait(lambda s: 'menu:File' in s['widget'], 'F10 brings the menus')
    p.press('Esc')
    p.wait(lambda s: 'menu:File' not in s['widget'] and 'presenter' in s.open, 'Escape takes them away')
    p.move(300, 0)
    p.wait(lambda s: 'menu:File' in s['widget'], 'the mouse at the upper edge brings them, too')
    p.move(300, 300)
    p.wait(lambda s: 'menu:File' not in s['widget'], 'and away')


def through_spaces(suite):
    """The step that goes through the spaces: a remote goes from space to space before it leaves."""
    p = suite.program('lesson', '4', '--step', '7', '--presenter')
    try:
        suite.check('through the spaces', through_spaces_case, p)
    finally:
        p.close()


def through_spaces_case(p):
    p.wait(lambda s: s.get('lesson', '').startswith('6 04') and s['loading'] == '0', '--step 7 begins there')
    at = lambda s: s['settings'].get('walker_at')
    p.settled()
    for stage in '123456':
        p.press('Space' if stage == '2' else 'Page down')
        state = p.wait(lambda s: at(s) == stage, 'on to space ' + stage)
        need(state['lesson'].startswith('6 04'), 'in the same step')
    p.press('Page up')
    p.wait(lambda s: at(s) == '5', 'and back')
    p.click_on('walk on')
    p.wait(lambda s: at(s) == '6', 'its buttons are there in presenter mode')
    p.press('F6')
    p.wait(lambda s: 'speaker' in s.open, 'F6 opens the window of who speaks')
    p.press('Esc')
    p.wait(lambda s: 'presenter' not in s.open, 'a careless Escape')
    p.press('F6')
    state = p.wait(lambda s: 'presenter' in s.open, 'F6 mends it')
    need('speaker' in state.open, 'and closes nothing')
    p.press('F6')
    p.wait(lambda s: 'speaker' not in s.open, 'F6 closes it')
    p.press('Page down')
    p.wait(lambda s: s['lesson'].startswith('0 05') and s['loading'] == '0', 'from the last space to the next lesson', 20)


def kept_letter(suite):
    """A letter of the large formula that a click keeps: Escape lets it go before it leaves presenter mode."""
    p = suite.program('lesson', '4', '--step', '3', '--presenter')
    try:
        suite.check('a kept letter', kept_letter_case, p)
    finally:
        p.close()


def kept_letter_case(p):
    p.wait(lambda s: s.get('lesson', '').startswith('2 04') and s['loading'] == '0', '--step 3 begins there')
    p.click_on(next(name for name in p.settled()['widget'] if name.startswith('large:')))
    p.move(5, 5)
    p.press('Esc')
    need('presenter' in p.settled().open, 'Escape lets the letter go')
    p.press('Esc')
    p.wait(lambda s: 'presenter' not in s.open, 'and then leaves')


def last_step(suite):
    """Presenting has no status bar: what is to be said stands over the view."""
    p = suite.program('lesson', str(suite.tools.lessons()), '--presenter')
    try:
        suite.check('the last step', last_step_case, p)
    finally:
        p.close()


def last_step_case(p):
    while 'note' not in p.state():
        at = p.settled()['lesson']
        p.press('Page down')
        p.wait(lambda s: s.get('lesson') != at or 'note' in s, 'a step on, or a word', 20)
    state = p.state()
    need('last step' in state['note'] and 'note' in state['widget'], 'it is said, and seen: %r' % state['note'])
    p.picture('last-step')


def open_steps(p, number):
    """On to the step with that number, from 0."""
    while p.settled()['lesson'].split()[0] != str(number):
        at = p.state()['lesson']
        p.press('Page down')
        p.wait(lambda s: s.get('lesson') != at, 'Page down goes a step on')


def remote_case(p):
    """What remotes send: Page keys, Space, "." or B, F5 or Shift+F5, Escape."""
    open_steps(p, 1)
    pinned = p.settled()['pinned']
    for key in ('F5', 'Shift+F5'):
        p.press(key)
        p.wait(lambda s: 'presenter' in s.open, key + ' begins')
        p.press(key)
        p.wait(lambda s: 'presenter' not in s.open, key + ' ends')
    p.press('F5')
    p.wait(lambda s: 'presenter' in s.open, 'F5 begins')
    p.press('Space')
    p.wait(lambda s: s['lesson'].endswith(' answered'), 'Space shows the answer')
    p.press('Space')
    p.wait(lambda s: s['lesson'].startswith('2 '), 'and is the next step')
    p.press('Page up')
    p.wait(lambda s: s['lesson'].startswith('1 '), 'Page up goes back')
    for black in ('B', '.', 'Shift+B'):
        for other in (black, 'Page down', 'Page up', 'Space', 'Esc', 'F5'):
            p.press(black)
            p.wait(lambda s: 'black' in s.open, black + ' makes the screen black')
            p.press(other)
            state = p.wait(lambda s: 'black' not in s.open, other + ' brings the picture back')
            need(state['lesson'].startswith('1 ') and 'presenter' in state.open,
                 other + ' does nothing else than bring it back: %r' % state.short())
    p.picture('remote')
    p.press('Esc')
    p.wait(lambda s: 'presenter' not in s.open, 'Escape leaves presenter mode')
    for _ in range(3):
        p.press('Esc')
        state = p.settled()
        need(state.get('pinned') == pinned and state['lesson'].startswith('1 '),
             'another Escape drops nothing that the lesson pinned: %r' % state.short())


def own_choice_case(p):
    """Escape goes back from what somebody chose to what the step is about."""
    open_steps(p, 2)
    own = p.settled().get('selection')
    need(own, 'the step has a joint selected')
    p.press('Down')
    p.wait(lambda s: s.get('selection') != own, 'Down selects another one')
    p.press('Esc')
    p.wait(lambda s: s.get('selection') == own, 'Escape goes back to that of the step')
    p.press('Esc')
    need(p.settled().get('selection') == own, 'and another one leaves it')


def beside_case(p):
    """To the lessons beside this one, by keys and by the panel's arrows."""
    p.press('Ctrl+Page down')
    p.wait(lambda s: s['lesson'].startswith('0 03') and s['loading'] == '0', 'Ctrl+Page down opens the next lesson', 20)
    p.press('Ctrl+Page up')
    p.wait(lambda s: s['lesson'].startswith('0 02') and s['loading'] == '0', 'Ctrl+Page up the one before', 20)
    p.settled()
    p.click_on('step back')
    p.wait(lambda s: s['lesson'].split()[1].startswith('01') and s['lesson'][0] != '0' and s['loading'] == '0',
           'the arrow of the first step goes to the end of the lesson before', 20)
    p.settled()
    p.click_on('next step')
    p.wait(lambda s: s['lesson'].startswith('0 02') and s['loading'] == '0', 'and that of the last one on again', 20)


def menus_case(p):
    """Presenting, the menus come by the mouse, and a lesson opens from them."""
    p.press('F5')
    p.wait(lambda s: 'presenter' in s.open, 'F5 begins')
    p.move(300, 0)
    p.wait(lambda s: 'menu:Lessons' in s['widget'], 'the upper edge brings the menus')
    p.click_on('menu:Lessons')
    p.click_on('menu:lesson 3')
    p.wait(lambda s: s['lesson'].startswith('0 03') and 'presenter' in s.open, 'an entry opens that lesson', 20)
    p.menus_closed()
    p.move(300, 300)
    p.press('Esc')
    p.wait(lambda s: 'presenter' not in s.open, 'Escape leaves')


def by_keys_case(p):
    """From the menu to the end without a mouse."""
    p.press('F10')
    p.wait(lambda s: 'menus' in s.open and s['rest'] == '1', 'F10 goes to the menus')
    for _ in range(8):
        p.press('Right')
        p.settled()
    p.press('Down')
    p.wait(lambda s: 'menu:lesson 4' in s['widget'] and s['rest'] == '1', 'Down opens the menu of lessons')
    for _ in range(3):
        p.press('Down')
        p.settled()
    p.press('Enter')
    p.wait(lambda s: s.get('lesson', '').startswith('0 04') and s['loading'] == '0', 'Enter opens the fourth', 20)
    p.press('F5')
    p.wait(lambda s: 'presenter' in s.open and s['rest'] == '1', 'F5 begins')
    for where in ('1 04-one-vertex asks', '1 04-one-vertex answered', '2 04-one-vertex'):
        p.press('Right')
        p.wait(lambda s: s['lesson'] == where, 'Right goes on')
    seen = set()
    for _ in range(60):
        name = str(step(p))
        if name.startswith('large:'):
            seen.add(p.wait(lambda s: 'pointed' in s, 'the letter is pointed at: ' + name)['pointed'])
        if len(seen) > 2:
            break
    need(len(seen) > 2, 'Tab comes to the letters of the formula: %r' % seen)
    p.picture('by-keys-letter')
    p.press('Esc')
    state = p.wait(lambda s: 'focus' not in s, 'Escape gives the keys back')
    need('presenter' in state.open, 'and nothing else')
    for number in (3, 4):
        p.press('Page down')
        p.wait(lambda s: s['lesson'].startswith('%d ' % number), 'Page down goes on')
    to(p, 'lesson slider:0')
    start = p.settled().numbers('sliders')[0]
    for _ in range(3):
        p.press('Right')
    state = p.wait(lambda s: s.numbers('sliders')[0] > start, 'Right moves the slider')
    need(state['lesson'].startswith('4 '), 'and not the lesson')
    p.settled()
    p.press('End')
    p.wait(lambda s: s.numbers('sliders')[0] == 170, 'End takes it to its end')
    p.press('Home')
    p.wait(lambda s: s.numbers('sliders')[0] == 0, 'Home to the other one')
    p.press('Right')
    p.wait(lambda s: 0 < s.numbers('sliders')[0] < 10, 'then on by one step')
    p.picture('by-keys-slider')
    p.press('Ctrl+Z')
    p.wait(lambda s: s.numbers('sliders')[0] == 0, 'each of these is one step of undo')
    p.press('Esc')
    p.wait(lambda s: 'focus' not in s, 'Escape gives the keys back')
    p.press('Left')
    p.wait(lambda s: s['lesson'].startswith('3 '), 'Left goes back')
    p.press('Esc')
    p.wait(lambda s: 'presenter' not in s.open, 'Escape leaves presenter mode')
    p.press('Ctrl+W')
    p.wait(lambda s: 'lesson' not in s, 'Ctrl+W closes the lesson')


OWN = """---
title: Own
model: capsule.glb
---

## A step

See [the paper](https://example.org/a?b=c&d=$%28touch%20x%29) and a figure, {joints = 3}.

| joint | number |
|:--|--:|
| `lower` | {vertices = 2253} |

![None](missing.png)
"""


def links_case(p):
    """A link opens by a click alone, by the program that the platform has for it; its address is told."""
    where = os.path.join(p.folder.name, 'opened')
    p.move(*p.center('lesson link:0'))
    state = p.wait(lambda s: 'tooltip' in s['widget'], 'the mouse that rests is told the address')
    need(not os.path.exists(where), 'nothing is opened yet')
    p.picture('link')
    p.click_on('lesson link:0')
    p.settled()
    for _ in range(200):
        if os.path.exists(where):
            break
        time.sleep(0.02)
    with open(where, encoding='utf-8') as f:
        need(f.read() == 'https://example.org/a?b=c&d=$%28touch%20x%29', 'the opener gets the address, and no shell')
    p.move(*p.center('lesson figure:0'))
    p.wait(lambda s: 'tooltip' in s['widget'], 'a figure that is wrong says so')
    p.picture('wrong-figure')


def links(suite):
    """With an opener that writes what it is called with."""
    opener = '#!/bin/sh\nprintf %s "$1" > "$(dirname "$0")/opened"\n'
    p = suite.program('lesson', '{folder}/own.md', files=(('own.md', OWN), ('xdg-open', opener)),
                      environment=(('PATH', '{folder}:' + os.environ['PATH']),))
    try:
        suite.check('links and wrong figures', links_case, p)
    finally:
        p.close()


def record(p, name):
    """By the menu and the dialog; the lines that were written."""
    p.menu('Lessons > Record this view as a step...')
    p.wait(lambda s: s.get('dialog') == 'record-step', 'the dialog')
    p.settled()
    p.press('Ctrl+A')
    p.type(name)
    p.press('Enter')
    p.wait(lambda s: 'dialog' not in s.open, 'the step is recorded')
    p.settled()
    found = [os.path.join(folder, name) for folder, _, names in os.walk(p.folder.name) if name in names]
    need(found, 'there is a file; the window says %r' % p.state().short())
    with open(found[0], encoding='utf-8') as f:
        return found[0], f.read().splitlines()


def matrices(tools, edits):
    """Of the capsule's joints in that pose, as one list of numbers."""
    words = [word for edit in edits for word in ('--edit', edit)]
    run = subprocess.run([tools.bindpose, 'matrices', tools.model('capsule.glb'), *words],
                         capture_output=True, text=True, check=True)
    def numbers(value):
        if isinstance(value, (int, float)):
            return [value]
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
        return [n for v in inner for n in numbers(v)]
    return numbers(json.loads(run.stdout))


def record_case(p, tools):
    """A pose that is recorded is readable, and can be played."""
    p.select('chest')
    p.rotate_by_field('30')
    path, lines = record(p, 'own.md')
    need(path in p.state().get('message', ''), 'it is said where it was written: %r' % p.state().get('message'))
    need('joint chest rotate 0 0 30' in lines, 'the rotation stands there in degrees: %r' % lines)
    check = subprocess.run([tools.bindpose, 'lesson', path, '--check'], capture_output=True, text=True)
    need(check.returncode == 0, 'it can be played: ' + check.stderr)


# About a skew axis, and beyond 90 degrees about y.
SKEW = (['joint upper rotate 12.5 20 -33', 'joint upper rotate 0 100 0', 'joint lower rotate 7 -90 11'],
        ['joint upper rotate 40 90.001 25', 'joint lower translate 0.1 0 -0.25', 'joint lower rotate 100 170 -170'])


def records(suite):
    for number, edits in enumerate(SKEW):
        text = '---\ntitle: x\nmodel: capsule.glb\n---\n\n## A\n\n```step\nbase bind\n%s\n```\n' % '\n'.join(edits)
        p = suite.program('lesson', '{folder}/given.md', files=(('given.md', text),))
        try:
            suite.check('record a skew pose %d' % number, skew_case, p, suite.tools, edits)
        finally:
            p.close()


def skew_case(p, tools, edits):
    p.wait(lambda s: s['lesson'].startswith('0') and s['edited'] != '0' and s['rest'] == '1', 'the pose is there')
    _, lines = record(p, 'again.md')
    again = [line for line in lines if line.startswith('joint ')]
    need(not any('matrix' in line for line in again), 'no matrix: %r' % again)
    one, two = matrices(tools, ['base bind', *edits]), matrices(tools, ['base bind', *again])
    need(len(one) == len(two) > 30 and max(abs(a - b) for a, b in zip(one, two)) < 1e-5,
         'it is the same pose: %r' % again)


COURSE = '---\ncourse: Two\n---\n- one-vertex\n- any.md\n'
ANY = '---\ntitle: Of any\n---\n\n## A\n\nText.\n'


def question_case(p, tools):
    """A place is guessed by a click, the answer comes by the remote; at the end a button goes on in the course."""
    open_steps(p, 1)
    state = p.settled()
    need(state['lesson'].endswith(' asks') and 'show answer' in state['widget'], 'it asks: %r' % state.short())
    x, y = p.center('view')
    p.click(x + 60, y - 40)
    p.wait(lambda s: s.get('guess') == 'placed' and 'guess' in s['widget'], 'a click is a guess')
    p.click(x + 20, y - 90)
    state = p.wait(lambda s: s['rest'] == '1', 'and another one')
    need(state['lesson'].endswith(' asks') and 'guess distance' not in state['widget'], 'nothing is told yet')
    p.press('Page down')
    p.wait(lambda s: s['lesson'].endswith(' answered') and 'guess distance' in s['widget'], 'Page down shows the answer')
    p.settled()
    p.picture('answer')
    p.press('Left')
    p.wait(lambda s: s['lesson'].endswith(' asks'), 'Left takes it back')
    to(p, 'answer mark')
    before = p.settled()['widget']['guess']
    p.press('Right')
    p.wait(lambda s: s['widget']['guess'][0] > before[0] and s['lesson'].endswith(' asks'), 'where Tab went arrows move the mark')
    p.press('Esc')
    while 'next lesson' not in p.state()['widget']:
        at = p.settled()['lesson']
        p.press('Page down')
        p.wait(lambda s: s.get('lesson') != at, 'a step on')
    p.click_on('next lesson')
    p.wait(lambda s: s['lesson'] == '0 any' and s['loading'] == '0', 'the button goes on in the course', 20)
    tools.drop(p, tools.model('arm.glb'), x, y)
    p.wait(lambda s: s.get('model') == 'arm.glb' and s.get('lesson') == '0 any', 'a lesson of any model takes another one', 20)


def questions(suite):
    p = suite.program('lesson', '{folder}/course.md', files=(('course.md', COURSE), ('any.md', ANY)))
    try:
        suite.check('a question, and a course', question_case, p, suite.tools)
    finally:
        p.close()


SPOKEN = """---
title: Spoken
model: arm.glb
minutes: 20
---

## One

Look.

```notes
Ask who has **seen** this, and wait.
```

## Two

It turns.

```predict
ask Which?
option Left
right Right
```

Because.

## Three

```predict
ask Where?
place joint hand within 3
then joint forearm rotate 60 0 0
```

There, bent by {slider}.

```step
joint forearm rotate 40 0 0
slider Bend, 0 to 90 degrees at 20: joint upper_arm rotate {} 0 0
```
"""


class Speaker:
    """The second window, and the hand in it. It stands at the right of the first."""

    def __init__(self, p):
        self.p, self.at = p, 940
        end = time.time() + 10
        while True:
            found = [w for w in p.x.windows() if 'speaker' in p.x.name_of(w)]
            if found and self.widgets():
                break
            need(time.time() < end, 'the second window opens')
            time.sleep(0.02)
        self.window = found[0]
        p.x.place(self.window, self.at, 0)
        p.x.resize(self.window, 960, 640)  # all of it on the screen
        self.wait(lambda w: w['speaker notes'][0] + w['speaker notes'][2] < 960, 'it takes another size')

    def widgets(self):
        try:
            with open(self.p.state_file + '.speaker', encoding='utf-8') as f:
                return {line.split(' ', 5)[5].strip(): tuple(map(float, line.split()[1:5]))
                        for line in f if line.startswith('widget')}
        except OSError:
            return {}

    def says(self, key):
        try:
            with open(self.p.state_file + '.speaker', encoding='utf-8') as f:
                return next((line[len(key) + 1:].strip() for line in f if line.startswith(key + ' ')), '')
        except OSError:
            return ''

    def wait(self, condition, what):
        end = time.time() + 10
        while not condition(self.widgets()):
            need(time.time() < end, what)
            time.sleep(0.01)

    def aside(self, hand):
        """What is done here the first window does not count."""
        sent = self.p.x.sent
        hand()
        self.p.x.sent = sent

    def click(self, name):
        x, y, w, h = self.widgets()[name]
        self.p.x.move(self.at + x + w / 2, y + h / 2)
        time.sleep(0.1)
        self.aside(lambda: (self.p.x.button('left', True), time.sleep(0.05), self.p.x.button('left', False)))

    def press(self, key):
        self.aside(lambda: self.p.press(key))


def speaker_case(p):
    open_steps(p, 0)
    p.press('F6')
    p.wait(lambda s: 'speaker' in s.open and 'presenter' in s.open, 'F6 opens it, and presents')
    s = Speaker(p)
    s.wait(lambda w: 'speaker notes' in w and 'speaker picture' in w, 'notes and picture are there')
    need(s.says('notes') == 'Ask who has', 'the notes of the step: %r' % s.says('notes'))
    s.wait(lambda w: s.says('picture') == '900 640', 'the picture is that of the first window')
    time.sleep(1.2)
    need(s.says('time') == '0:00 of 20 min', 'the lesson is planned: %r' % s.says('time'))
    need(s.says('spoken') == '0', 'no time is spoken before the first step: %r' % s.says('spoken'))
    s.click('speaker on')
    p.wait(lambda st: st['lesson'] == '1 spoken asks', 'its button goes a step on')
    s.wait(lambda w: 'speaker answer' in w, 'who speaks knows the answer')
    s.wait(lambda w: int(s.says('spoken') or 0) >= 1, 'which begins the time')
    s.click('button:speaker pause')
    spoken = s.says('spoken')
    p.picture('speaker')
    s.click('speaker black')
    p.wait(lambda st: 'black' in st.open, 'its button takes the picture away')
    points = [(60 * k, 40 * k) for k in range(1, 14)]
    def all_black():
        return all(p.x.color(p.window, *at) == (0, 0, 0) for at in points)
    s.wait(lambda w: all_black(), 'the first window is black all over')
    x, y, w, h = s.widgets()['speaker picture']
    seen = {p.x.color(s.window, x + (k + 0.5) * w / 20, y + h / 2) for k in range(20)}
    p.picture('speaker-black')
    need(len(seen) > 3, 'who speaks goes on seeing it: %r' % seen)
    p.x.focus_where_it_is(s.window)
    s.press('Page down')
    p.wait(lambda st: st['lesson'] == '1 spoken answered' and 'black' in st.open, 'a key there goes on in the dark')
    s.wait(lambda w: 'speaker answer' not in w, 'what all know is not told')
    s.press('B')
    p.wait(lambda st: 'black' not in st.open, 'and B brings the picture back')
    s.wait(lambda w: not all_black(), 'for all to see')
    s.press('Left')
    p.wait(lambda st: st['lesson'] == '1 spoken asks', 'Left takes the answer back')
    before = s.widgets()['speaker notes']
    s.click('speaker larger')
    s.wait(lambda w: w['speaker notes'] != before, 'type grows')
    s.click('speaker smaller')
    s.press('Right')
    s.press('Right')
    state = p.wait(lambda st: st['lesson'] == '2 spoken asks' and st['rest'] == '1', 'a question for a place')
    s.wait(lambda w: 'speaker place' in w, 'who speaks sees the place')
    p.picture('speaker-place')
    px, py, pw, ph = s.widgets()['speaker place']
    x, y, w, h = s.widgets()['speaker picture']
    at = ((px + pw / 2 - x) / w * 900, (py + ph / 2 - y) / h * 640)
    s.press('Right')
    state = p.wait(lambda st: st['lesson'] == '2 spoken answered' and st['rest'] == '1', 'which Right shows')
    there = state['joint']['hand']
    need(math.dist(there, at) < 8, 'the place is that of the answer: %r and %r' % (at, there))
    x, y, w, h = s.widgets()['lesson slider:0']
    p.x.move(s.at + x + 0.75 * w, y + h / 2)
    time.sleep(0.1)
    s.aside(lambda: (p.x.button('left', True), time.sleep(0.05), p.x.button('left', False)))
    state = p.wait(lambda st: 60 < st.numbers('sliders')[0] < 75 and st['rest'] == '1', 'its slider is the step\'s')
    need(state.get('undo'), 'one step to undo')
    need(math.dist(state['joint']['hand'], there) > 20, 'which moves the arm: %r' % state['joint'])
    p.picture('speaker-slider')
    s.press('Shift+Space')
    p.wait(lambda st: 'playing-slider' in st, 'Shift+Space there plays the slider')
    s.click('button:speaker play')
    p.wait(lambda st: 'playing-slider' not in st, 'its button stops it')
    for _ in range(3):
        s.press('Left')
    p.wait(lambda st: st['lesson'] == '1 spoken asks', 'back to the question')
    need(s.says('spoken') == spoken, 'the time stands since it was stopped')
    p.x.ask_to_close(s.window)
    p.wait(lambda st: 'speaker' not in st.open, 'its cross closes it')
    p.x.focus(p.window)
    p.at = None
    os.remove(p.state_file + '.speaker')
    p.press('F6')
    p.wait(lambda st: 'speaker' in st.open, 'and F6 opens it again')
    s.wait(lambda w: s.says('spoken') == spoken, 'with the time where it was')
    p.press('F6')
    p.wait(lambda st: 'speaker' not in st.open, 'which F6 closes, too')
    p.press('Page down')
    p.wait(lambda st: st['lesson'] == '1 spoken answered', 'and the first one goes on')


def leaves_case(p):
    """A step without the surface ends with its lesson: the user's own view comes back."""
    p.press('M')
    p.wait(lambda s: s['settings']['wireframe'] == 'on', 'in a lesson M shows the wireframe, as always')
    open_steps(p, 1)
    if p.state()['lesson'].endswith(' answered'):
        p.press('Left')
    p.wait(lambda s: s['settings']['surface'] == 'off' and s['lesson'].startswith('1 '), 'this step hides the surface')
    p.press('Ctrl+W')
    state = p.wait(lambda s: 'lesson' not in s and s['rest'] == '1', 'Ctrl+W closes the lesson')
    need(state['settings']['surface'] == 'as at the start', 'and the surface is back: %r' % state['settings'])


def speaker(suite):
    p = suite.program('lesson', '{folder}/spoken.md', files=(('spoken.md', SPOKEN),))
    try:
        suite.check('the speaker\'s window', speaker_case, p)
    finally:
        p.close()


DIGITS = """---
title: Digits
model: arm.glb
---

## One

```predict
ask How many?
number joints = 1 within 100
```

## Two

```predict
ask Which?
option Left
right Right
option None
```
"""


def digits_case(p):
    """Digits go where the question is, though nobody clicked there; elsewhere they turn the camera."""
    camera = p.settled()['camera']
    p.press('F5')
    p.wait(lambda s: 'presenter' in s.open, 'F5 presents')
    p.press('.')
    p.wait(lambda s: 'black' in s.open, 'a remote has a point for the black screen')
    p.press('2')
    state = p.wait(lambda s: 'black' not in s.open, 'any key brings the picture back')
    need('guess' not in state, 'which is no answer: nothing was to be seen')
    before = p.settled()
    p.type('3,1')  # faster than the field opens
    state = p.wait(lambda s: s.get('guess', '').startswith('number 3.1') and s['typing'] == '1', 'a comma is a point there')
    need(state.get('base') == before.get('base') and 'note' not in state, 'and steps through no clip')
    p.type('41')
    p.press('Enter')
    state = p.wait(lambda s: 'two things' in s.get('note', ''), '3,141 may be 3141')
    need(state['lesson'].endswith(' asks'), 'which is no answer')
    p.press('F5')
    p.wait(lambda s: 'presenter' not in s.open, 'F5 ends it')
    camera = p.settled()['camera']
    p.click_on('answer number')
    p.press('Ctrl+A')
    for key in ('1', '3', '.', '5'):
        p.press(key)
    p.wait(lambda s: s['typing'] == '1', 'the field has the keyboard')
    p.press('7')
    p.wait(lambda s: s.get('guess', 'number 0').split()[1].startswith('13.57'), 'a number is a guess before Enter')
    need(p.settled()['camera'] == camera, 'the camera stays')
    p.press('Enter')
    state = p.wait(lambda s: s['lesson'].endswith(' answered'), 'Enter takes the number')
    need(float(state.get('guess', 'number 0').split()[1]) == 13.57, 'all of its digits: %r' % state.get('guess'))
    p.press('Right')
    camera = p.wait(lambda s: s['lesson'] == '1 digits asks' and s['rest'] == '1', 'the next question')['camera']
    p.press('3')
    p.wait(lambda s: s.get('guess') == 'option 3', '3 is the third option')
    p.press('2')
    p.wait(lambda s: s.get('guess') == 'option 2', 'and 2 the second')
    need(p.settled()['camera'] == camera, 'the camera stays')
    p.press('Right')
    p.wait(lambda s: s['lesson'] == '1 digits answered', 'Right shows the answer')
    p.press('3')
    p.wait(lambda s: s['camera'] != camera, 'answered, 3 looks from the side again')


def digits(suite):
    p = suite.program('lesson', '{folder}/digits.md', files=(('digits.md', DIGITS),))
    try:
        suite.check('digits answer', digits_case, p)
    finally:
        p.close()


def left(suite):
    """A lesson that was left on its way: the next window goes on with it, in whichever way it is asked to."""
    p = suite.program('lesson', '{folder}/spoken.md', files=(('spoken.md', SPOKEN),))
    try:
        suite.check('a lecture is not ended by a key', ended_case, p)
        suite.check('a lesson is gone on with', gone_on_case, p, suite)
    finally:
        p.close()


def ended_case(p):
    """Ctrl+W and the window's cross ask while somebody presents; Enter, which a remote may send, goes on."""
    open_steps(p, 1)
    p.press('F5')
    p.wait(lambda s: 'presenter' in s.open, 'F5 presents')
    p.press('B')
    p.wait(lambda s: 'black' in s.open, 'B makes the screen black')
    p.press('B')
    p.wait(lambda s: 'black' not in s.open, 'and B brings it back')
    for key in ('Esc', 'Enter'):
        p.press('Ctrl+W')
        p.wait(lambda s: s.get('ask') == 'lecture' and s['rest'] == '1', 'Ctrl+W asks')
        p.press(key)
        state = p.wait(lambda s: 'ask' not in s and s['rest'] == '1', key + ' goes on')
        need(state['lesson'] == '1 spoken asks', 'with all there is: %r' % state.short())
    p.x.ask_to_close(p.window)
    p.wait(lambda s: s.get('ask') == 'lecture', 'the cross of the window asks, too')
    p.picture('end-the-lecture')
    p.click_on('ask:Go on')
    p.wait(lambda s: 'ask' not in s, 'and nothing is closed')
    p.press('Ctrl+W')
    p.click_on('ask:Close the lesson')
    p.wait(lambda s: 'lesson' not in s, 'Close the lesson does it')
    p.press('F5')
    p.wait(lambda s: 'presenter' not in s.open, 'F5 leaves')


def gone_on_case(p, suite):
    p.menu('Lessons > Go on with')
    p.wait(lambda s: s.get('lesson') == '1 spoken asks' and s['loading'] == '0', 'the menu opens it again at its step', 20)
    p.press('2')
    p.wait(lambda s: s.get('guess') == 'option 2', 'an answer')
    p.press('Right')
    p.wait(lambda s: s['lesson'] == '1 spoken answered', 'is shown')
    p.press('Right')
    p.wait(lambda s: s['lesson'] == '2 spoken asks', 'on')
    p.press('Right')
    p.wait(lambda s: s['lesson'] == '2 spoken answered' and s['rest'] == '1', 'the last answer')
    to(p, 'lesson slider:0')
    p.press('End')
    state = p.wait(lambda s: s.numbers('sliders') == [90.0] and s['rest'] == '1', 'its slider at the end')
    p.x.ask_to_close(p.window)
    for _ in range(500):
        if p.process.poll() is not None:
            break
        time.sleep(0.01)
    need(p.process.poll() == 0, 'outside of presenter mode the window closes at once')
    q = suite.program(home=p)
    try:
        q.click_on('go on with a lesson')
        now = q.wait(lambda s: s.get('lesson') == '2 spoken answered' and s['loading'] == '0' and s['rest'] == '1', 'the start page offers it', 20)
        need(now.numbers('sliders') == [90.0] and math.dist(now['joint']['hand'], state['joint']['hand']) < 3,
             'with its slider, and what that does: %r' % now.short())
        q.press('Left')
        q.press('Left')
        q.wait(lambda s: s['lesson'] == '1 spoken answered' and s.get('guess') == 'option 2', 'and with the answers of before')
        q.settled()
    finally:
        q.close(keep=True)
    q = suite.program('lesson', '--go-on', '--presenter', home=p)
    try:
        q.wait(lambda s: s.get('lesson') == '1 spoken answered' and 'presenter' in s.open, '--go-on does the same', 20)
    finally:
        q.close(keep=True)
    q = suite.program(suite.tools.model('arm.glb'), home=p)
    try:
        need('lesson' not in q.settled(), 'who opens a model has that')
    finally:
        q.close(keep=True)


def lectures(suite):
    left(suite)
    digits(suite)
    speaker(suite)
    lecture(suite)
    questions(suite)
    last_step(suite)
    through_spaces(suite)
    kept_letter(suite)
    links(suite)
    records(suite)
    p = suite.program(suite.tools.model('arm.glb'))
    try:
        suite.check('a lesson by keys alone', by_keys_case, p)
    finally:
        p.close()
    p = suite.program(suite.tools.model())
    try:
        suite.check('record a step', record_case, p, suite.tools)
    finally:
        p.close()
    p = suite.program('lesson', '4')
    try:
        suite.check('a remote', remote_case, p)
        suite.check('what a step hides', leaves_case, p)
    finally:
        p.close()
    p = suite.program('lesson', '2')
    try:
        suite.check('what somebody chose', own_choice_case, p)
        suite.check('the lessons beside', beside_case, p)
        suite.check('menus while presenting', menus_case, p)
    finally:
        p.close()
