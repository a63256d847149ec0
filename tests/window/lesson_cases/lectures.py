"""Lessons in front of an audience: remotes, keys alone, links, steps that are recorded."""
import os
import time

from checks import need
from keyboard import step, to
from lesson_questions import digits, questions
from lesson_records import record_case, records
from lesson_texts import OWN, open_steps
from lessons_left import left
from speaker_window import leaves_case, speaker


def lecture(suite):
    """A presenter's remote: on, at the end to the next lesson, black, and the menus."""
    p = suite.program('lesson', '1', '--presenter', eases=True)
    try:
        suite.check('lecture', lecture_case, p)
    finally:
        p.close()


def lecture_case(p):
    number = 0
    while p.state()['lesson'].split()[1].startswith('01'):
        at = p.state()['lesson']
        p.press('Space' if number % 2 else 'Page down')
        state = p.wait(lambda s: s.get('lesson') != at and s.get('lesson'), 'the next step, or the next lesson', 20)
        need(state['playing'] == '0', 'Space plays no clip')
        number += 1
        need(number < 30, 'the lesson ends')
    state = p.wait(lambda s: s['lesson'].startswith('0 02') and s['loading'] == '0', 'the next lesson, at its first step')
    p.press('Page up')
    p.wait(lambda s: s['lesson'].split()[1].startswith('01') and s['lesson'][0] != '0', 'back to the last step')
    for key in ('B', '.'):
        p.press(key)
        p.wait(lambda s: 'black' in s.open, key + ' makes the screen black')
        p.press(key)
        p.wait(lambda s: 'black' not in s.open, 'and brings the picture back')
    p.press('F10')
    p.wait(lambda s: 'menu:File' in s['widget'], 'F10 brings the menus')
    p.press('Esc')
    p.wait(lambda s: 'menu:File' not in s['widget'] and 'presenter' in s.open, 'Escape takes them away')
    p.move(300, 0)
    p.wait(lambda s: 'menu:File' in s['widget'], 'the mouse at the upper edge brings them, too')
    p.move(300, 300)
    p.wait(lambda s: 'menu:File' not in s['widget'], 'and away')


def through_spaces(suite):
    """The step that goes through the spaces: a remote goes from space to space before it leaves."""
    p = suite.program('lesson', '4', '--step', '7', '--presenter')
    try:
        suite.check('through the spaces', through_spaces_case, p)
    finally:
        p.close()


def through_spaces_case(p):
    p.wait(lambda s: s.get('lesson', '').startswith('6 04') and s['loading'] == '0', '--step 7 begins there')
    at = lambda s: s['settings'].get('walker_at')
    p.settled()
    for stage in '123456':
        p.press('Space' if stage == '2' else 'Page down')
        state = p.wait(lambda s: at(s) == stage, 'on to space ' + stage)
        need(state['lesson'].startswith('6 04'), 'in the same step')
    p.press('Page up')
    p.wait(lambda s: at(s) == '5', 'and back')
    p.click_on('walk on')
    p.wait(lambda s: at(s) == '6', 'its buttons are there in presenter mode')
    p.press('F6')
    p.wait(lambda s: 'speaker' in s.open, 'F6 opens the window of who speaks')
    p.press('Esc')
    p.wait(lambda s: 'presenter' not in s.open, 'a careless Escape')
    p.press('F6')
    state = p.wait(lambda s: 'presenter' in s.open, 'F6 mends it')
    need('speaker' in state.open, 'and closes nothing')
    p.press('F6')
    p.wait(lambda s: 'speaker' not in s.open, 'F6 closes it')
    p.press('Page down')
    p.wait(lambda s: s['lesson'].startswith('0 05') and s['loading'] == '0', 'from the last space to the next lesson', 20)


def spaces_of_a_model(suite):
    """The walker over a model of one's own, with the mouse on the surface."""
    p = suite.program(suite.tools.model('ogre.glb'))
    try:
        suite.check('the probe beside the walker', probe_beside_walker_case, p)
    finally:
        p.close()


