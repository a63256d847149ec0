"""Files that the window writes: what is said of them, and that it can be read again."""
import json
import os
import struct
import subprocess

import poses
import saved_picture
import work
from checks import need

# A PNG of one pixel.
PIXEL = bytes.fromhex('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63'
                      'f8cfc0000003010100c9fe92ef0000000049454e44ae426082')


def without_its_image(p, two=False):
    """The arm with a texture whose image lies nowhere: it cannot come along. two: and another one."""
    with open(p.tools.model('arm.glb'), 'rb') as f:
        glb = f.read()
    size = struct.unpack_from('<I', glb, 12)[0]
    model = json.loads(glb[20:20 + size])
    model['images'] = [{'uri': 'gone.png'}]
    model['textures'] = [{'source': 0}]
    model['materials'][0].setdefault('pbrMetallicRoughness', {})['baseColorTexture'] = {'index': 0}
    model['materials'][0]['name'] = 'lacking'
    if two:
        model['images'].append({'uri': 'lost.png'})
        model['textures'].append({'source': 1})
        model['materials'][0]['emissiveTexture'] = {'index': 1}
        model['materials'][0]['emissiveFactor'] = [1, 1, 1]
    text = json.dumps(model).encode()
    text += b' ' * (-len(text) % 4)
    chunks = struct.pack('<I4s', len(text), b'JSON') + text + glb[20 + size:]
    path = os.path.join(p.folder.name, 'arm.glb')
    with open(path, 'wb') as f:
        f.write(struct.pack('<4sII', b'glTF', 2, 12 + len(chunks)) + chunks)
    return path


def search(p, folder, by_material=False):
    if by_material:
        p.click_on('material:lacking')
    else:
        p.menu('File > Find textures...')
    ready = lambda s: s.get('dialog') == 'find-textures' and s['typing'] == '1' and s['rest'] == '1'
    p.wait(ready, 'the dialog')
    p.picture('find-textures')
    p.press('Ctrl+A')
    p.type(folder)
    p.press('Enter')
    p.wait(lambda s: ready(s) and s.get('browsed') == folder, 'the folder is shown')
    p.press('Enter')


def find_textures(suite):
    """A texture that lies elsewhere: by its folder, with what was made of the model still there, and by a workspace."""
    p = suite.program(suite.tools.model())
    try:
        p.tools.drop(p, without_its_image(p), 300, 300)
        s = p.wait(lambda s: s.get('model') == 'arm.glb' and s['loading'] == '0' and s['rest'] == '1', 'the model opens')
        need('"gone.png"' in s.get('message', ''), 'what is missing is said at once: ' + s.get('message', ''))
        p.picture('missing-textures')
        empty = os.path.join(p.folder.name, 'empty')
        os.makedirs(empty)
        search(p, empty, by_material=True)  # its row in the facts says what it lacks
        s = p.wait(lambda s: 'Found 0 of 1' in s.get('message', '') and s['rest'] == '1', 'it is not there')
        need(s['unsaved'] == '0', 'a search that finds nothing is no work')
        work.edit(p, joint='forearm')
        folder = os.path.join(p.folder.name, 'pictures')
        os.makedirs(folder)
        with open(os.path.join(folder, 'GONE.png'), 'wb') as f:
            f.write(PIXEL)
        search(p, folder)
        p.wait(lambda s: 'Found 1 of 1' in s.get('message', ''), 'it is found there')
        s = p.settled()
        need('dialog' not in s.open and s['edited'] == '1' and s['unsaved'] == '1', 'what was posed is still there')
        p.picture('found-textures')
        p.press('Ctrl+Z')
        p.wait(lambda s: s['edited'] == '0', 'with its history')
        need(p.settled()['unsaved'] == '1', 'and where the texture lies is work that is not saved')
        p.press('Ctrl+S')
        path = work.save_as(p, 'found.bindpose')
        p.wait(lambda s: s.get('workspace') == path, 'it is saved')
        with open(path, encoding='utf-8') as f:
            need(len(json.load(f)['textures']['folders']) == 1, 'with where they are')
        told = json.loads(subprocess.run([p.tools.bindpose, 'info', '--json', path], check=True, capture_output=True,
                                         text=True).stdout)
        need(told['missing_textures'] == [] and told['materials'][0]['texture'] == 'GONE.png',
             'opened again the workspace has it: %s' % told['materials'])
    finally:
        p.close()


