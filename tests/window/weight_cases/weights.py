"""Weights in the window: the table, the clinic, weights that are computed."""
import csv
import json
import os

import brush
from checks import need
from deformers import deformers
from weight_findings import clinic, mend_all, one_sided, to_the_doctor, unsound_meshes
import weight_words
from weight_table import follow_columns, of_a_workspace, open_table, table, table_exported, table_order, weights_of
from work import save_as


def beside(suite):
    """Weights by a method in a second pane: the own ones stay, until they are computed; work can be cancelled."""
    p = suite.program(suite.tools.model('arm.glb'), size='1280x800')
    try:
        p.settled()
        p.select('forearm')
        p.click_on('tab:Weights')
        p.settled()
        p.click_on('section:Compute weights')
        p.settled()
        p.click_on('bind method')
        p.click_on('bind method:Voxels')
        p.settled()
        p.click_on('compute beside')
        s = p.wait(lambda s: s['settings']['panes'] == 'two' and 'compared' in s and s['rest'] == '1', 'a second pane', 40)
        need(not s.get('undo') and s['unsaved'] == '0', 'the own weights stay')
        p.press('Alt+D')
        p.wait(lambda s: s['settings']['show'] == 'apart' and s['rest'] == '1', 'how far both are apart', 30)
        p.click_on('bind method')
        p.click_on('bind method:Radius')
        p.settled()
        p.click_on('compute beside')
        s = p.wait(lambda s: 'compared' in s and s['rest'] == '1', 'other weights beside', 40)
        need(not s.get('undo'), 'the own weights stay')
        p.menu('File > End the comparison')
        s = p.wait(lambda s: 'compared' not in s and s['settings']['panes'] == 'one' and s['rest'] == '1', 'one pane again')
        p.click_on('bind method')
        p.click_on('bind method:Heat')
        p.settled()
        p.click_on('compute weights')
        p.wait(lambda s: 'bind heat' in s.get('undo', '').lower() and s['rest'] == '1', 'computed weights are one step', 60)
        s = p.wait(lambda s: 'judged:heat roughness' in s['widget'] and s['rest'] == '1', 'they are judged', 60)
        need(all('judged:%s roughness' % name in s['widget'] for name in ('voxel', 'radius')),
             'side by side with those that were beside: %s' % [w for w in s['widget'] if w.startswith('judged:')])
        p.press('Ctrl+Z')
        p.wait(lambda s: not s.get('undo') and s['rest'] == '1', 'that undo takes back')
    finally:
        p.close()


def choose_file(p, dialog, path):
    p.wait(lambda s: s.get('dialog') == dialog and s['typing'] == '1' and s['rest'] == '1', 'the dialog')
    p.press('Ctrl+A')
    p.type(path)
    p.press('Enter')


def files(suite):
    """Weights go out as CSV, are changed there, and come in again."""
    p = suite.program(suite.tools.model('arm.glb'), size='1280x720')
    try:
        p.settled()
        path = os.path.join(p.folder.name, 'own.csv')
        p.menu('Weights > Save the weights...')
        choose_file(p, 'save-weights', path)
        p.wait(lambda s: 'Saved the weights' in s.get('message', '') and s['rest'] == '1', 'they are saved', 30)
        with open(path, encoding='utf-8') as f:
            lines = list(csv.DictReader(f))
        vertex = lines[0]['vertex']
        changed = [line for line in lines if line['vertex'] != vertex] + [dict(lines[0], weight='1', sum='1')]
        with open(path, 'w', encoding='utf-8', newline='') as f:
            out = csv.DictWriter(f, lines[0].keys())
            out.writeheader()
            out.writerows(changed)
        p.menu('Weights > Load weights...')
        choose_file(p, 'load-weights', path)
        p.wait(lambda s: 'Loaded the weights of 1 mesh' in s.get('message', '') and s.get('undo') == 'Load weights' and s['rest'] == '1',
               'they are loaded, as one step', 30)
        p.press('Ctrl+S')
        saved = save_as(p, 'loaded.bindpose')
        p.wait(lambda s: s['unsaved'] == '0' and s['rest'] == '1', 'it is saved')
        rows = weights_of(p, saved)
        need(rows[lines[0]['mesh'], int(vertex)] == {lines[0]['joint']: 1.0}, 'with the line that was changed')
        p.file('broken.csv', 'mesh,vertex,joint,weight\nnobody,0,nothing,1\n')
        p.menu('Weights > Load weights...')
        choose_file(p, 'load-weights', os.path.join(p.folder.name, 'broken.csv'))
        s = p.wait(lambda s: 'nobody' in s.get('message', '') and s['rest'] == '1', 'what does not fit is refused', 30)
        need(s['unsaved'] == '0', 'and changes nothing')
    finally:
        p.close()


