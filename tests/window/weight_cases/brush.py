"""The brush that paints weights: its size by the mouse, and what the first stroke on a large model waits for."""
import array
import json
import math
import os
import struct
import tempfile
import time

from checks import need
from painting import begin, undo_of, weights


def resized(suite):
    """F and the mouse: a click, Enter or a drag keep the size, Escape and the right button take it back; a held F is one F."""
    p = suite.program(suite.tools.model(), size='1280x720')
    try:
        state = begin(p)
        x, y = state['joint']['chest']
        p.move(x, y)
        first = before = float(p.settled()['brush'])
        size = lambda s: float(s['brush'])
        done = lambda s: 'brush-size' not in s.open and s['rest'] == '1'

        def grab():
            p.move(x, y)
            p.settled()
            p.press('F')
            p.wait(lambda s: 'brush-size' in s.open, 'F takes the size')

        grab()
        p.move(x + 50, y)
        p.wait(lambda s: size(s) > before * 1.2 and 'brush tag' in s['widget'], 'it follows the mouse, and its size is told at once')
        p.picture('brush-size')
        p.press('Enter')
        kept = size(p.wait(lambda s: done(s) and size(s) > before * 1.2, 'Enter keeps it'))
        grab()
        p.move(x - 20, y)
        p.wait(lambda s: size(s) < kept, 'to the left it is smaller')
        p.press('Esc')
        s = p.wait(lambda s: done(s) and abs(size(s) - kept) < 1e-6, 'Escape takes that back')
        need('paint' in s.open, 'and the brush is out still')
        grab()
        p.move(x + 30, y)
        p.wait(lambda s: size(s) > kept, 'larger')
        p.click(x + 30, y, button='right')
        s = p.wait(lambda s: done(s) and abs(size(s) - kept) < 1e-6, 'the right button takes it back as well')
        need(not any(w.startswith('menu:') and w.count(':') == 1 and w == 'menu:Hide' for w in s['widget']), 'and opens no menu')
        grab()
        p.drag((x, y), (x + 40, y))
        s = p.wait(lambda s: done(s) and size(s) > kept, 'a drag is one as well')
        need(not undo_of(s) and s.get('selection') == 'chest', 'and paints nothing: %r' % undo_of(s))
        kept = size(s)
        # The key is held, as in programs where it has to be: it repeats.
        p.move(x, y)
        p.settled()
        p.x.key('F', True)
        p.wait(lambda s: 'brush-size' in s.open, 'F is held')
        for k in range(1, 21):
            p.move(x + 2 * k, y)
            time.sleep(0.05)
        p.x.key('F', False)
        p.wait(lambda s: size(s) > kept, 'larger while it is held')
        p.press('Esc')
        p.wait(lambda s: done(s) and abs(size(s) - kept) < 1e-6, 'Escape takes back all of it')
        for key, more in ((']', True), ('[', False)):
            was = size(p.settled())
            p.press(key)
            p.wait(lambda s: (size(s) > was) if more else (size(s) < was), key)
        need(abs(size(p.settled()) - kept) < 1e-4 and kept > first, 'and [ undoes ]')
    finally:
        p.close()


