"""What the mouse does in the view: every row of README's table "In the window", all buttons and modifiers, files
that are dropped, the window's size."""
import math
import re

import painting
import timeline
from commands import CASES, in_clip, stop
from program import SIZE, Failed, ring_drag


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


def click_joint_under_ring(p):
    """A handle that lies over a joint does not hide it from a click; a drag there is the handle's."""
    with_rings(p)
    for _ in range(16):
        state = p.settled()
        under = [(name, at) for name, at in state['joint'].items() if name != state['selection']
                 and any(math.dist(at, (x, y)) < 3 for _, x, y in state['ring'])]
        if under:
            break
        p.wheel(1)
    need(under, 'a joint comes to lie under a ring')
    name, (x, y) = under[0]
    p.drag((x, y), (x + 1, y + 1), steps=1)  # no hand holds quite still
    state = p.wait(lambda s: s.get('selection') == name, 'a click on %s under a ring selects it' % name)
    need(state['edited'] == '0' and not state.get('undo'), 'and turns nothing')


def selects(p):
    for case in (click_joint, click_surface, click_nothing, click_several, click_joint_under_ring):
        case(p)


def with_rings(p):
    p.press('Shift+R')
    click_joint(p)
    state = p.wait(lambda s: s['ring'], 'the gizmo stands on the joint')
    return p.settled() if state else None


def drag_ring(p):
    state = with_rings(p)
    start, end = ring_drag(state)
    before = state['joint']['hand.L']
    p.drag(start, end)
    state = p.wait(lambda s: s.get('edited') == '1' and 'forearm.L' in s.get('undo', ''), 'a ring turns the joint')
    need(math.dist(before, p.settled()['joint']['hand.L']) > 8, 'its child follows')
    p.press('Ctrl+Z')
    state = p.wait(lambda s: s['edited'] == '0', 'one undo takes the drag back')
    need(math.dist(before, p.settled()['joint']['hand.L']) < 0.5, 'the child is where it was')
    p.press('Ctrl+Shift+Z')
    p.wait(lambda s: s['edited'] == '1', 'redo brings it again')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'undo')


def together(p):
    """Two joints by one ring, by one number, and back by one key."""
    with_rings(p)
    p.click(*p.state()['joint']['hand.R'], hold='Ctrl')
    state = p.wait(lambda s: s['also'] == '1' and s['rest'] == '1', 'two joints are selected')
    start, end = ring_drag(state)
    p.drag(start, end, release=False)
    p.wait(lambda s: s.get('edited') == '2', 'a ring turns both')
    p.press('Esc')
    p.wait(lambda s: s['edited'] == '0', 'Escape takes both back')
    p.x.button('left', False)
    p.drag(start, end)
    p.wait(lambda s: s.get('edited') == '2' and s['rest'] == '1', 'both stay turned')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'one undo takes both back')
    p.rotate_by_field('20', joints='2')
    p.move(*p.empty_place())
    p.press('Delete')
    p.wait(lambda s: s['edited'] == '0', 'Delete resets both')
    for _ in range(2):
        p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'all is as before')
    p.click(*p.state()['joint']['hand.R'], hold='Ctrl')
    p.wait(lambda s: s['also'] == '0', 'one is left')


def about_one_point(p):
    """Half a turn about the point between them lets two arms change places; about its own each stays."""
    fresh(p)
    p.click(*p.state()['joint']['upper_arm.L'])
    p.click(*p.state()['joint']['upper_arm.R'], hold='Ctrl')
    before = p.wait(lambda s: s['also'] == '1' and s['rest'] == '1', 'both arms are selected')['joint']
    for pivot, there in (('own', 'upper_arm.L'), ('common', 'upper_arm.R')):
        for key in ('R', 'Y', '1', '8', '0', 'Enter'):
            p.press(key)
        state = p.wait(lambda s: s.get('edited') == '2' and 'drag' not in s and s['rest'] == '1', 'half a turn')
        need(math.dist(state['joint']['upper_arm.L'], before[there]) < 1, '%s: the left arm is where %s was' % (pivot, there))
        p.press('Ctrl+Z')
        p.wait(lambda s: s['edited'] == '0', 'undo')
        p.press('Ctrl+.')
        p.wait(lambda s: (s['settings']['pivot'] == 'common') == (pivot == 'own'), 'Ctrl+. changes the pivot')


def cancel_drag(p, how):
    state = with_rings(p)
    start, end = ring_drag(state)
    p.drag(start, end, release=False)
    p.wait(lambda s: s.get('edited') == '1', 'the joint turns while the ring is held')
    if how == 'Esc':
        p.press('Esc')
    else:
        p.x.button('right', True)
        p.x.button('right', False)
    p.wait(lambda s: s['edited'] == '0', how + ' takes the drag back')
    p.x.button('left', False)
    need('forearm.L' == p.settled().get('selection'), 'and nothing else')


def snap_drag(p):
    """With Ctrl the angle is a whole number of steps: two drags that end a little apart give the same pose."""
    def drag(more, hold):
        state = with_rings(p)
        start, (x, y) = ring_drag(state)
        p.drag(start, (x + more, y + more), hold=hold)
        p.wait(lambda s: s.get('edited') == '1' and 'undo' in s, 'the joint turns')
        at = p.settled()['joint']['hand.L']
        p.press('Ctrl+Z')
        p.wait(lambda s: s['edited'] == '0', 'undo')
        return at
    need(math.dist(drag(0, ''), drag(2, '')) > 0.3, 'without Ctrl the ends of two drags make a difference')
    need(math.dist(drag(0, 'Ctrl'), drag(2, 'Ctrl')) < 0.15, 'with Ctrl both snap to the same angle')


