"""What a command of clips and time needs to be so before, and what puts that back."""
from case import Case
from starts import edited, take_back


def in_edited_clip(p):
    p.press('Shift+3')
    p.wait(lambda s: s['base'] == 'clip', 'Shift+3 shows the clip')
    edited(p)


def baked(p):
    in_edited_clip(p)
    clips = p.settled()['clips']
    p.menu('Pose > Bake edits into a new clip')
    p.wait(lambda s: s['clips'] != clips, 'there is a clip more')
    p.menus_closed()


def clips(more, before, undos):
    return Case(lambda a, b: int(b['clips']) == int(a['clips']) + more, before=before, after=take_back(undos))


def base(name):
    def set_other(p):
        p.press('Shift+2' if name == 'bind' else 'Shift+1')
        p.wait(lambda s: s['base'] != name, 'another base pose')
    return Case(lambda a, b: b['base'] == name, before=set_other)


def in_clip(p):
    """At a moment in the middle of a clip that stands still."""
    p.press('Shift+3')
    p.wait(lambda s: s['base'] == 'clip', 'Shift+3 shows the clip')
    for k in range(3):
        time = float(p.state()['time'])
        p.press(',' if time > 1 else '.')
        p.wait(lambda s: float(s['time']) != time and s['playing'] == '0', 'a step in time')


def in_clip_off_view(p):
    """Over the view arrows go from joint to joint."""
    in_clip(p)
    p.move(*p.center('tree'))


def time_of(state):
    return float(state['time'])


def stop(p):
    p.press('Space')
    p.wait(lambda s: s['playing'] == '0', 'Space stops the clip')


def in_clip_of_all(p):
    """Keys of all joints are stepped through."""
    in_clip_off_view(p)
    if 'selection' in p.state():
        p.press('Alt+A')
        p.wait(lambda s: 'selection' not in s, 'Alt+A selects nothing')


def loops(p):
    while 'loop' not in p.state()['playback']:
        was = p.state()['playback']
        p.press('Shift+L')
        p.wait(lambda s: s['playback'] != was, 'Shift+L goes to the next')


def all_played(p):
    p.press('Alt+P')
    p.wait(lambda s: s.numbers('range')[0] == 0, 'Alt+P plays all')


def from_here(p):
    in_clip(p)
    p.press('Ctrl+Home')
    p.wait(lambda s: s.numbers('range')[0] > 0, 'Ctrl+Home plays from here')


def in_wave(p):
    """The clip is chosen by its name."""
    if p.state().get('clip') == 'wave':
        return
    p.press('Ctrl+Shift+F')
    p.wait(lambda s: 'clip:wave' in s['widget'] and s['rest'] == '1', 'Ctrl+Shift+F opens the list')
    p.click_on('clip:wave')
    p.wait(lambda s: s.get('clip') == 'wave', 'a click chooses')


def close_fade(p):
    p.press('Esc')
    p.wait(lambda s: 'fade:idle' not in s['widget'], 'Escape closes it')