def find_one_of_two(suite):
    """Of several one of the material that was clicked, by a picture of any name."""
    p = suite.program(suite.tools.model())
    try:
        p.tools.drop(p, without_its_image(p, two=True), 300, 300)
        p.wait(lambda s: s.get('model') == 'arm.glb' and s['loading'] == '0' and s['rest'] == '1', 'the model opens')
        picture = os.path.join(p.folder.name, 'anything.png')
        with open(picture, 'wb') as f:
            f.write(PIXEL)
        p.click_on('material:lacking')
        p.wait(lambda s: s.get('dialog') == 'find-textures' and s['typing'] == '1' and s['rest'] == '1', 'the dialog')
        p.picture('find-one-texture')
        p.press('Ctrl+A')
        p.type(picture)
        p.press('Enter')
        p.wait(lambda s: 'Found 1 of 2' in s.get('message', ''), 'it is taken for the first that the material lacks')
        need('lost.png' in p.settled()['message'], 'the other is still missing')
    finally:
        p.close()


def export(p, keys, name, size=None):
    """By the dialog, under a name that is typed over what it offers; size: what is chosen of its row GLB."""
    path = os.path.join(p.folder.name, name)
    p.press(keys)
    ready = lambda s: 'dialog' in s.open and s['typing'] == '1' and s['rest'] == '1'
    p.wait(ready, keys + ' opens the dialog')
    if size:
        p.click_on('export size:' + size)
        p.click_on('browser name')
        p.wait(ready, 'the name is typed')
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
    for name in ('first.ply', 'posed.ply'):
        said = export(p, 'Ctrl+E', name)
        need(said.startswith('note'), 'nothing is missing: ' + said)
        if name == 'first.ply':
            p.press('Esc')
            p.wait(lambda s: 'message' not in s, 'Escape dismisses it')
        else:
            p.wait(lambda s: 'message' not in s, 'while nothing moves it leaves by itself')


def smaller(p):
    """The same rig small and plain."""
    sizes = []
    for size in ('Small', 'Plain'):
        name = 'rig_%s.glb' % size
        export(p, 'Ctrl+Shift+E', name, size)
        with open(os.path.join(p.folder.name, name), 'rb') as f:
            glb = f.read()
        model = json.loads(glb[20:20 + struct.unpack_from('<I', glb, 12)[0]])
        needs = model.get('extensionsRequired', [])
        need(('EXT_meshopt_compression' in needs) == (size != 'Plain'), '%s is stored so: %s' % (size, needs))
        sizes.append(len(glb))
        p.press('Esc')
        p.wait(lambda s: 'message' not in s, 'Escape dismisses the message')
    need(sizes[0] < sizes[1], 'and smaller: %s' % sizes)


def folders(p):
    """The dialog stays until something is there; a workspace goes beside its model, wherever one looked before."""
    own = p.folder.name
    os.makedirs(os.path.join(own, 'props', 'inner'))
    is_open = lambda s: 'dialog' in s.open and s['typing'] == '1' and s['rest'] == '1'
    p.press('Ctrl+O')
    p.wait(is_open, 'Ctrl+O')
    p.type(own + '/gone.glb')
    p.press('Enter')
    p.wait(lambda s: is_open(s) and 'browser error' in s['widget'], 'what is not there is said in the dialog')
    need('message' not in p.state(), 'and nowhere else')
    p.picture('browser-gone')
    p.press('Ctrl+A')
    p.type(own)
    p.press('Enter')
    x, y = p.center('entry:props/')
    p.click(x, y)
    p.click(x, y)
    p.wait(lambda s: s['browsed'] == own + '/props' and is_open(s), 'after a double click on a folder a name is typed')
    p.click_on('browser head:Name')
    p.wait(lambda s: s['typing'] == '0', 'the list has the keyboard')
    p.type('in')
    p.press('Enter')
    p.wait(lambda s: s['browsed'] == own + '/props/inner', 'letters jump to an entry')
    p.press('Esc')
    p.wait(lambda s: 'dialog' not in s.open, 'Escape')
    p.press('Ctrl+S')
    state = p.wait(lambda s: s.get('dialog') == 'save-workspace' and is_open(s), 'Ctrl+S')
    need(state['browsed'] == own, 'a workspace goes beside its model: ' + state['browsed'])
    p.press('Esc')
    p.wait(lambda s: 'dialog' not in s.open, 'Escape')


def take(p, name):
    p.tools.drop(p, p.tools.model(name), 300, 300)
    return p.wait(lambda s: s.get('take', '').endswith(name) and s['rest'] == '1', 'its clips are offered')


