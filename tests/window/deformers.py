"""What moves the surface, chosen in the window: the list, the slider of the mix, panes."""
from checks import need


def choose(p, key):
    p.click_on('deformer')
    p.wait(lambda s: 'deformer:' + key in s['widget'], 'the list of deformers')
    p.click_on('deformer:' + key)
    p.wait(lambda s: s['settings']['method'] == key, key + ' moves the surface')
    p.press('Esc')
    return p.settled()


def deformers(suite):
    """Each of the list is one click away, the mix and delta mush have sliders, and centres of rotation come by themselves."""
    p = suite.program(suite.tools.model('ogre.glb'), size='1280x720')
    try:
        p.settled()
        p.select('chest')
        p.rotate_by_field('70')
        for key in 'lbs', 'dqs', 'cor', 'dqs-flat', 'log', 'rigid':
            choose(p, key)
            p.picture('deformer-' + key)
        choose(p, 'mix')
        p.click_on('deformer')
        state = p.wait(lambda s: 'mix' in s['widget'], 'the slider of the mix')
        x, y, w, h = state['widget']['mix']
        p.drag((x + 0.5 * w, y + 0.5 * h), (x + 0.9 * w, y + 0.5 * h), release=False)
        p.wait(lambda s: float(s['settings']['mix']) > 0.8, 'more dual quaternions')
        p.picture('mix')
        p.x.button('left', False)
        p.press('Esc')
        choose(p, 'mush')
        p.picture('deformer-mush')
        p.click_on('deformer')
        state = p.wait(lambda s: 'mush_steps' in s['widget'], 'the sliders of the smoothing')
        x, y, w, h = state['widget']['mush_steps']
        p.drag((x + 0.5 * w, y + 0.5 * h), (x + 0.9 * w, y + 0.5 * h), release=False)
        p.wait(lambda s: int(s['settings']['mush_steps']) > 30, 'more smoothing')
        p.picture('mush')
        p.x.button('left', False)
        p.press('Esc')
        choose(p, 'mix')
        p.press('C')
        p.wait(lambda s: s['settings']['panes'] == 'two', 'two panes')
        p.click_on('pane 2')
        p.wait(lambda s: 'deformer:cor' in s['widget'], "the second one's list")
        p.click_on('deformer:cor')
        p.wait(lambda s: s['settings']['compare'] == 'cor', 'it shows centres of rotation')
        p.settled()
        p.picture('mix-and-cor')
        p.press('Ctrl+Z')
        p.press('Ctrl+Z')
        state = p.settled()
        need(state['settings']['compare'] == 'cor', 'undo is of the pose: the view stays')
    finally:
        p.close()
