"""Weights in the window: the table, the clinic, weights that are computed."""
import csv
import json
import os
import struct
import subprocess
import tempfile

from deformers import deformers
from gestures import need
from work import save_as


def lines_of(state):
    """How many the table lists, by now; None: it is not open, or not done."""
    for name in state['widget']:
        if name.startswith('table lines:'):
            return int(name[12:])
    return None


def cells_of(state):
    return {tuple(map(int, name[5:].split(','))) for name in state['widget'] if name.startswith('cell:')}


def open_table(p, key='Alt+W'):
    p.settled()
    p.press(key)
    return p.wait(lambda s: lines_of(s) is not None and s['rest'] == '1', 'the table opens')


def type_number(p, text):
    for letter in text:
        p.press({'.': 'period'}.get(letter, letter))


def weights_of(p, path):
    """What the program says of a file: {(mesh, vertex): {joint: weight}}."""
    out = os.path.join(p.folder.name, 'weights.csv')
    subprocess.run([p.tools.bindpose, 'weights', path, '--out', out], check=True, capture_output=True, timeout=60)
    rows = {}
    with open(out, encoding='utf-8') as f:
        for line in csv.DictReader(f):
            rows.setdefault((line['mesh'], int(line['vertex'])), {})[line['joint']] = float(line['weight'])
    return rows


def table(suite):
    """Open, choose a cell, type, undo, type again, save: the weights of the workspace are those that were typed."""
    p = suite.program(suite.tools.model('arm.glb'), size='1280x720')
    try:
        before = weights_of(p, suite.tools.model('arm.glb'))
        s = open_table(p)
        need(lines_of(s) == len(before), 'all %d vertices are listed: %s' % (len(before), lines_of(s)))
        need('table' in s.open, 'it says that it is open')
        p.click_on('table head:count')  # those with many weights come first
        p.settled()
        p.click_on('cell:3,1')
        s = p.wait(lambda s: s.get('pinned') and s['vertices'] != '0' and s.get('selection') and s['rest'] == '1',
                   'the vertex of the line is chosen and pinned in the view')
        joint, at = s['selection'], s['pinned']
        need(joint in s['joint'], 'the joint of the cell is selected: %s' % joint)
        before_letters = (s['settings'], s['open'], s['hidden'])
        for letter in 'hwlxsm':  # over the view these hide, choose a map, lock, ...
            p.press(letter)
        s = p.settled()
        need((s['settings'], s['open'], s['hidden']) == before_letters and not s.get('undo') and s['selection'] == joint,
             'letters over a marked cell are no commands: %s, %s' % (s['settings'], s['open']))
        type_number(p, '0.25')
        p.settled()
        p.press('Enter')
        s = p.wait(lambda s: s.get('undo') and s.get('pinned') != at and s['rest'] == '1',
                   'the weight is written, and the next line is marked')
        p.press('Ctrl+Z')
        p.wait(lambda s: not s.get('undo') and s['rest'] == '1', 'one step takes it back')
        p.press('Ctrl+Shift+Z')
        p.wait(lambda s: s.get('undo') and s['rest'] == '1', 'and brings it again')
        p.press('Ctrl+S')
        path = save_as(p, 'table.bindpose')
        p.wait(lambda s: s['unsaved'] == '0' and s['rest'] == '1', 'it is saved')
        after = weights_of(p, path)
        mesh = next(iter(before))[0]
        row, was = (rows[mesh, int(at.split()[1])] for rows in (after, before))
        need(abs(row[joint] - 0.25) < 1e-6, 'what was typed is saved: %s' % row)
        need(abs(sum(row.values()) - 1.0) < 1e-6, 'the others make up for it: %s' % row)
        others = [j for j in was if j != joint]
        for j in others:
            share = (1.0 - 0.25) / (1.0 - was[joint])
            need(abs(row[j] - was[j] * share) < 1e-5, '%s keeps its proportion: %s, was %s' % (j, row, was))
    finally:
        p.close()


