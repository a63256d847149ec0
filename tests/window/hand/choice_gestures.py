"""Which joints and vertices are chosen, hidden, locked, held; the list of all steps."""
import math

from checks import fresh, need, user
from handle_gestures import with_rings
from program import SIZE
from view_gestures import click_joint, click_nothing, click_several, click_surface, keys_of


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
