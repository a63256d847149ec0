"""The timeline by mouse and keyboard: scrubbing, what is played, a moment that is typed, the list of clips."""
from clip_starts import all_played, close_fade, in_wave, loops
from program import Failed


def need(good, what):
    if not good:
        raise Failed(what)


def time_of(state):
    return float(state['time'])


def at(p, part, lane=False):
    """A point of the ruler: among its numbers, or in the lane with the keys."""
    x, y, w, h = p.widget('scrubber')
    return x + part * w, y + (0.7 if lane else 0.2) * h


def scrubs(p):
    """Time follows the mouse from frame to frame; with Ctrl between them."""
    end = p.settled().numbers('range')[1]
    p.drag(at(p, 0.1), at(p, 0.5))
    state = p.wait(lambda s: s['base'] == 'clip' and abs(time_of(s) - 0.5 * end) < 0.02 * end, 'time follows the mouse')
    where = at(p, 0.503)
    p.drag(at(p, 0.1), where, hold='Ctrl')
    state = p.wait(lambda s: abs(time_of(s) - 0.5 * end) < 0.03 * end, 'with Ctrl, too')
    free = 30 * time_of(p.settled())
    need(abs(free - round(free)) > 1e-2, 'Ctrl shows what is between frames: %g' % free)
    p.drag(at(p, 0.1), where)
    p.wait(lambda s: abs(time_of(s) - 0.5 * end) < 0.03 * end, 'without it')
    frame = 30 * time_of(p.settled())
    need(abs(frame - round(frame)) < 1e-3, 'it is a frame: %g' % frame)
    p.press('Space')
    p.wait(lambda s: s['playing'] == '1' and abs(30 * time_of(s) - frame) > 0.5, 'it plays')
    p.press('Space')
    p.wait(lambda s: s['playing'] == '0', 'and stops')
    frame = 30 * time_of(p.settled())
    need(abs(frame - round(frame)) < 1e-3, 'at a frame: %g' % frame)
    p.press('Ctrl+Z')
    need('undo' not in state or 'timeline' not in state['undo'].lower(), 'scrubbing is no step of undo')


def steps(p):
    """A step in a pose without time shows the clip, says so and how to get back."""
    p.press('Shift+1')
    p.wait(lambda s: s['base'] == 'bind', 'Shift+1 shows the bind pose')
    p.move(*p.center('tree'))
    p.press('.')
    state = p.wait(lambda s: s['base'] == 'clip', 'a step shows the clip')
    need('Shift+1 shows the bind pose' in state.get('note', ''), 'it is said: %r' % state.get('note'))
    p.press('Shift+2')
    p.wait(lambda s: s['base'] == 'rest', 'Shift+2')


def drags_range(p):
    """Both ends; playing keeps between them, and one step of undo takes an end back."""
    end = p.settled().numbers('range')[1]

    def middle(name):
        x, y, w, h = p.widget(name)
        return x + w / 2, y + h / 2
    p.drag(middle('range from'), at(p, 0.25, True))
    p.wait(lambda s: abs(s.numbers('range')[0] - 0.25 * end) < 0.02 * end, 'its beginning follows the mouse')
    p.drag(middle('range to'), at(p, 0.75, True))
    p.wait(lambda s: abs(s.numbers('range')[1] - 0.75 * end) < 0.02 * end, 'its end, too')
    loops(p)
    from_, to = p.settled().numbers('range')
    p.drag(at(p, 0.1), at(p, 0.05))
    p.press('Space')
    p.wait(lambda s: s['playing'] == '1' and time_of(s) > from_, 'playing begins where the range does')
    for _ in range(20):
        need(from_ - 1e-3 <= time_of(p.state()) <= to + 1e-3, 'and stays within it')
    p.press('Space')
    p.wait(lambda s: s['playing'] == '0', 'Space stops it')
    p.press('Ctrl+Z')
    p.wait(lambda s: s.numbers('range')[1] == end and abs(s.numbers('range')[0] - from_) < 1e-6, 'Ctrl+Z takes one end back')
    all_played(p)


def types(p):
    """A frame by the keyboard, then a clip."""
    p.press('Shift+T')
    p.wait(lambda s: s['typing'] == '1', 'Shift+T opens the field')
    p.type('12')
    p.press('Enter')
    p.wait(lambda s: abs(time_of(s) - 12 / 30) < 1e-4 and s['typing'] == '0', 'frame 12')
    p.press('Ctrl+Shift+F')
    p.wait(lambda s: 'clip:wave' in s['widget'] and s['rest'] == '1', 'Ctrl+Shift+F opens the list')
    p.click_on('clip:wave')
    p.wait(lambda s: s.get('clip') == 'wave', 'a click chooses')
    p.press('Ctrl+Shift+F')
    p.wait(lambda s: 'clip:idle' in s['widget'] and s['rest'] == '1', 'the list again')
    p.press('Esc')
    p.wait(lambda s: 'clip:idle' not in s['widget'], 'Escape closes it')