def probe_beside_walker_case(p):
    p.x.resize(p.window, 1280, 720)
    p.press('Home')
    p.press('P')
    p.wait(lambda s: s['settings']['probe'] == 'on', 'P is the probe')
    p.click(*p.settled()['joint']['head'])
    p.wait(lambda s: 'pinned' in s, 'a click pins a vertex')
    p.press('O')
    p.wait(lambda s: s['settings']['walker'] == 'joint', 'O opens the walker')
    p.press('Home')
    p.move(*p.settled()['joint']['hips'])
    state = p.wait(lambda s: 'probe table' in s['widget'] and s['rest'] == '1', 'the mouse probes another vertex')
    table = state['widget']['probe table']
    low = table[1] + table[3]
    top = state['widget']['walk formula'][1]
    need(low <= top, 'whose table ends at %r, above the formula at %r' % (low, top))


def kept_letter(suite):
    """A letter of the large formula that a click keeps: Escape lets it go before it leaves presenter mode."""
    p = suite.program('lesson', '4', '--step', '3', '--presenter')
    try:
        suite.check('a kept letter', kept_letter_case, p)
    finally:
        p.close()


def kept_letter_case(p):
    p.wait(lambda s: s.get('lesson', '').startswith('2 04') and s['loading'] == '0', '--step 3 begins there')
    p.click_on(next(name for name in p.settled()['widget'] if name.startswith('large:')))
    p.move(5, 5)
    p.press('Esc')
    need('presenter' in p.settled().open, 'Escape lets the letter go')
    p.press('Esc')
    p.wait(lambda s: 'presenter' not in s.open, 'and then leaves')


def last_step(suite):
    """Presenting has no status bar: what is to be said stands over the view."""
    p = suite.program('lesson', str(suite.tools.lessons()), '--presenter')
    try:
        suite.check('the last step', last_step_case, p)
    finally:
        p.close()


def last_step_case(p):
    while 'note' not in p.state():
        at = p.settled()['lesson']
        p.press('Page down')
        p.wait(lambda s: s.get('lesson') != at or 'note' in s, 'a step on, or a word', 20)
    state = p.state()
    need('last step' in state['note'] and 'note' in state['widget'], 'it is said, and seen: %r' % state['note'])
    p.picture('last-step')


def remote_case(p):
    """What remotes send: Page keys, Space, "." or B, F5 or Shift+F5, Escape."""
    open_steps(p, 1)
    pinned = p.settled()['pinned']
    for key in ('F5', 'Shift+F5'):
        p.press(key)
        p.wait(lambda s: 'presenter' in s.open, key + ' begins')
        p.press(key)
        p.wait(lambda s: 'presenter' not in s.open, key + ' ends')
    p.press('F5')
    p.wait(lambda s: 'presenter' in s.open, 'F5 begins')
    p.press('Space')
    p.wait(lambda s: s['lesson'].endswith(' answered'), 'Space shows the answer')
    p.press('Space')
    p.wait(lambda s: s['lesson'].startswith('2 '), 'and is the next step')
    p.press('Page up')
    p.wait(lambda s: s['lesson'].startswith('1 '), 'Page up goes back')
    for black in ('B', '.', 'Shift+B'):
        for other in (black, 'Page down', 'Page up', 'Space', 'Esc', 'F5'):
            p.press(black)
            p.wait(lambda s: 'black' in s.open, black + ' makes the screen black')
            p.press(other)
            state = p.wait(lambda s: 'black' not in s.open, other + ' brings the picture back')
            need(state['lesson'].startswith('1 ') and 'presenter' in state.open,
                 other + ' does nothing else than bring it back: %r' % state.short())
    p.picture('remote')
    p.press('Esc')
    p.wait(lambda s: 'presenter' not in s.open, 'Escape leaves presenter mode')
    for _ in range(3):
        p.press('Esc')
        state = p.settled()
        need(state.get('pinned') == pinned and state['lesson'].startswith('1 '),
             'another Escape drops nothing that the lesson pinned: %r' % state.short())