def move_and_scale(p):
    """Arrows and boxes, by the one that is the longest on the screen."""
    for key, mode in (('Shift+G', 'translate'), ('Shift+S', 'scale')):
        click_joint(p)
        p.press(key)
        p.wait(lambda s: s['settings']['gizmo'] == mode, key + ' chooses ' + mode)
        state = p.settled()
        x, y = state['joint']['forearm.L']
        _, u, v = max(state['arrow'], key=lambda a: math.dist(a[1:], (x, y)))
        p.drag((u, v), (x + 1.4 * (u - x), y + 1.4 * (v - y)))
        p.wait(lambda s: s.get('edited') == '1', 'a handle drags')
        p.press('Ctrl+Z')
        p.wait(lambda s: s['edited'] == '0', 'undo')
    p.press('Shift+R')


def gizmo(p):
    drag_ring(p)
    cancel_drag(p, 'Esc')
    cancel_drag(p, 'the right button')
    snap_drag(p)
    move_and_scale(p)


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


def probe(p):
    keys_of('map-weights', 'map-joints', 'map-influences', 'map-sum', 'map-limit')(p)
    state = fresh(p)
    p.press('P')
    p.wait(lambda s: s['settings']['probe'] == 'on', 'P is the probe')
    p.click(*state['joint']['head'])
    p.wait(lambda s: 'pinned' in s, 'a click pins a vertex')
    p.press('Esc')
    p.wait(lambda s: 'pinned' not in s, 'Escape lets it go')
    p.press('P')
    p.wait(lambda s: s['settings']['probe'] == 'off', 'P ends it')


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


def by_keys(p):
    """What the hand knows from Blender: G, R, S, an axis, a number, Enter."""
    click_joint(p)
    p.move(*p.empty_place())
    done(p, 'R 9 0 Enter', lambda s: any(abs(v) > 20 for v in user(s)[0]), 'R 90')
    done(p, 'R Z Z 4 5 Enter', lambda s: near(user(s)[0], (0, 0, 45)), 'R Z Z 45 turns about its own Z')
    done(p, 'R 4 5 Backspace 0 - X X Enter', lambda s: near(user(s)[0], (-40, 0, 0)),
         'Backspace and minus change what was typed, the axis may come later')
    done(p, 'G X X . 2 5 Enter', lambda s: abs(user(s)[1][0]) > 0.01 and near(user(s)[1][1:], (0, 0)), 'G X X .25 moves along X')
    done(p, 'S 2 Enter', lambda s: near(user(s)[2], (2, 2, 2)), 'S 2 scales along all axes')
    done(p, 'S Shift+Y 1 . 5 Enter', lambda s: near(user(s)[2], (1.5, 1, 1.5)), 'S Shift+Y leaves Y alone')
    before = p.settled()['joint']['forearm.L']
    done(p, 'G 0 Tab 0 Tab . 1 Enter', lambda s: math.dist(s['joint']['forearm.L'], before) > 1, 'Tab goes to the next number')
    # The mouse moves it until digits are typed; a click keeps it and selects nothing.
    x, y = p.empty_place()
    p.press('R')
    p.wait(lambda s: s.get('drag', '').startswith('rotate world screen'), 'R begins a turn at once')
    p.move(x - 60, y - 200)
    pulled = p.wait(lambda s: s.get('edited') == '1' and s['rest'] == '1', 'the mouse turns it without a button')
    p.type('10')
    typed = p.wait(lambda s: s.get('drag', '').endswith('10 0 0 typed') and s['rest'] == '1', 'a number sets it')
    need(user(typed) != user(pulled), 'and the mouse does not')
    p.move(x, y)
    need(user(p.settled()) == user(typed), 'the mouse is not heard while a number stands there')
    p.x.button('left', True)
    p.x.button('left', False)
    state = p.wait(lambda s: 'drag' not in s and s['rest'] == '1', 'a click keeps it')
    need(user(state) == user(typed) and state.get('selection') == 'forearm.L', 'as it is, and selects nothing')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'undo')
    # Over a panel the click is the drag's, too; the right button and Escape take it back.
    row = p.center('joint:hand.L')
    for end in ('left', 'right', 'Esc'):
        p.press('G')
        p.wait(lambda s: s.get('drag', '').startswith('translate'), 'G')
        p.move(*row)
        p.wait(lambda s: s.get('edited') == '1' and s['rest'] == '1', 'the joint follows, over the tree as well')
        if end == 'Esc':
            p.press('Esc')
        else:
            p.x.button(end, True)
            p.x.button(end, False)
        kept = '1' if end == 'left' else '0'
        state = p.wait(lambda s: 'drag' not in s and s['edited'] == kept and s['rest'] == '1', end + ' ends it')
        need(state.get('selection') == 'forearm.L', 'no row was clicked')
        if kept == '1':
            p.press('Ctrl+Z')
            p.wait(lambda s: s['edited'] == '0', 'undo')
        p.move(x, y)
    # A number for a ring that the mouse holds.
    start, end = ring_drag(with_rings(p))
    p.drag(start, end, release=False)
    p.type('-30')
    p.press('Enter')
    state = p.wait(lambda s: 'drag' not in s and s['edited'] == '1', 'Enter ends it')
    p.x.button('left', False)
    need(sorted(map(abs, user(p.settled())[0])) == [0, 0, 30], 'a ring turns by what is typed: %r' % (user(state),))
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'undo')


def limits_of_axes(p, enter):
    """A range is typed and taken away again; an arc shows it."""
    x, y = p.center('tab:Joint')
    p.move(x, y + 150)
    p.wheel(-20)
    p.settled()
    p.click_on('section:Limits about its axes')
    p.settled()
    p.move(x, y + 150)
    p.wheel(-20)
    p.wait(lambda s: 'limit from x' in s['widget'] and s['rest'] == '1', 'a click unfolds it')
    for field, text in (('limit from x', '-5'), ('limit to x', '5')):
        enter(field, text)
    p.wait(lambda s: s.get('undo') == 'Limit forearm.L x -5 5' and 'limit of x' in s['widget'], 'both ends are typed')
    p.picture('limits')
    p.click_on('no limit x')
    p.wait(lambda s: s['undo'] == 'Limit forearm.L x none' and 'limit of x' not in s['widget'], 'the button takes it away')
    p.click_on('section:Limits about its axes')
    p.wait(lambda s: 'limit from x' not in s['widget'] and s['rest'] == '1', 'folded again')


