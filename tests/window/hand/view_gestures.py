"""The mouse over the view: orbit, pan, zoom, and what a click chooses."""
import math
import time

from checks import camera, drag_view, fresh, near, need, panned, turned
from commands import CASES


def orbit(p):
    drag_view(p, turned, 'the left button orbits')


def orbit_middle(p):
    drag_view(p, turned, 'the middle button orbits', button='middle')


def pan_shift(p):
    drag_view(p, panned, 'Shift and the left button pan', hold='Shift')


def pan_shift_middle(p):
    drag_view(p, panned, 'Shift and the middle button pan', hold='Shift', button='middle')


def pan_right(p):
    drag_view(p, panned, 'the right button pans', button='right')


def zoom(p):
    """To the cursor: what is under it stays there."""
    before = fresh(p)
    at = before['joint']['hand.L']
    p.move(*at)
    p.wheel(3)
    near = p.wait(lambda s: camera(s)[2] < 0.9 * camera(before)[2], 'the wheel goes near')
    near = p.settled()
    need(math.dist(near['joint']['hand.L'], at) < 6, 'the joint under the mouse stays under it')
    need(math.dist(near['joint']['head'], before['joint']['head']) > 20, 'what is elsewhere moves')
    p.wheel(-3)
    p.wait(lambda s: abs(camera(s)[2] - camera(before)[2]) < 0.01 * camera(before)[2], 'and back')


def zoom_over_panel(p):
    """The wheel belongs to what is under the mouse."""
    before = fresh(p)
    p.move(*p.center('tree'))
    p.wheel(-2)
    need(p.settled()['camera'] == before['camera'], 'the wheel over the tree moves no camera')
    p.wheel(2)


def drag_and_orbit_all(p):
    for case in (orbit, orbit_middle, pan_shift, pan_shift_middle, pan_right, zoom, zoom_over_panel):
        case(p)


def click_joint(p):
    state = fresh(p)
    p.click(*state['joint']['forearm.L'])
    p.wait(lambda s: s.get('selection') == 'forearm.L', 'a click on a joint selects it')


def click_surface(p):
    """Without the skeleton a click is on the surface: the joint that pulls most there."""
    state = fresh(p)
    p.press('Shift+B')
    p.wait(lambda s: s['settings']['skeleton'] == 'off', 'Shift+B hides the skeleton')
    x, y = state['joint']['head']
    p.click(x, y)
    p.wait(lambda s: s.get('selection') in ('head', 'jaw', 'neck'), 'a click on the head selects one of its joints')
    p.press('Shift+B')
    p.wait(lambda s: s['settings']['skeleton'] == 'on', 'Shift+B shows it')


def click_nothing(p):
    click_joint(p)
    p.click(*p.empty_place())
    p.wait(lambda s: 'selection' not in s, 'a click on nothing deselects')


def click_several(p):
    click_joint(p)
    p.click(*p.state()['joint']['hand.R'], hold='Ctrl')
    state = p.wait(lambda s: s['also'] == '1', 'Ctrl and click select another joint')
    need(state['selection'] == 'hand.R', 'which has the gizmo')
    p.click(*p.state()['joint']['hand.R'], hold='Ctrl')
    p.wait(lambda s: s['also'] == '0', 'and again deselect it')
    p.click(*p.state()['joint']['hand.R'], hold='Shift')
    p.wait(lambda s: s['also'] == '1', 'Shift and click do so, too')


def click_twice(p):
    """Frames the joint, in the view and in the tree."""
    state = fresh(p)
    x, y = state['joint']['hand.L']
    for at in ((x, y), None):
        before = fresh(p)
        at = at or p.center('joint:hand.L')
        p.click(*at)
        p.settled()
        time.sleep(0.6)  # a window at rest draws no frames, and ImGui's clock stands still
        p.click(*at)
        need(camera(p.settled()) == camera(before), 'two clicks with a pause between frame nothing')
        time.sleep(0.6)
        p.click(*at)
        p.click(*at)
        p.wait(lambda s: s.get('selection') == 'hand.L' and camera(s)[2] < 0.6 * camera(before)[2], 'the hand is framed')
        p.settled()
    p.press('Home')
    p.settled()


def joint_menu(p):
    """By the right button, in the view and in the tree; a drag of it goes on panning."""
    state = fresh(p)
    p.click(*state['joint']['forearm.L'], button='right')
    p.wait(lambda s: s.get('selection') == 'forearm.L', 'the joint is selected')
    p.click_on('menu:Lock joints')
    p.wait(lambda s: s['locked'] == '1' and 'menu:Lock joints' not in s['widget'], 'its menu locks it')
    p.click_on('joint:forearm.L', button='right')
    p.click_on('menu:Lock joints')
    p.wait(lambda s: s['locked'] == '0' and 'menu:Lock joints' not in s['widget'], 'and unlocks it')
    p.click(*p.empty_place())
    p.wait(lambda s: not s.get('selection'), 'nothing is selected')
    p.click_on('joint:forearm.L', button='right')
    p.wait(lambda s: s.get('selection') == 'forearm.L' and 'menu:Lock joints' in s['widget'], 'a row that was not selected has it at once')
    p.press('Escape')
    p.wait(lambda s: 'menu:Lock joints' not in s['widget'], 'Escape closes it')
    p.move(*p.empty_place())
    fresh(p)


def keys_of(*names):
    """The row's keys, by the cases of the commands."""
    def case(p):
        click_joint(p)
        for name in names:
            c = CASES[name]
            key = next(k for k in p.tools.commands() if k['name'] == name)['keys'][0]['key']
            c.before(p)
            before = p.settled()
            p.press(key)
            p.wait(lambda s: c.effect(before, s), name + ' by ' + key)
            c.after(p)
    return case


def several_panes(p):
    """In two panes the mouse works in both."""
    keys_of('next-deformer', 'next-panes')(p)
    fresh(p)
    p.press('C')
    p.wait(lambda s: s['settings']['panes'] == 'two', 'C')
    before = p.settled()
    x, y, w, h = before['widget']['view']
    p.drag((x + 0.94 * w, y + 0.85 * h), (x + 0.80 * w, y + 0.85 * h))
    p.wait(lambda s: turned(before, s), 'a drag in the right pane orbits')
    CASES['next-panes'].after(p)
