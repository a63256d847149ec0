"""Questions of a lesson before they are answered: choices, places, numbers typed by digits."""
from checks import need
from keyboard import to
from lesson_texts import ANY, COURSE, DIGITS, open_steps


def question_case(p, tools):
    """A place is guessed by a click, the answer comes by the remote; at the end a button goes on in the course."""
    open_steps(p, 1)
    state = p.settled()
    need(state['lesson'].endswith(' asks') and 'show answer' in state['widget'], 'it asks: %r' % state.short())
    x, y = p.center('view')
    p.click(x + 60, y - 40)
    p.wait(lambda s: s.get('guess') == 'placed' and 'guess' in s['widget'], 'a click is a guess')
    p.click(x + 20, y - 90)
    state = p.wait(lambda s: s['rest'] == '1', 'and another one')
    need(state['lesson'].endswith(' asks') and 'guess distance' not in state['widget'], 'nothing is told yet')
    p.press('Page down')
    p.wait(lambda s: s['lesson'].endswith(' answered') and 'guess distance' in s['widget'], 'Page down shows the answer')
    p.settled()
    p.picture('answer')
    p.press('Left')
    p.wait(lambda s: s['lesson'].endswith(' asks'), 'Left takes it back')
    to(p, 'answer mark')
    before = p.settled()['widget']['guess']
    p.press('Right')
    p.wait(lambda s: s['widget']['guess'][0] > before[0] and s['lesson'].endswith(' asks'), 'where Tab went arrows move the mark')
    p.press('Esc')
    while 'next lesson' not in p.state()['widget']:
        at = p.settled()['lesson']
        p.press('Page down')
        p.wait(lambda s: s.get('lesson') != at, 'a step on')
    p.click_on('next lesson')
    p.wait(lambda s: s['lesson'] == '0 any' and s['loading'] == '0', 'the button goes on in the course', 20)
    tools.drop(p, tools.model('arm.glb'), x, y)
    p.wait(lambda s: s.get('model') == 'arm.glb' and s.get('lesson') == '0 any', 'a lesson of any model takes another one', 20)


def questions(suite):
    p = suite.program('lesson', '{folder}/course.md', files=(('course.md', COURSE), ('any.md', ANY)))
    try:
        suite.check('a question, and a course', question_case, p, suite.tools)
    finally:
        p.close()


def digits_case(p):
    """Digits go where the question is, though nobody clicked there; elsewhere they turn the camera."""
    camera = p.settled()['camera']
    p.press('F5')
    p.wait(lambda s: 'presenter' in s.open, 'F5 presents')
    p.press('.')
    p.wait(lambda s: 'black' in s.open, 'a remote has a point for the black screen')
    p.press('2')
    state = p.wait(lambda s: 'black' not in s.open, 'any key brings the picture back')
    need('guess' not in state, 'which is no answer: nothing was to be seen')
    before = p.settled()
    p.type('3,1')  # faster than the field opens
    state = p.wait(lambda s: s.get('guess', '').startswith('number 3.1') and s['typing'] == '1', 'a comma is a point there')
    need(state.get('base') == before.get('base') and 'note' not in state, 'and steps through no clip')
    p.type('41')
    p.press('Enter')
    state = p.wait(lambda s: 'two things' in s.get('note', ''), '3,141 may be 3141')
    need(state['lesson'].endswith(' asks'), 'which is no answer')
    p.press('F5')
    p.wait(lambda s: 'presenter' not in s.open, 'F5 ends it')
    camera = p.settled()['camera']
    p.click_on('answer number')
    p.press('Ctrl+A')
    for key in ('1', '3', '.', '5'):
        p.press(key)
    p.wait(lambda s: s['typing'] == '1', 'the field has the keyboard')
    p.press('7')
    p.wait(lambda s: s.get('guess', 'number 0').split()[1].startswith('13.57'), 'a number is a guess before Enter')
    need(p.settled()['camera'] == camera, 'the camera stays')
    p.press('Enter')
    state = p.wait(lambda s: s['lesson'].endswith(' answered'), 'Enter takes the number')
    need(float(state.get('guess', 'number 0').split()[1]) == 13.57, 'all of its digits: %r' % state.get('guess'))
    p.press('Right')
    camera = p.wait(lambda s: s['lesson'] == '1 digits asks' and s['rest'] == '1', 'the next question')['camera']
    p.press('3')
    p.wait(lambda s: s.get('guess') == 'option 3', '3 is the third option')
    p.press('2')
    p.wait(lambda s: s.get('guess') == 'option 2', 'and 2 the second')
    need(p.settled()['camera'] == camera, 'the camera stays')
    p.press('Right')
    p.wait(lambda s: s['lesson'] == '1 digits answered', 'Right shows the answer')
    p.press('3')
    p.wait(lambda s: s['camera'] != camera, 'answered, 3 looks from the side again')


def digits(suite):
    p = suite.program('lesson', '{folder}/digits.md', files=(('digits.md', DIGITS),))
    try:
        suite.check('digits answer', digits_case, p)
    finally:
        p.close()
