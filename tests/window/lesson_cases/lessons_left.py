"""Lessons that are left, and gone on with another time."""
import math
import time

from checks import need
from keyboard import to
from lesson_texts import SPOKEN, open_steps


def left(suite):
    """A lesson that was left on its way: the next window goes on with it, in whichever way it is asked to."""
    p = suite.program('lesson', '{folder}/spoken.md', files=(('spoken.md', SPOKEN),))
    try:
        suite.check('a lecture is not ended by a key', ended_case, p)
        suite.check('a file ends a lesson', dropped_case, p, suite)
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


def dropped_case(p, suite):
    """Who drops a file on a lesson with a model of its own is told what became of the lesson."""
    p.menu('Lessons > Go on with')
    p.wait(lambda s: s.get('lesson') == '1 spoken asks' and s['loading'] == '0', 'the lesson is open', 20)
    x, y = p.center('view')
    suite.tools.drop(p, suite.tools.model('capsule.glb'), x, y)
    state = p.wait(lambda s: s.get('model') == 'capsule.glb' and 'lesson' not in s, 'the file takes its place', 20)
    told = state.get('message', '')
    need('The lesson "' in told and 'is closed' in told and 'Lessons > Go on with' in told, 'it is told: %r' % told)


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
