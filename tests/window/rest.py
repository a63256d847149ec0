"""A window where nothing happens: no picture, no processor time; and what comes to a mouse that rests."""
import time

from checks import need


def still(p):
    p.press('Space')
    p.wait(lambda s: s['playing'] == '1', 'a clip plays')
    time.sleep(0.3)
    p.press('Space')
    p.wait(lambda s: s['playing'] == '0', 'and stops')
    p.move(*p.empty_place())
    p.wait(lambda s: 'note' not in s, 'what was said of it goes by itself', 5)
    rests(p)


def refined(p):
    """The picture is as fine as it becomes: no other one comes for half a second. Between two steps the window is at rest, too."""
    frames = None
    while p.settled()['frames'] != frames:
        frames = p.state()['frames']
        time.sleep(0.5)
    return frames


def rests(p):
    frames = refined(p)
    used = p.cpu_seconds()
    time.sleep(2)
    need(p.state()['frames'] == frames, 'no picture is drawn while nothing changes')
    used = p.cpu_seconds() - used
    need(used <= 0.03, 'no processor time is used while nothing changes (%.2f s in 2 s)' % used)


def dialog(p):
    """One that waits for a name does not hold its breath."""
    p.press('F12')
    p.wait(lambda s: s.get('dialog') == 'save-picture', 'F12')
    rests(p)
    p.press('Esc')
    p.wait(lambda s: 'dialog' not in s.open, 'Escape closes the dialog')


def menu(p):
    p.click_on('menu:View')
    p.wait(lambda s: 'menu:Skeleton' in s['widget'], 'a menu opens')
    rests(p)
    p.press('Esc')
    p.menus_closed()


def tooltip(p):
    """One move of the mouse onto a tool: the tooltip comes by itself."""
    p.move(*p.center('button:Rotate'))
    p.wait(lambda s: 'tooltip' in s['widget'], 'a tooltip', 3)
    p.picture('tooltip')
    p.move(*p.empty_place())
    p.wait(lambda s: 'tooltip' not in s['widget'], 'it goes with the mouse', 3)


def parts(p):
    """What is shown part by part is what a whole picture shows: menus, a panel, a selection, hovering, a turn of the view."""
    width, height = 900, 610  # without the status bar, which tells how long a picture took
    p.click_on('menu:View')
    p.wait(lambda s: 'menu:Skeleton' in s['widget'], 'a menu opens')
    p.press('Esc')
    p.menus_closed()
    p.click_on('joint:spine')
    p.move(*p.center('button:Rotate'))
    p.settled()
    for key in ('Left', 'Left', 'Up'):
        p.press(key)
        p.settled()
    p.move(*p.empty_place())
    refined(p)
    # The last is a small part alone: what a picture of all of the view comes after is mended by it.
    p.move(*p.center('button:Rotate'))
    p.wait(lambda s: 'tooltip' in s['widget'], 'a tooltip', 3)
    refined(p)
    shown = p.x.pixels(p.window, width, height)
    p.x.expose(p.window)
    time.sleep(0.5)  # a window that is drawn again tells nothing new of itself
    refined(p)
    whole = p.x.pixels(p.window, width, height)
    apart = [k // 4 for k in range(0, len(shown), 4) if shown[k:k + 3] != whole[k:k + 3]]
    p.move(*p.empty_place())
    need(not apart, '%d pixels differ from a whole picture, the first at %d, %d'
         % (len(apart), apart[0] % width if apart else 0, apart[0] // width if apart else 0))


def rest(suite):
    p = suite.program(suite.tools.model(), refines=True)
    try:
        suite.check('still', still, p)
        suite.check('tooltip', tooltip, p)
        suite.check('shown in parts', parts, p)
        suite.check('still in a dialog', dialog, p)
        suite.check('still in a menu', menu, p)
    finally:
        p.close()
