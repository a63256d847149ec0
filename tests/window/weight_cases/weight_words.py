"""What the window says where there is nothing to do, and that it stops saying what is not true any more."""

import os
import subprocess
import tempfile

from checks import fresh, need
from painting import begin, undo_of
from weight_table import cells_of, lines_of, open_table


def nothing_to_bind(suite):
    """Bound as the Pose, the rest pose or the view have it already: that is said, and is no step of the history."""
    p = suite.program(suite.tools.model('ogre.fbx'), size='1280x720')
    try:
        p.settled()
        p.menu('Edit > Skeleton > Bind doctor')
        p.menus_closed()
        for button, so in (('To Pose', "as in the file's Pose"), ('To rest', 'as in the rest pose'), ('Here', 'here')):
            p.click_on('doctor:' + button)
            s = p.wait(lambda s: ('bound ' + so + ' already') in s.get('note', ''), button + ' says that there is nothing to do')
            need(not s.get('undo') and s['unsaved'] == '0', 'and does nothing: %s' % s.get('undo'))
        p.click_on('doctor:Make this pose the bind pose')
        s = p.wait(lambda s: 'this pose is the bind pose' in s.get('note', ''), 'so does the last one')
        need(not s.get('undo') and s['unsaved'] == '0', 'and does nothing: %s' % s.get('undo'))
    finally:
        p.close()


def off_in_any_way(suite):
    """What the doctor lists as off in any way has those that are apart from the rest pose; as faults it has none of them."""
    p = suite.program(suite.tools.model(), size='1280x720')
    try:
        p.select()
        p.rotate_by_field()
        p.menu('Edit > Skeleton > Bind doctor')
        p.menus_closed()
        p.click_on('doctor:Here')
        p.wait(lambda s: s.get('undo', '').startswith('Rebind here'), 'it is bound here')
        p.press('Ctrl+Delete')
        p.wait(lambda s: s['edited'] == '0', 'and back in the rest pose')
        listed = lambda s: {w[6:] for w in s['widget'] if w.startswith('bound:')}
        for doubt, joints in (('likely a fault', set()), ('apart from the rest pose', {'chest'}), ('off in any way', {'chest'})):
            p.click_on('doubt')
            p.click_on('doubt:' + doubt)
            p.settled()
            p.wheel(-40)  # the lines stand below
            need(listed(p.settled()) == joints, '%s: %s' % (doubt, listed(p.state())))
    finally:
        p.close()


def mirrored_already(suite):
    """A draft with both sides: Mirror right says why nothing changes, and a draft without a left one says that."""
    p = suite.program(suite.tools.model(), size='1280x720')
    try:
        fresh(p)
        p.press('Keypad 1')
        joints = p.settled()['joint']
        p.press('Ctrl+J')
        p.wait(lambda s: s.get('drafted') == '0', 'Ctrl+J begins a draft')
        p.click(*joints['chest'])
        p.wait(lambda s: s.get('drafted') == '1', 'a click places a joint')
        p.click_on('draft:Mirror right')
        p.wait(lambda s: 'no joint on the left' in s.get('note', ''), 'there is no left side, it says')
        p.click(*joints['upper_arm.L'])
        p.wait(lambda s: s.get('drafted') == '2', 'a second one at the side')
        p.click_on('draft:Mirror right')
        s = p.wait(lambda s: s.get('drafted') == '3' and s['rest'] == '1', 'it has another side')
        undo = s.get('undo')
        for button, side in (('right', 'the right side has all'), ('left', 'the left side has all')):
            p.click_on('draft:Mirror ' + button)
            s = p.wait(lambda s: side in s.get('note', ''), 'both sides are there, it says: ' + button)
            need(s.get('drafted') == '3' and s.get('undo') == undo, 'and changes nothing: %s' % s.get('undo'))
    finally:
        p.close()


