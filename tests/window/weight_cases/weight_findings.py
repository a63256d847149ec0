"""What the clinic finds, and what mends it."""
import json
import os
import struct
import subprocess
import tempfile

from checks import need
from weight_table import lines_of


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
