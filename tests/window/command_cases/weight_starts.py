"""What a command of vertices and weights needs to be so before, and what puts that back."""
from case import Case, nothing
from starts import one_of_two, select_one, to_joint_tab


def limit_is_three(p):
    if p.settled()['settings']['show'] != 'limit':
        p.press('K')
        p.wait(lambda s: s['settings']['show'] == 'limit', 'K shows what a limit costs')
    while p.settled()['settings']['limit'] != '3':
        before = p.settled()['settings']['limit']
        p.press('Shift+K')
        p.wait(lambda s: s['settings']['limit'] != before, 'Shift+K changes the limit')


def next_limit(a, b):
    return b['settings']['show'] == 'limit' and (a['settings']['show'] != 'limit' or
                                                a['settings']['limit'] != b['settings']['limit'])


def no_vertices(p):
    dismiss_note(p)
    if p.settled()['vertices'] != '0':
        p.press('Esc')
        p.wait(lambda s: s['vertices'] == '0', 'Escape lets the vertices go')


def no_vertex_mode(p):
    if 'brush' in p.settled().open:
        p.press('Esc')
        p.wait(lambda s: 'brush' not in s.open, 'Escape ends the brush')
    if p.settled()['settings']['vertices'] == 'on':
        p.press('Shift+V')
        p.wait(lambda s: s['settings']['vertices'] != 'on', 'Shift+V ends vertex mode')


def no_painting(p):
    if 'brush-size' in p.settled().open:
        p.press('Esc')
        p.wait(lambda s: 'brush-size' not in s.open, 'Escape leaves the size as it was')
    if 'paint' in p.settled().open:
        p.press('Esc')
        p.wait(lambda s: 'paint' not in s.open, 'Escape ends painting')
    # Another map than the weights' gives way to that first.
    while (was := p.settled()['settings']['show']) != 'shaded':
        p.press('H')
        p.wait(lambda s: s['settings']['show'] != was, 'H takes the map off')
    to_joint_tab(p)


def painting(p):
    if 'paint' not in p.settled().open:
        p.press('Alt+B')
        p.wait(lambda s: 'paint' in s.open, 'Alt+B paints')


def joint_vertices(p):
    """What follows the chest is chosen."""
    select_one(p)
    p.menu('Weights > Vertices > All that follows the joint')
    p.menus_closed()
    p.wait(lambda s: int(s['vertices']) > 100, 'the region of the chest')


def weights_back(p):
    """As they came, and nothing is chosen."""
    while 'weights' in p.settled().get('undo', ''):
        before = p.settled()['undo']
        p.press('Ctrl+Z')
        p.wait(lambda s: s.get('redo') == before, 'Ctrl+Z')
    no_vertices(p)


def dismiss_note(p):
    if 'message' in p.settled():
        p.press('Esc')
        p.wait(lambda s: 'message' not in s, 'Escape dismisses the note')


def mends(said, before=nothing, undo=None):
    """The account is said; where something was done it is a step."""
    return Case(lambda a, b: said in b.get('message', '') and (undo is None or b.get('undo') == undo),
                before=before, after=weights_back)


def vertices_by(effect, before=joint_vertices, **how):
    return Case(lambda a, b: effect(int(a['vertices']), int(b['vertices'])), before=before,
                after=how.get('after', no_vertices))


def copied_row(p):
    joint_vertices(p)
    p.menu('Weights > Mend > Copy the weights of a vertex')
    p.menus_closed()


def spoilt(p):
    """One side has other weights than the other."""
    one_of_two(p)
    for entry in ('Vertices > All that follows the joint', 'Mend > All weight to the joint'):
        p.menu('Weights > ' + entry)
        p.menus_closed()
    p.wait(lambda s: 'message' in s, 'all weight goes to the thigh')
    no_vertices(p)


def locked_weights(p):
    select_one(p)
    p.menu('Weights > Mend > Lock the weights of joints')
    p.menus_closed()
    p.wait(lambda s: s['weights-locked'] == '1', 'the weights of the chest are locked')
