"""What other commands need to be so before: a pose, a clip, a draft, a panel; and what puts that back."""
import math

from case import Case


def open_numbers(p):
    path = p.file('Ul.json', '{"%s": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}' % next(iter(p.state()['joint'])))
    p.menu('File > Check numbers of a file...')
    p.wait(lambda s: s.get('dialog') == 'check-numbers' and s['typing'] == '1' and s['rest'] == '1', 'the dialog')
    p.press('Ctrl+A')
    p.type(path)
    p.press('Enter')
    p.wait(lambda s: s.get('numbers', '').startswith('Ul 1 1 -') and s['rest'] == '1', 'they are right')


def drags(mode):
    def cancel(p):
        p.press('Esc')
        p.wait(lambda s: 'drag' not in s, 'Escape ends the drag')
    return Case(lambda a, b: b.get('drag', '').startswith(mode), before=select_one, after=cancel)


def edited(p):
    p.select()
    if p.state().get('edited') != '1':
        p.rotate_by_field()


def bound_elsewhere(p):
    """Where it is bound already nothing is bound."""
    edited(p)
    p.menu('Edit > Skeleton > Bind joints where they are')
    p.wait(lambda s: s.get('undo', '').startswith('Rebind here'), 'it is bound here')
    p.menus_closed()


def release_all(p):
    if p.state()['held'] != '0':
        p.press('Shift+P')
        p.wait(lambda s: s['held'] == '0', 'Shift+P lets it go')


def hold_chest(p):
    p.select()
    if p.state()['held'] == '0':
        p.press('Shift+P')
        p.wait(lambda s: s['held'] == '1', 'Shift+P holds it')


def show_all(p):
    p.press('Alt+H')
    p.wait(lambda s: s['hidden'] == '0 0', 'Alt+H shows all')


def hide_chest(p):
    select_one(p)
    p.press('Ctrl+H')
    p.wait(lambda s: s['hidden'] != '0 0', 'Ctrl+H hides it')


def unlock_all(p):
    while p.state()['locked'] != '0':
        p.press('Ctrl+Z')
        p.wait(lambda s: s['locked'] == '0', 'undo unlocks it')


def lock_chest(p):
    select_one(p)
    p.press('Ctrl+L')
    p.wait(lambda s: s['locked'] == '1', 'Ctrl+L locks it')


def undone(p):
    edited(p)
    p.press('Ctrl+Z')
    p.wait(lambda s: 'redo' in s and s['edited'] == '0', 'Ctrl+Z takes the number back')


def take_back(times):
    def undo(p):
        for _ in range(times):
            before = p.settled()['undo']
            p.press('Ctrl+Z')
            p.wait(lambda s: s.get('undo') != before, 'Ctrl+Z')
    return undo


def drafting(joint=''):
    """A skeleton is made by hand; with `joint`, one is placed where the model's own is seen."""
    def begin(p):
        leave_draft(p)
        p.press('Keypad 1')
        p.press('Home')
        at = p.settled()['joint'][joint] if joint else None
        p.press('Ctrl+J')
        p.wait(lambda s: s.get('drafted') == '0', 'Ctrl+J begins a draft')
        if at:
            p.click(*at)
            p.wait(lambda s: s.get('drafted') == '1', 'a click places a joint')
    return begin


def top_of_joint_tab(p):
    """The Joint tab is at its top again."""
    x, y, w, h = p.widget('tab:Joint')
    p.move(x + w / 2, y + h + 60)
    p.settled()
    p.wheel(40)
    p.settled()


def leave_draft(p):
    """By undo, and so does what was built of it."""
    p.wait(lambda s: not s.get('undo', '').startswith('Build'), 'the weights are there', 60)
    while 'drafted' in p.settled() or p.state().get('undo', '').startswith(('Bind ', 'Build ')):
        before = p.state()['undo']
        p.press('Ctrl+Z')
        p.wait(lambda s: s.get('undo') != before, 'Ctrl+Z')


