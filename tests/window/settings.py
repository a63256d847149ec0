"""Settings: kept as they change, read at the next start; a broken file is set aside; own keys and Maya's."""
import json
import math
import os

from checks import camera, drag_view, fresh, need, turned
from x11 import Server


def stored(p):
    with open(os.path.join(p.folder.name, 'bindpose', 'settings.json'), encoding='utf-8') as f:
        return json.load(f)


def open_dialog(p, page):
    p.press('Ctrl+,')
    p.wait(lambda s: 'settings' in s.open, 'Ctrl+, opens the settings')
    p.click_on('settings page:' + page)


def close_dialog(p):
    p.settled()
    p.press('Esc')
    p.wait(lambda s: 'settings' not in s.open and s['rest'] == '1', 'Escape closes them')


def scroll_down(p):
    """To the settings below the dialog's edge."""
    p.move(*p.center('setting:theme'))
    p.wheel(-20)
    p.settled()


def choose(p, setting, word):
    p.click_on('setting:' + setting)
    p.click_on('choice:' + word)
    p.wait(lambda s: 'choice:' + word not in s['widget'] and s['rest'] == '1', word + ' is chosen')
    need(stored(p)[setting] == word, 'and is in the file at once')


def broken(p):
    state = p.settled()
    need('set aside as settings.json.broken' in state.get('message', ''), 'a broken file is said: %r' % state.get('message'))
    names = os.listdir(os.path.join(p.folder.name, 'bindpose'))
    need('settings.json.broken' in names and 'settings.json' not in names, 'and is still there: %r' % names)
    p.press('Esc')


def theme_and_size(p):
    open_dialog(p, 'General')
    choose(p, 'theme', 'light')
    need(p.state()['settings']['dark'] == 'off', 'the window is light')
    choose(p, 'scale', '125')
    p.wait(lambda s: s.numbers('window')[2] == 1.25, 'the interface is larger')
    choose(p, 'scale', 'display')
    close_dialog(p)


def units(p):
    """Lengths in centimetres, typed with and without a unit; the text of the edit stays the file's."""
    open_dialog(p, 'General')
    choose(p, 'units', 'cm')
    close_dialog(p)
    fresh(p)
    p.select('chest')
    for text, metres in (('12', 0.12), ('0.3 m', 0.3)):
        p.click_on('translationx')
        p.wait(lambda s: s['typing'] == '1', 'one click opens the field')
        p.type(text)
        p.press('Enter')
        p.wait(lambda s: s['typing'] == '0' and 'user' in s and
               abs(s.numbers('user')[3] - metres) < 1e-4, text + ' is so far')
    p.picture('units')
    for metres in (0.12, 0):
        p.press('Ctrl+Z')
        p.wait(lambda s: abs(s.numbers('user')[3] - metres) < 1e-4, 'Ctrl+Z')
    open_dialog(p, 'General')
    choose(p, 'units', 'each')
    close_dialog(p)


def lists(p):
    """A list that the mouse opened takes arrows and Enter; Escape closes it and leaves the dialog."""
    open_dialog(p, 'General')
    p.click_on('setting:wheel')
    p.wait(lambda s: 'choice:away-far' in s['widget'] and s['rest'] == '1', 'a click opens the list')
    p.press('Down')
    p.settled()
    p.press('Enter')
    p.wait(lambda s: 'choice:away-far' not in s['widget'] and s['rest'] == '1', 'Enter closes it')
    need(stored(p)['wheel'] == 'away-far', 'with what the arrow chose')
    p.click_on('setting:wheel')
    p.wait(lambda s: 'choice:away-far' in s['widget'] and s['rest'] == '1', 'it opens again')
    p.press('Esc')
    p.wait(lambda s: 'choice:away-far' not in s['widget'] and s['rest'] == '1', 'Escape closes the list')
    need('settings' in p.state().open, 'and not the dialog')
    choose(p, 'wheel', 'away-near')
    close_dialog(p)


def wheel(p):
    open_dialog(p, 'General')
    choose(p, 'wheel', 'away-far')
    close_dialog(p)
    before = fresh(p)
    p.move(*p.empty_place())
    p.wheel(2)
    p.wait(lambda s: camera(s)[2] > 1.05 * camera(before)[2], 'the wheel goes the other way')
    p.press('Home')