def of_a_workspace(suite):
    """A workspace as the file that weights are taken of: they are those that were edited there."""
    arm = suite.tools.model('arm.glb')
    p = suite.program(arm, size='1280x720')
    try:
        rows = weights_of(p, arm)
        mesh, n = next(iter(rows))[0], len(rows)
        stiff = {'mesh': mesh, 'index': 0, 'vertices': n, 'joints': ['hand'], 'vertex': list(range(n)), 'count': [1] * n,
                 'joint': [0] * n, 'weight': [1] * n, 'sum': [1] * n}
        work = p.file('stiff.bindpose', json.dumps({'bindpose_workspace': 1, 'model': {'path': arm}, 'weights': [stiff]}))
        p.menu('Weights > Take weights of another file...')
        p.wait(lambda s: s.get('dialog') == 'take-weights' and s['typing'] == '1' and s['rest'] == '1', 'a file is chosen')
        p.type(work)
        p.press('Enter')
        s = p.wait(lambda s: s.get('undo') == 'Weights of another file' and s['rest'] == '1', 'they are taken')
        need('took weights of arm.glb' in s['message'] and s['model'] == 'arm.glb', s['message'])
        p.press('Esc')
        p.press('Ctrl+S')
        path = save_as(p, 'taken.bindpose')
        p.wait(lambda s: s['unsaved'] == '0' and s['rest'] == '1', 'it is saved')
        taken = weights_of(p, path)
        need(len(taken) == n and all(row == {'hand': 1.0} for row in taken.values()), 'all hang on the hand')
        p.press('Ctrl+Z')
        p.wait(lambda s: not s.get('undo') and s['rest'] == '1', 'one step takes it back')
        # One whose model is not there is one sentence, and changes nothing.
        gone = p.file('gone.bindpose', json.dumps({'bindpose_workspace': 1, 'model': {'path': 'nowhere.glb'}}))
        p.menu('Weights > Take weights of another file...')
        p.wait(lambda s: s.get('dialog') == 'take-weights' and s['typing'] == '1' and s['rest'] == '1', 'a file is chosen')
        p.type(gone)
        p.press('Enter')
        s = p.wait(lambda s: 'message' in s and s['rest'] == '1', 'it is said')
        need('The model of gone.bindpose is not there any more' in s['message'] and not s.get('undo'), s['message'])
    finally:
        p.close()


def table_order(suite):
    """Columns sort, the wheel and keys walk, lines are filtered, and a refused number changes nothing."""
    p = suite.program(suite.tools.model('arm.glb'), size='1280x720')
    try:
        weights = weights_of(p, suite.tools.model('arm.glb'))
        mesh = next(iter(weights))[0]
        s = open_table(p)
        p.click_on('table columns:By joint')
        s = p.wait(lambda s: any(w.startswith('table head:') and w[11:] in s['joint'] for w in s['widget']) and s['rest'] == '1',
                   'a column a joint')
        joint = next(w[11:] for w in s['widget'] if w.startswith('table head:') and w[11:] in s['joint'])
        p.click_on('table head:' + joint)
        p.settled()
        p.click_on('cell:0,0')
        s = p.wait(lambda s: s.get('pinned') and s['rest'] == '1', 'the first line')
        vertex = int(s['pinned'].split()[1])
        most = max(row.get(joint, 0.0) for row in weights.values())
        need(weights[mesh, vertex].get(joint, 0.0) == most, 'the largest weight of %s comes first' % joint)
        first = min(line for line, _ in cells_of(s))
        p.move(*p.center('cell:2,0'))
        p.wheel(-2)
        s = p.wait(lambda s: min(line for line, _ in cells_of(s)) > first and s['rest'] == '1', 'the wheel scrolls')
        p.press('Home')
        p.press('Down')
        p.press('Down')
        s = p.wait(lambda s: (2, 0) in cells_of(s) and s.get('pinned') != '0 %d' % vertex and s['rest'] == '1', 'keys walk')
        p.press('End')
        p.wait(lambda s: max(line for line, _ in cells_of(s)) == lines_of(s) - 1 and s['rest'] == '1', 'to the end')
        p.press('Home')
        type_number(p, '7')
        p.settled()
        p.press('Enter')
        s = p.wait(lambda s: 'from 0 to 1' in s.get('note', ''), 'a weight of 7 is refused')
        need(not s.get('undo'), 'and changes nothing')
        type_number(p, '0.5')
        p.settled()
        p.press('Escape')
        s = p.settled() or p.state()
        need(not s.get('undo') and 'table' in s.open, 'Escape leaves the cell as it was')
        at = s.get('pinned')
        p.press('Enter')
        p.wait(lambda s: s['typing'] == '1' and 'table cell' in s['widget'], 'Enter opens the cell')
        p.press('Enter')
        s = p.wait(lambda s: s.get('pinned') != at and s['rest'] == '1', 'and once more goes on to the next')
        need(not s.get('undo'), 'which rounds no weight to what is shown of it')
        p.click_on('table rows')
        p.click_on('table rows:joint')
        p.select(joint)
        count = sum(1 for row in weights.values() if row.get(joint, 0.0) > 0.0)
        p.wait(lambda s: lines_of(s) == count, '%d vertices follow %s' % (count, joint))
        p.press('Esc')
        s = p.wait(lambda s: 'table' not in s.open, 'Escape closes it')
        need(s.get('selection') == joint and 'pinned' in s, 'before it lets anything go')
        open_table(p)
        p.click_on('button:close table')
        p.wait(lambda s: 'table' not in s.open, 'and so does its button')
    finally:
        p.close()