def own_choice_case(p):
    """Escape goes back from what somebody chose to what the step is about."""
    open_steps(p, 2)
    own = p.settled().get('selection')
    need(own, 'the step has a joint selected')
    p.press('Down')
    p.wait(lambda s: s.get('selection') != own, 'Down selects another one')
    p.press('Esc')
    p.wait(lambda s: s.get('selection') == own, 'Escape goes back to that of the step')
    p.press('Esc')
    need(p.settled().get('selection') == own, 'and another one leaves it')


def beside_case(p):
    """To the lessons beside this one, by keys and by the panel's arrows."""
    p.press('Ctrl+Page down')
    p.wait(lambda s: s['lesson'].startswith('0 03') and s['loading'] == '0', 'Ctrl+Page down opens the next lesson', 20)
    p.press('Ctrl+Page up')
    p.wait(lambda s: s['lesson'].startswith('0 02') and s['loading'] == '0', 'Ctrl+Page up the one before', 20)
    p.settled()
    p.click_on('step back')
    p.wait(lambda s: s['lesson'].split()[1].startswith('01') and s['lesson'][0] != '0' and s['loading'] == '0',
           'the arrow of the first step goes to the end of the lesson before', 20)
    p.settled()
    p.click_on('next step')
    p.wait(lambda s: s['lesson'].startswith('0 02') and s['loading'] == '0', 'and that of the last one on again', 20)


def menus_case(p):
    """Presenting, the menus come by the mouse, and a lesson opens from them."""
    p.press('F5')
    p.wait(lambda s: 'presenter' in s.open, 'F5 begins')
    p.move(300, 0)
    p.wait(lambda s: 'menu:Lessons' in s['widget'], 'the upper edge brings the menus')
    p.click_on('menu:Lessons')
    p.click_on('menu:lesson 3')
    p.wait(lambda s: s['lesson'].startswith('0 03') and 'presenter' in s.open, 'an entry opens that lesson', 20)
    p.menus_closed()
    p.move(300, 300)
    p.press('Esc')
    p.wait(lambda s: 'presenter' not in s.open, 'Escape leaves')