def mends(suite):
    """A mend that takes long goes on beside the window: it is cancelled and leaves all as it was, or comes as one step;
    weights of a locked joint stay through whatever is computed."""
    p = suite.program(suite.tools.model('ogre.glb'), size='1280x1000')
    try:
        p.settled()
        p.menu('Weights > Mend > Limit by fit to the clips to')
        p.wait(lambda s: 'Nothing to limit' in s.get('message', '') and s['rest'] == '1', 'nothing is over four', 30)
        p.press('Shift+K')
        for _ in range(8):
            if p.settled()['settings'].get('limit') != '1':
                p.press('Shift+K')
        before = p.settled()
        need(before['settings'].get('limit') == '1', 'the limit is one: %s' % before['settings'])
        p.menu('Weights > Mend > Limit by fit to the clips to')
        p.wait(lambda s: 'cancel busy' in s['widget'], 'it goes on beside the window', 30)
        p.click_on('cancel busy')
        s = p.wait(lambda s: 'cancel busy' not in s['widget'] and s['rest'] == '1', 'Cancel ends it', 30)
        need(s.get('undo') == before.get('undo'), 'and nothing was done: %s' % s.get('undo'))
        p.menu('Weights > Mend > Limit by fit to the clips to')
        p.wait(lambda s: (s.get('undo') or '').startswith('Limit') and 'Limited ' in s.get('message', '') and s['rest'] == '1',
               'left alone it comes, as one step', 60)
        p.press('Ctrl+Z')
        p.wait(lambda s: s.get('undo') == before.get('undo') and s['rest'] == '1', 'that undo takes back')
        p.select('chest')
        p.menu('Weights > Mend > Lock the weights of joints')
        p.wait(lambda s: s['weights-locked'] == '1' and s['rest'] == '1', 'the chest is locked')
        p.press('Ctrl+S')
        saved = save_as(p, 'locked.bindpose')
        p.wait(lambda s: os.path.exists(saved) and s['rest'] == '1', 'it is saved')
        before = weights_of(p, saved)
        p.click_on('tab:Weights')
        p.settled()
        p.click_on('section:Compute weights')
        p.settled()
        p.click_on('bind method')
        p.settled()
        p.click_on('bind method:Inverse distance')
        p.settled()
        p.click_on('compute weights')
        s = p.wait(lambda s: 'locked weights' in s.get('message', '') and s['rest'] == '1', 'the lock is told of', 60)
        p.press('Ctrl+S')
        p.wait(lambda s: s['unsaved'] == '0' and s['rest'] == '1', 'it is saved again', 60)
        after = weights_of(p, saved)
        kept = [v for v in before if before[v].get('chest', 0) != after[v].get('chest', 0)]
        need(not kept, 'what vertices have of the chest is what it was: %s' % kept[:3])
        need(before != after, 'and others changed')
    finally:
        p.close()