def clinic(suite):
    """What is wrong is found, shown, mended and taken back."""
    p = suite.program(suite.tools.model('arm.glb'), size='1280x720')
    try:
        p.settled()
        p.press('Alt+K')
        found = lambda s: [w for w in s['widget'] if w.startswith('finding:WEIGHTS_OVER_LIMIT')]
        s = p.wait(lambda s: found(s) and s['rest'] == '1', 'the clinic finds vertices with too many influences', 30)
        p.click_on(found(s)[0])
        s = p.wait(lambda s: s['vertices'] != '0' and 'mend:WEIGHTS_OVER_LIMIT' in s['widget'] and s['rest'] == '1',
                   'they are chosen')
        p.click_on('mend:WEIGHTS_OVER_LIMIT')
        p.wait(lambda s: s.get('undo') and not found(s) and s['rest'] == '1', 'mended, it is found no more', 30)
        p.press('Ctrl+Z')
        p.wait(lambda s: found(s) and s['rest'] == '1', 'undo brings it back', 30)
        p.press('Alt+W')
        p.wait(lambda s: lines_of(s) is not None and s['rest'] == '1', 'the table opens')
        p.click_on('table rows')
        p.wait(lambda s: 'table rows:WEIGHTS_OVER_LIMIT' in s['widget'] and s['rest'] == '1', 'findings are offered')
        p.click_on('table rows:WEIGHTS_OVER_LIMIT')
        s = p.wait(lambda s: lines_of(s) == int(s['vertices']) and s['rest'] == '1', 'the finding is listed')
        need(lines_of(s) > 0, 'with its vertices')
    finally:
        p.close()


def spoilt_arm(suite, path):
    """The arm with rows that break a rule each, beside those of the arm that have too many influences."""
    with open(suite.tools.model('arm.glb'), 'rb') as f:
        data = bytearray(f.read())
    length = struct.unpack_from('<I', data, 12)[0]
    gltf, binary = json.loads(data[20:20 + length]), 28 + length
    accessor = gltf['accessors'][gltf['meshes'][0]['primitives'][0]['attributes']['WEIGHTS_0']]
    view = gltf['bufferViews'][accessor['bufferView']]
    need(accessor['componentType'] == 5126, 'weights are floats')
    start = binary + view.get('byteOffset', 0) + accessor.get('byteOffset', 0)
    for vertex, row in ((10, (1, -0.25, 0, 0)), (20, (0, 0, 0, 0)), (30, (0.5, 0, 0, 0)), (40, (0.999, 0.001, 0, 0))):
        struct.pack_into('<4f', data, start + vertex * view.get('byteStride', 16), *row)
    with open(path, 'wb') as f:
        f.write(data)


def mend_all(suite):
    """One click mends all that needs no judgement, as one step, and says what; what needs one stays listed."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'spoilt.glb')
        spoilt_arm(suite, path)
        mend_all_of(suite, path)


def mend_all_of(suite, path):
    p = suite.program(path, size='1280x720')
    try:
        p.settled()
        p.press('Alt+K')
        rules = ('ACCESSOR_WEIGHTS_NEGATIVE', 'VERTEX_WITHOUT_WEIGHT', 'ACCESSOR_WEIGHTS_NON_NORMALIZED',
                 'WEIGHTS_OVER_LIMIT', 'WEIGHTS_TOO_SMALL')
        found = lambda s: {r for r in rules for w in s['widget'] if w.startswith('finding:' + r)}
        s = p.wait(lambda s: 'clinic mend all' in s['widget'] and s['rest'] == '1', 'the clinic has its button', 30)
        need(found(s) == set(rules), 'all of them are found: %s' % found(s))
        p.click_on('clinic mend all')
        s = p.wait(lambda s: s.get('undo') == 'Mend all weights' and 'message' in s and not found(s) and s['rest'] == '1',
                   'mended, they are found no more', 30)
        for words in ('left broken weights out of', 'normalised', 'pruned 1 vertex', 'filled 1 vertex', 'limited 7'):
            need(words in s['message'], '%s is said: %s' % (words, s['message']))
        p.press('Ctrl+Z')
        s = p.wait(lambda s: found(s) == set(rules) and s['rest'] == '1', 'one step takes it back', 30)
        need(not s.get('undo'), 'one step')
    finally:
        p.close()


def one_sided(suite):
    """A joint without weight whose other side has some: one click mirrors, one step takes it back, and what it said goes."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'one-sided.glb')
        edits = ['vertices joint hand.R', 'mend set forearm.R 0.1', 'mend set hand.R 0']
        subprocess.run([suite.tools.bindpose, 'export', suite.tools.model('ogre.glb'), '--rig', '-o', path] +
                       [word for edit in edits for word in ('--edit', edit)], check=True, capture_output=True)
        found = lambda s: [w for w in s['widget'] if w.startswith('finding:JOINT_ONE_SIDED')]
        p = suite.program(path, size='1280x800')
        try:
            p.settled()
            p.press('Alt+K')
            s = p.wait(lambda s: found(s) and s['rest'] == '1', 'the clinic finds it', 40)
            p.click_on(found(s)[0])
            p.wait(lambda s: s.get('selection') == 'hand.R' and 'mend:JOINT_ONE_SIDED' in s['widget'] and s['rest'] == '1',
                   'a click selects the joint and has the mend')
            p.click_on('mend:JOINT_ONE_SIDED')
            s = p.wait(lambda s: s.get('undo') == 'Mirror onto joints without weight' and s['rest'] == '1' and not found(s),
                       'one step, and nothing is found', 40)
            need('for hand.R.' in s.get('message', ''), 'it says for which joint: %s' % s.get('message'))
            p.press('Ctrl+Z')
            s = p.wait(lambda s: not s.get('undo') and found(s) and s['rest'] == '1', 'undo brings it back', 40)
            need(not s.get('message'), 'nothing is said of a step that is not there: %s' % s.get('message'))
        finally:
            p.close()