def by_numbers(p):
    """The same rotation in other forms and axes, typed by keys."""
    def choose(combo, word):
        p.click_on(combo)
        p.click_on('rotation:' + word)
        p.wait(lambda s: 'rotation:' + word not in s['widget'] and s['rest'] == '1', word + ' is chosen')

    def enter(field, text):
        p.click_on(field)
        p.wait(lambda s: s['typing'] == '1', 'one click opens ' + field)
        p.type(text)
        p.press('Enter')
        return p.wait(lambda s: s['typing'] == '0' and s['rest'] == '1', 'Enter keeps it')
    fresh(p)
    p.select('forearm.L')
    need(near(user(enter('rotationz', '90/4'))[0], (0, 0, 22.5)), 'an expression is computed')
    choose('rotation form', 'quaternion')
    enter('rotationw', '1')
    enter('rotationx', '1')
    need(near(user(enter('rotationz', '0'))[0], (90, 0, 0)), 'w 1, x 1 is a quarter about x')
    need('rotation words' in p.settled()['widget'], 'its length is said')
    choose('rotation form', 'axis')
    need(near(user(enter('rotationa', '30*2'))[0], (60, 0, 0)), 'an angle about the axis')
    choose('rotation axes', 'world')
    enter('rotationx', '0')
    enter('rotationy', '1')
    enter('rotationz', '0')
    state = enter('rotationa', '30')
    need(not near(user(state)[0], (0, 30, 0), 1) and state['edited'] == '1', "the world's y is not the forearm's")
    p.click_on('button:copy rotation')
    p.click_on('copy:As an edit')
    p.wait(lambda s: s.get('note', '').startswith('Copied: joint forearm.L rotation axis 0 1 0 30 in world'), 'it is copied as text')
    choose('rotation form', 'xyz')
    choose('rotation axes', 'local')
    p.click_on('button:reset rotation')
    p.wait(lambda s: s['edited'] == '0', 'the button resets the rotation')
    limits_of_axes(p, enter)


def pull_a_limb(p):
    """With Shift+I on, moving a hand turns the arm; the hand's own Ul stays."""
    fresh(p)
    p.press('Shift+I')
    p.wait(lambda s: s['settings']['pull'] == 'on', 'Shift+I')
    p.select('hand.L')
    before = p.settled()
    x, y = before['joint']['hand.L']
    p.move(x, y)
    p.press('G')
    p.wait(lambda s: s.get('drag', '').startswith('translate'), 'G')
    p.move(x - 60, y - 50)
    state = p.wait(lambda s: s.get('edited') == '2' and s['rest'] == '1', 'forearm and upper arm turn')
    at = state['joint']['hand.L']
    need(math.dist(at, (x - 60, y - 50)) < 3, 'the hand is where the mouse is: %r' % (at,))
    need(user(state) == user(before), 'and did not move in its own frame')
    need(math.dist(state['joint']['shoulder.L'], before['joint']['shoulder.L']) < 0.5, 'nor did the shoulder')
    p.move(x - 400, y - 300)
    p.wait(lambda s: 'drag short' in s['widget'], 'out of reach is said')
    p.press('Enter')
    p.wait(lambda s: 'drag' not in s and s.get('undo', '').startswith('Pull hand.L'), 'one step')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'undo')
    p.press('Shift+I')
    p.wait(lambda s: s['settings'].get('pull') != 'on', 'Shift+I again')


def pick(p, joint):
    p.click(*p.empty_place())  # no gizmo in the way
    p.wait(lambda s: 'selection' not in s, 'nothing is selected')
    p.click(*p.settled()['joint'][joint])
    p.wait(lambda s: s.get('selection') == joint, 'a click selects ' + joint)


def hide_and_isolate(p):
    """By keys and by the eye in a row; what is hidden cannot be clicked."""
    keys_of('hide-joints', 'isolate-joints', 'show-all')(p)
    state = fresh(p)
    x, y = state['joint']['forearm.L']
    p.move(*p.center('joint:chest'))
    p.click_on('joint eye:chest')
    p.wait(lambda s: s['hidden'].startswith('32 '), 'the eye hides the chest and all below')
    p.press('V')
    p.wait(lambda s: s['settings']['surface'] == 'off', 'V leaves bones alone')
    p.click(x, y)
    need('selection' not in p.settled(), 'what is hidden is not clicked')
    p.press('V')
    p.wait(lambda s: s['settings'].get('surface') != 'off', 'V again')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['hidden'] == '0 0', 'undo shows them')
    p.click_on('eye:ogre_body')
    p.wait(lambda s: s['hidden'] == '0 1', 'the eye of a mesh hides it')
    p.press('Alt+H')
    p.wait(lambda s: s['hidden'] == '0 0', 'Alt+H shows it')
    fresh(p)


