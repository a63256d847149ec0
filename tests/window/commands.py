"""What each command of `bindpose --list-commands` does, as the window's account of itself shows it.

CASES[name] is a Case: what has to be so before, what is so after, what puts it back. A command without one is a
failure. Every key of a command and its menu entry run the same case.
"""
import math
from dataclasses import dataclass
from typing import Callable

import compare


def nothing(p):
    pass


@dataclass
class Case:
    effect: Callable                    # (state before, state after) -> it was done
    before: Callable = nothing          # (program)
    after: Callable = nothing
    lesson: bool = False                # needs one that is open
    ends: bool = False                  # the program
    grey: bool = False                  # this model lacks what it asks for: its entry is there and does nothing


def changed(setting):
    return Case(lambda a, b: a['settings'][setting] != b['settings'][setting])


def changed_and_back(setting, key):
    """What makes every picture after it dear is put back."""
    def back(p):
        now = p.settled()['settings'][setting]
        p.press(key)
        p.wait(lambda s: s['settings'][setting] != now, key + ' puts it back')
    return Case(lambda a, b: a['settings'][setting] != b['settings'][setting], after=back)


def shows(name, key):
    """A map comes on; where it is on already another one is switched on first."""
    def other(p):
        if p.state()['settings']['show'] == name:
            p.press('I' if key != 'I' else 'U')
            p.wait(lambda s: s['settings']['show'] != name, 'another map is shown')
    return Case(lambda a, b: b['settings']['show'] == name, before=other)


def dialog(purpose):
    def close(p):
        p.press('Esc')
        p.wait(lambda s: 'dialog' not in s.open, 'Escape closes the dialog')
    return Case(lambda a, b: b.get('dialog') == purpose, after=close)


def open_numbers(p):
    path = p.file('Ul.json', '{"%s": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}' % next(iter(p.state()['joint'])))
    p.menu('File > Check numbers of a file...')
    p.wait(lambda s: s.get('dialog') == 'check-numbers' and s['typing'] == '1' and s['rest'] == '1', 'the dialog')
    p.press('Ctrl+A')
    p.type(path)
    p.press('Enter')
    p.wait(lambda s: s.get('numbers', '').startswith('Ul 1 1 -') and s['rest'] == '1', 'they are right')


def is_open(word, **how):
    """It opens where it was closed, and closes where it was open."""
    return Case(lambda a, b: (word in a.open) != (word in b.open), **how)


def gizmo(name, other):
    def set_other(p):
        p.press(other)
        p.wait(lambda s: s['settings']['gizmo'] != name, 'another gizmo')
    return Case(lambda a, b: b['settings']['gizmo'] == name, before=set_other)


def drags(mode):
    def cancel(p):
        p.press('Esc')
        p.wait(lambda s: 'drag' not in s, 'Escape ends the drag')
    return Case(lambda a, b: b.get('drag', '').startswith(mode), before=select_one, after=cancel)


def edited(p):
    p.select()
    if p.state().get('edited') != '1':
        p.rotate_by_field()


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


def in_edited_clip(p):
    p.press('Shift+3')
    p.wait(lambda s: s['base'] == 'clip', 'Shift+3 shows the clip')
    edited(p)


def baked(p):
    in_edited_clip(p)
    clips = p.settled()['clips']
    p.menu('Pose > Bake edits into a new clip')
    p.wait(lambda s: s['clips'] != clips, 'there is a clip more')
    p.menus_closed()


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


def clips(more, before, undos):
    return Case(lambda a, b: int(b['clips']) == int(a['clips']) + more, before=before, after=take_back(undos))


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


def base(name):
    def set_other(p):
        p.press('Shift+2' if name == 'bind' else 'Shift+1')
        p.wait(lambda s: s['base'] != name, 'another base pose')
    return Case(lambda a, b: b['base'] == name, before=set_other)


