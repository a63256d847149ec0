"""Whole poses: both sides at once, blending, and the library of saved ones."""
import glob
import json
import math
import os

from checks import need
from handle_gestures import with_rings
from program import ring_drag


def symmetric_drag(p):
    """A ring turns a forearm, and the other one mirrored, live and in one step."""
    p.menu('Edit > Symmetric editing')
    p.menus_closed()
    p.wait(lambda s: s['settings']['symmetry'] == 'on', 'the switch is on')
    state = with_rings(p)
    before = state['joint']
    start, end = ring_drag(state)
    p.drag(start, end, release=False)
    now = p.wait(lambda s: s['edited'] == '2' and s['rest'] == '1', 'both turn while the button is down')['joint']
    need(math.dist(before['hand.R'], now['hand.R']) > 8, 'the other hand moves')
    p.x.button('left', False)
    p.wait(lambda s: 'undo' in s and s['edited'] == '2', 'both stay turned')
    p.press('Delete')
    p.wait(lambda s: s['edited'] == '0', 'Delete resets both')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '2', 'one undo brings both again')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'one undo takes both back')
    p.menu('Edit > Symmetric editing')
    p.menus_closed()
    p.wait(lambda s: s['settings']['symmetry'] != 'on', 'the switch is off')


def files(p):
    return sorted(glob.glob(os.path.join(p.folder.name, 'bindpose', 'poses', '*.json')))


def turn(state):
    return state.numbers('user')[2]


def save(p, name):
    p.click_on('pose name')
    p.wait(lambda s: s['typing'] == '1', 'the name can be typed')
    p.type(name)
    p.press('Enter')
    p.wait(lambda s: 'saved:' + name in s['widget'] and s['typing'] == '0', 'it is in the library')


def more(p, name, entry):
    p.click_on('saved:' + name, button='right')
    p.click_on('pose:' + entry)


def reset(p):
    p.press('Ctrl+Delete')
    p.wait(lambda s: s['edited'] == '0', 'all joints are reset')


def library(p):
    p.select()
    p.rotate_by_field('40')
    p.click_on('tab:Poses')
    p.click_on('pose name')
    p.wait(lambda s: s['typing'] == '1', 'the name can be typed')
    p.type('.nod')
    p.press('Enter')
    p.wait(lambda s: s.get('message', '').startswith('error') and s['typing'] == '0', 'no name begins with a point')
    p.press('Esc')
    p.click_on('pose name')
    p.wait(lambda s: s['typing'] == '1', 'what was typed is still there')
    for key in ('Home', 'Delete', 'Enter'):
        p.press(key)
    p.wait(lambda s: 'saved:nod' in s['widget'] and s['typing'] == '0', 'and is mended')
    need([os.path.basename(f) for f in files(p)] == ['nod.json'], 'as a file of its own')
    with open(files(p)[0], encoding='utf-8') as f:
        need(json.load(f)['bindpose_pose'] == 1, 'which is a pose file')
    reset(p)
    p.settled()
    p.picture('poses')
    p.click_on('saved:nod')
    p.wait(lambda s: s['edited'] == '1' and s['undo'] == 'Pose nod' and abs(turn(s) - 40) < 1e-3, 'a click applies it')
    more(p, 'nod', 'Apply mirrored')
    p.wait(lambda s: abs(turn(s) + 40) < 1e-3, 'and mirrored')
    reset(p)
    x, y = p.center('saved:nod')
    p.drag((x, y), (x + 75, y), release=False)
    p.wait(lambda s: s['edited'] == '1' and abs(turn(s) - 20) < 1, 'a drag of half the way blends half')
    p.press('Esc')
    p.wait(lambda s: s['edited'] == '0', 'Escape takes it back')
    p.x.button('left', False)
    p.drag((x, y), (x + 75, y))
    p.wait(lambda s: s['edited'] == '1' and s['undo'].startswith('Blend nod 0.'), 'and stays when let go')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0', 'in one step')


def blend_slider(p):
    """Half of the way back to the rest pose, and a bend that spreads."""
    p.click_on('saved:nod')
    p.wait(lambda s: s['edited'] == '1', 'the pose is there')
    x, y, w, h = p.widget('poses:blend')
    p.drag((x + 8, y + h / 2), (x + w / 2, y + h / 2), release=False)
    p.wait(lambda s: abs(turn(s) - 20) < 2, 'half of the way towards the bind pose, live')
    p.x.button('left', False)
    p.wait(lambda s: s.get('undo', '').startswith('Blend bind 0.'), 'in one step')
    p.press('Ctrl+Z')
    p.wait(lambda s: abs(turn(s) - 40) < 1e-3, 'undone')
    x, y, w, h = p.widget('poses:relax')
    p.drag((x + 8, y + h / 2), (x + w - 2, y + h / 2), release=False)
    p.wait(lambda s: abs(turn(s)) < 1, 'relaxed to its still neighbours')
    p.x.button('left', False)
    p.wait(lambda s: s.get('undo', '').startswith('Relax '), 'in one step')
    p.press('Ctrl+Z')
    p.wait(lambda s: abs(turn(s) - 40) < 1e-3, 'undone')


def rename_and_delete(p):
    p.file(os.path.join('bindpose', 'poses', 'broken.json'), '{"bindpose_pose": 1, "joints": 7}')
    more(p, 'nod', 'Rename...')
    p.wait(lambda s: s['typing'] == '1', 'a field for the name')
    p.press('Ctrl+A')
    p.type('bow')
    p.press('Enter')
    p.wait(lambda s: 'saved:bow' in s['widget'] and 'saved:nod' not in s['widget'], 'it has the new name')
    p.widget('saved:broken')  # a bad file is there, and the others work
    p.click_on('saved:broken')
    p.settled()
    need('broken' in [os.path.basename(f)[:-5] for f in files(p)], 'nothing happens to it')
    more(p, 'bow', 'Delete...')
    p.click_on('pose:keep')
    p.wait(lambda s: 'saved:bow' in s['widget'], 'it is asked, and kept')
    more(p, 'bow', 'Delete...')
    p.click_on('pose:delete')
    p.wait(lambda s: 'saved:bow' not in s['widget'], 'or deleted')
    need([os.path.basename(f) for f in files(p)] == ['broken.json'], 'with its file')
    while 'undo' in p.settled():  # and nothing was done
        was = p.state()['undo']
        p.press('Ctrl+Z')
        p.wait(lambda s: s.get('undo') != was or s['edited'] == '0', 'Ctrl+Z goes on')
    p.click_on('tab:Joint')


def all_cases(suite, p):
    for case in (symmetric_drag, library, blend_slider, rename_and_delete):
        suite.check(case.__name__.replace('_', ' '), case, p)
