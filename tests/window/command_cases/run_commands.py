"""Every command of the list, by each of its keys and by its menu entry."""
from commands import CASES
from starts import in_tree
from program import Failed


def run(p, case, act):
    case.before(p)
    before = p.settled()
    act()
    now = p.wait(lambda s: case.effect(before, s), 'the command does what it says')
    # The state tells where the camera is, not what is seen through it.
    if now.get('camera') != before.get('camera') and now['frames'] == before['frames']:
        raise Failed('the camera moved, and the view was not drawn: %r' % now.short())
    case.after(p)


def by_key(p, case, key):
    where = key['where']
    if where == 'tree':
        in_tree(p)
    if where == 'presenting':
        presenting(p, True)
    run(p, case, lambda: p.press(key['key']))
    if where == 'presenting':
        p.press('Esc')  # brings the picture back where it is black, else leaves presenter mode
        presenting(p, False)


def presenting(p, on):
    for _ in range(4):
        now = p.settled().open
        if ('presenter' in now) == on and 'black' not in now:
            return
        p.press('F5')
        p.wait(lambda s: s.open != now, 'F5 changes presenter mode')
    raise Failed('presenter mode does not come or go')


def by_menu(p, case, path):
    if case.grey:
        return by_grey_menu(p, case, path)
    in_presenter = case is CASES['black-screen']
    if in_presenter:
        presenting(p, True)
        p.press('F10')  # without bars it brings the menus
    def choose():
        p.menu(path)
        p.menus_closed()
    run(p, case, choose)
    if in_presenter:
        presenting(p, False)


def by_grey_menu(p, case, path):
    """A click on it changes nothing, and the menu stays."""
    case.before(p)
    before = p.settled()
    p.menu(path)
    after = p.settled()
    if after.get('undo') != before.get('undo') or 'menu:' + path.split(' > ')[-1] not in after['widget']:
        raise Failed('a grey entry does something: %r' % after.short())
    for _ in path.split(' > '):
        p.press('Esc')
        p.settled()
    p.menus_closed()


def close(p, act):
    """With what the commands before have edited, the question comes first."""
    unsaved = p.settled()['unsaved'] == '1'
    act()
    if unsaved:
        p.discard()
    try:
        p.process.wait(timeout=10)
    except Exception:
        raise Failed('the program goes on')
    if p.process.returncode != 0:
        raise Failed('it ended with %d' % p.process.returncode)


def uncased(suite):
    """A command without a case, or a case without a command, is a failure of its own."""
    names = {c['name'] for c in suite.tools.commands()}
    for name in sorted(names ^ set(CASES)):
        suite.fail(name, 'is in the list of commands without a case, or has a case and is in no list')


def go(suite, acts_of, run_one, eases=False):
    commands = [c for c in suite.tools.commands() if c['name'] in CASES]
    for lesson in (False, True):
        words = ['lesson', '1'] if lesson else [suite.tools.model()]
        p = suite.program(*words, eases=eases)
        try:
            for c in commands:
                case = CASES[c['name']]
                for act in acts_of(c):
                    if needs_lesson(case, act) == lesson and not case.ends:
                        suite.check('%s by %s' % (c['name'], text_of(act)), run_one, p, case, act)
                        if p.process.poll() is not None:
                            raise Failed('the program ended')
            for c in commands:
                if CASES[c['name']].ends and not lesson:
                    for act in acts_of(c):
                        suite.check('%s by %s' % (c['name'], text_of(act)), close, p,
                                    (lambda: p.menu(act)) if isinstance(act, str) else lambda: p.press(act['key']))
        finally:
            p.close()


def needs_lesson(case, act):
    return case.lesson or (isinstance(act, dict) and act['where'] in ('lesson', 'presenting'))


def text_of(act):
    return act if isinstance(act, str) else act['key']


def keys(suite):
    uncased(suite)
    go(suite, lambda c: c['keys'], by_key, eases=True)


def menus(suite):
    uncased(suite)
    menus_of(suite, lambda entries, end: entries[:end])


def more_menus(suite):
    menus_of(suite, lambda entries, end: entries[end:])


def menus_of(suite, part):
    """Two groups share the entries: side by side they take half as long. The first two fifths, with weights, take as
    long as the rest. What a command leaves behind the next ones of its group find."""
    entries = [c['menu'] for c in suite.tools.commands() if c['menu']]
    own = part(entries, 2 * len(entries) // 5)
    go(suite, lambda c: [c['menu']] if c['menu'] in own else [], by_menu)