def in_clip(p):
    """At a moment in the middle of a clip that stands still."""
    p.press('Shift+3')
    p.wait(lambda s: s['base'] == 'clip', 'Shift+3 shows the clip')
    for k in range(3):
        time = float(p.state()['time'])
        p.press(',' if time > 1 else '.')
        p.wait(lambda s: float(s['time']) != time and s['playing'] == '0', 'a step in time')


def in_clip_off_view(p):
    """Over the view arrows go from joint to joint."""
    in_clip(p)
    p.move(*p.center('tree'))


def time_of(state):
    return float(state['time'])


def stop(p):
    p.press('Space')
    p.wait(lambda s: s['playing'] == '0', 'Space stops the clip')


def in_clip_of_all(p):
    """Keys of all joints are stepped through."""
    in_clip_off_view(p)
    if 'selection' in p.state():
        p.press('Alt+A')
        p.wait(lambda s: 'selection' not in s, 'Alt+A selects nothing')


def loops(p):
    while 'loop' not in p.state()['playback']:
        was = p.state()['playback']
        p.press('Shift+L')
        p.wait(lambda s: s['playback'] != was, 'Shift+L goes to the next')


def all_played(p):
    p.press('Alt+P')
    p.wait(lambda s: s.numbers('range')[0] == 0, 'Alt+P plays all')


def from_here(p):
    in_clip(p)
    p.press('Ctrl+Home')
    p.wait(lambda s: s.numbers('range')[0] > 0, 'Ctrl+Home plays from here')


def find_by_typing(p):
    """Two clips as well: what is typed finds, Enter chooses."""
    p.widget('clip search')
    p.type('wav')
    p.wait(lambda s: 'clip:idle' not in s['widget'] and 'clip:wave' in s['widget'], 'one is found')
    p.press('Enter')
    p.wait(lambda s: s.get('clip') == 'wave' and 'clip:wave' not in s['widget'], 'Enter takes it')


def in_wave(p):
    """The clip is chosen by its name."""
    if p.state().get('clip') == 'wave':
        return
    p.press('Ctrl+Shift+F')
    p.wait(lambda s: 'clip:wave' in s['widget'] and s['rest'] == '1', 'Ctrl+Shift+F opens the list')
    p.click_on('clip:wave')
    p.wait(lambda s: s.get('clip') == 'wave', 'a click chooses')


def close_fade(p):
    p.press('Esc')
    p.wait(lambda s: 'fade:idle' not in s['widget'], 'Escape closes it')


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


def step(state):
    return state.get('lesson', '').split()


def first_step(p):
    while step(p.state())[0] != '0':
        at = step(p.state())
        p.press('Left')
        p.wait(lambda s: step(s) != at, 'Left goes a step back')


def asking_step(p):
    """On or back to a step of the lesson that asks, with its question open."""
    while not p.state()['lesson'].endswith(' asks'):
        at = p.state()['lesson']
        p.press('Left' if at.endswith(' answered') else 'Right')
        p.wait(lambda s: s.get('lesson') != at and s['loading'] == '0', 'an arrow goes on', 20)


def second_option(p):
    asking_step(p)
    while p.state().get('guess') != 'option 2':
        at = p.state().get('guess')
        p.press('Up' if at == 'option 3' else 'Down')
        p.wait(lambda s: s.get('guess') != at, 'an arrow chooses an option')


def leave_presenter(p):
    p.press('F5')
    p.wait(lambda s: 'presenter' not in s.open, 'F5 leaves presenter mode')


def step_with_slider(p):
    """On or back to a step with a slider that is shown."""
    for _ in range(30):
        state = p.settled()
        if 'lesson play:0' in state['widget']:
            return
        p.press('Right')
        p.wait(lambda s: s.get('lesson') != state['lesson'] and s['loading'] == '0', 'Right goes on', 20)
    raise Failed('no step has a slider')


def slider_rests(p):
    p.press('Shift+Space')
    p.wait(lambda s: 'playing-slider' not in s and s.get('undo'), 'the same key stops it: one step to undo')
    p.press('Ctrl+Z')
    p.wait(lambda s: 'undo' not in s, 'which Ctrl+Z takes back')