def lock(p):
    """A locked joint takes no key, no number, no reset."""
    keys_of('lock-joints')(p)
    click_joint(p)
    p.move(*p.center('joint:forearm.L'))
    p.click_on('joint lock:forearm.L')
    p.wait(lambda s: s['locked'] == '1' and not s['ring'], 'the padlock locks it, and its gizmo goes')
    p.move(*p.empty_place())
    p.press('R')
    p.wait(lambda s: s.get('note') == 'forearm.L is locked.', 'R says so')
    before = p.settled()
    for key in ('X', '3', '7', 'Enter'):  # of the window they would be axes, views and the lesson's
        p.press(key)
    need(p.settled()['settings'] == before['settings'] and p.state()['camera'] == before['camera'],
         'and what is typed for it is no command')
    for again in False, True:
        p.press('5')
        p.wait(lambda s: (s['camera'] == before['camera']) == again, 'after Enter keys are commands again')
    p.click_on('rotationz')
    p.wait(lambda s: s['typing'] == '1', 'its field opens')
    p.type('30')
    p.press('Enter')
    p.wait(lambda s: s.get('note') == 'forearm.L is locked and stays.' and s['edited'] == '0', 'a number says so, too')
    p.click_on('joint:hand.L', hold='Ctrl')
    p.wait(lambda s: s['also'] == '1', 'another one is selected with it')
    p.rotate_by_field('20')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'only that one was turned')
    p.press('Alt+A')
    p.wait(lambda s: 'selection' not in s, 'nothing is selected')
    p.menu('Pose > Unlock all joints')
    p.menus_closed()
    p.wait(lambda s: s['locked'] == '0', 'it is unlocked')
    fresh(p)


def hold_the_feet(p):
    """Feet that are held stay while the hips go down."""
    fresh(p)
    for foot in ('foot.L', 'foot.R'):
        pick(p, foot)
        p.press('Shift+P')
    p.wait(lambda s: s['held'] == '2' and 'held:foot.L' in s['widget'], 'both feet are held, and marked')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['held'] == '1', 'which is a step of undo')
    p.press('Ctrl+Shift+Z')
    p.wait(lambda s: s['held'] == '2', 'and of redo')
    pick(p, 'hips')
    before = p.settled()
    p.press('G')
    p.wait(lambda s: s.get('drag', '').startswith('translate'), 'G')
    p.press('Y')
    p.type('-0.1')
    p.press('Enter')
    state = p.wait(lambda s: 'drag' not in s and s.get('edited') == '7', 'hips, legs and feet')
    state = p.settled()
    need(math.dist(state['joint']['hips'], before['joint']['hips']) > 8, 'the hips went down')
    for foot in ('foot.L', 'foot.R', 'toe.L', 'toe.R'):
        need(math.dist(state['joint'][foot], before['joint'][foot]) < 0.6, foot + ' stayed')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'one undo takes it back')
    p.click(*p.center('joint:chest'), hold='Ctrl')
    p.wait(lambda s: s['also'] == '1', 'two joints are selected')
    x, y = before['joint']['hips']
    p.move(x, y)
    p.press('G')
    p.wait(lambda s: s.get('drag', '').startswith('translate'), 'G')
    for by in (5, 10, 15):
        p.move(x, y + by)
        p.settled()
    p.press('Enter')
    state = p.wait(lambda s: 'drag' not in s and s['edited'] != '0' and s['rest'] == '1', 'both are moved')
    for foot in ('foot.L', 'foot.R'):
        need(math.dist(state['joint'][foot], before['joint'][foot]) < 0.6, foot + ' stayed under two joints')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'one undo takes that back')
    for foot in ('foot.L', 'foot.R'):
        pick(p, foot)
        p.press('Shift+P')
    p.wait(lambda s: s['held'] == '0', 'let go')


def chosen(state):
    """How many joints are selected."""
    return (1 + int(state['also'])) if 'selection' in state else 0


def with_shift(p, *box):
    """A box by Ctrl, Shift and a drag."""
    p.x.key('Shift', True)
    p.drag(*box, hold='Ctrl')
    p.x.key('Shift', False)


def by_box(p):
    """A box around a hand: by B, by Ctrl and a drag; Shift adds, Ctrl takes away, Escape leaves all as it was."""
    keys_of('select-all', 'select-others', 'select-none')(p)
    state = fresh(p)
    places = state['joint']

    def around(joint, by=12):
        x, y = places[joint]
        return (x - by, y - by), (x + by, y + by)

    def inside(box):
        (x0, y0), (x1, y1) = box
        return sorted(n for n, (x, y) in places.items() if x0 <= x <= x1 and y0 <= y <= y1)
    hand, foot = around('hand.L'), around('foot.R')
    p.press('B')
    p.wait(lambda s: 'box' in s.open, 'B waits for a box')
    before = p.settled()
    p.drag(*hand)
    state = p.wait(lambda s: chosen(s) == len(inside(hand)) and 'box' not in s.open, 'the joints in the box are selected')
    need(state.get('selection') in inside(hand) and state['camera'] == before['camera'], 'and the camera stays')
    n = chosen(state)
    p.drag(*foot, hold='Ctrl')
    p.wait(lambda s: chosen(s) == len(inside(foot)), 'Ctrl and a drag select those of another box')
    with_shift(p, *hand)
    p.wait(lambda s: chosen(s) == n + len(inside(foot)), 'with Shift they come to those that are')
    need(p.settled()['camera'] == before['camera'], 'and do not turn the view')
    p.press('B')
    p.drag(*hand, hold='Ctrl')
    p.wait(lambda s: chosen(s) == len(inside(foot)), 'after B Ctrl takes away')
    p.press('B')
    p.drag(*hand, hold='Shift')
    p.wait(lambda s: chosen(s) == n + len(inside(foot)), 'after B Shift adds')
    p.press('B')
    p.drag(*around('head', 40), release=False)
    p.press('Esc')
    p.wait(lambda s: 'box' not in s.open, 'Escape takes the box back')
    p.x.button('left', False)
    state = p.settled()
    need(chosen(state) == n + len(inside(foot)) and state['camera'] == before['camera'], 'and nothing else')
    p.press('B')
    p.click(*p.empty_place())
    p.wait(lambda s: 'box' not in s.open, 'a click ends it')
    need(chosen(p.settled()) == n + len(inside(foot)), 'and selects nothing')


