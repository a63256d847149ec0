"""What a command of lessons needs to be so before, and what puts that back."""



def step(state):
    return state.get('lesson', '').split()


def first_step(p):
    while step(p.state())[0] != '0':
        at = step(p.state())
        p.press('Left')
        p.wait(lambda s: step(s) != at, 'Left goes a step back')


def asking_step(p):
    """On or back to a step of the lesson that asks, with its question open."""
    while not p.state()['lesson'].endswith(' asks'):
        at = p.state()['lesson']
        p.press('Left' if at.endswith(' answered') else 'Right')
        p.wait(lambda s: s.get('lesson') != at and s['loading'] == '0', 'an arrow goes on', 20)


def second_option(p):
    asking_step(p)
    while p.state().get('guess') != 'option 2':
        at = p.state().get('guess')
        p.press('Up' if at == 'option 3' else 'Down')
        p.wait(lambda s: s.get('guess') != at, 'an arrow chooses an option')


def leave_presenter(p):
    p.press('F5')
    p.wait(lambda s: 'presenter' not in s.open, 'F5 leaves presenter mode')


def step_with_slider(p):
    """On or back to a step with a slider that is shown."""
    for _ in range(30):
        state = p.settled()
        if 'lesson play:0' in state['widget']:
            return
        p.press('Right')
        p.wait(lambda s: s.get('lesson') != state['lesson'] and s['loading'] == '0', 'Right goes on', 20)
    raise Failed('no step has a slider')


def slider_rests(p):
    p.press('Shift+Space')
    p.wait(lambda s: 'playing-slider' not in s and s.get('undo'), 'the same key stops it: one step to undo')
    p.press('Ctrl+Z')
    p.wait(lambda s: 'undo' not in s, 'which Ctrl+Z takes back')


def leave_speaker(p):
    p.press('F6')
    p.wait(lambda s: 'speaker' not in s.open, 'F6 closes the speaker\'s window')
    leave_presenter(p)


def second_step(p):
    if step(p.state())[0] == '0':
        p.press('Right')
        p.wait(lambda s: step(s)[0] == '1', 'Right goes a step on')


def left_lesson(p):
    """Closed at its second step."""
    second_step(p)
    p.settled()
    p.press('Ctrl+W')
    p.wait(lambda s: 'lesson' not in s, 'Ctrl+W closes the lesson')


def other_lesson(p):
    if step(p.state())[1].startswith('01'):
        p.press('Ctrl+Page down')
        p.wait(lambda s: step(s)[1:] and not step(s)[1].startswith('01') and s['loading'] == '0', 'the next lesson', 20)


def no_walk(p):
    while p.state()['settings']['walker'] != 'off':  # it may play: no rest
        now = p.state()['settings']['walker']
        p.press('O')
        p.wait(lambda s: s['settings']['walker'] != now, 'O goes on')
    p.press('Esc')