def ball(p):
    """The view goes over the head, upside down, where a turntable stops; back on that it is level."""
    open_dialog(p, 'General')
    choose(p, 'turning', 'ball')
    close_dialog(p)
    upside_down = lambda a, b: len(camera(b)) > 6 and abs(abs(camera(b)[6]) - math.pi) < 0.1
    drag_view(p, upside_down, 'the view goes on below the feet', by=(0, -300))
    p.picture('ball')
    open_dialog(p, 'General')
    choose(p, 'turning', 'turntable')
    close_dialog(p)
    drag_view(p, lambda a, b: len(camera(b)) == 6, 'on the turntable it is level', by=(-60, 0))
    p.press('1')
    p.wait(lambda s: abs(camera(s)[1]) < 0.01, 'the front again')


def motion(p):
    """At once the camera is where it goes in the next picture; eased it comes by places in between."""
    def ways(key):
        before, ways = camera(p.settled()), set()
        p.press(key)
        p.wait(lambda s: ways.add(tuple(camera(s))) or (s['rest'] == '1' and camera(s) != before), key + ' turns the view')
        return len(ways - {tuple(before)})
    fresh(p)
    open_dialog(p, 'General')
    choose(p, 'motion', 'at-once')
    close_dialog(p)
    p.move(*p.empty_place())
    for key in ('3', '1'):
        need(ways(key) == 1, 'it is there at once')
    open_dialog(p, 'General')
    choose(p, 'motion', 'eased')
    close_dialog(p)
    p.move(*p.empty_place())
    need(ways('3') > 1, 'it goes there')
    p.press('1')
    p.wait(lambda s: abs(camera(s)[1]) < 0.01 and s['rest'] == '1', 'the front again')


def grid(p, key):
    before = p.settled()['settings']['grid']
    p.press(key)
    p.wait(lambda s: s['settings']['grid'] != before, key + ' is the grid')


def own_key(p):
    open_dialog(p, 'Keys')
    p.click_on('settings:search')
    p.type('ground')
    p.click_on('key:grid')
    p.wait(lambda s: 'capturing' in s.open, 'a click on a key waits for another')
    p.press('G')
    p.wait(lambda s: 'conflict:Swap' in s['widget'] and 'conflict:Leave it' in s['widget'], 'a conflict is named')
    p.click_on('conflict:Swap')
    p.wait(lambda s: 'capturing' not in s.open, 'Swap trades the keys')
    need(stored(p)['own_keys'] == {'grid': ['G'], 'move-now': ['Ctrl+G']}, 'and is in the file: %r' % stored(p)['own_keys'])
    close_dialog(p)
    grid(p, 'G')
    p.select()
    p.press('Ctrl+G')
    p.wait(lambda s: s.get('drag', '').startswith('translate'), 'Ctrl+G moves')
    p.press('Esc')
    keys = {c['name']: [k['key'] for k in c['keys']] for c in p.tools.commands(p.folder.name)}
    need(keys['grid'] == ['G'] and keys['move-now'] == ['Ctrl+G'], 'the list of commands tells them')


def maya(p):
    open_dialog(p, 'General')
    scroll_down(p)
    choose(p, 'keys', 'maya')
    close_dialog(p)
    need(stored(p)['orbit'] == 'alt', 'with Maya\'s mouse')
    drag_view(p, turned, 'Alt and the left button orbit', hold='Alt')
    drag_view(p, turned, 'the middle button, too', button='middle')
    open_dialog(p, 'General')
    choose(p, 'orbit', 'middle')
    close_dialog(p)
    p.select()
    rested, start = p.settled(), p.empty_place()
    p.drag(start, (start[0] + 120, start[1] + 30), button='middle')
    state = p.wait(lambda s: turned(rested, s), 'where the middle button was chosen to turn the view, it does')
    need(state['edited'] == '0' and state['selection'] == rested['selection'], 'and moves no joint')
    open_dialog(p, 'General')
    choose(p, 'orbit', 'alt')
    close_dialog(p)
    before = drag_view(p, lambda a, b: True, 'without Alt')
    need(camera(before)[:2] == camera(fresh(p))[:2], 'without Alt the left button does not')
    drag_view(p, lambda a, b: camera(b)[2] < 0.95 * camera(a)[2], 'Alt and the right button zoom', hold='Alt', button='right', by=(90, 0))
    p.select()
    for key, mode in (('R', 'scale'), ('W', 'translate'), ('E', 'rotate')):
        p.press(key)
        p.wait(lambda s: s['settings']['gizmo'] == mode, key + ' chooses ' + mode)
    p.press('W')
    state = p.wait(lambda s: s['arrow'] and s['rest'] == '1', 'arrows')
    joint = state['joint'][state['selection']]
    axis, u, v = max(state['arrow'], key=lambda a: math.dist(a[1:], joint))
    p.click(u, v)  # this handle is the middle button's now, wherever the mouse is
    start = p.empty_place()
    p.drag(start, (start[0] + u - joint[0], start[1] + v - joint[1]), button='middle', release=False)
    state = p.wait(lambda s: s.get('drag', '').startswith('translate') and s.get('edited') == '1', 'the middle button drags the handle')
    need(state['drag'].split()[2] == 'xyz'[axis], 'the one that was caught last: ' + state['drag'])
    need(camera(state) == camera(p.settled()), 'and the view rests')
    p.x.button('middle', False)
    p.wait(lambda s: 'drag' not in s and s.get('edited') == '1', 'until it is let go')
    p.press('Z')
    p.wait(lambda s: s['edited'] == '0', 'Z takes it back')
    p.press('Q')
    p.wait(lambda s: 'select-only' in s.open, 'Q puts the handles away')
    p.click_on('button:Select, without handles')
    p.wait(lambda s: 'select-only' not in s.open, 'its button brings them back')
    p.click_on('button:Select, without handles')
    p.wait(lambda s: 'select-only' in s.open, 'and puts them away')
    p.press('A')
    p.wait(lambda s: abs(camera(s)[2] - camera(before)[2]) < 0.01, 'A frames all')
    x, y, w, h = p.settled()['widget']['view']
    p.drag((x + 5, y + 60), (x + 0.97 * w, y + 0.9 * h))
    before = p.wait(lambda s: int(s['also']) > 10, 'the left button draws a box')
    hx, hy = before['joint']['head']
    p.drag((x + 5, hy - 40), (x + 0.97 * w, hy + 20), hold='Ctrl')
    p.wait(lambda s: 0 < int(s['also']) < int(before['also']), 'with Ctrl it takes joints out')