def by_vertices(p):
    """Vertex mode: click, Ctrl and click, a box; the brush, which Ctrl turns round; what is smoothed comes back by Ctrl+Z."""
    state = fresh(p)
    count = lambda s: int(s['vertices'])
    (cx, cy), (hx, hy) = state['joint']['chest'], state['joint']['head']
    p.press('Shift+V')
    p.wait(lambda s: s['settings']['vertices'] == 'on', 'Shift+V is vertex mode')
    before = p.settled()
    p.click(cx, cy)
    one = count(p.wait(lambda s: 1 <= count(s) < 8, 'a click chooses the vertex there'))
    p.click(hx, hy, hold='Ctrl')
    p.wait(lambda s: one < count(s) < 16, 'Ctrl and a click one more')
    p.click(hx, hy, hold='Ctrl')
    p.wait(lambda s: count(s) == one, 'and the other time one less')
    need(p.settled().get('selection') == before.get('selection'), 'joints stay as they are')
    p.press('B')
    p.drag((cx - 30, cy - 20), (cx + 30, cy + 20))
    box = count(p.wait(lambda s: count(s) > 50, 'a box chooses those in it'))
    p.drag((cx - 15, cy - 10), (cx + 15, cy + 10), hold='Ctrl')
    p.wait(lambda s: 0 < count(s) < box, 'Ctrl and a drag choose those of another one in their place')
    p.press('B')
    p.drag((cx - 30, cy - 20), (cx + 30, cy + 20))
    p.wait(lambda s: count(s) == box, 'B and a drag the first ones')
    with_shift(p, (hx - 20, hy - 20), (hx + 20, hy + 20))
    more = count(p.wait(lambda s: count(s) > box, 'Ctrl, Shift and a drag come to them'))
    p.press('Alt+C')
    p.wait(lambda s: 'brush' in s.open, 'Alt+C is the brush')
    p.drag((cx - 40, cy), (cx + 40, cy), hold='Ctrl')
    less = count(p.wait(lambda s: count(s) < more, 'with Ctrl it takes away'))
    p.drag((cx - 40, cy), (cx + 40, cy))
    p.wait(lambda s: count(s) > less, 'it chooses what it is drawn over')
    p.wheel(3)
    need(p.settled()['camera'] == before['camera'], 'the wheel changes its size, nothing moves the camera')
    p.press('Esc')
    p.wait(lambda s: 'brush' not in s.open, 'Escape ends it')
    p.menu('Weights > Mend > Smooth')
    p.menus_closed()
    p.wait(lambda s: s.get('undo') == 'Smooth 0.5 1 weights' and 'Smoothed' in s.get('message', ''), 'they are smoothed')
    p.press('Ctrl+Z')
    undo = p.wait(lambda s: s.get('redo') == 'Smooth 0.5 1 weights', 'Ctrl+Z takes it back').get('undo')
    p.select()
    p.click_on('tab:Weights')
    x, y, w, h = p.widget('chosen weight')
    p.drag((x + 0.2 * w, y + h / 2), (x + 0.8 * w, y + h / 2), release=False)
    need(p.settled().get('undo') == undo, 'while it is held it is no step yet')
    p.x.button('left', False)
    state = p.wait(lambda s: s.get('undo', '').startswith('Set chest 0.') and s['rest'] == '1', 'the slider sets the weight')
    need(abs(float(state['undo'].split()[2]) - 0.8) < 0.05, 'to what it shows: ' + state['undo'])
    p.press('Ctrl+Z')
    p.wait(lambda s: s.get('redo') == state['undo'] and s.get('undo') == undo, 'in one step')
    p.click_on('tab:Joint')
    p.move(*p.empty_place())
    p.press('Alt+A')
    p.wait(lambda s: count(s) == 0, 'Alt+A chooses none')
    p.press('Shift+V')
    p.wait(lambda s: s['settings']['vertices'] != 'on', 'Shift+V leaves the mode')


def walk_joints(p):
    """Arrows over the view; over the tree they walk its rows."""
    fresh(p)
    click_joint(p)
    p.move(*p.empty_place())

    def goes(key, joint, also='0'):
        p.press(key)
        p.wait(lambda s: s.get('selection') == joint and s['also'] == also, '%s goes to %s' % (key, joint))
    goes('Down', 'hand.L')
    goes('Up', 'forearm.L')
    goes(']', 'hand.L')
    goes('[', 'forearm.L')
    goes('Shift+Down', 'hand.L', '1')
    goes('Up', 'forearm.L')
    p.press('Ctrl+Down')
    below = chosen(p.wait(lambda s: int(s['also']) > 1, 'Ctrl+Down takes all below'))
    p.press('Ctrl+Up')
    p.wait(lambda s: chosen(s) > below + 3, 'Ctrl+Up takes the chain to the root')
    goes('Alt+A', None)
    p.select('hips')
    children = set()
    p.press('Down')
    first = p.wait(lambda s: s.get('selection') != 'hips', 'Down')['selection']
    at = first
    for _ in range(12):
        children.add(at)
        p.press('Right')
        at = p.wait(lambda s, was=at: s['selection'] != was, 'Right goes to the next sibling')['selection']
        if at == first:
            break
    need(at == first and len(children) >= 3, 'around all that hang on the hips: %r' % children)
    p.press('Left')
    p.wait(lambda s: s['selection'] in children - {first}, 'Left goes back')
    need(p.settled()['base'] == 'rest', 'no arrow stepped in a clip')
    fresh(p)
    click_joint(p)
    goes('Ctrl+Shift+M', 'forearm.R')
