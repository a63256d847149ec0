"""Steps of a lesson that are recorded, and what their matrices are when it is opened again."""
import json
import os
import subprocess

from checks import need


def record(p, name):
    """By the menu and the dialog; the lines that were written."""
    p.menu('Lessons > Record this view as a step...')
    p.wait(lambda s: s.get('dialog') == 'record-step', 'the dialog')
    p.settled()
    p.press('Ctrl+A')
    p.type(name)
    p.press('Enter')
    p.wait(lambda s: 'dialog' not in s.open, 'the step is recorded')
    p.settled()
    found = [os.path.join(folder, name) for folder, _, names in os.walk(p.folder.name) if name in names]
    need(found, 'there is a file; the window says %r' % p.state().short())
    with open(found[0], encoding='utf-8') as f:
        return found[0], f.read().splitlines()


def matrices(tools, edits):
    """Of the capsule's joints in that pose, as one list of numbers."""
    words = [word for edit in edits for word in ('--edit', edit)]
    run = subprocess.run([tools.bindpose, 'matrices', tools.model('capsule.glb'), *words],
                         capture_output=True, text=True, check=True)
    def numbers(value):
        if isinstance(value, (int, float)):
            return [value]
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
        return [n for v in inner for n in numbers(v)]
    return numbers(json.loads(run.stdout))


def record_case(p, tools):
    """A pose that is recorded is readable, and can be played."""
    p.select('chest')
    p.rotate_by_field('30')
    path, lines = record(p, 'own.md')
    need(path in p.state().get('message', ''), 'it is said where it was written: %r' % p.state().get('message'))
    need('joint chest rotate 0 0 30' in lines, 'the rotation stands there in degrees: %r' % lines)
    check = subprocess.run([tools.bindpose, 'lesson', path, '--check'], capture_output=True, text=True)
    need(check.returncode == 0, 'it can be played: ' + check.stderr)


# About a skew axis, and beyond 90 degrees about y.
SKEW = (['joint upper rotate 12.5 20 -33', 'joint upper rotate 0 100 0', 'joint lower rotate 7 -90 11'],
        ['joint upper rotate 40 90.001 25', 'joint lower translate 0.1 0 -0.25', 'joint lower rotate 100 170 -170'])


def records(suite):
    for number, edits in enumerate(SKEW):
        text = '---\ntitle: x\nmodel: capsule.glb\n---\n\n## A\n\n```step\nbase bind\n%s\n```\n' % '\n'.join(edits)
        p = suite.program('lesson', '{folder}/given.md', files=(('given.md', text),))
        try:
            suite.check('record a skew pose %d' % number, skew_case, p, suite.tools, edits)
        finally:
            p.close()


def skew_case(p, tools, edits):
    p.wait(lambda s: s['lesson'].startswith('0') and s['edited'] != '0' and s['rest'] == '1', 'the pose is there')
    _, lines = record(p, 'again.md')
    again = [line for line in lines if line.startswith('joint ')]
    need(not any('matrix' in line for line in again), 'no matrix: %r' % again)
    one, two = matrices(tools, ['base bind', *edits]), matrices(tools, ['base bind', *again])
    need(len(one) == len(two) > 30 and max(abs(a - b) for a, b in zip(one, two)) < 1e-5,
         'it is the same pose: %r' % again)