def left_width(p):
    return float(stored(p)['panel_widths'].split()[0])


def widths_and_limits(p):
    """What is left as it is: a panel's width at once, the window's size; a choice below the dialog's edge."""
    p.x.resize(p.window, 1300, 760)
    p.wait(lambda s: s.get('window', '').startswith('1300 760 ') and s['rest'] == '1', 'the window has its size')
    p.wait(lambda s: stored(p).get('window') == '1300x760', 'and the file as well')
    x, y, w, h = p.widget('split left')
    p.drag((x + w / 2, y + h / 2), (x + w / 2 + 40, y + h / 2))
    p.wait(lambda s: left_width(p) > 300, 'the width is in the file')
    open_dialog(p, 'General')
    scroll_down(p)
    choose(p, 'import-memory', '8')
    choose(p, 'deformer', 'dqs')
    need(p.state()['settings']['method'] == 'dqs', 'the deformer is used at once')
    close_dialog(p)


def recent_cards(p):
    """The empty start shows what was opened before, with its picture; a click opens it."""
    state = p.settled()
    need(state.numbers('window')[:2] == [1300, 760], 'the window is as large as it was left')
    need(left_width(p) > 300 and abs(state['widget']['split left'][0] + 3 - left_width(p)) < 2, 'and its panel as wide')
    folder = os.path.join(p.folder.name, 'bindpose', 'thumbnails')
    need(len(os.listdir(folder)) == 1 and os.listdir(folder)[0].endswith('.png'), 'one picture is kept')
    p.picture('recent-cards')
    p.click_on('recent:ogre.glb')
    state = p.wait(lambda s: s.get('model') == 'ogre.glb' and s['loading'] == '0', 'a click opens it')
    need(state['settings']['method'] == 'dqs', 'by the deformer that was chosen')


def kept(p):
    state = p.settled()
    need(state.numbers('window')[:2] == [1280, 700], 'a window of 1300x760 was left, and this display is smaller')
    need(state['settings']['dark'] == 'off', 'the next start is light')
    need('message' not in state, 'and has nothing to complain about')
    grid(p, 'G')
    p.select()
    p.press('R')
    p.wait(lambda s: s['settings']['gizmo'] == 'scale', 'with Maya\'s keys')


def settings(suite):
    model = suite.tools.model()
    p = suite.program(model, files=(('bindpose/settings.json', '{"theme": "li'),))
    try:
        for case in (broken, theme_and_size, units, lists, wheel, ball, motion, own_key, maya, widths_and_limits):
            suite.check(case.__name__.replace('_', ' '), case, p)
    finally:
        p.close(keep=True)
    again = suite.program(model, home=p, size=None, server=Server(size='1280x700'))
    try:
        suite.check('kept', kept, again)
    finally:
        again.close(keep=True)
    empty = suite.program(home=p, size=None)
    try:
        suite.check('recent files', recent_cards, empty)
    finally:
        empty.close()
