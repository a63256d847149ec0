"""Two files beside each other: the list of what differs, what a click on its lines does, what the second file follows,
what ends it."""
import json
import os
import shutil
import struct
import tempfile

from program import Failed


def need(good, what):
    if not good:
        raise Failed(what)


def altered(source, path):
    """The ogre with B^-1 of its left forearm moved by 3 cm, and half of the weights that it shares with the upper arm."""
    with open(source, 'rb') as f:
        data = f.read()
    size, = struct.unpack_from('<I', data, 12)
    doc, rest = json.loads(data[20:20 + size]), bytearray(data[20 + size:])

    def start(accessor):
        view = doc['bufferViews'][doc['accessors'][accessor]['bufferView']]
        return 8 + view.get('byteOffset', 0) + doc['accessors'][accessor].get('byteOffset', 0), view.get('byteStride')
    nodes = {n.get('name'): k for k, n in enumerate(doc['nodes'])}
    matrices = {(s['inverseBindMatrices'], s['joints'].index(nodes['forearm.L']))
                for s in doc['skins'] if nodes['forearm.L'] in s['joints']}
    for accessor, k in matrices:
        at = start(accessor)[0] + 64 * k + 48
        x, = struct.unpack_from('<f', rest, at)
        struct.pack_into('<f', rest, at, x + 0.03)
    body = next(n for n in doc['nodes'] if n.get('name') == 'ogre_body')
    slots = [doc['skins'][body['skin']]['joints'].index(nodes[n]) for n in ('forearm.L', 'upper_arm.L')]
    for p in doc['meshes'][body['mesh']]['primitives']:
        joints, weights = p['attributes']['JOINTS_0'], p['attributes']['WEIGHTS_0']
        wide = {5121: 'B', 5123: 'H'}[doc['accessors'][joints]['componentType']]
        (j, j_step), (w, w_step) = start(joints), start(weights)
        for i in range(doc['accessors'][joints]['count']):
            row = struct.unpack_from('<4' + wide, rest, j + i * (j_step or struct.calcsize('4' + wide)))
            if not all(s in row for s in slots):
                continue
            at = w + i * (w_step or 16)
            of = list(struct.unpack_from('<4f', rest, at))
            fore, upper = (row.index(s) for s in slots)
            of[upper] += of[fore] / 2
            of[fore] /= 2
            struct.pack_into('<4f', rest, at, *of)
    text = json.dumps(doc).encode()
    text += b' ' * (-len(text) % 4)
    with open(path, 'wb') as f:
        f.write(struct.pack('<III', 0x46546c67, 2, 20 + len(text) + len(rest)) + struct.pack('<II', len(text), 0x4e4f534a)
                + text + rest)
    return path


def compared(s):
    return 'compared' in s and not s.get('differs', '?').startswith('?') and s['rest'] == '1'


def start(p, path):
    """By the key and the dialog."""
    p.press('Ctrl+D')
    p.wait(lambda s: s.get('dialog') == 'compare' and s['typing'] == '1' and s['rest'] == '1', 'Ctrl+D asks for a file')
    p.type(path)
    p.press('Enter')


def begin(p):
    """For commands that need one."""
    if 'compared' not in p.settled():
        start(p, p.tools.model())
        p.wait(compared, 'the file is compared')


def end(p):
    if 'compared' in p.settled():
        p.menu('File > End the comparison')
        p.wait(lambda s: 'compared' not in s, 'the comparison ends')
        p.menus_closed()


def lines(p, path):
    """The lines of the list lead to what they tell of."""
    state = p.wait(compared, 'the second file is there')
    need(state['compared'] == path and state['differs'] == '1 bind surface weights', 'what differs: ' + state['differs'])
    need(state['settings']['panes'] == 'two' and 'tab-5' in state.open, 'two panes and the list')
    p.picture('compare-start')
    before = p.settled()
    p.click_on('difference:first')
    state = p.wait(lambda s: s.get('selection') == 'forearm.L' and s['base'] == 'bind', 'the first joint that differs')
    need(state['followed'].startswith('bind 0 forearm.L'), 'in both files: ' + state['followed'])
    p.wait(lambda s: s['camera'] != before['camera'] and s['rest'] == '1', 'it is framed')
    p.click_on('toggle:apart')
    p.wait(lambda s: s['settings']['show'] == 'apart' and 'legend' in s['widget'] and s['rest'] == '1', 'the map')
    p.picture('compare-map')
    p.click_on('difference:weights 0')
    state = p.wait(lambda s: s.get('pinned') == '0 1179' and s['settings']['show'] == 'weights', 'a vertex, and its joint')
    need(state['selection'] == 'forearm.L', 'that has other weights')
    p.settled()
    p.picture('compare-weights')
    p.press('Esc')
    p.click_on('toggle:weights-apart')
    p.wait(lambda s: s['settings']['show'] == 'weights-apart' and 'legend where' in s['widget'] and s['rest'] == '1',
           'how far weights are apart')
    p.picture('compare-weights-apart')
    p.press('Home')
    before = p.settled()
    p.click_on('legend where')
    state = p.wait(lambda s: s.get('pinned') == '0 1179' and s['camera'] != before['camera'] and s['rest'] == '1',
                   'the line of the legend leads to its vertex')
    p.press('Alt+D')
    p.wait(lambda s: s['settings']['show'] == 'apart', 'Alt+D')