def leave_speaker(p):
    p.press('F6')
    p.wait(lambda s: 'speaker' not in s.open, 'F6 closes the speaker\'s window')
    leave_presenter(p)


def second_step(p):
    if step(p.state())[0] == '0':
        p.press('Right')
        p.wait(lambda s: step(s)[0] == '1', 'Right goes a step on')


def left_lesson(p):
    """Closed at its second step."""
    second_step(p)
    p.settled()
    p.press('Ctrl+W')
    p.wait(lambda s: 'lesson' not in s, 'Ctrl+W closes the lesson')


def close_film(p):
    p.press('Esc')
    p.wait(lambda s: 'film' not in s.open, 'Escape closes the dialog')


def other_lesson(p):
    if step(p.state())[1].startswith('01'):
        p.press('Ctrl+Page down')
        p.wait(lambda s: step(s)[1:] and not step(s)[1].startswith('01') and s['loading'] == '0', 'the next lesson', 20)


def panels_back(p):
    while 'left' not in p.state().open or 'right' not in p.state().open:
        was = p.state().open
        p.press('F7' if 'left' not in was else 'F8')
        p.wait(lambda s: s.open != was, 'F7 and F8 bring the panels')


def table_closed(p):
    if 'table' in p.settled().open:
        p.press('Alt+W')
        p.wait(lambda s: 'table' not in s.open, 'Alt+W closes the table')


def limit_is_three(p):
    if p.settled()['settings']['show'] != 'limit':
        p.press('K')
        p.wait(lambda s: s['settings']['show'] == 'limit', 'K shows what a limit costs')
    while p.settled()['settings']['limit'] != '3':
        before = p.settled()['settings']['limit']
        p.press('Shift+K')
        p.wait(lambda s: s['settings']['limit'] != before, 'Shift+K changes the limit')


def next_limit(a, b):
    return b['settings']['show'] == 'limit' and (a['settings']['show'] != 'limit' or
                                                a['settings']['limit'] != b['settings']['limit'])


def no_vertices(p):
    dismiss_note(p)
    if p.settled()['vertices'] != '0':
        p.press('Esc')
        p.wait(lambda s: s['vertices'] == '0', 'Escape lets the vertices go')


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


def no_walk(p):
    while p.state()['settings']['walker'] != 'off':  # it may play: no rest
        now = p.state()['settings']['walker']
        p.press('O')
        p.wait(lambda s: s['settings']['walker'] != now, 'O goes on')
    p.press('Esc')


def no_vertex_mode(p):
    if 'brush' in p.settled().open:
        p.press('Esc')
        p.wait(lambda s: 'brush' not in s.open, 'Escape ends the brush')
    if p.settled()['settings']['vertices'] == 'on':
        p.press('Shift+V')
        p.wait(lambda s: s['settings']['vertices'] != 'on', 'Shift+V ends vertex mode')


def no_painting(p):
    if 'brush-size' in p.settled().open:
        p.press('Esc')
        p.wait(lambda s: 'brush-size' not in s.open, 'Escape leaves the size as it was')
    if 'paint' in p.settled().open:
        p.press('Esc')
        p.wait(lambda s: 'paint' not in s.open, 'Escape ends painting')
    # Another map than the weights' gives way to that first.
    while (was := p.settled()['settings']['show']) != 'shaded':
        p.press('H')
        p.wait(lambda s: s['settings']['show'] != was, 'H takes the map off')
    to_joint_tab(p)


def painting(p):
    if 'paint' not in p.settled().open:
        p.press('Alt+B')
        p.wait(lambda s: 'paint' in s.open, 'Alt+B paints')


def joint_vertices(p):
    """What follows the chest is chosen."""
    select_one(p)
    p.menu('Weights > Vertices > All that follows the joint')
    p.menus_closed()
    p.wait(lambda s: int(s['vertices']) > 100, 'the region of the chest')


def weights_back(p):
    """As they came, and nothing is chosen."""
    while 'weights' in p.settled().get('undo', ''):
        before = p.settled()['undo']
        p.press('Ctrl+Z')
        p.wait(lambda s: s.get('redo') == before, 'Ctrl+Z')
    no_vertices(p)