def numbers(suite):
    """A homework: tables go out, W without its parents comes back, and the panel says so; then it is put right."""
    p = suite.program(suite.tools.model('arm.glb'), size='1280x720')
    try:
        p.settled()
        lab = os.path.join(p.folder.name, 'lab')
        p.menu('File > Export tables of L, W, T...')
        choose_file(p, 'export-tables', lab)
        p.wait(lambda s: 'Wrote the tables' in s.get('message', '') and s['rest'] == '1', 'the tables are written', 30)
        with open(os.path.join(lab, 'tables.json'), encoding='utf-8') as f:
            root = json.load(f)
        path = p.file('W.json', json.dumps(dict(zip(root['joints'], root['L']))))
        p.menu('File > Check numbers of a file...')
        choose_file(p, 'check-numbers', path)
        s = p.wait(lambda s: 'numbers' in s and s['rest'] == '1', 'they are compared', 30)
        need(s['numbers'].startswith('W ') and s['numbers'].endswith('forearm parent forgotten'), s['numbers'])
        p.click_on('numbers:W')
        p.wait(lambda s: s.get('selection') == 'forearm' and s['rest'] == '1', 'a click selects the first wrong joint')
        p.file('W.json', json.dumps({'W': dict(zip(root['joints'], root['W']))}))
        p.wait(lambda s: s.get('numbers', '') == 'W 19 19 - ' and s['rest'] == '1', 'written again, it is read again', 30)
        p.press('R')
        for key in '3', '0', 'Enter':
            p.press(key)
        p.wait(lambda s: s.get('numbers', '').endswith(' no Ul') and s['rest'] == '1', 'the pose is another one now', 30)
        p.file('W.json', 'this is no JSON')
        p.click_on('read numbers again')
        p.wait(lambda s: 'problem' in s.get('numbers', '') and s['rest'] == '1', 'what is no such file is said', 30)
        p.click_on('close numbers')
        p.wait(lambda s: 'numbers' not in s and s['rest'] == '1', 'and it is closed')
    finally:
        p.close()


def typed(p, field, text):
    p.click_on(field)
    p.wait(lambda s: s['typing'] == '1', 'one click opens the field')
    p.type(text)
    p.press('Enter')
    p.wait(lambda s: s['typing'] == '0' and s['rest'] == '1', 'Enter ends it')


def mend_numbers(suite):
    """What mends are told is typed in the Weights tab; without chosen vertices they mean all of them."""
    p = suite.program(suite.tools.model('arm.glb'), size='1280x720')
    try:
        p.settled()
        p.click_on('tab:Weights')
        p.settled()
        p.menu('Weights > Mend > Smooth')
        p.menus_closed()
        p.wait(lambda s: s.get('undo') == 'Smooth 0.5 1 weights', 'all are smoothed where none is chosen')
        typed(p, 'smooth factor', '0.25')
        typed(p, 'smooth times', '3')
        p.click_on('mend now:Smooth by')
        p.wait(lambda s: s.get('undo') == 'Smooth 0.25 3 weights', 'as far and as often as it was typed')
        typed(p, 'prune below', '0.05')
        p.click_on('mend now:Prune below')
        s = p.wait(lambda s: s.get('undo') == 'Prune 0.05 weights', 'what is below what was typed goes')
        need('below 0.05 from' in s['message'], s['message'])
        p.press('Ctrl+Z')
        p.wait(lambda s: s.get('undo') != 'Prune 0.05 weights' and 'below 0.05' not in s.get('message', ''),
               'undo, and what was said of the step goes with it')
        p.menu('Weights > Mend > Prune weights below')
        p.menus_closed()
        p.wait(lambda s: s.get('undo') == 'Prune 0.05 weights', 'the menu has the same number')
    finally:
        p.close()