def follows(p):
    """What is posed in A is in B; a click in B's pane selects A's joint of that name."""
    p.press('Shift+2')
    p.rotate_by_field()
    state = p.wait(lambda s: s['followed'] == 'rest 1 forearm.L ', 'the second file has the edit')
    p.press('Ctrl+Z')
    p.wait(lambda s: s['edited'] == '0' and s['followed'].startswith('rest 0'), 'and undo takes it back')
    p.press('Home')
    state = p.settled()
    pane_a, pane_b = (state['widget']['compared ' + c] for c in 'AB')
    x, y = state['joint']['head']
    p.click(x + (pane_b[0] + pane_b[2]) - (pane_a[0] + pane_a[2]) + 22, y)
    p.wait(lambda s: s.get('selection') == 'head' and ' head' in s['followed'], 'a click in the right pane')
    p.press('C')
    p.wait(lambda s: s['settings']['panes'] == 'split', 'C: a line between both')
    p.press('C')
    p.wait(lambda s: s['settings']['panes'] == 'one', 'A alone')
    p.press('C')
    p.wait(lambda s: s['settings']['panes'] == 'two', 'and both')


def changes(p, own, path):
    """Either file is written again; another one cannot be read; a third has nothing in common."""
    shutil.copy(path, own)
    state = p.wait(lambda s: s.get('differs') == '0' and s['rest'] == '1', 'the open file is read again: now both are the same')
    need(state['compared'] == path and state['selection'] == 'head', 'the comparison goes on')
    p.press('Esc')
    shutil.copy(p.tools.model(), path)
    p.wait(lambda s: s.get('differs') == '1 bind surface weights' and 'again' in s.get('message', ''), 'and so is the other one')
    start(p, p.file('bad.fbx', 'this is no FBX file'))
    state = p.wait(lambda s: s.get('message', '').startswith('error') and s['rest'] == '1', 'a bad file is named')
    need('bad.fbx' in state['message'] and state['compared'] == path, 'and the one before stays')
    start(p, p.tools.model('capsule.glb'))
    state = p.wait(lambda s: s.get('compared', '').endswith('capsule.glb') and compared(s), 'a file of something else')
    need('no joint in common' in state.get('message', ''), 'that is said')
    p.click_on('button:close comparison')
    state = p.wait(lambda s: 'compared' not in s and s['rest'] == '1', 'the cross at its name ends it')
    need(state['settings']['panes'] == 'one' and state['settings']['show'] == 'shaded', 'all is as before')
    need('tab-5' not in state.open and 'message' not in state, 'its tab and what was said of it go')


def in_a_lesson(p, path):
    """A file compared with a lesson's model is there until the next step."""
    p.menu('Lessons > lesson 3')
    p.wait(lambda s: s.get('lesson', '').startswith('0 03') and s['loading'] == '0', 'a lesson', 20)
    p.menus_closed()
    start(p, path)
    p.wait(compared, 'beside its model')
    p.press('Right')
    state = p.wait(lambda s: s.get('lesson', '').startswith('1 03') and s['rest'] == '1', 'the next step')
    need('compared' not in state and 'tab-5' not in state.open, 'ends the comparison')
    start(p, path)
    p.wait(compared, 'begun beside this step')
    p.press('Ctrl+W')
    state = p.wait(lambda s: 'lesson' not in s and s['rest'] == '1', 'Ctrl+W closes the lesson')
    need('compared' in state and state['settings']['panes'] != 'one', 'and leaves the comparison: %r' % state.short())
    p.menu('Lessons > lesson 3')
    p.wait(lambda s: s.get('lesson', '').startswith('0 03') and s['loading'] == '0', 'a lesson again', 20)
    p.menus_closed()
    p.press('Ctrl+W')
    state = p.wait(lambda s: 'lesson' not in s and s['rest'] == '1', 'closed again')
    need('compared' not in state and state['settings']['panes'] == 'one' and state['settings']['show'] == 'shaded',
         'what compared files were shown in does not come back without them: %r' % state.short())


def two_files(suite):
    with tempfile.TemporaryDirectory(prefix='bindpose-compare-') as folder:
        path = altered(suite.tools.model(), os.path.join(folder, 'altered.glb'))
        own = shutil.copy(suite.tools.model(), os.path.join(folder, 'ogre.glb'))
        p = suite.program(own, '--diff', path, size='1280x720')
        try:
            suite.check('the lines of what differs', lines, p, path)
            suite.check('the second file follows', follows, p)
            suite.check('other files to compare with', changes, p, own, path)
            suite.check('a comparison in a lesson', in_a_lesson, p, path)
        finally:
            p.close()
