"""The program by keyboard alone, and what text fields do with keys."""
from checks import need


def focused(state):
    """The name of the widget that the keyboard is at."""
    at = state.numbers('focus') if 'focus' in state else None
    return next((n for n, r in state['widget'].items() if at and [round(v) for v in r] == at), at)


def step(p, key='Tab'):
    """One press; what stays where it is on the screen is another row of a list that scrolled."""
    before = focused(p.settled())
    p.press(key)
    p.wait(lambda s: focused(s) != before, key + ' goes on')
    return focused(p.settled())


def walk(p):
    """Tab goes from widget to widget and around, Shift+Tab back."""
    names = []
    for _ in range(110):
        name = step(p)
        if name in names:
            break
        names.append(name)
    need(len(names) > 15, 'Tab reaches the widgets: %r' % names)
    for part in ('search', 'rotationx', 'button:Rotate'):
        need(any(str(n).startswith(part) for n in names), 'Tab reaches %s: %r' % (part, names))
    before = focused(p.settled())
    step(p)
    need(step(p, 'Shift+Tab') == before, 'Shift+Tab goes back')
    p.press('Esc')
    p.wait(lambda s: s['typing'] == '0', 'Escape leaves a field')
    if 'focus' in p.settled():
        p.press('Esc')
    p.wait(lambda s: 'focus' not in s and 'selection' in s, 'Escape gives the keys back to the view')


def to(p, name):
    for _ in range(130):
        if step(p) == name:
            return
    need(False, 'Tab never comes to ' + name)


def press_button(p):
    """Enter and Space press what has the focus, and nothing else happens: the clip stands still."""
    for key in ('Enter', 'Space'):
        to(p, 'toggle:snap')
        was = p.state()['settings']['snap']
        p.press(key)
        p.wait(lambda s: s['settings']['snap'] != was, key + ' presses the switch')
    state = p.settled()
    need(state['playing'] == '0', 'Space plays no clip while a button has the focus')
    p.press('Esc')
    p.wait(lambda s: 'focus' not in s and s.get('selection') == 'chest', 'Escape leaves, and deselects nothing')
    p.press('Space')
    p.wait(lambda s: s['playing'] == '1', 'then Space plays again')
    p.press('Space')
    p.wait(lambda s: s['playing'] == '0', 'and stops')


def type_numbers(p):
    """By Tab into a number, typed, and on to the next."""
    p.press('Shift+1')
    to(p, 'rotationx')
    p.wait(lambda s: s['typing'] == '1', 'the field is open')
    p.type('20')
    p.press('Tab')
    p.wait(lambda s: s.get('edited') == '1' and focused(s) == 'rotationy', 'Tab takes the number and goes on')
    p.press('Esc')
    p.wait(lambda s: s['typing'] == '0', 'Escape leaves the field')
    p.press('Ctrl+Z')
    p.wait(lambda s: s.get('edited') == '0', 'undo')


def by_menus(p, key):
    p.press(key)
    p.wait(lambda s: 'menus' in s.open and s['rest'] == '1', key + ' goes to the menus')
    p.press('Right')
    p.press('Right')
    p.press('Down')
    p.wait(lambda s: 'menu:Skeleton' in s['widget'], 'Down opens the third, View')
    show = p.settled()['settings']['show']
    p.press('Down')
    p.settled()
    p.press('Enter')
    p.wait(lambda s: s['settings']['show'] != show, 'Enter runs the command')
    p.wait(lambda s: 'menus' not in s.open, 'and the menus are left')
    joint = p.state().get('selection')
    p.press('Down')
    p.wait(lambda s: s.get('selection') != joint, 'then arrows are the view\'s again')
    p.press(key)
    p.wait(lambda s: 'menus' in s.open, key)
    p.press('Esc')
    state = p.wait(lambda s: 'menus' not in s.open, 'Escape leaves the menus')
    need('selection' in state, 'and deselects nothing')


def panels(p):
    """Ctrl+Tab from panel to panel; the tree's frame lies around what is selected, and goes along with it."""
    p.press('Ctrl+Tab')
    p.wait(lambda s: focused(s) == 'joint:chest', 'the first is the tree, on its joint')
    p.press('Down')
    p.wait(lambda s: s.get('selection') == 'neck' and focused(s) == 'joint:neck', 'Down goes on, and the frame with it')
    p.press('Up')
    p.wait(lambda s: s.get('selection') == 'chest' and focused(s) == 'joint:chest', 'Up')
    p.press('Ctrl+Tab')
    p.wait(lambda s: focused(s) == 'rotationx' and s['typing'] == '1', 'the second is the inspector, at its first number')
    step(p)
    p.press('Ctrl+Tab')
    p.wait(lambda s: 'focus' in s and s.numbers('focus')[1] > s['area'][1] + s['area'][3], 'then the timeline')
    p.press('Ctrl+Tab')
    p.wait(lambda s: 'focus' not in s, 'then the view')
    for name in 'timeline', 'rotationy':
        p.press('Ctrl+Shift+Tab')
        p.wait(lambda s: 'focus' in s and (name == 'timeline' or focused(s) == name), 'and back, where it was left')