def no_note(p):
    """What is said of the last copy is gone."""
    edited(p)
    p.wait(lambda s: 'note' not in s, 'the note goes')


def turned(p):
    """The chest, by 30 degrees."""
    p.select()
    if p.state()['edited'] != '0':
        all_reset(p)
    p.rotate_by_field()


def copied(p):
    """A turned joint is in the clipboard, and nothing is turned any more."""
    turned(p)
    p.press('Ctrl+C')
    p.wait(lambda s: s.get('note', '') == 'Copied the pose of chest', 'Ctrl+C copies')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'Ctrl+Z takes the number back')


def all_reset(p):
    p.press('Ctrl+Delete')
    p.wait(lambda s: s['edited'] == '0', 'Ctrl+Delete resets all')


def turn(state):
    return state.numbers('user')[2] if 'user' in state else None


def to_joint_tab(p):
    p.click_on('tab:Joint')
    p.wait(lambda s: 'tab-0' in s.open, 'the Joint tab again')


def find_by_typing(p):
    """Two clips as well: what is typed finds, Enter chooses."""
    p.widget('clip search')
    p.type('wav')
    p.wait(lambda s: 'clip:idle' not in s['widget'] and 'clip:wave' in s['widget'], 'one is found')
    p.press('Enter')
    p.wait(lambda s: s.get('clip') == 'wave' and 'clip:wave' not in s['widget'], 'Enter takes it')


def camera(yaw, pitch):
    def from_elsewhere(p):
        p.press('Keypad 7' if pitch == 0 else 'Keypad 1')
        p.wait(lambda s: abs(s.numbers('camera')[1] - pitch) > 0.5, 'the camera looks from elsewhere')

    def looks(a, b):
        now = b.numbers('camera')
        turn = abs((now[0] - yaw + math.pi) % (2 * math.pi) - math.pi)
        return abs(now[1] - pitch) < 0.05 and (turn < 0.01 or pitch != 0)
    return Case(looks, before=from_elsewhere)


def zoomed(p):
    p.move(*p.empty_place())
    before = p.settled()['camera']
    p.wheel(3)
    p.wait(lambda s: s['camera'] != before, 'the wheel zooms')


def moves_camera(before):
    return Case(lambda a, b: math.dist(a.numbers('camera'), b.numbers('camera')) > 0.1, before=before)


def bad_file(p):
    """A message that can be read again."""
    if 'bad.fbx' not in p.state().get('message', ''):
        bad = p.file('bad.fbx', 'this is no FBX file')
        p.tools.drop(p, bad, 500, 300)
        p.wait(lambda s: s.get('message', '').startswith('error') and s['loading'] == '0', 'a bad file is named')
        p.press('Esc')
        p.wait(lambda s: 'message' not in s, 'Escape dismisses the message')


def dismiss(p):
    p.press('Esc')
    p.wait(lambda s: 'message' not in s, 'Escape dismisses the message')


def select_one(p):
    if p.state().get('also') != '0':
        p.press('Alt+A')
        p.wait(lambda s: 'selection' not in s, 'Alt+A selects nothing')
    p.select()
    p.move(*p.empty_place())


def one_of_two(p):
    """A joint with another side."""
    p.press('Alt+A')
    p.wait(lambda s: 'selection' not in s, 'Alt+A selects nothing')
    p.click(*p.settled()['joint']['thigh.L'])
    p.wait(lambda s: s.get('selection') == 'thigh.L', 'a click on the thigh')
    p.move(*p.empty_place())


def off_view(p):
    """There the arrows walk the rows of the tree."""
    select_one(p)
    p.move(*p.center('tree'))


def to_one_pane(p):
    while p.state()['settings']['panes'] != 'one':
        panes = p.state()['settings']['panes']
        p.press('C')
        p.wait(lambda s: s['settings']['panes'] != panes, 'C goes to the next panes')


def in_tree(p):
    """The tree has the keyboard, with a joint that has others below."""
    p.click_on('joint:spine')
    p.wait(lambda s: s.get('selection') == 'spine', 'a click on a row')