def broad_sheet(path, side):
    """A square of `side` times `side` vertices that stands upright, its left half and its right half with a joint each."""
    count = side * side
    place, normal, joint, weight, triangle = (array.array(t) for t in 'ffHfI')
    for j in range(side):
        for i in range(side):
            x = 2.0 * i / (side - 1) - 1.0
            place.extend((x, 2.0 * j / (side - 1), 0.02 * math.cos(3.0 * x)))
            left = min(1.0, max(0.0, 0.5 + 2.0 * x))
            weight.extend((left, 1.0 - left, 0.0, 0.0))
    normal.extend((0.0, 0.0, 1.0) * count)
    joint.extend((0, 1, 0, 0) * count)
    for j in range(side - 1):
        for i in range(side - 1):
            a = j * side + i
            triangle.extend((a, a + 1, a + side, a + 1, a + side + 1, a + side))
    inverse = array.array('f')
    for x in (0.5, -0.5):
        inverse.extend((1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -1, 0, 1))
    parts, views, accessors = [], [], []
    for data, kind, component, number in ((place, 'VEC3', 5126, count), (normal, 'VEC3', 5126, count), (joint, 'VEC4', 5123, count),
                                          (weight, 'VEC4', 5126, count), (triangle, 'SCALAR', 5125, len(triangle)),
                                          (inverse, 'MAT4', 5126, 2)):
        views.append({'buffer': 0, 'byteOffset': sum(map(len, parts)), 'byteLength': len(data) * data.itemsize})
        accessors.append({'bufferView': len(views) - 1, 'componentType': component, 'type': kind, 'count': number})
        parts.append(data.tobytes())
    accessors[0].update(min=[-1, 0, -0.02], max=[1, 2, 0.02])
    gltf = {'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0, 1]}],
            'nodes': [{'mesh': 0, 'skin': 0, 'name': 'sheet'}, {'name': 'root', 'translation': [0, 0, 0], 'children': [2, 3]},
                      {'name': 'side.L', 'translation': [0.5, 1, 0]}, {'name': 'side.R', 'translation': [-0.5, 1, 0]}],
            'meshes': [{'name': 'sheet', 'primitives': [{'attributes': {'POSITION': 0, 'NORMAL': 1, 'JOINTS_0': 2, 'WEIGHTS_0': 3},
                                                         'indices': 4}]}],
            'skins': [{'joints': [2, 3], 'inverseBindMatrices': 5}], 'buffers': [{'byteLength': sum(map(len, parts))}],
            'bufferViews': views, 'accessors': accessors}
    text = json.dumps(gltf).encode()
    text += b' ' * (-len(text) % 4)
    binary = b''.join(parts)
    with open(path, 'wb') as f:
        f.write(struct.pack('<4sII', b'glTF', 2, 28 + len(text) + len(binary)))
        f.write(struct.pack('<I4s', len(text), b'JSON') + text + struct.pack('<I4s', len(binary), b'BIN\0') + binary)


def large(suite):
    """On a large model what both sides need is found beside the window: it tells how far it is, and goes on answering."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'sheet.glb')
        broad_sheet(path, 720)
        p = suite.program(path, size='900x640')
        try:
            state = begin(p, 'side.L')
            p.wait(lambda s: s['rest'] == '1', 'what one side needs is there', 60)
            (a, y), (b, _) = (state['joint'][name] for name in ('side.L', 'side.R'))
            x = 0.65 * a + 0.35 * b  # where both pull
            p.move(x + 5, y + 5)
            p.settled()
            p.click(*p.center('toggle:brush mirrored'))
            p.wait(lambda s: 'busy card' in s['widget'] or s['rest'] == '1', 'it says that it gets ready, or, on a quick machine, it is')
            # Pressed at once: either it says that it is not ready, or it paints; and the mouse is answered meanwhile.
            slowest = 0.0
            for k in range(10):
                start = time.time()
                if k == 0:
                    p.click(x, y)
                p.move(x + k, y - k)
                p.wait(lambda s: True, 'the window answers')
                slowest = max(slowest, time.time() - start)
            need(slowest < 1.0, 'at once: %.2f s' % slowest)
            p.wait(lambda s: s['rest'] == '1' and 'busy card' not in s['widget'], 'it is ready', 90)
            if undo_of(p.state()):  # the click has painted
                p.press('Ctrl+Z')
                p.wait(lambda s: not undo_of(s) and s['rest'] == '1', 'undone')
            p.drag((x, y), (x + 20, y))
            s = p.wait(lambda s: undo_of(s) == 'Paint: add side.L' and s['rest'] == '1', 'a stroke on both sides')
            need(' mirrored ' in s['painted'], s['painted'][:100])
            # Once more, given up: by Escape nobody paints any more.
            p.press('Esc')
            p.wait(lambda s: 'paint' not in s.open, 'Escape ends it')
        finally:
            p.close()


CASES = (resized, large)