def dismiss_note(p):
    if 'message' in p.settled():
        p.press('Esc')
        p.wait(lambda s: 'message' not in s, 'Escape dismisses the note')


def mends(said, before=nothing, undo=None):
    """The account is said; where something was done it is a step."""
    return Case(lambda a, b: said in b.get('message', '') and (undo is None or b.get('undo') == undo),
                before=before, after=weights_back)


def vertices_by(effect, before=joint_vertices, **how):
    return Case(lambda a, b: effect(int(a['vertices']), int(b['vertices'])), before=before,
                after=how.get('after', no_vertices))


def copied_row(p):
    joint_vertices(p)
    p.menu('Weights > Mend > Copy the weights of a vertex')
    p.menus_closed()


def spoilt(p):
    """One side has other weights than the other."""
    one_of_two(p)
    for entry in ('Vertices > All that follows the joint', 'Mend > All weight to the joint'):
        p.menu('Weights > ' + entry)
        p.menus_closed()
    p.wait(lambda s: 'message' in s, 'all weight goes to the thigh')
    no_vertices(p)


def locked_weights(p):
    select_one(p)
    p.menu('Weights > Mend > Lock the weights of joints')
    p.menus_closed()
    p.wait(lambda s: s['weights-locked'] == '1', 'the weights of the chest are locked')