def locks(suite):
    """Locked weights are seen in the tree and beside the brush, unlocked there, and undo says what it does to them."""
    p = suite.program(suite.tools.model('arm.glb'), size='1280x720')
    try:
        p.settled()
        p.select('forearm')
        need('joint weight lock:forearm' not in p.settled()['widget'], 'nothing is locked')
        p.menu('Weights > Mend > Lock the weights of joints')
        p.menus_closed()
        p.wait(lambda s: s['weights-locked'] == '1' and 'joint weight lock:forearm' in s['widget'], 'its row has a lock')
        p.press('Alt+B')
        p.wait(lambda s: 'paint' in s.open and 'toggle:paint lock weights' in s['widget'], 'the brush has a switch for it')
        p.click_on('toggle:paint lock weights')
        p.wait(lambda s: s['weights-locked'] == '0' and 'joint weight lock:forearm' not in s['widget'], 'it unlocks')
        p.press('Ctrl+Z')
        p.wait(lambda s: s['weights-locked'] == '1' and 'The weights of forearm are locked again.' in s.get('message', ''),
               'undo locks again, and says so')
        p.click_on('joint weight lock:forearm')
        p.wait(lambda s: s['weights-locked'] == '0', 'a click on the lock of the row unlocks')
        p.press('Ctrl+Z')
        p.wait(lambda s: s['weights-locked'] == '1', 'undo')
        p.press('Ctrl+Z')
        p.wait(lambda s: s['weights-locked'] == '0' and 'The weights of forearm are no longer locked.' in s.get('message', ''),
               'undo takes the lock away, and says so')
    finally:
        p.close()


def one_level(suite):
    """Escape closes a menu inside a menu, and then that, though the mouse rests on the entry that opened it."""
    p = suite.program(suite.tools.model('arm.glb'), size='1280x720')
    try:
        p.settled()
        p.click_on('menu:Weights')
        p.wait(lambda s: 'menu:Mend' in s['widget'] and s['rest'] == '1', 'the menu is open')
        p.move(*p.center('menu:Mend'))
        p.wait(lambda s: 'menu:Smooth' in s['widget'] and s['rest'] == '1', 'the one in it as well')
        p.press('Esc')
        p.wait(lambda s: 'menu:Smooth' not in s['widget'] and 'menu:Mend' in s['widget'] and s['rest'] == '1',
               'Escape closes the inner one')
        p.press('Esc')
        p.wait(lambda s: 'menu:Mend' not in s['widget'] and s['rest'] == '1', 'and then the outer one')
    finally:
        p.close()


def ranks(suite):
    """Only the columns that sort do: a click on the second largest weights leaves the lines as they are."""
    p = suite.program(suite.tools.model('arm.glb'), size='1280x720')
    try:
        open_table(p)
        p.click_on('table head:count')
        p.settled()
        p.click_on('cell:0,0')
        first = p.wait(lambda s: s.get('pinned') and s['rest'] == '1', 'the first line')['pinned']
        p.click_on('table head:rank')
        p.settled()
        p.click_on('cell:0,0')
        need(p.settled()['pinned'] == first, 'is the first line still')
    finally:
        p.close()


def nothing_to_paint(suite):
    """Where nothing has a skin the brush does not come; it says how a skeleton is made."""
    p = suite.program(size='1280x720')
    try:
        path = p.file('plain.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n')
        suite.tools.drop(p, path, 600, 400)
        p.wait(lambda s: s.get('model') == 'plain.obj' and s['loading'] == '0' and s['rest'] == '1', 'it is open', 30)
        p.press('Alt+B')
        s = p.wait(lambda s: 'Make a skeleton first' in s.get('message', ''), 'it says what to do')
        need('(Ctrl+J)' in s['message'] and 'paint' not in s.open, s['message'])
    finally:
        p.close()


def weights(suite):
    for case in (table, table_exported, of_a_workspace, table_order, follow_columns, clinic, mend_all, one_sided, unsound_meshes, beside, files, mends, numbers, deformers, mend_numbers, locks, one_level, ranks,
                 nothing_to_paint, to_the_doctor, *weight_words.CASES, *brush.CASES):
        suite.check(case.__name__.replace('_', ' '), case, suite)
