#!/usr/bin/env python3
"""Puts several of the demo models side by side into one glTF file, for the picture of all of them.

    hall.py OUT.glb MODEL.glb,CLIP,SECONDS,X,Z,DEGREES ...

Each stands at (X, 0, Z), turned about y, in the pose that its clip has at the key nearest to the time.
It reads what bindpose_make_models writes and no other files: one buffer, keys without gaps."""
import json
import math
import struct
import sys

FLOATS = {'SCALAR': 1, 'VEC3': 3, 'VEC4': 4}


def parts_of(path):
    with open(path, 'rb') as file:
        data = file.read()
    length = struct.unpack_from('<I', data, 12)[0]
    return json.loads(data[20:20 + length]), data[20 + length + 8:]


def rows(model, binary, index):
    accessor = model['accessors'][index]
    view = model['bufferViews'][accessor['bufferView']]
    count = accessor['count'] * FLOATS[accessor['type']]
    return struct.unpack_from(f'<{count}f', binary, view.get('byteOffset', 0))


def pose(model, binary, clip, seconds):
    """Writes the clip's key nearest to the time into the nodes."""
    animation = next(a for a in model['animations'] if a['name'] == clip)
    for channel in animation['channels']:
        sampler, target = animation['samplers'][channel['sampler']], channel['target']
        times = rows(model, binary, sampler['input'])
        key = min(range(len(times)), key=lambda k: abs(times[k] - seconds))
        values = rows(model, binary, sampler['output'])
        width = len(values) // len(times)
        model['nodes'][target['node']][target['path']] = list(values[key * width:(key + 1) * width])


def shift(thing, key, by):
    if key in thing:
        thing[key] += by


def shift_textures(thing, by):
    for key, value in thing.items():
        if isinstance(value, dict):
            if key.endswith('Texture'):
                value['index'] += by
            shift_textures(value, by)


def add(hall, binary, model, more, place):
    """Appends all of a model to the hall, below a node of its own."""
    at = {name: len(hall[name]) for name in hall if isinstance(hall[name], list)}
    for view in model['bufferViews']:
        view['byteOffset'] = view.get('byteOffset', 0) + len(binary)
    for accessor in model['accessors']:
        shift(accessor, 'bufferView', at['bufferViews'])
        for sparse in accessor.get('sparse', {}).values():
            if isinstance(sparse, dict):
                sparse['bufferView'] += at['bufferViews']
    for mesh in model['meshes']:
        for primitive in mesh['primitives']:
            for table in [primitive['attributes'], *primitive.get('targets', [])]:
                for name in table:
                    table[name] += at['accessors']
            primitive['indices'] += at['accessors']
            primitive['material'] += at['materials']
    for skin in model['skins']:
        skin['inverseBindMatrices'] += at['accessors']
        skin['skeleton'] += at['nodes']
        skin['joints'] = [j + at['nodes'] for j in skin['joints']]
    for node in model['nodes']:
        shift(node, 'mesh', at['meshes'])
        shift(node, 'skin', at['skins'])
        if 'children' in node:
            node['children'] = [k + at['nodes'] for k in node['children']]
    for material in model['materials']:
        shift_textures(material, at['textures'])
    for texture in model['textures']:
        texture['sampler'] += at['samplers']
        texture['source'] += at['images']
    for image in model['images']:
        image['bufferView'] += at['bufferViews']
    for name in at:
        if name != 'scenes':
            hall[name] += model.get(name, [])
    x, z, degrees = place
    half = math.radians(degrees) / 2
    hall['nodes'].append({'name': model['scenes'][0]['name'], 'translation': [x, 0, z],
                          'rotation': [0, math.sin(half), 0, math.cos(half)],
                          'children': [k + at['nodes'] for k in model['scenes'][0]['nodes']]})
    hall['scenes'][0]['nodes'].append(len(hall['nodes']) - 1)
    return binary + more + bytes(-len(more) % 4)


def main(out, *words):
    hall = {name: [] for name in ('nodes', 'meshes', 'skins', 'accessors', 'bufferViews', 'materials', 'textures',
                                  'samplers', 'images')}
    hall.update(asset={'version': '2.0'}, scene=0, scenes=[{'nodes': []}])
    binary = b''
    for word in words:
        path, clip, *numbers = word.split(',')
        seconds, *place = map(float, numbers)
        model, more = parts_of(path)
        pose(model, more, clip, seconds)
        binary = add(hall, binary, model, more, place)
    hall['buffers'] = [{'byteLength': len(binary)}]
    text = json.dumps(hall).encode()
    text += b' ' * (-len(text) % 4)
    with open(out, 'wb') as file:
        file.write(struct.pack('<III', 0x46546C67, 2, 28 + len(text) + len(binary)))
        file.write(struct.pack('<II', len(text), 0x4E4F534A) + text)
        file.write(struct.pack('<II', len(binary), 0x004E4942) + binary)


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