def fades(p):
    """Another clip is chosen, the slider dragged; what was fades is one step of undo, and playing goes on."""
    in_wave(p)
    p.press('Shift+2')
    p.wait(lambda s: s['base'] == 'rest', 'Shift+2 shows the rest pose')
    p.press('Alt+F')
    state = p.wait(lambda s: 'fade:idle' in s['widget'] and s['rest'] == '1', 'Alt+F opens it')
    need(state['base'] == 'rest', 'a list that is opened changes no pose')
    need('fade:wave' not in p.state()['widget'], 'a clip does not fade into itself')
    p.click_on('fade:idle')
    p.wait(lambda s: s.get('fade') == 'idle 0.5' and s['base'] == 'clip' and s['rest'] == '1', 'a click chooses the other one')
    x, y, w, h = p.widget('fade')
    p.drag((x + 0.5 * w, y + h / 2), (x + 0.78 * w, y + h / 2))
    state = p.wait(lambda s: 0.7 < float(s['fade'].split()[1]) < 0.9, 'the slider is dragged')
    said, kept = state['undo'].split(), ['Timeline', 'fade'] + state['fade'].split()  # four digits are told of it
    need(said[:-1] == kept[:-1] and abs(float(said[-1]) - float(kept[-1])) < 1e-4, 'one step of undo: %r' % said)
    p.click_on('fade by:Same second')
    p.wait(lambda s: s['fade'].endswith(' time'), 'by time')
    p.settled()
    p.picture('timeline-fade')
    close_fade(p)
    for _ in range(2):
        was = p.state()['undo']
        p.press('Ctrl+Z')
        p.wait(lambda s: s.get('undo') != was, 'Ctrl+Z')
    need(p.settled().get('fade') == 'idle 0.5', 'takes that and the drag back')
    x, y, w, h = p.widget('bar fade')
    p.drag((x + 0.5 * w, y + h / 2), (x + 3 * w, y + h / 2))
    p.wait(lambda s: s.get('fade') == 'idle 1', 'the slider of the bar, beyond its end')
    p.click_on('Fade')
    p.wait(lambda s: 'no fade' in s['widget'] and s['rest'] == '1', 'a click on the button')
    p.click_on('no fade')
    p.wait(lambda s: 'fade' not in s, 'takes it away')
    close_fade(p)


def shows_motion(p):
    """Curves below the ruler: as high as they are dragged, with the value under the mouse; a drag on them is time."""
    p.press('Shift+3')
    p.wait(lambda s: s['base'] == 'clip', 'Shift+3 shows the clip')
    p.click(*p.settled()['joint']['forearm.L'])
    p.wait(lambda s: s.get('selection') == 'forearm.L', 'a click selects the joint')
    p.press('Shift+C')
    state = p.wait(lambda s: s['settings']['curves'] == 'rotation' and s['rest'] == '1' and 'curves' in s['widget'],
                   'Shift+C shows them')
    need('curves of 4' in state['widget'], 'w, x, y and z')
    x, y, w, h = state['widget']['curves']
    view = state['widget']['view'][3]
    edge = p.center('curves edge')
    p.drag(edge, (edge[0], edge[1] - 60))
    state = p.wait(lambda s: s['widget']['curves'][3] > h + 40, 'its edge makes it higher')
    need(state['widget']['view'][3] < view - 40, 'at the cost of the view')
    x, y, w, h = p.widget('curves')
    at_value = None
    for k in range(int(h) // 6):
        p.move(x + 0.37 * w, y + 6 * k + 3)
        if 'curve value' in p.settled()['widget']:
            at_value = k
            break
    need(at_value is not None, 'the value under the mouse is told')
    end = p.state().numbers('range')[1]
    p.drag((x + 0.2 * w, y + 0.5 * h), (x + 0.6 * w, y + 0.5 * h))
    p.wait(lambda s: abs(time_of(s) - 0.6 * end) < 0.02 * end, 'time follows the mouse there, too')
    p.click_on('curves:Scale')
    p.wait(lambda s: s['settings']['curves'] == 'scale', 'a click shows those of the scale')
    for key, setting in (('Alt+T', 'trail'), ('Alt+O', 'poses')):
        p.press(key)
        p.wait(lambda s: s['settings'][setting] == 'on', key + ' shows it')
    p.settled()
    p.picture('timeline-motion')
    for key, setting, off in (('Alt+T', 'trail', None), ('Alt+O', 'poses', None), ('Shift+C', 'curves', None)):
        p.press(key)
        p.wait(lambda s: s['settings'].get(setting) is None, key + ' hides it')
    p.press('Shift+2')
    p.wait(lambda s: s['base'] == 'rest', 'Shift+2 shows the rest pose again')


def zooms(p):
    """The wheel over the ruler zooms about the mouse, the middle button drags it along, Home shows all."""
    def ticks(s):
        return {name[5:] for name in s['widget'] if name.startswith('tick:')}
    all_of_it = ticks(p.settled())
    p.move(*at(p, 0.5))
    p.wheel(8)
    state = p.wait(lambda s: '0' not in ticks(s) and s['rest'] == '1', 'the wheel zooms')
    near = ticks(state)
    p.drag(at(p, 0.2), at(p, 0.8), button='middle')
    p.wait(lambda s: ticks(s) != near and s['rest'] == '1', 'the middle button drags it')
    camera = p.state()['camera']
    p.press('Home')
    p.wait(lambda s: ticks(s) == all_of_it, 'Home shows all')
    need(p.settled()['camera'] == camera, 'and leaves the camera alone')