def locked_words(suite):
    """That locked weights cannot be painted is said until they can."""
    p = suite.program(suite.tools.model(), size='1280x720')
    try:
        state = begin(p)
        x, y = state['joint']['chest']
        p.click_on('toggle:paint lock weights')
        p.wait(lambda s: s['weights-locked'] == '1', 'the weights are locked')

        def stroke():
            p.drag((x - 15, y), (x + 15, y + 5))
            return p.settled()
        locked = lambda s: 'locked' in s.get('message', '')
        s = stroke()
        need(locked(s), 'a stroke says that they are: %s' % s.get('message'))
        p.click_on('toggle:paint lock weights')
        s = p.wait(lambda s: s['weights-locked'] == '0' and s['rest'] == '1', 'unlocked')
        need(not locked(s), 'and it is not said any more: %s' % s.get('message'))
        p.click_on('toggle:paint lock weights')
        p.wait(lambda s: s['weights-locked'] == '1', 'locked again')
        need(locked(stroke()), 'it is said again')
        p.drag((x - 15, y), (x + 15, y + 5), hold='Shift')  # of all joints, the others are not locked
        s = p.wait(lambda s: undo_of(s) == 'Paint: smooth' and s['rest'] == '1', 'what is not locked is smoothed')
        need(not locked(s), 'and nothing more is said of locks: %s' % s.get('message'))
    finally:
        p.close()


def sorted_around_the_chosen(suite):
    """The lines are sorted another way: the vertex that is chosen stays in sight, in its new line."""
    p = suite.program(suite.tools.model(), size='1280x720')
    try:
        s = open_table(p)
        count = lines_of(s)
        seen = lambda s: {line for line, _ in cells_of(s)}
        p.click_on('table head:count')
        p.settled()
        need(0 in seen(p.state()), 'nothing is marked: the list begins where it is asked to')
        p.click_on('cell:2,0')
        at = p.wait(lambda s: s.get('pinned') and s['rest'] == '1', 'a line is chosen')['pinned']
        for head in ('count', 'largest', 'largest', 'vertex', 'vertex', 'vertex'):
            p.click_on('table head:' + head)
            p.settled()
            # A step down and one up again land on it only where it is marked.
            marked = []
            for key in 'Down', 'Up':
                before = p.state().get('pinned')
                p.press(key)
                marked.append(p.wait(lambda s: s.get('pinned') != before and s['rest'] == '1', key)['pinned'])
            need(marked[1] == at, 'sorted by %s the mark is with its vertex: %s' % (head, marked))
            need(seen(p.state()) and len(seen(p.state())) < count, 'not all lines are seen')
    finally:
        p.close()


def badges(suite):
    """What is chosen and what an engine shows stand clear of each other, whatever the window's size."""
    for size in ('1024x640', '1280x720', '1920x1080'):
        p = suite.program(suite.tools.model(), size=size)
        try:
            p.settled()
            p.menu('Weights > Surface as an engine shows it')
            p.menus_closed()
            p.press('Shift+V')
            s = p.wait(lambda s: {'vertex hint', 'toolbar'} <= s['widget'].keys() and s['rest'] == '1', 'vertex mode says what to do')
            (x, _, w, _), (tools, _, wide, _), area = (s['widget'][name] for name in ('vertex hint', 'toolbar', 'view'))
            need(tools + wide <= x and x + w <= area[0] + area[2], 'at %s beside the tools: %g to %g' % (size, x, x + w))
            p.menu('Weights > Vertices > All vertices')
            p.menus_closed()
            s = p.wait(lambda s: {'vertex title', 'engine label'} <= s['widget'].keys() and s['rest'] == '1', 'both are there')
            p.picture('badges-' + size)
            (x, y, w, h), (u, v, b, d) = (s['widget'][name] for name in ('vertex title', 'engine label'))
            beside = max(u - x - w, x - u - b)
            over = max(v - y - h, y - v - d)
            need(beside >= 8 or over >= 4, 'at %s they are %g apart across and %g down' % (size, beside, over))
            area = s['area']
            need(area[0] <= x and x + w <= area[0] + area[2], 'and inside of the view: %r in %r' % ((x, w), area))
        finally:
            p.close()