def by_keys_case(p):
    """From the menu to the end without a mouse."""
    p.press('F10')
    p.wait(lambda s: 'menus' in s.open and s['rest'] == '1', 'F10 goes to the menus')
    for _ in range(8):
        p.press('Right')
        p.settled()
    p.press('Down')
    p.wait(lambda s: 'menu:lesson 4' in s['widget'] and s['rest'] == '1', 'Down opens the menu of lessons')
    for _ in range(3):
        p.press('Down')
        p.settled()
    p.press('Enter')
    p.wait(lambda s: s.get('lesson', '').startswith('0 04') and s['loading'] == '0', 'Enter opens the fourth', 20)
    p.press('F5')
    p.wait(lambda s: 'presenter' in s.open and s['rest'] == '1', 'F5 begins')
    for where in ('1 04-one-vertex asks', '1 04-one-vertex answered', '2 04-one-vertex'):
        p.press('Right')
        p.wait(lambda s: s['lesson'] == where, 'Right goes on')
    seen = set()
    for _ in range(60):
        name = str(step(p))
        if name.startswith('large:'):
            seen.add(p.wait(lambda s: 'pointed' in s, 'the letter is pointed at: ' + name)['pointed'])
        if len(seen) > 2:
            break
    need(len(seen) > 2, 'Tab comes to the letters of the formula: %r' % seen)
    p.picture('by-keys-letter')
    p.press('Esc')
    state = p.wait(lambda s: 'focus' not in s, 'Escape gives the keys back')
    need('presenter' in state.open, 'and nothing else')
    for number in (3, 4):
        p.press('Page down')
        p.wait(lambda s: s['lesson'].startswith('%d ' % number), 'Page down goes on')
    to(p, 'lesson slider:0')
    start = p.settled().numbers('sliders')[0]
    for _ in range(3):
        p.press('Right')
    state = p.wait(lambda s: s.numbers('sliders')[0] > start, 'Right moves the slider')
    need(state['lesson'].startswith('4 '), 'and not the lesson')
    p.settled()
    p.press('End')
    p.wait(lambda s: s.numbers('sliders')[0] == 170, 'End takes it to its end')
    p.press('Home')
    p.wait(lambda s: s.numbers('sliders')[0] == 0, 'Home to the other one')
    p.press('Right')
    p.wait(lambda s: 0 < s.numbers('sliders')[0] < 10, 'then on by one step')
    p.picture('by-keys-slider')
    p.press('Ctrl+Z')
    p.wait(lambda s: s.numbers('sliders')[0] == 0, 'each of these is one step of undo')
    p.press('Esc')
    p.wait(lambda s: 'focus' not in s, 'Escape gives the keys back')
    p.press('Left')
    p.wait(lambda s: s['lesson'].startswith('3 '), 'Left goes back')
    p.press('Esc')
    p.wait(lambda s: 'presenter' not in s.open, 'Escape leaves presenter mode')
    p.press('Ctrl+W')
    p.wait(lambda s: 'lesson' not in s, 'Ctrl+W closes the lesson')


def links_case(p):
    """A link opens by a click alone, by the program that the platform has for it; its address is told."""
    where = os.path.join(p.folder.name, 'opened')
    p.move(*p.center('lesson link:0'))
    state = p.wait(lambda s: 'tooltip' in s['widget'], 'the mouse that rests is told the address')
    need(not os.path.exists(where), 'nothing is opened yet')
    p.picture('link')
    p.click_on('lesson link:0')
    p.settled()
    for _ in range(200):
        if os.path.exists(where):
            break
        time.sleep(0.02)
    with open(where, encoding='utf-8') as f:
        need(f.read() == 'https://example.org/a?b=c&d=$%28touch%20x%29', 'the opener gets the address, and no shell')
    p.move(*p.center('lesson figure:0'))
    p.wait(lambda s: 'tooltip' in s['widget'], 'a figure that is wrong says so')
    p.picture('wrong-figure')


def links(suite):
    """With an opener that writes what it is called with."""
    opener = '#!/bin/sh\nprintf %s "$1" > "$(dirname "$0")/opened"\n'
    p = suite.program('lesson', '{folder}/own.md', files=(('own.md', OWN), ('xdg-open', opener)),
                      environment=(('PATH', '{folder}:' + os.environ['PATH']),))
    try:
        suite.check('links and wrong figures', links_case, p)
    finally:
        p.close()


def lectures(suite):
    left(suite)
    digits(suite)
    speaker(suite)
    lecture(suite)
    questions(suite)
    last_step(suite)
    through_spaces(suite)
    spaces_of_a_model(suite)
    kept_letter(suite)
    links(suite)
    records(suite)
    p = suite.program(suite.tools.model('arm.glb'))
    try:
        suite.check('a lesson by keys alone', by_keys_case, p)
    finally:
        p.close()
    p = suite.program(suite.tools.model())
    try:
        suite.check('record a step', record_case, p, suite.tools)
    finally:
        p.close()
    p = suite.program('lesson', '4')
    try:
        suite.check('a remote', remote_case, p)
        suite.check('what a step hides', leaves_case, p)
    finally:
        p.close()
    p = suite.program('lesson', '2')
    try:
        suite.check('what somebody chose', own_choice_case, p)
        suite.check('the lessons beside', beside_case, p)
        suite.check('menus while presenting', menus_case, p)
    finally:
        p.close()
