"""The table of weights: its lines, order, filters and numbers."""
import csv
import json
import os
import subprocess

from checks import need
from exports import export
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
        p.click_on('cell:5,1')  # two clicks at one place would be a double one, which opens the cell
        p.wait(lambda s: s.get('pinned') != at and s['rest'] == '1', 'another cell is marked')
        p.click_on('cell:3,1')
        p.wait(lambda s: s.get('pinned') == at and s['rest'] == '1', 'the cell is marked again')
        for letter in '+=0.1':  # by a slow hand: each has a picture of its own
            p.type(letter)
            p.settled()
        p.press('Enter')
        p.wait(lambda s: s.get('pinned') != at and s['rest'] == '1', 'what to do with the weight is done')
        p.press('Ctrl+S')
        path = save_as(p, 'table.bindpose')
        p.wait(lambda s: s['unsaved'] == '0' and s['rest'] == '1', 'it is saved')
        after = weights_of(p, path)
        mesh = next(iter(before))[0]
        row, was = (rows[mesh, int(at.split()[1])] for rows in (after, before))
        need(abs(row[joint] - 0.35) < 1e-6, 'what was typed is saved, and what was added: %s' % row)
        need(abs(sum(row.values()) - 1.0) < 1e-6, 'the others make up for it: %s' % row)
        others = [j for j in was if j != joint]
        for j in others:
            share = (1.0 - 0.35) / (1.0 - was[joint])
            need(abs(row[j] - was[j] * share) < 1e-5, '%s keeps its proportion: %s, was %s' % (j, row, was))
    finally:
        p.close()


def table_exported(suite):
    """A number typed into a cell that a double click opened is in the rig that is exported, and in no other row."""
    arm = suite.tools.model('arm.glb')
    p = suite.program(arm, size='1280x720')
    try:
        before = weights_of(p, arm)
        mesh = next(iter(before))[0]
        open_table(p)
        p.click_on('table head:count')
        p.settled()
        x, y = p.center('cell:2,1')
        p.click(x, y)
        p.click(x, y)
        s = p.wait(lambda s: s['typing'] == '1' and 'table cell' in s['widget'] and s['rest'] == '1', 'a double click opens the cell')
        joint, vertex = s['selection'], int(s['pinned'].split()[1])
        p.press('Ctrl+A')
        p.type('0.625')
        p.settled()
        p.press('Enter')
        p.wait(lambda s: s.get('undo') and s['typing'] == '0' and s['rest'] == '1', 'the weight is written')
        p.press('Esc')
        p.wait(lambda s: 'table' not in s.open, 'the table closes')
        export(p, 'Ctrl+Shift+E', 'typed.glb')
        after = weights_of(p, os.path.join(p.folder.name, 'typed.glb'))
        need(len(after) == len(before), 'the file has all vertices: %d of %d' % (len(after), len(before)))
        mesh_after = next(iter(after))[0]
        row, was = after[mesh_after, vertex], before[mesh, vertex]
        need(abs(was.get(joint, 0.0) - 0.625) > 0.01, 'it was another number: %s' % was)
        need(abs(row[joint] - 0.625) < 1e-6 and abs(sum(row.values()) - 1.0) < 1e-6, 'what was typed is in the file: %s' % row)
        far = lambda a, b: max(abs(a.get(j, 0.0) - b.get(j, 0.0)) for j in set(a) | set(b))
        changed = [v for (m, v), old in before.items() if far(after[mesh_after, v], old) > 1e-6]
        need(vertex in changed and all(far(after[mesh_after, v], row) < 1e-6 for v in changed),
             'and only at its place: %s' % changed)
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


def follow_columns(suite):
    """Other lines have other columns: that of the selected joint comes into sight when they are there."""
    p = suite.program(suite.tools.model('arm.glb'), size='1000x720')
    try:
        open_table(p)
        p.click_on('table columns:By joint')
        p.select('hand')
        p.wait(lambda s: 'table head:hand' in s['widget'] and s['rest'] == '1', 'the column of the hand')
        left, top, width, height = p.widget('table scroll across')
        p.drag((left + 8, top + height / 2), (left + width, top + height / 2))
        p.wait(lambda s: 'table head:hand' not in s['widget'] and s['rest'] == '1', 'the last columns are seen')
        p.click_on('table rows')
        p.click_on('table rows:joint')
        p.wait(lambda s: lines_of(s) is not None and 'table head:hand' in s['widget'] and s['rest'] == '1',
               'the hand is in sight among the joints that share its vertices')
        for joint in ('upper_arm', 'forearm', 'hand'):
            p.select(joint)
            p.wait(lambda s: 'table head:' + joint in s['widget'] and s['rest'] == '1', 'and so is %s' % joint)
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