def weights_of_others(p):
    """Weights of another file: asked for in the menu, taken beside the window, one step, kept by a workspace."""
    before = p.settled()
    p.menu('Weights > Take weights of another file...')
    p.wait(lambda s: s.get('dialog') == 'take-weights' and s['typing'] == '1' and s['rest'] == '1', 'a file is chosen')
    p.picture('take-weights')
    p.type(p.tools.model('capsule.glb'))
    p.press('Enter')
    state = p.wait(lambda s: 'message' in s and s['rest'] == '1', 'joints that nothing stands for')
    need('No joint of ogre.glb stands for one of capsule.glb' in state['message'], state['message'])
    need(state['undo'] == before['undo'] if 'undo' in before else 'undo' not in state, 'nothing has changed')
    p.press('Esc')
    p.menu('Weights > Take weights of another file...')
    p.wait(lambda s: s.get('dialog') == 'take-weights' and s['typing'] == '1' and s['rest'] == '1', 'a file is chosen')
    p.type(p.tools.model('ogre.fbx'))
    p.press('Enter')
    state = p.wait(lambda s: s.get('undo') == 'Weights of another file' and s['rest'] == '1', 'they are taken')
    need('vertices took weights of ogre.fbx: ' in state['message'] and 'sure' in state['message'], state['message'])
    p.picture('taken-weights')
    p.press('Esc')
    p.press('Ctrl+Z')
    p.wait(lambda s: s.get('undo') != 'Weights of another file' and s['unsaved'] == '0', 'and undone in one step')


def clips_of_others(p):
    """A file that is dropped on the open model may have clips for it: they are offered, with the pairs of joints."""
    before = int(p.settled()['clips'])
    pairs = int(take(p, 'ogre.fbx')['take'].split()[0])
    p.picture('take-clip')
    need(pairs > 40, 'all joints have a partner')
    p.press('Esc')
    state = p.wait(lambda s: 'take' not in s, 'Escape cancels')
    need(state['model'] == 'ogre.glb' and int(state['clips']) == before, 'nothing has changed')
    take(p, 'ogre.fbx')
    p.click_on('pair:root')
    p.click_on('partner:none')
    p.wait(lambda s: s.get('take', '').split()[:1] == [str(pairs - 1)], 'a joint rests')
    p.click_on('pair:root')
    p.wait(lambda s: s['typing'] == '1' and 'partner search' in s['widget'], 'its list is typed into')
    p.type('ROO')
    p.press('Enter')
    p.wait(lambda s: s.get('take', '').split()[:1] == [str(pairs)], 'Enter takes what is found, and not the clip')
    p.click_on('pair:root')
    p.click_on('partner:none')
    p.wait(lambda s: s.get('take', '').split()[:1] == [str(pairs - 1)], 'and it rests again')
    p.click_on('take:Save map...')
    p.wait(lambda s: s.get('dialog') == 'save-map' and s['typing'] == '1' and s['rest'] == '1', 'a name is asked for')
    path = os.path.join(p.folder.name, 'map.json')
    p.press('Ctrl+A')
    p.type(path)
    p.press('Enter')
    p.wait(lambda s: 'dialog' not in s.open and 'take' in s, 'the pairs are saved')
    with open(path, encoding='utf-8') as f:
        need(len([s for s in json.load(f)['pairs'].values() if s]) == pairs - 1, 'as they were')
    p.click_on('take:clip')
    p.click_on('take clip:idle')
    p.click_on('take:feet')
    p.click_on('take:Take the clip')
    state = p.wait(lambda s: int(s['clips']) == before + 1 and 'take' not in s, 'the clip is there')
    need(state['base'] == 'clip' and state['clip'].startswith('idle'), 'and shown: ' + state['clip'])
    need(state['undo'].startswith('Take clip') and state['unsaved'] == '1', 'as an edit')
    said = export(p, 'Ctrl+Shift+E', 'taken.glb')
    with open(os.path.join(p.folder.name, 'taken.glb'), 'rb') as f:
        glb = f.read()
    model = json.loads(glb[20:20 + struct.unpack_from('<I', glb, 12)[0]])
    need(len(model['animations']) == before + 1, 'it is exported: ' + said)
    p.press('Esc')
    p.press('Ctrl+Z')
    p.wait(lambda s: int(s['clips']) == before and s['unsaved'] == '0', 'and undone')
    p.menu('File > Take a clip from a file...')
    p.wait(lambda s: s.get('dialog') == 'take-clip' and s['typing'] == '1' and s['rest'] == '1', 'a file is chosen')
    p.type(p.tools.model('capsule.glb'))
    p.press('Enter')
    p.wait(lambda s: s.get('take') == '0 capsule.glb' and 'take:no pairs' in s['widget'], 'none of its joints is known')
    p.picture('take-no-pairs')
    p.press('Enter')
    need('take' in p.settled(), 'nothing can be taken yet')
    p.click_on('pair:chest')
    p.wait(lambda s: 'partner:none' in s['widget'] and s['rest'] == '1', 'its list is open')
    p.click_on(next(w for w in p.state()['widget'] if w.startswith('partner:') and w != 'partner:none'))
    p.wait(lambda s: s.get('take') == '1 capsule.glb' and 'take:no pairs' not in s['widget'], 'a pair is named')
    p.press('Esc')
    p.wait(lambda s: 'take' not in s, 'Escape cancels')
    take(p, 'ogre.fbx')
    p.click_on('take:Open the file')
    p.wait(lambda s: s.get('model') == 'ogre.fbx' and s['loading'] == '0', 'or the file is opened')
    p.tools.drop(p, p.tools.model(), 300, 300)
    p.wait(lambda s: 'take' in s and s['rest'] == '1', 'and the other way round')
    p.click_on('take:Open the file')
    p.wait(lambda s: s.get('model') == 'ogre.glb' and s['loading'] == '0', 'back')