def by_heat(p):
    p.click_on('tab:Weights')
    p.settled()
    p.click_on('section:Compute weights')
    p.settled()
    p.click_on('bind method')
    p.click_on('bind method:Heat')
    p.settled()
    p.click_on('compute weights')


def unsound_meshes(suite):
    """What is noticed of a mesh is said with the weights, and goes with them; where nothing would come of it they stay."""
    p = suite.program(suite.tools.model('dragonling.glb'), size='1280x800')
    try:
        p.settled()
        by_heat(p)
        s = p.wait(lambda s: s.get('undo') and s['rest'] == '1', 'weights are computed', 60)
        need('312 edges are open (wing.L and wing.R)' in s.get('message', ''), 'the borders are told: %s' % s.get('message'))
        p.press('Ctrl+Z')
        s = p.wait(lambda s: not s.get('undo') and s['rest'] == '1', 'undo')
        need(not s.get('message'), 'what was said goes with it: %s' % s.get('message'))
    finally:
        p.close()
    with tempfile.TemporaryDirectory() as folder:
        cube, path = (os.path.join(folder, name) for name in ('cube.obj', 'far.glb'))
        with open(cube, 'w') as f:
            f.write('v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n')
        edits = ['draft joint hips at 90 0 0', 'draft joint leg at 90 1 0 under hips', 'skeleton build'] + ['weights 0 %d leg 1' % v for v in range(4)]
        subprocess.run([suite.tools.bindpose, 'export', cube, '--rig', '-o', path] +
                       [word for edit in edits for word in ('--edit', edit)], check=True, capture_output=True)
        p = suite.program(path, size='1280x800')
        try:
            p.settled()
            by_heat(p)
            s = p.wait(lambda s: s.get('message') and s['rest'] == '1', 'it is refused', 30)
            need('No bone is anywhere near the surface' in s['message'], 'the sentence says why: %s' % s['message'])
            need(not s.get('undo') and s['unsaved'] == '0', 'weights are as they were')
        finally:
            p.close()


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


def to_the_doctor(suite):
    """The clinic leads to the bind doctor where a bind mirrors; what the file has no Pose for is grey there."""
    p = suite.program(suite.tools.model('broken/mirrored.glb'), size='1280x720')
    try:
        p.settled()
        p.press('Alt+K')
        found = lambda s: [w for w in s['widget'] if w.startswith('finding:BIND_MIRRORED')]
        s = p.wait(lambda s: found(s) and s['rest'] == '1', 'the clinic finds it', 30)
        p.click_on(found(s)[0])
        p.wait(lambda s: s.get('selection') == 'tail3' and 'mend:BIND_MIRRORED' in s['widget'] and s['rest'] == '1',
               'a click shows the joint, and the way to the doctor')
        p.click_on('mend:BIND_MIRRORED')
        s = p.wait(lambda s: 'doctor:To Pose' in s['widget'] and s['rest'] == '1', 'it is open')
        need(s.get('selection') == 'tail3', 'with that joint')
        undo = s.get('undo')
        p.click_on('doctor:To Pose')
        s = p.settled()
        need(s.get('undo') == undo and not s.get('message'), 'a glTF file has no Pose: the button is grey')
    finally:
        p.close()


def weights(suite):
    for case in (table, of_a_workspace, table_order, clinic, mend_all, one_sided, unsound_meshes, beside, files, mends, numbers, deformers, mend_numbers, locks, one_level, ranks,
                 nothing_to_paint, to_the_doctor):
        suite.check(case.__name__.replace('_', ' '), case, suite)
