"""Weights painted in the view: strokes, their undo, what Escape takes back, the size, both sides, and the same by text."""
import json
import os
import subprocess

from checks import fresh, need


def weights(p, *edits, source=None):
    """Of the model with those edits, as `bindpose weights` has them: {joint: {mesh: {vertex: weight}}}."""
    out = os.path.join(p.folder.name, 'weights.json')
    words = [p.tools.bindpose, 'weights', source or p.tools.model(), '-o', out]
    for edit in edits:
        words += ['--edit', edit]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    need(done.returncode == 0, 'weights: ' + done.stderr)
    with open(out, encoding='utf-8') as f:
        return json.load(f)


def undo_of(state):
    return state.get('undo', '')


def begin(p, joint='chest'):
    state = fresh(p)
    if joint == 'chest':
        p.select(joint)
    else:
        p.click(*state['joint'][joint])
        p.wait(lambda s: s.get('selection') == joint, 'a click selects ' + joint)
    p.press('Alt+B')
    p.wait(lambda s: 'paint' in s.open and s['settings']['show'] == 'weights', 'Alt+B paints, and shows the weights')
    state = p.settled()  # the legend has its room
    need('brush radius' in state['widget'], 'the Weights tab has the brush')
    return state


def end(p, shown='shaded'):
    p.press('Esc')
    p.wait(lambda s: 'paint' not in s.open and s['settings']['show'] == shown, 'Escape ends it, and the map of before is back')
    p.click_on('tab:Joint')


def strokes(p):
    """A drag paints, in one step; Ctrl takes away, Shift smooths, Escape gives up; F, [ and ] change the size."""
    shown = p.settled()['settings']['show']
    state = begin(p)
    x, y = state['joint']['chest']
    before, camera = undo_of(p.settled()), p.settled()['camera']

    def stroke(start, finish, what, **how):
        p.drag(start, finish, **how)
        return p.wait(lambda s: undo_of(s) == what and s['rest'] == '1', what)

    s = stroke((x - 15, y), (x + 15, y + 5), 'Paint: add chest')
    text = s['painted']
    need(text.startswith('paint add chest 0.5 radius ') and text.count(' at ') > 2, 'as text: ' + text[:80])
    need(s['camera'] == camera and s.get('selection') == 'chest', 'neither view nor selection change')
    p.press('Ctrl+Z')
    p.wait(lambda s: undo_of(s) == before and s.get('redo') == 'Paint: add chest', 'Ctrl+Z takes the whole stroke back')
    stroke((x - 15, y), (x + 15, y), 'Paint: subtract chest', hold='Ctrl')
    stroke((x - 15, y), (x + 15, y), 'Paint: smooth', hold='Shift')
    p.press('Ctrl+Z')
    p.press('Ctrl+Z')
    p.wait(lambda s: undo_of(s) == before and s['rest'] == '1', 'both are steps of their own')

    p.drag((x - 15, y), (x + 15, y), release=False)
    p.settled()
    p.press('Esc')
    p.x.button('left', False)
    s = p.settled()
    need('paint' in s.open and undo_of(s) == before and s.get('redo') == 'Paint: subtract chest', 'Escape gives the stroke up')

    p.move(x, y)
    size = float(p.settled()['brush'])
    p.press(']')
    more = float(p.wait(lambda s: float(s['brush']) > size, '] is larger')['brush'])
    p.press('[')
    p.wait(lambda s: abs(float(s['brush']) - size) < 1e-4 < more - size, '[ smaller')
    need(p.settled().get('selection') == 'chest', 'and they select nothing now')
    p.press('F')
    p.wait(lambda s: 'brush-size' in s.open, 'F takes the size')
    p.move(x + 60, y)
    p.wait(lambda s: float(s['brush']) > size * 1.2, 'it follows the mouse')
    p.press('Esc')
    p.wait(lambda s: 'brush-size' not in s.open and abs(float(s['brush']) - size) < 1e-4, 'Escape leaves it as it was')
    p.move(x, y)
    p.press('F')
    p.wait(lambda s: 'brush-size' in s.open, 'F again')
    p.click(x + 40, y)
    p.wait(lambda s: 'brush-size' not in s.open and float(s['brush']) > size * 1.1, 'a click keeps it')
    need(undo_of(p.settled()) == before, 'and paints nothing')

    p.drag((x, y), (x + 60, y), button='middle')
    p.wait(lambda s: s['camera'] != camera, 'the middle button turns the view as ever')
    p.click(*p.empty_place())
    need(p.settled().get('selection') == 'chest', 'a click beside the model does not let the joint go')
    end(p, shown)


def same_by_text(suite):
    """What was painted is in the workspace, and is what the stroke's text gives, to the last digit."""
    p = suite.program(suite.tools.model())
    try:
        state = begin(p, 'forearm.L')
        p.click_on('toggle:brush mirrored')
        p.settled()
        x, y = state['joint']['forearm.L']
        u, v = state['joint']['hand.L']
        p.drag((x, y), ((x + u) / 2, (y + v) / 2), steps=12)
        s = p.wait(lambda s: undo_of(s) == 'Paint: add forearm.L' and s['rest'] == '1', 'a stroke on both sides')
        text = s['painted']
        need(' mirrored ' in text, text[:100])
        path = os.path.join(p.folder.name, 'painted.bindpose')
        p.press('Ctrl+S')
        p.wait(lambda s: s.get('dialog') == 'save-workspace' and s['typing'] == '1' and s['rest'] == '1', 'the dialog')
        p.press('Ctrl+A')
        p.type(path)
        p.press('Enter')
        p.wait(lambda s: s.get('workspace') == path and s['unsaved'] == '0', 'it is saved')
        file = weights(p)
        by_text = weights(p, text)
        saved = weights(p, source=path)
        need(by_text != file, 'the text paints')
        need(saved == by_text, 'the window painted what the text paints')
        p.press('Ctrl+Z')
        p.wait(lambda s: s['unsaved'] == '1' and s.get('redo') == 'Paint: add forearm.L', 'undone')
    finally:
        p.close()