CARDS = ('vertex title', 'engine label', 'pane 1', 'pane 2', 'pane 3', 'pane 4', 'legend', 'axes', 'toolbar', 'walker')


def clear_of_cards(suite):
    """What a mend says lies over nothing that it speaks of: the count of what is chosen, names of panes, legends; nor over the vertex that is pinned."""
    for size, theme in (('1024x640', 'dark'), ('1280x720', 'light'), ('1920x1080', 'dark')):
        settings = ('bindpose/settings.json', '{"motion": "at-once", "theme": "%s"}' % theme)
        p = suite.program(suite.tools.model(), size=size, files=(settings,))
        try:
            p.settled()
            p.menu('Weights > Surface as an engine shows it')
            p.menus_closed()
            p.press('I')
            p.menu('Weights > Vertices > All vertices')
            p.menus_closed()

            def said():
                p.menu('Weights > Mend > Normalise stored sums')
                p.menus_closed()
                return p.wait(lambda s: s.get('message') and 'message card' in s['widget'] and s['rest'] == '1', 'it says something')['widget']

            def unsaid():
                p.press('Esc')
                p.wait(lambda s: not s.get('message') and s['rest'] == '1', 'Escape takes it')

            narrow = size == '1024x640'
            for panes in ('one', 'two', 'four', 'split') if narrow else ('one', 'two'):
                p.wait(lambda s: s['settings']['panes'] == panes and s['rest'] == '1', panes + ' panes')
                widgets = said()
                p.picture('said-%s-%s' % (size, panes))
                x, y, w, h = widgets['message card']
                need('vertex title' in widgets and 'legend' in widgets, 'there is something to lie over: %r' % sorted(widgets)[:20])
                over = [name for name in CARDS if name in widgets and x < widgets[name][0] + widgets[name][2] and widgets[name][0] < x + w
                        and y < widgets[name][1] + widgets[name][3] and widgets[name][1] < y + h]
                need(not over, 'at %s with %s: the message lies over %s' % (size, panes, over))
                (tools, _, wide, _), (label, _, long, _) = (widgets[name] for name in ('toolbar', 'engine label'))
                need(tools + wide <= label and long > 60, 'at %s with %s: the engine is named beside the tools: %g' % (size, panes, label))
                unsaid()
                p.press('C')
            if not narrow:
                continue
            # The vertex that is pinned comes to where the message would be.
            p.wait(lambda s: s['settings']['panes'] == 'one' and s['rest'] == '1', 'one pane')
            p.press('Esc')
            p.wait(lambda s: s['vertices'] == '0', 'nothing is chosen')
            x, y, w, h = p.settled()['area']
            head = p.state()['joint']['head']
            p.press('P')
            p.wait(lambda s: s['settings']['probe'] == 'on', 'P probes')
            p.click(*head)
            p.wait(lambda s: s.get('pinned') and s['rest'] == '1', 'a click pins a vertex')
            p.drag(head, (x + w / 2 + 60, y + 70), button='middle', hold='Shift')
            at = x + w / 2 + 60, y + 70
            u, v, b, d = said()['message card']
            p.picture('pinned-%s' % size)
            need(not (u < at[0] < u + b and v < at[1] < v + d), 'at %s the message lies over the pinned vertex: %r, %r' % (size, at, (u, v, b, d)))
        finally:
            p.close()


