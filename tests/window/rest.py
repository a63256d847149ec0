"""A window where nothing happens: no picture, no processor time; and what comes to a mouse that rests."""
import time

from gestures import need


def still(p):
    p.press('Space')
    p.wait(lambda s: s['playing'] == '1', 'a clip plays')
    time.sleep(0.3)
    p.press('Space')
    p.wait(lambda s: s['playing'] == '0', 'and stops')
    p.move(*p.empty_place())
    p.settled(1.5)
    frames, used = p.state()['frames'], p.cpu_seconds()
    time.sleep(3)
    need(p.state()['frames'] == frames, 'no picture is drawn while nothing changes')
    used = p.cpu_seconds() - used
    need(used <= 0.03, 'no processor time is used while nothing changes (%.2f s in 3 s)' % used)


def tooltip(p):
    """One move of the mouse onto a tool: the tooltip comes by itself."""
    p.move(*p.center('button:Rotate'))
    p.wait(lambda s: 'tooltip' in s['widget'], 'a tooltip', 3)
    p.picture('tooltip')
    p.move(*p.empty_place())
    p.wait(lambda s: 'tooltip' not in s['widget'], 'it goes with the mouse', 3)


def rest(suite):
    p = suite.program(suite.tools.model())
    try:
        suite.check('still', still, p)
        suite.check('tooltip', tooltip, p)
        suite.check('still after a tooltip', still, p)
    finally:
        p.close()