def lists(p):
    """A list that a key opens starts from its value, and the focus comes back to it."""
    p.click_on('rotation form')
    p.click_on('rotation:quaternion')
    p.wait(lambda s: 'rotationw' in s['widget'] and s['rest'] == '1', 'a quaternion')
    p.press('Ctrl+Tab')
    p.press('Ctrl+Tab')
    p.settled()
    while step(p, 'Shift+Tab') != 'rotation form':
        pass
    for key, field in (('Down', 'rotationa'), ('Up', 'rotationw')):
        p.press('Enter')
        p.wait(lambda s: 'rotation:axis' in s['widget'] and s['rest'] == '1', 'Enter opens the list')
        p.press(key)
        p.settled()
        p.press('Enter')
        p.wait(lambda s: 'rotation:axis' not in s['widget'] and field in s['widget'] and s['rest'] == '1' and
               focused(s) == 'rotation form', key + ' chooses the neighbour, and the list has the focus again')
    p.press('Esc')
    p.wait(lambda s: 'focus' not in s and s.get('selection') == 'chest', 'Escape leaves')
    p.click_on('rotation form')
    p.click_on('rotation:xyz')
    p.wait(lambda s: 'rotationw' not in s['widget'], 'angles again')
    p.move(*p.empty_place())


def palette(p):
    """F3, a part of a name, Enter; what cannot be done now stays, and says why."""
    p.press('F3')
    p.wait(lambda s: s['typing'] == '1' and 'command search' in s['widget'], 'F3')
    grid = p.settled()['settings']['grid']
    p.type('grid')
    p.wait(lambda s: sum(n.startswith('command:') for n in s['widget']) < 4, 'a few are found')
    p.press('Enter')
    p.wait(lambda s: s['settings']['grid'] != grid and 'command search' not in s['widget'], 'Enter runs it')
    p.press('F3')
    p.wait(lambda s: s['typing'] == '1' and 'command search' in s['widget'] and s['rest'] == '1', 'F3 again')
    p.type('close the lesson')
    p.wait(lambda s: 'command:Close the lesson' in s['widget'] and s['rest'] == '1', 'it is found')
    p.press('Enter')
    p.wait(lambda s: s.get('note') == 'Close the lesson: no lesson is open.', 'it says why it is grey')
    p.press('Esc')
    p.wait(lambda s: 'command search' not in s['widget'] and s['typing'] == '0', 'Escape closes the list')
    need(p.settled().get('selection') == 'chest', 'and nothing else')


def pages_scroll(p):
    """F1 at a size that it does not fit: the keys that scroll turn its pages, and nothing behind it moves."""
    before = p.settled()
    p.press('F1')
    p.wait(lambda s: 'help' in s.open and s['rest'] == '1', 'F1')
    seen = []
    for key in 'End', 'Home', 'Page_Down', 'Page_Up', 'Down', 'Up':
        p.press(key)
        seen.append(p.settled()['widget']['help:page'][1])
    top, end = seen[1], seen[0]
    need(end != top, 'End shows another part')
    need(seen[2] != top and seen[3] == top, 'a page down and up again')
    need(seen[4] != top and seen[5] == top, 'a few lines down and up again')
    p.press('Esc')
    after = p.wait(lambda s: 'help' not in s.open, 'Escape')
    need(after.get('selection') == before.get('selection') and after['camera'] == before['camera'], 'nothing behind it moved')


def typed_at_once(p):
    """What is typed behind a key that opens a field goes into the field, however fast it comes: no letter is a command."""
    state = p.settled()
    before, tool = dict(state['settings']), state.get('tool')
    wireframe = before.get('wireframe')
    for text in 'wirefr', 'wirefr':
        p.press('F3')
        p.type(text)
        p.press('Enter')
        p.wait(lambda s: s['settings'].get('wireframe') != wireframe and 'command search' not in s['widget'], 'F3 ' + text)
        wireframe = p.settled()['settings'].get('wireframe')
    p.press('Ctrl+F')
    p.type('hj')
    p.wait(lambda s: s['typing'] == '1', 'Ctrl+F')
    p.press('Esc')
    p.press('Esc')
    p.press('Shift+T')
    p.type('12')
    p.press('Enter')
    p.wait(lambda s: s['typing'] == '0', 'Shift+T')
    after = p.settled()
    need(after['settings'] == before and after.get('tool') == tool,
         'nothing else was switched: %s' % {k: v for k, v in after['settings'].items() if before.get(k) != v})