def history(p):
    """Three steps, their list, clicks to the first, the last and the second."""
    keys_of('undo', 'redo')(p)
    fresh(p)
    p.select()
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0' and s['rest'] == '1', 'nothing is posed')
    for axis in ('X', 'Y', 'Z'):
        p.press('R')
        p.wait(lambda s: s.get('drag', '').startswith('rotate'), 'R')
        p.press(axis)
        p.type('20')
        p.press('Enter')
        p.wait(lambda s: 'drag' not in s and s['rest'] == '1', 'Enter')
    turned_thrice = user(p.settled())
    p.press('Ctrl+Alt+Z')
    state = p.wait(lambda s: 'history' in s.open and s['rest'] == '1', 'the list is open')
    last = max(int(w[8:]) for w in state['widget'] if w.startswith('history:'))
    need(state['undo'].startswith('Rotate ') and '20' in state['undo'], 'a step says what was done: ' + state['undo'])
    p.picture('history')
    view, rows = state['widget']['view'], [state['widget']['history:%d' % n] for n in (0, last)]
    need(rows[0][0] > view[0] + 0.6 * view[2], 'it is beside the figure: %r in %r' % (rows[0], view))
    for way, inside in (((-250, -20), lambda a, b: abs(a[0] - 250 - b[0]) < 1), ((-5000, 5000), lambda a, b: b[0] >= 0)):
        x, y, w, h = p.widget('title:History')
        was, grip = p.widget('history:0'), (x + w / 2, y + h / 2)
        p.drag(grip, (max(2, grip[0] + way[0]), min(SIZE[1] - 2, grip[1] + way[1])))
        p.wait(lambda s: inside(was, s['widget']['history:0']) and s['widget']['title:History'][0] != x, 'its title drags it')
        low = p.settled()['widget']['history:%d' % last]
        need(low[1] + low[3] < SIZE[1] - 24, 'it stays whole above the status bar: %r' % (low,))
    p.picture('history-moved')
    p.click_on('history:%d' % (last - 3))
    p.wait(lambda s: s['edited'] == '0' and 'redo' in s, 'a click takes all three back')
    p.click_on('history:%d' % last)
    p.wait(lambda s: user(s) == turned_thrice and 'redo' not in s, 'and brings them again')
    p.click_on('history:%d' % (last - 2))
    p.wait(lambda s: s['edited'] == '1' and user(s) != turned_thrice, 'or the first of them')
    p.press('Esc')
    p.wait(lambda s: 'history' not in s.open, 'Escape')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'undo goes on from there')


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


def presenter(p):
    p.press('F5')
    p.wait(lambda s: 'presenter' in s.open, 'F5')
    p.press('F5')
    p.wait(lambda s: 'presenter' not in s.open, 'F5 again')


def speakers_window(p):
    p.press('F6')
    p.wait(lambda s: 'speaker' in s.open and 'presenter' in s.open, 'F6')
    p.press('F6')
    p.wait(lambda s: 'speaker' not in s.open, 'F6 again')
    p.press('F5')
    p.wait(lambda s: 'presenter' not in s.open, 'F5 leaves presenter mode')


def playback(p):
    keys_of('play', 'step-back', 'step-forward', 'previous-key', 'next-key')(p)
    timeline.steps(p)


def skeleton_by_hand(p):
    """Placed, dragged, taken back, deleted, mirrored and built by the mouse; undo brings the model's own back."""
    fresh(p)
    p.press('Keypad 1')
    p.wait(lambda s: s.numbers('camera')[0] == 0, 'seen from the front')
    joints = p.settled()['joint']
    p.press('Ctrl+J')
    p.wait(lambda s: s.get('drafted') == '0', 'Ctrl+J begins a draft')
    p.click(*joints['chest'])
    p.wait(lambda s: s.get('drafted') == '1', 'a click places a joint')
    p.click(*joints['head'])
    p.wait(lambda s: s.get('drafted') == '2', 'and another one')
    dot = lambda name: p.center('draft joint:' + name)
    at = dot('joint')
    p.drag(at, (at[0] + 60, at[1] - 20))
    p.wait(lambda s: s.get('undo') == 'Move joint joint', 'a drag moves it')
    need(math.dist(dot('joint'), (at[0] + 60, at[1] - 20)) < 3, 'to where the mouse is')
    p.drag(dot('joint'), at, release=False)
    p.press('Esc')
    p.x.button('left', False)
    need(math.dist(dot('joint'), at) > 40 and p.settled().get('undo') == 'Move joint joint', 'Escape leaves it')
    p.click(*dot('joint'), button='right')
    p.click_on('menu:Mirror joints to the right')
    p.wait(lambda s: s.get('drafted') == '3', 'it has another side')
    p.click(*dot('joint.R'))
    p.move(*p.empty_place())
    p.press('Delete')
    p.wait(lambda s: s.get('drafted') == '2', 'Delete takes it away')
    p.press('Ctrl+Z')
    p.wait(lambda s: s.get('drafted') == '3', 'undo brings it back')
    p.click(*p.center('draft row:root'), button='right')
    p.click_on('menu:Rename')
    p.wait(lambda s: s['typing'] == '1', 'its name is typed')
    p.press('Ctrl+A')
    p.type('hips')
    p.press('Enter')
    p.wait(lambda s: 'draft row:hips' in s['widget'], 'it has another name')
    p.click_on('draft:Build and compute weights')
    notes = []

    def is_bound(s):
        if s.get('note') and s['note'] not in notes:
            notes.append(s['note'])
        return s.get('undo', '').startswith('Bind')
    s = p.wait(is_bound, 'weights are computed', 60)
    need(s['undo'] != 'Bind voxel' or 'Parts of the surface see no bone; computing weights by voxels.' in notes,
         'while voxels follow on heat it says so: %s' % notes)
    need(s['joint'].keys() == {'hips', 'joint.L', 'joint.R'}, 'the model has these joints: %r' % s['joint'].keys())
    # By voxels where parts of the surface see no bone; a message where the method has more to say.
    said = ('Built 3 joints; weights by heat.', 'Weights by voxels: parts of the surface see no bone, which heat asks for.')
    p.wait(lambda s: s.get('note') in said or 'message' in s, 'it says that it is done')
    while 'drafted' in p.settled() or p.state().get('undo', '').startswith(('Bind ', 'Build ')):
        before = p.state()['undo']
        p.press('Ctrl+Z')
        p.wait(lambda s: s.get('undo') != before, 'Ctrl+Z')
    need(p.settled()['joint'].keys() == joints.keys(), 'its own skeleton is back')