TOP = math.pi / 2
CASES = {
    'open-file': dialog('open'),
    'save-workspace': dialog('save-workspace'),
    'save-workspace-as': dialog('save-workspace'),
    'save-picture': dialog('save-picture'),
    'make-film': is_open('film', after=lambda p: close_film(p)),
    'export-mesh': dialog('export-mesh'),
    'export-rig': dialog('export-rig'),
    'save-pose': dialog('save-pose'),
    'load-pose': dialog('load-pose'),
    'take-clip': dialog('take-clip'),
    'take-weights': dialog('take-weights'),
    'save-weights': dialog('save-weights'),
    'load-weights': dialog('load-weights'),
    'find-textures': dialog('find-textures'),
    'compare-file': dialog('compare'),
    'export-tables': dialog('export-tables'),
    'check-numbers': dialog('check-numbers'),
    'close-numbers': Case(lambda a, b: 'numbers' in a and 'numbers' not in b, before=open_numbers),
    'end-comparison': Case(lambda a, b: 'compared' not in b, before=compare.begin),
    'quit': Case(None, ends=True),
    'settings': is_open('settings', after=close_settings),
    'undo': Case(lambda a, b: b['edited'] == '0' and 'redo' in b, before=edited),
    'redo': Case(lambda a, b: b['edited'] == '1', before=undone),
    'escape': Case(lambda a, b: 'selection' in a and 'selection' not in b, before=select_one),
    'select-all': Case(lambda a, b: int(b['also']) > 30, before=select_one),
    'select-none': Case(lambda a, b: 'selection' in a and 'selection' not in b, before=select_one),
    'select-others': Case(lambda a, b: int(b['also']) > 30 and a['selection'] != b['selection'], before=select_one),
    'box-select': is_open('box', after=lambda p: p.press('Esc')),
    'select-below': Case(lambda a, b: int(b['also']) > 10 and a['selection'] == b['selection'], before=select_one),
    'select-chain': Case(lambda a, b: int(b['also']) > 1 and a['selection'] == b['selection'], before=select_one),
    'select-other-side': Case(lambda a, b: b['selection'] == 'thigh.R', before=lambda p: one_of_two(p)),
    'select-parent': Case(lambda a, b: b['selection'] == 'spine', before=select_one),
    'select-child': Case(lambda a, b: b['selection'] == 'neck', before=select_one),
    'previous-sibling': Case(lambda a, b: a['selection'] != b['selection'], before=lambda p: one_of_two(p)),
    'next-sibling': Case(lambda a, b: a['selection'] != b['selection'], before=lambda p: one_of_two(p)),
    'move-now': drags('translate'),
    'rotate-now': drags('rotate'),
    'scale-now': drags('scale'),
    'select-only': is_open('select-only'),
    'move': gizmo('translate', 'Shift+S'),
    'rotate': gizmo('rotate', 'W'),
    'scale': gizmo('scale', 'W'),
    'probe': changed('probe'),
    'next-axes': Case(lambda a, b: a['settings']['space'] != b['settings']['space'], before=lambda p: p.press('Shift+R')),
    'common-pivot': changed('pivot'),
    'snap': changed('snap'),
    'pull-limbs': changed('pull'),
    'hold-joint': Case(lambda a, b: a['held'] != b['held'], before=lambda p: p.select(), after=release_all),
    'release-all': Case(lambda a, b: b['held'] == '0', before=hold_chest),
    'hide-joints': Case(lambda a, b: b['hidden'].split()[0] == '32', before=select_one, after=lambda p: show_all(p)),
    'isolate-joints': Case(lambda a, b: int(b['hidden'].split()[0]) > 5 and b['selection'] == 'chest', before=select_one,
                           after=lambda p: show_all(p)),
    'show-all': Case(lambda a, b: b['hidden'] == '0 0', before=lambda p: hide_chest(p)),
    'lock-joints': Case(lambda a, b: a['locked'] != b['locked'], before=select_one, after=lambda p: unlock_all(p)),
    'unlock-all': Case(lambda a, b: b['locked'] == '0', before=lambda p: lock_chest(p)),
    'reset-joint': Case(lambda a, b: b['edited'] == '0', before=edited),
    'reset-subtree': Case(lambda a, b: b['edited'] == '0', before=edited),
    'reset-all': Case(lambda a, b: b['edited'] == '0', before=edited),
    'copy-pose': Case(lambda a, b: b.get('note') == 'Copied the pose of ' + b['selection'], before=no_note, after=all_reset),
    'copy-matrix': Case(lambda a, b: b.get('note') == 'Copied: W of chest', before=no_note),
    'paste-pose': Case(lambda a, b: b['edited'] == '1' and turn(b) == 30, before=copied,
                       after=all_reset),
    'paste-mirrored': Case(lambda a, b: b['edited'] == '1' and turn(b) == -30, before=copied,
                           after=all_reset),
    'mirror-pose': Case(lambda a, b: b['undo'] == 'Mirror chest' and turn(b) == -30, before=turned,
                        after=all_reset),
    'mirror-whole-pose': Case(lambda a, b: b['undo'] == 'Mirror pose' and turn(b) == -30, before=turned,
                              after=all_reset),
    'symmetry': changed('symmetry'),
    'poses': Case(lambda a, b: 'tab-3' in b.open, after=to_joint_tab),
    'draft-skeleton': Case(lambda a, b: ('drafted' in a) != ('drafted' in b), before=leave_draft, after=leave_draft),
    'draft-of-model': Case(lambda a, b: int(b.get('drafted', 0)) > 20, before=leave_draft, after=leave_draft),
    'draft-delete': Case(lambda a, b: b.get('drafted') == '0', before=drafting('head'), after=leave_draft),
    'draft-mirror-right': Case(lambda a, b: b.get('drafted') == '2', before=drafting('thigh.L'), after=leave_draft),
    'draft-mirror-left': Case(lambda a, b: b.get('drafted') == '2', before=drafting('thigh.R'), after=leave_draft),
    'draft-build': Case(lambda a, b: 'drafted' not in b and b['joint'].keys() == {'root'},
                        before=drafting('head'), after=leave_draft),
    'rebind-here': Case(lambda a, b: b['undo'].startswith('Rebind here'), before=edited, after=take_back(1)),
    'rebind-rest': Case(lambda a, b: b['undo'].startswith('Rebind rest'), before=select_one, after=take_back(1)),
    'rebind-pose': Case(nothing, before=select_one, grey=True),
    'bind-pose-here': Case(lambda a, b: b['undo'] == 'Bind pose here', before=edited, after=take_back(1)),
    'bind-doctor': Case(lambda a, b: 'doctor here' in b['widget'], before=select_one, after=top_of_joint_tab),
    'bind-next': Case(lambda a, b: b.get('note') == 'No joint is.', before=no_note),
    'bind-pose': base('bind'),
    'rest-pose': base('rest'),
    'clip': base('clip'),
    'bake-clip': clips(1, in_edited_clip, 1),
    'drop-clip': clips(-1, baked, 2),
    'play': Case(lambda a, b: b['playing'] == '1' and time_of(b) != time_of(a), after=stop),
    'step-back': Case(lambda a, b: time_of(b) < time_of(a), before=in_clip_off_view),
    'step-forward': Case(lambda a, b: time_of(b) > time_of(a), before=in_clip_off_view),
    'previous-key': Case(lambda a, b: time_of(b) < time_of(a), before=in_clip_of_all),
    'next-key': Case(lambda a, b: time_of(b) > time_of(a), before=in_clip_of_all),
    'to-end': Case(lambda a, b: time_of(b) == b.numbers('range')[1] > time_of(a), before=in_clip_off_view),
    'go-to-time': Case(lambda a, b: b['typing'] == '1', after=leave_field),
    'find-clip': Case(lambda a, b: 'clip:idle' in b['widget'], after=find_by_typing),
    'fade-clip': Case(lambda a, b: 'fade:idle' in b['widget'], before=in_wave, after=close_fade),
    'at-end': Case(lambda a, b: a['playback'].split()[1] != b['playback'].split()[1], after=loops),
    'range-start': Case(lambda a, b: b.numbers('range')[0] == time_of(b) > 0, before=in_clip, after=all_played),
    'range-end': Case(lambda a, b: b.numbers('range')[1] == time_of(b) > 0, before=in_clip, after=all_played),
    'range-all': Case(lambda a, b: a.numbers('range')[0] > b.numbers('range')[0] == 0, before=from_here),
    'seconds': changed('time'),
    'curves': changed('curves'),
    'trail': changed('trail'),
    'poses-around': changed('poses'),
    'to-start': Case(lambda a, b: time_of(a) > 0 and time_of(b) == 0, before=in_clip_off_view),
    'map-none': Case(lambda a, b: b['settings']['show'] == 'shaded', before=shows('shaded', '').before),
    'map-weights': shows('weights', 'H'),
    'map-joints': shows('joints', 'J'),
    'map-dominant': shows('dominant', 'Shift+J'),
    'map-influences': shows('influences', 'I'),
    'map-sum': shows('sum', 'U'),
    'map-limit': shows('limit', 'K'),
    'map-distance': shows('distance', 'Shift+D'),
    'map-normals': shows('normals', 'Shift+U'),
    'map-engine': shows('engine', ''),
    'engine-surface': changed('engine'),
    'map-weights-apart': Case(lambda a, b: b['settings']['show'] == 'weights-apart', before=compare.begin, after=compare.end),
    'map-apart': Case(lambda a, b: b['settings']['show'] == 'apart', before=compare.begin, after=compare.end),
    'vertex-mode': Case(changed('vertices').effect, after=no_vertex_mode),
    'vertex-brush': is_open('brush', after=no_vertex_mode),
    'vertices-all': vertices_by(lambda a, b: b > 10000, before=no_vertices),
    'vertices-none': vertices_by(lambda a, b: a > 0 and b == 0),
    'vertices-others': vertices_by(lambda a, b: b > a > 0),
    'vertices-grow': vertices_by(lambda a, b: b > a > 0),
    'vertices-shrink': vertices_by(lambda a, b: a > b > 0),
    'vertices-parts': vertices_by(lambda a, b: b > a > 0),
    'vertices-of-joint': vertices_by(lambda a, b: b > 100, before=select_one),
    'mend-all': mends('Mended ', limit_is_three, undo='Mend all weights'),
    'mend-normalise': mends('Nothing to normalise'),
    'mend-prune': mends('Nothing to prune'),
    'mend-limit': mends('Limited ', limit_is_three, undo='Limit 3 weights'),
    'mend-limit-fit': mends('Limited ', limit_is_three, undo='Limit 3 fit weights'),
    'mend-fill': mends('Nothing to fill'),
    'mend-smooth': mends('Smoothed ', joint_vertices, undo='Smooth 0.5 1 weights'),
    'mend-average': mends('mean weights', joint_vertices, undo='Average weights'),
    'mirror-weights-left': mends('Mirrored ', spoilt),
    'mirror-weights-right': mends('Mirrored ', spoilt),
    'mirror-weights-left-topology': mends('Mirrored ', spoilt),
    'mirror-weights-right-topology': mends('Mirrored ', spoilt),
    'copy-weights': Case(lambda a, b: b.get('note', '').startswith('Copied the weights of vertex'), before=joint_vertices,
                         after=no_vertices),
    'paste-weights': mends('Pasted weights to', copied_row, undo='Paste weights'),
    'weights-to-joint': mends('Set the weight of chest to 1 in', joint_vertices, undo='Set chest 1 weights'),
    'weights-from-joint': mends('Set the weight of chest to 0 in', joint_vertices, undo='Set chest 0 weights'),
    'more-weight': mends('Scaled the weight of chest by 1.1 in', joint_vertices),
    'less-weight': mends('Scaled the weight of chest by 0.9 in', joint_vertices),
    'lock-weights': Case(lambda a, b: b['weights-locked'] == '1', before=select_one, after=weights_back),
    'clinic': Case(lambda a, b: 'tab-6' in b.open, after=to_joint_tab),
    'weight-table': is_open('table', after=table_closed),
    'unlock-weights': Case(lambda a, b: b['weights-locked'] == '0', before=locked_weights, after=weights_back),
    'paint-weights': is_open('paint', after=no_painting),
    'brush-size': Case(lambda a, b: 'brush-size' in b.open, before=painting, after=no_painting),
    'brush-smaller': Case(lambda a, b: float(b['brush']) < float(a['brush']), before=painting, after=no_painting),
    'brush-larger': Case(lambda a, b: float(b['brush']) > float(a['brush']), before=painting, after=no_painting),
    'next-limit': Case(next_limit),
    'weights-below': changed('subtree'),
    'raw-weights': changed('weights'),
    'next-deformer': changed('method'),
    'next-panes': Case(changed('panes').effect, after=to_one_pane),
    'mistake-rest-for-bind': changed('mistake'),
    'mistake-order-of-T': changed('mistake'),
    'mistake-order-of-W': changed('mistake'),
    'mistake-Ul-before-L': changed('mistake'),
    'mistake-no-inverse-bind': changed('mistake'),
    'mistake-bind-not-inverted': changed('mistake'),
    'mistake-transposed': Case(changed('mistake').effect, after=no_mistake),
    'space-walker': Case(changed('walker').effect, after=no_walk),
    'walk-play': Case(lambda a, b: float(b['settings']['walker_at']) > 0, before=walking(), after=no_walk),
    'walk-back': Case(lambda a, b: b['settings']['walker_at'] == '0', before=walking('Alt+Right'), after=no_walk),
    'walk-on': Case(lambda a, b: b['settings']['walker_at'] == '1', before=walking(), after=no_walk),
    'chord': changed('chord'),
    'joint-curves': Case(changed('sweep').effect, before=select_one, after=no_sweep),
    'joint-curves-of': changed('sweep_of'),
    'chain-alone': changed('bones'),
    'bone-distances': changed('distances'),
    'hatching': changed('hatching'),
    'surface': changed('surface'),
    'textures': changed_and_back('textures', 'T'),
    'wireframe': changed_and_back('wireframe', 'M'),
    'xray': changed_and_back('xray', 'Alt+Z'),
    'next-tone': changed('tone'),
    'both-sides': changed('both_sides'),
    'skeleton': changed('skeleton'),
    'joint-names': changed('joint_names'),
    'joint-axes': changed('joint_axes'),
    'next-needles': changed('needles'),
    'screw': changed('screw'),
    'grid': changed('grid'),
    'light-theme': changed('dark'),
    'frame-all': moves_camera(zoomed),
    'frame-selection': moves_camera(lambda p: (p.select(), zoomed(p))),
    'look-front': camera(0, 0),
    'look-right': camera(math.pi / 2, 0),
    'look-top': camera(0, TOP),
    'look-back': camera(math.pi, 0),
    'look-left': camera(-math.pi / 2, 0),
    'orthographic': Case(lambda a, b: a['camera'].split()[-1] != b['camera'].split()[-1]),
    'joint-above': Case(lambda a, b: b['selection'] == 'belly', before=off_view),
    'joint-below': Case(lambda a, b: b['selection'] == 'neck', before=off_view),
    'fold-joint': Case(lambda a, b: int(b['folded']) > int(a['folded']), before=unfolded),
    'unfold-joint': Case(lambda a, b: int(b['folded']) < int(a['folded']), before=folded),
    'find-joint': Case(lambda a, b: b['typing'] == '1', after=leave_field),
    'open-lesson': dialog('open-lesson'),
    'go-on-lesson': Case(lambda a, b: 'lesson' not in a and step(b)[:1] == ['1'] and b['loading'] == '0', before=left_lesson, lesson=True),
    'lesson-next': Case(lambda a, b: step(a)[0] == '0' and step(b)[0] == '1', before=first_step, lesson=True),
    'lesson-back': Case(lambda a, b: step(a)[0] == '1' and step(b)[0] == '0', before=second_step, lesson=True),
    'show-answer': Case(lambda a, b: b['lesson'] == a['lesson'].replace(' asks', ' answered'), before=asking_step, lesson=True),
    'answer-above': Case(lambda a, b: b.get('guess') == 'option 1', before=second_option, lesson=True),
    'answer-below': Case(lambda a, b: b.get('guess') == 'option 3', before=second_option, lesson=True),
    'play-slider': Case(lambda a, b: 'playing-slider' not in a and b.get('playing-slider') == '0', before=step_with_slider,
                        after=slider_rests, lesson=True),
    'next-lesson': Case(lambda a, b: step(b)[:1] == ['0'] and step(b)[1] > step(a)[1], before=second_step, lesson=True),
    'previous-lesson': Case(lambda a, b: step(b)[:1] == ['0'] and step(b)[1] < step(a)[1], before=other_lesson, lesson=True),
    'close-lesson': Case(lambda a, b: 'lesson' in a and 'lesson' not in b, lesson=True),
    'record-step': dialog('record-step'),
    'presenter': is_open('presenter', after=leave_presenter),
    'speaker-window': is_open('speaker', after=leave_speaker),
    'black-screen': is_open('black'),
    'left-panel': is_open('left', after=panels_back),
    'right-panel': is_open('right', after=panels_back),
    'side-panels': is_open('left', after=panels_back),
    'find-command': Case(lambda a, b: 'command search' in b['widget'] and b['typing'] == '1', after=popup_closed),
    'joint-menu': Case(lambda a, b: 'menu:Lock joints' in b['widget'], before=select_one, after=popup_closed),
    'next-panel': Case(lambda a, b: b.get('focus') != a.get('focus'), after=lose_focus),
    'previous-panel': Case(lambda a, b: b.get('focus') != a.get('focus'), after=lose_focus),
    'next-field': Case(lambda a, b: b.get('focus') != a.get('focus'), after=lose_focus),
    'previous-field': Case(lambda a, b: b.get('focus') != a.get('focus'), after=lose_focus),
    'menu-bar': Case(lambda a, b: 'menus' in b.open, after=leave_menus),
    'help': Case(lambda a, b: 'help' in b.open and headed_once(b), after=close_card),
    'history': is_open('history', after=close_card),
    'letters': is_open('letters', after=close_card),
    'last-message': Case(lambda a, b: 'bad.fbx' in b.get('message', ''), before=bad_file, after=dismiss),
    'about': is_open('about', after=close_card),
}