def folded(p):
    in_tree(p)
    n = int(p.state()['folded'])
    if n == 0:
        p.press('Left')
        p.wait(lambda s: int(s['folded']) > n, 'Left folds in the tree')


def unfolded(p):
    in_tree(p)
    if int(p.state()['folded']) > 0:
        n = int(p.state()['folded'])
        p.press('Right')
        p.wait(lambda s: int(s['folded']) < n, 'Right unfolds in the tree')


def leave_field(p):
    p.press('Esc')
    p.wait(lambda s: s['typing'] == '0', 'Escape leaves the field')


def close_card(p):
    p.press('Esc')
    p.wait(lambda s: not {'help', 'letters', 'about', 'history'} & set(s.open), 'Escape closes the card')


def close_settings(p):
    p.press('Esc')
    p.wait(lambda s: 'settings' not in s.open, 'Escape closes the settings')


def leave_menus(p):
    p.press('F10')
    p.wait(lambda s: 'menus' not in s.open, 'F10 leaves the menus')


def headed_once(state):
    """No two columns of the help have the same heading."""
    headings = [name[13:].rsplit(' ', 2)[0] for name in state['widget'] if name.startswith('help heading:')]
    return len(headings) > 10 and len(set(headings)) == len(headings)


def popup_closed(p):
    p.settled()
    p.press('Esc')
    p.wait(lambda s: 'command search' not in s['widget'] and 'menu:Lock joints' not in s['widget'] and s['typing'] == '0',
           'Escape closes it')


def lose_focus(p):
    p.press('Esc')
    p.press('Esc')
    p.wait(lambda s: 'focus' not in s, 'Escape gives the keys back to the view')


def close_film(p):
    p.press('Esc')
    p.wait(lambda s: 'film' not in s.open, 'Escape closes the dialog')


def panels_back(p):
    while 'left' not in p.state().open or 'right' not in p.state().open:
        was = p.state().open
        p.press('F7' if 'left' not in was else 'F8')
        p.wait(lambda s: s.open != was, 'F7 and F8 bring the panels')


def table_closed(p):
    if 'table' in p.settled().open:
        p.press('Alt+W')
        p.wait(lambda s: 'table' not in s.open, 'Alt+W closes the table')


def walking(*keys):
    """The walker with a pinned vertex, at its start, then those keys."""
    def before(p):
        if p.settled()['settings'].get('surface') == 'off':  # else there is nothing to point at
            p.press('V')
            p.wait(lambda s: s['settings'].get('surface') != 'off', 'V shows the surface')
        p.press('Home')
        p.press('P')
        p.wait(lambda s: s['settings']['probe'] == 'on', 'P is the probe')
        p.click(*p.settled()['joint']['head'])
        p.wait(lambda s: 'pinned' in s, 'a click pins a vertex')
        p.press('P')
        p.wait(lambda s: s['settings']['probe'] == 'off', 'P ends the probe')
        if p.settled()['settings']['walker'] == 'off':
            p.press('O')
            p.wait(lambda s: s['settings']['walker'] == 'joint', 'O opens the walker')
        for k in range(30):
            if p.settled()['settings']['walker_at'] == '0':
                break
            p.press('Alt+Left')
        for key in keys:
            p.press(key)
            p.wait(lambda s: s['settings']['walker_at'] == '1', key + ' walks')
    return before


def no_mistake(p):
    """A pane with a mistake shows no surface that could be pointed at."""
    if p.settled()['settings']['mistake'] == 'transposed':
        p.menu('Skinning > A mistake > T transposed')
        p.menus_closed()
        p.wait(lambda s: s['settings']['mistake'] != 'transposed', 'it is off again')


def no_sweep(p):
    while p.state()['settings']['sweep'] != 'off':  # nobody waits for the curves
        now = p.state()['settings']['sweep']
        p.press('Ctrl+Shift+C')
        p.wait(lambda s: s['settings']['sweep'] != now, 'the next axis')
