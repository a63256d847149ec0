"""Files that the window writes: what is said of them, and that it can be read again."""
import json
import os
import struct

from gestures import need


def without_its_image(p):
    """The arm with a texture whose image lies nowhere: it cannot come along."""
    with open(p.tools.model('arm.glb'), 'rb') as f:
        glb = f.read()
    size = struct.unpack_from('<I', glb, 12)[0]
    model = json.loads(glb[20:20 + size])
    model['images'] = [{'uri': 'gone.png'}]
    model['textures'] = [{'source': 0}]
    model['materials'][0].setdefault('pbrMetallicRoughness', {})['baseColorTexture'] = {'index': 0}
    text = json.dumps(model).encode()
    text += b' ' * (-len(text) % 4)
    chunks = struct.pack('<I4s', len(text), b'JSON') + text + glb[20 + size:]
    path = os.path.join(p.folder.name, 'arm.glb')
    with open(path, 'wb') as f:
        f.write(struct.pack('<4sII', b'glTF', 2, 12 + len(chunks)) + chunks)
    return path


def export(p, keys, name):
    """By the dialog, under a name that is typed over what it offers."""
    path = os.path.join(p.folder.name, name)
    p.press(keys)
    p.wait(lambda s: 'dialog' in s.open and s['typing'] == '1' and s['rest'] == '1', keys + ' opens the dialog')
    p.press('Ctrl+A')
    p.type(path)
    p.press('Enter')
    p.wait(lambda s: 'dialog' not in s.open, 'Enter exports')
    state = p.wait(lambda s: 'Exported' in s.get('message', ''), 'it is said that the file is there')
    need(name in state['message'], 'under its name')
    need(os.path.getsize(path) > 1000, 'and it is')
    return state['message']


def with_notes(p):
    """What could not come along is said where the export is, stays, and can be read again."""
    p.tools.drop(p, without_its_image(p), 300, 300)
    p.wait(lambda s: s.get('model') == 'arm.glb' and s['loading'] == '0', 'the model opens')
    for keys, name in (('Ctrl+E', 'posed.glb'), ('Ctrl+Shift+E', 'rig.glb')):
        said = export(p, keys, name)
        need(said.startswith('warning') and 'not found and could not be put into the file' in said,
             'what is missing is said: ' + said)
        p.settled()
        p.picture('export-' + name)
        p.press('Esc')
        p.wait(lambda s: 'message' not in s, 'Escape dismisses it')
        p.click_on('button:last message')
        p.wait(lambda s: s.get('message') == said, 'a click in the status bar brings it back')
        p.click_on('button:dismiss')
        p.wait(lambda s: 'message' not in s, 'its cross dismisses it')


def without_notes(p):
    for name in ('posed.obj', 'posed.ply'):
        said = export(p, 'Ctrl+E', name)
        need(said.startswith('note'), 'nothing is missing: ' + said)
        p.press('Esc')
        p.wait(lambda s: 'message' not in s, 'Escape dismisses it')


def exports(suite):
    p = suite.program(suite.tools.model())
    try:
        suite.check('without notes', without_notes, p)
        suite.check('with notes', with_notes, p)
    finally:
        p.close()
