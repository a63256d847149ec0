"""A joint's rings, arrows and boxes, by the mouse, by letters and by numbers; limbs that are pulled."""
import math

from checks import done, fresh, near, need, user
from program import ring_drag
from view_gestures import click_joint, keys_of


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
