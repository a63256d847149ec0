"""The window of who speaks: its notes, clock, answer, sliders, and how it goes."""
import math
import os
import time

from checks import need
from lesson_texts import SPOKEN, open_steps


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
    p.picture('speaker')
    s.click('speaker black')
    p.wait(lambda st: 'black' in st.open, 'its button takes the picture away')
    points = [(60 * k, 40 * k) for k in range(1, 14)]
    def all_black():
        return all(p.x.color(p.window, *at) == (0, 0, 0) for at in points)
    s.wait(lambda w: all_black(), 'the first window is black all over')
    spoken = s.says('spoken')  # both clicks have been taken by now
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
