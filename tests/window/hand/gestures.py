"""What the mouse does in the view: every row of README's table "In the window", all buttons and modifiers, files
that are dropped, the window's size."""
import re

import painting
import timeline
from checks import need
from choice_gestures import by_box, by_vertices, hide_and_isolate, history, hold_the_feet, lock, selects, walk_joints
from draft_gestures import bind_doctor, both_sides_of_a_draft, names_of_a_draft, skeleton_by_hand
from handle_gestures import about_one_point, by_keys, by_numbers, gizmo, probe, pull_a_limb, together
from program import SIZE
from view_gestures import click_twice, drag_and_orbit_all, joint_menu, keys_of, several_panes


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