def beside_curves(suite):
    """Between tools, curves and the space walker a message is narrow, or in room that the walker keeps, and covers none of them."""
    for size in ('1280x720', '1024x640'):
        p = suite.program(suite.tools.model(), size=size)
        try:
            p.click(*p.settled()['joint']['forearm.L'])
            s = p.wait(lambda s: s.get('selection') == 'forearm.L' and s['rest'] == '1', 'a joint is chosen')
            p.press('P')
            p.click(*p.settled()['joint']['forearm.L'])
            p.wait(lambda s: s.get('pinned') and s['rest'] == '1', 'a vertex is pinned')
            p.press('O')
            p.press('Ctrl+Shift+C')
            p.wait(lambda s: {'walk formula', 'curves'} <= s['widget'].keys() and s['rest'] == '1', 'walker and curves stand in the view')
            p.menu('Weights > Vertices > All that follows the joint')
            p.menus_closed()
            p.menu('Weights > Mend > Normalise stored sums')
            p.menus_closed()
            s = p.wait(lambda s: s.get('message') and 'message card' in s['widget'] and s['rest'] == '1', 'it says something')
            p.picture('beside-curves-' + size)
            x, y, w, h = s['widget']['message card']
            over = [name for name, (u, v, b, d) in s['widget'].items() if name.startswith(('curves', 'walk', 'lit:', 'toolbar', 'vertex title', 'axes'))
                    and x < u + b and u < x + w and y < v + d and v < y + h]
            need(not over, '%s: it lies over %s' % (size, over))
        finally:
            p.close()


# Entries of Weights > Mend on a model with nothing to mend that way, and what each says then.
NOTHING = {
    'Normalise stored sums': 'Nothing to normalise',
    'Prune weights below': 'Nothing to prune',
    'Limit by largest weights to': 'Nothing to limit',
    'Limit by fit to the clips to': 'Nothing to limit',
    'Fill what has no weights': 'Nothing to fill',
    'All that needs no judgement, limit': 'Nothing is wrong that can be mended without a judgement',
    'Smooth': 'Nothing changes',
    'Mirror to the left, by place': '1 vertex stays: nothing on the other side is surely its own',
    'Mirror to the right, by topology': 'Nothing changes',
    'Average': 'Nothing changes',
    'All weight to the joint': 'Nothing changes',
    'More weight of the joint': 'no weight of hips can go to another joint here',
    'Less weight of the joint': 'no weight of hips can go to another joint here',
    'No weight to the joint': 'no weight of hips can go to another joint here',
}


def nothing_to_mend(suite):
    """A mend that finds nothing says so in a sentence, and is no step."""
    with tempfile.TemporaryDirectory() as folder:
        plain, path = (os.path.join(folder, name) for name in ('tetrahedron.obj', 'one-joint.glb'))
        with open(plain, 'w') as f:
            f.write('v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n')
        edits = ['draft joint hips at 0 0 0', 'skeleton build'] + ['weights 0 %d hips 1' % v for v in range(4)]
        subprocess.run([suite.tools.bindpose, 'export', plain, '--rig', '-o', path] +
                       [word for edit in edits for word in ('--edit', edit)], check=True, capture_output=True)
        nothing_to_mend_of(suite, path)


def nothing_to_mend_of(suite, path):
    p = suite.program(path, size='1280x720')
    try:
        p.settled()
        p.select('hips')
        p.menu('Weights > Vertices > All vertices')
        p.menus_closed()
        before = p.settled().get('undo')
        for entry, said in NOTHING.items():
            if p.settled().get('message'):
                p.press('Esc')
                p.wait(lambda s: not s.get('message'), 'the message before is gone')
            p.menu('Weights > Mend > ' + entry)
            p.menus_closed()
            s = p.wait(lambda s: s.get('message') and s['rest'] == '1', entry + ' says something', 30)
            need(said in s['message'] and s.get('undo') == before, '%s: %s, %s' % (entry, s['message'], s.get('undo')))
    finally:
        p.close()


CASES = (nothing_to_bind, off_in_any_way, mirrored_already, locked_words, sorted_around_the_chosen, badges, clear_of_cards, beside_curves,
         nothing_to_mend)
