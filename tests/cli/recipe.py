#!/usr/bin/env python3
"""Pictures carry the command that draws them again: recipe.py BINDPOSE ASSETS.

Draws pictures, reads the text in them, runs it in a folder of its own and compares pixels.
"""
import os
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile


def chunks(path):
    data = open(path, 'rb').read()
    at = 8
    while at < len(data):
        size, kind = struct.unpack('>I4s', data[at:at + 8])
        yield kind, data[at + 8:at + 8 + size]
        at += 12 + size


def texts(path):
    out = {}
    for kind, body in chunks(path):
        if kind == b'tEXt':
            key, text = body.split(b'\0', 1)
            out[key.decode()] = text.decode('latin-1')
        if kind == b'iTXt':
            key, rest = body.split(b'\0', 1)
            assert rest[:2] == b'\0\0', rest[:2]
            out[key.decode()] = rest[2:].split(b'\0', 2)[2].decode()
    return out


def pixels(path):
    return [body for kind, body in chunks(path) if kind in (b'IHDR', b'IDAT')]


def main():
    bindpose, assets = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(assets, 'capsule.glb'), os.path.join(folder, 'é capsule.glb'))
        shutil.copy(os.path.join(assets, 'capsule.glb'), folder)

        def run(*words):
            done = subprocess.run([bindpose, *words], cwd=folder, capture_output=True, text=True)
            assert done.returncode == 0, (words, done.stderr)

        cases = [
            (['render', 'capsule.glb', '--bind', '-o', 'a.png', '--size', '320x200', '--edit',
              'joint upper rotate 0 0 60', '--camera', 'yaw 30 pitch 10 frame upper'], 'a.png'),
            (['render', 'é capsule.glb', '-o', "it's.png", '--size', '200x200', '--background',
              'transparent'], "it's.png"),
            (['lesson', '4', '--render-steps', 'steps', '--size', '640x360', '--presenter'],
             'steps/02-answer.png'),
        ]
        for words, name in cases:
            run(*words)
            path = os.path.join(folder, name)
            text = texts(path)
            assert text['Software'] == 'Bindpose', text
            first = pixels(path)
            again = shlex.split(text['Comment'])
            assert again == ['bindpose', *words], again
            os.remove(path)
            run(*again[1:])
            assert pixels(path) == first, text['Comment']
            assert texts(path) == text
        # Frames of a film and what is not asked for by a command have none.
        run('render', 'capsule.glb', '-o', 'film/', '--turntable', '0.1', '--size', '64x64')
        frame = os.path.join(folder, 'film', '0001.png')
        assert not texts(frame), texts(frame)
        # Too long to be kept.
        run('render', 'capsule.glb', '-o', 'long.png', '--size', '64x64',
            *['--edit', 'view xray on'] * 4000)
        assert not texts(os.path.join(folder, 'long.png'))


main()