def text_fields(p):
    """What is typed into a field is text: no command runs."""
    before = p.settled()
    p.press('Ctrl+F')
    p.wait(lambda s: s['typing'] == '1', 'Ctrl+F goes to the search')
    p.type('bhgx 1357')
    state = p.wait(lambda s: s.get('search') == 'bhgx 1357', 'letters and digits are text')
    for _ in range(9):
        p.press('Backspace')
    p.type('head')
    p.press('Enter')
    state = p.wait(lambda s: s.get('selection') == 'head', 'Enter selects the first match')
    need(state['settings'] == before['settings'] and state['camera'] == before['camera'], 'no command ran')
    p.press('Ctrl+F')
    p.wait(lambda s: s['typing'] == '1', 'again')
    p.press('Esc')
    p.wait(lambda s: s['typing'] == '0' and 'search' not in s, 'Escape empties the search')


def expressions(p):
    """One click on a number is enough to type; what is typed is computed, or refused with a word."""
    p.select('chest')
    p.press('Shift+1')
    camera = p.settled()['camera']

    def enter(text):
        p.click_on('rotationz')
        p.wait(lambda s: s['typing'] == '1', 'one click opens the field')
        p.type(text)
        p.press('Enter')
        return p.wait(lambda s: s['typing'] == '0', 'Enter takes it')

    def turn():
        """Of the chest against where it was."""
        return p.settled()['joint']['head']
    start = turn()
    enter('30')
    thirty = turn()
    need(thirty != start, '30 turns')
    need(p.state()['camera'] == camera, 'and 3 is no key of the camera')
    for text in ('90/3', '15*2', '(5+10)*2', '30'):
        p.press('Ctrl+Z')
        p.wait(lambda s: s.get('edited') == '0', 'undo')
        p.settled()
        enter(text)
        need(turn() == thirty, text + ' is 30')
    enter('5 apples')
    state = p.wait(lambda s: 'no number' in s.get('note', ''), 'what is no number is refused with a word')
    need(turn() == thirty and state['edited'] == '1', 'and the value stays')
    p.press('Ctrl+Z')
    p.wait(lambda s: s.get('edited') == '0', 'undo')


def dialog(p):
    """The dialog by keys: from field to button, Enter, Escape."""
    p.press('F12')
    p.wait(lambda s: s.get('dialog') == 'save-picture', 'F12')
    p.settled()
    for _ in range(12):
        if 'cancel' in str(step(p)).lower():
            break
    need('cancel' in str(focused(p.state())).lower(), 'Tab comes to Cancel, not %r' % focused(p.state()))
    p.press('Enter')
    p.wait(lambda s: 'dialog' not in s.open, 'Enter presses Cancel')


def open_by_menu(p):
    """The menus are left for a dialog that one of their commands opens, and the keys are the view's after it."""
    p.press('F10')
    p.wait(lambda s: 'menus' in s.open and s['rest'] == '1', 'F10 goes to the menus')
    p.press('Down')
    p.settled()
    p.press('Enter')
    p.wait(lambda s: s.get('dialog') == 'open', 'Enter runs Open')
    p.settled()
    p.type('nothing of this name.glb')
    p.press('Enter')
    state = p.settled()
    need(state.get('dialog') == 'open' and state['typing'] == '1', 'a name that is not there leaves the field as it is')
    p.press('Ctrl+A')
    p.press('Down')
    p.settled()
    p.press('Esc')
    p.wait(lambda s: 'dialog' not in s.open, 'Escape leaves the dialog')
    show = p.settled()['settings']['show']
    p.press('J')
    p.wait(lambda s: s['settings']['show'] != show, 'then J is the view\'s again')
    p.press('J')
    p.settled()


def keyboard(suite):
    p = suite.program(suite.tools.model())
    try:
        p.select()
        for name, case in (('panels', panels), ('walk with Tab', walk), ('press a button', press_button), ('type numbers', type_numbers),
                           ('lists', lists), ('palette', palette), ('pages scroll', pages_scroll), ('typed at once', typed_at_once),
                           ('text fields', text_fields), ('expressions', expressions), ('dialog', dialog),
                           ('open by menu', open_by_menu)):
            suite.check(name, case, p)
        suite.check('menus by F10', by_menus, p, 'F10')
        suite.check('menus by Alt', by_menus, p, 'Alt')
    finally:
        p.close()
