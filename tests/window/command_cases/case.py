"""What a command does, as the window's account of itself shows it: the kinds of it that many commands share."""
from dataclasses import dataclass
from typing import Callable


def nothing(p):
    pass


@dataclass
class Case:
    effect: Callable                    # (state before, state after) -> it was done
    before: Callable = nothing          # (program)
    after: Callable = nothing
    lesson: bool = False                # needs one that is open
    ends: bool = False                  # the program
    grey: bool = False                  # this model lacks what it asks for: its entry is there and does nothing


def changed(setting):
    return Case(lambda a, b: a['settings'][setting] != b['settings'][setting])


def changed_and_back(setting, key):
    """What makes every picture after it dear is put back."""
    def back(p):
        now = p.settled()['settings'][setting]
        p.press(key)
        p.wait(lambda s: s['settings'][setting] != now, key + ' puts it back')
    return Case(lambda a, b: a['settings'][setting] != b['settings'][setting], after=back)


def shows(name, key):
    """A map comes on; where it is on already another one is switched on first."""
    def other(p):
        if p.state()['settings']['show'] == name:
            p.press('I' if key != 'I' else 'U')
            p.wait(lambda s: s['settings']['show'] != name, 'another map is shown')
    return Case(lambda a, b: b['settings']['show'] == name, before=other)


def dialog(purpose):
    def close(p):
        p.press('Esc')
        p.wait(lambda s: 'dialog' not in s.open, 'Escape closes the dialog')
    return Case(lambda a, b: b.get('dialog') == purpose, after=close)


def is_open(word, **how):
    """It opens where it was closed, and closes where it was open."""
    return Case(lambda a, b: (word in a.open) != (word in b.open), **how)


def gizmo(name, other):
    def set_other(p):
        p.press(other)
        p.wait(lambda s: s['settings']['gizmo'] != name, 'another gizmo')
    return Case(lambda a, b: b['settings']['gizmo'] == name, before=set_other)