def gif_frames(path):
    """How many pictures a GIF has, and its size: its blocks walked through."""
    with open(path, 'rb') as f:
        data = f.read()
    size = struct.unpack_from('<HH', data, 6)
    at, count = 13 + 3 * (2 << (data[10] & 7)), 0

    def after_blocks(at):
        while data[at]:
            at += data[at] + 1
        return at + 1
    while data[at] != 0x3b:
        if data[at] == 0x2c:
            count += 1
            at = after_blocks(at + 11)  # no palette of its own
        else:
            at = after_blocks(at + 2)
    return count, size


def film_field(p, name, text):
    p.click_on('film:' + name)
    p.wait(lambda s: s['typing'] == '1', 'one click opens the field')
    p.type(text)
    p.press('Enter')
    p.wait(lambda s: s['typing'] == '0' and s['rest'] == '1' and 'film' in s.open, 'Enter takes the number')


def film_to(p, name):
    p.press('Enter')
    p.wait(lambda s: s.get('dialog') == 'save-film' and s['typing'] == '1' and s['rest'] == '1', 'Enter asks for a name')
    path = os.path.join(p.folder.name, name)
    p.press('Ctrl+A')
    p.type(path)
    p.press('Enter')
    p.wait(lambda s: 'dialog' not in s.open and 'film' not in s.open, 'Enter makes it')
    return path


def films(p):
    """From the dialog, beside the window, which goes on; cancelled, nothing is left."""
    p.press('Ctrl+F12')
    p.wait(lambda s: 'film' in s.open and s['rest'] == '1', 'Ctrl+F12 opens the dialog')
    p.click_on('film motion:Both')
    p.picture('film-dialog')
    p.click_on('film type:GIF')
    for name, text in (('seconds', '0.5'), ('fps', '60'), ('width', '96'), ('height', '64'), ('first', '2'), ('last', '5')):
        film_field(p, name, text)
    p.press('Enter')
    p.settled()
    need('film' in p.state().open and 'dialog' not in p.state().open, 'a GIF of 60 frames a second cannot be made')
    film_field(p, 'fps', '12')
    path = film_to(p, 'turn.gif')
    state = p.wait(lambda s: 'Saved the film' in s.get('message', ''), 'it is said that the film is there', 60)
    need(path in state['message'] and state['message'].startswith('note'), 'under its name: ' + state['message'])
    need(gif_frames(path) == (6, (96, 64)), 'six frames of its size: %r' % (gif_frames(path),))
    p.press('Esc')
    p.press('Ctrl+F12')
    film_field(p, 'seconds', '300')
    film_to(p, 'long.gif')
    p.wait(lambda s: 'cancel busy' in s['widget'], 'it is being made')
    p.select()  # meanwhile
    p.picture('film-busy')
    p.click_on('cancel busy')
    p.wait(lambda s: 'cancel busy' not in s['widget'] and s['rest'] == '1', 'Cancel ends it', 30)
    def left():
        return [n for n in os.listdir(p.folder.name) + os.listdir(p.temporary) if 'long' in n or 'bindpose-film' in n]
    p.wait(lambda s: not left(), 'its process takes away what it began', 20)


def exports(suite):
    p = suite.program(suite.tools.model())
    try:
        poses.all_cases(suite, p)
        suite.check('weights of others', weights_of_others, p)
        suite.check('clips of others', clips_of_others, p)
        suite.check('a saved picture', saved_picture.whole, p)
        suite.check('films', films, p)
        suite.check('without notes', without_notes, p)
        suite.check('smaller', smaller, p)
        suite.check('with notes', with_notes, p)
        suite.check('folders', folders, p)
        suite.check('textures that lie elsewhere', find_textures, suite)
        suite.check('a texture of another name', find_one_of_two, suite)
    finally:
        p.close()