def both_sides_of_a_draft(p):
    """Its switch is pressed on and off: what is placed beside the middle comes twice, or once."""
    fresh(p)
    p.press('Keypad 1')
    joints = p.settled()['joint']
    p.press('Ctrl+J')
    p.wait(lambda s: s.get('drafted') == '0', 'Ctrl+J begins a draft')
    need('draft both' in p.settled()['widget'], 'the switch is there before there are joints')
    p.click_on('draft both')
    p.wait(lambda s: s['settings']['symmetry'] == 'on', 'a click switches it on')
    p.click(*joints['chest'])
    p.wait(lambda s: s.get('drafted') == '1', 'what is placed in the middle is one joint')
    p.click(*joints['upper_arm.L'])
    p.wait(lambda s: s.get('drafted') == '3', 'a joint beside it comes with its other side')
    need({'draft row:joint.L', 'draft row:joint.R'} <= p.settled()['widget'].keys(), 'named by their sides')
    p.click_on('draft both')
    p.wait(lambda s: s['settings']['symmetry'] != 'on', 'a second click switches it off')
    p.click(*joints['hand.L'])
    p.wait(lambda s: s.get('drafted') == '4', 'a joint comes alone')
    p.click_on('draft both')
    p.wait(lambda s: s['settings']['symmetry'] == 'on', 'and a third on again')
    p.click_on('draft:Leave without building')
    p.wait(lambda s: 'drafted' not in s, 'the draft is left')
    p.wait(lambda s: s['settings'].get('symmetry') != 'on' and s['rest'] == '1', 'and poses are not mirrored because of it')


def names_of_a_draft(p):
    """Enter in a name goes to the joint below; a list of names is given from the selected one down."""
    fresh(p)
    p.press('Keypad 1')
    joints = p.settled()['joint']
    p.press('Ctrl+J')
    p.wait(lambda s: s.get('drafted') == '0', 'Ctrl+J begins a draft')
    for k, name in enumerate(('chest', 'neck', 'head')):
        p.click(*joints[name])
        p.wait(lambda s: s.get('drafted') == str(k + 1), 'a click places a joint')
    p.click_on('draft row:root')
    p.click_on('draft name')
    for name, after in (('hips', 'joint'), ('spine', 'joint2')):
        p.press('Ctrl+A')
        p.type(name)
        p.press('Enter')
        p.wait(lambda s: 'draft row:' + name in s['widget'], 'it has another name')
    p.press('Ctrl+A')
    p.type('skull')
    p.press('Enter')
    p.wait(lambda s: 'draft row:skull' in s['widget'], 'Enter went on with the next one')
    # The right button beside a field ends it as the left one does: the name is given, and the menu opens.
    for place, before, name in (('draft joint:skull', 'spine', 'back'), ('draft row:skull', 'back', 'spine')):
        p.click_on('draft row:' + before)
        p.click_on('draft name')
        p.wait(lambda s: s['typing'] == '1', 'the name is typed')
        p.press('Ctrl+A')
        p.type(name)
        p.click(*p.center(place), button='right')
        p.wait(lambda s: 'draft row:' + name in s['widget'] and 'menu:Rename' in s['widget'] and s['typing'] == '0',
               'it has another name, and the menu is there')
        p.press('Esc')
        p.wait(lambda s: 'menu:Rename' not in s['widget'], 'Escape closes it')
    p.click_on('draft row:hips')
    p.click_on('draft name')
    p.press('Ctrl+A')
    p.type('a, b,c')
    p.press('Enter')
    p.wait(lambda s: all('draft row:' + n in s['widget'] for n in 'abc'), 'a list names those below')
    p.move(*p.center('draft row:c'))
    p.press('Delete')
    p.wait(lambda s: s.get('drafted') == '2', 'Delete takes it away over the panel as well')
    while 'drafted' in p.settled():
        before = p.state()['undo']
        p.press('Ctrl+Z')
        p.wait(lambda s: s.get('undo') != before, 'Ctrl+Z')


def top_of_the_joint_tab(p):
    x, y, w, h = p.widget('tab:Joint')
    p.move(x + w / 2, y + h + 60)
    p.settled()
    p.wheel(40)
    p.settled()


def bind_doctor(p):
    """A joint that is turned is found by its T_j, bound there, taken back; its pose becomes the bind pose."""
    fresh(p)
    p.select()
    p.rotate_by_field()
    p.menu('Edit > Skeleton > Bind doctor')
    p.wait(lambda s: 'doctor:Here' in s['widget'], 'the doctor opens')
    p.menus_closed()
    p.click_on('doctor:Here')
    p.wait(lambda s: s.get('undo', '').startswith('Rebind here') and 'doctor before' in s['widget'],
           'it is bound here, and what T_j was is told')
    p.press('Ctrl+Z')
    p.wait(lambda s: not s.get('undo', '').startswith('Rebind'), 'undo takes it back')
    p.press('Esc')
    p.wait(lambda s: 'selection' not in s, 'nothing is selected')
    p.menu('Edit > Skeleton > Bind doctor')
    p.menus_closed()
    p.click_on('doubt')
    p.click_on('doubt:T_j is not the identity')
    p.settled()
    p.click_on('doctor:Next one')
    p.wait(lambda s: s.get('selection'), 'the next one that is off is selected')
    p.menu('Edit > Skeleton > Bind doctor')
    p.menus_closed()
    p.click_on('doctor:Make this pose the bind pose')
    p.wait(lambda s: s.get('undo') == 'Bind pose here', 'the pose is the bind pose')
    p.press('Ctrl+Z')
    p.wait(lambda s: s.get('undo') != 'Bind pose here', 'undo takes it back')
    top_of_the_joint_tab(p)
    p.press('Ctrl+Delete')
    p.wait(lambda s: s['edited'] == '0', 'all joints are reset')


