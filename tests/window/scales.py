"""The window on displays of 100, 150 and 200 %: what X resources say is what it grows by, and clicks, drags and
menus hit what they are over."""
from checks import need
from handle_gestures import drag_ring
from view_gestures import click_joint, orbit, zoom

WIDTH, HEIGHT = 800, 540


def grown(p, scale):
    state = p.settled()
    width, height, shown = state.numbers('window')
    need(shown == scale, 'the scale is %g, not %g' % (scale, shown))
    need((width, height) == (WIDTH * scale, HEIGHT * scale), 'the window grows with it: %r' % state['window'])
    x, y, w, h = state['widget']['menu:File']
    need(20 * scale < h < 34 * scale, 'so does the menu bar: %r' % h)


def use(p):
    click_joint(p)
    drag_ring(p)
    zoom(p)
    orbit(p)
    was = p.state()['settings']['grid']
    p.menu('View > Ground grid', seconds=0.2)  # as a hand clicks: the list must not come under it, however low the window
    p.wait(lambda s: s['settings']['grid'] != was, 'a menu entry')
    p.select()
    p.rotate_by_field()


def scales(suite):
    for scale in (1.0, 1.5, 2.0):
        p = suite.program(suite.tools.model(), size='%dx%d' % (WIDTH, HEIGHT), dpi=int(96 * scale))
        try:
            suite.check('%.0f %%: size' % (100 * scale), grown, p, scale)
            suite.check('%.0f %%: in use' % (100 * scale), use, p)
            p.picture('scale-%.0f' % (100 * scale))
        finally:
            p.close()
