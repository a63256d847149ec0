"""What a case asks of the window: that something holds, that the camera turned, that a joint was edited."""
import math

from program import Failed


def need(good, what):
    if not good:
        raise Failed(what)


def camera(state):
    return state.numbers('camera')


def turned(a, b):
    return math.dist(camera(a)[:2], camera(b)[:2]) > 0.05


def panned(a, b):
    return math.dist(camera(a)[3:6], camera(b)[3:6]) > 0.01 and not turned(a, b)


def fresh(p):
    """Nothing selected, the camera where framing puts it."""
    p.press('Home')
    if p.settled().get('message'):  # what Escape takes first
        p.press('Esc')
        p.wait(lambda s: not s.get('message'), 'Escape takes the message')
    if 'selection' in p.settled():
        p.press('Esc')
        p.wait(lambda s: 'selection' not in s, 'Escape deselects')
    return p.settled()


def drag_view(p, effect, what, by=(-150, 40), **how):
    before = fresh(p)
    start = p.empty_place()
    p.drag(start, (start[0] + by[0], start[1] + by[1]), **how)
    p.wait(lambda s: effect(before, s), what)
    return p.settled()


def user(state):
    """Rotation, translation, scale of the selected joint's Ul_j."""
    n = state.numbers('user')
    return n[:3], n[3:6], n[6:]


def near(a, b, by=2e-3):
    return all(abs(x - y) <= by for x, y in zip(a, b))


def done(p, keys, condition, what):
    """Keys one after the other, each alone; what they made is one step of undo, and goes by it."""
    for key in keys.split():
        p.press(key)
    p.wait(lambda s: 'drag' not in s and s.get('edited') == '1' and condition(s), what)
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'one undo takes it back')