ROWS = {
    'Ctrl+J, then click the surface': skeleton_by_hand,
    'Enter in a drafted joint\'s name': names_of_a_draft,
    'Both sides at once': both_sides_of_a_draft,
    'Edit > Skeleton > Bind doctor': bind_doctor,
    'double click a joint': click_twice,
    'right click a joint': joint_menu,
    'Ctrl or Shift and click': together,
    'Ctrl+.': about_one_point,
    'A, Alt+A, Ctrl+I, B': by_box,
    'Up, Down, Left, Right over the view': walk_joints,
    'click a joint, a bone or the surface': selects,
    'drag a ring, an arrow, a box of the gizmo': gizmo,
    'G, R, S': by_keys,
    'a number in the Joint tab': by_numbers,
    'Shift+G, Shift+R, Shift+S': keys_of('move', 'rotate', 'scale', 'next-axes'),
    'Shift+I, then move a hand or a foot': pull_a_limb,
    'Ctrl+H, Ctrl+Shift+H, Alt+H': hide_and_isolate,
    'Ctrl+L': lock,
    'N, Alt+Z': keys_of('joint-names', 'xray'),
    'Shift+P': hold_the_feet,
    'H, J, I, U, K': probe,
    'D, C': several_panes,
    'Ctrl+D, Alt+D': keys_of('compare-file', 'map-apart'),
    'Shift+V, Alt+C': by_vertices,
    'Alt+K, Alt+W': keys_of('clinic', 'weight-table'),
    'Alt+B': painting.strokes,
    'F5': presenter,
    'F6': speakers_window,
    'drag on empty space, Shift and drag, wheel': drag_and_orbit_all,
    'F, Home, 1 3 7, 5': keys_of('frame-selection', 'frame-all', 'look-front', 'look-right', 'look-top', 'orthographic'),
    'Space, comma, point, with Shift': playback,
    'drag along the timeline': timeline.scrubs,
    'drag the ends of its lane': timeline.drags_range,
    'Ctrl+Home, Ctrl+End, Alt+P': keys_of('range-start', 'range-end', 'range-all'),
    'Shift+T, Ctrl+Shift+F': timeline.types,
    'wheel on the timeline, middle button': timeline.zooms,
    'Alt+F': timeline.fades,
    'Shift+C, Alt+T, Alt+O': timeline.shows_motion,
    'Ctrl+C, Ctrl+V, Ctrl+Shift+V': keys_of('copy-pose', 'paste-pose', 'paste-mirrored'),
    'Ctrl+M': keys_of('mirror-pose'),
    'Ctrl+Z, Ctrl+Shift+Z, Ctrl+Alt+Z': history,
    'Ctrl+S, Ctrl+O': keys_of('save-workspace', 'open-file'),
    'Tab, Alt or F10': keys_of('next-field', 'menu-bar'),
    'Ctrl+Tab, Ctrl+Shift+Tab': keys_of('next-panel', 'previous-panel'),
    'F3': keys_of('find-command'),
    'F12, Ctrl+F12': keys_of('save-picture', 'make-film'),
    'Ctrl+,': keys_of('settings'),
    'F1': keys_of('help'),
}


def rows_of(readme):
    with open(readme, encoding='utf-8') as f:
        part = f.read().split('## In the window', 1)[1].split('\n## ', 1)[0]
    rows = re.findall(r'^\| ([^|]+) \| [^|]+ \|$', part, re.M)
    return [r.strip() for r in rows if r.strip() and not r.startswith('---')]


def drop(p):
    bad = p.file('bad.fbx', 'this is no FBX file')
    p.select()
    p.rotate_by_field()
    p.tools.drop(p, bad, 500, 300)
    state = p.wait(lambda s: s.get('message', '').startswith('error') and s['loading'] == '0', 'a bad file is named')
    need('ask' not in state, 'nothing is asked, for nothing is lost by it')
    need('bad.fbx' in state['message'], 'by its name')
    need(state['model'] == 'ogre.glb' and state['edited'] == '1', 'the open model and its pose are untouched')
    p.tools.drop(p, p.tools.model('capsule.glb'), 500, 300)
    p.discard()
    p.wait(lambda s: s.get('model') == 'capsule.glb', 'a good file opens')


def resize(p):
    p.x.resize(p.window, SIZE[0], 420)
    p.wait(lambda s: s.get('window', '').startswith('%d 420 ' % SIZE[0]), 'the window is low')
    need(p.widget('button:Scale')[3] >= 24, 'its tools are not small: %r' % (p.widget('button:Scale'),))
    for width, height in ((1200, 800), (760, 560), SIZE):
        p.x.resize(p.window, width, height)
        state = p.wait(lambda s: s.get('window', '').startswith('%d %d ' % (width, height)), 'the window has its size')
        x, y, w, h = p.settled()['widget']['view']
        need(w > 300 and h > 300 and x + w <= width and y + h <= height, 'the view has room')
        inside = [x <= u <= x + w and y <= v <= y + h for u, v in p.state()['joint'].values()]
        need(all(inside), 'the model stays in the view')


def gestures(suite):
    rows = rows_of(suite.tools.readme)
    for row in sorted(set(rows) ^ set(ROWS)):
        suite.fail('row "%s"' % row, 'is in README without a case, or has a case and is not in README')
    p = suite.program(suite.tools.model())
    try:
        for row in rows:
            if row in ROWS:
                suite.check('row "%s"' % row, ROWS[row], p)
        suite.check('resize', resize, p)
        suite.check('drop files', drop, p)
    finally:
        p.close()
