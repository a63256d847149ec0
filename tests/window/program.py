"""The program in its window, as its own account of itself (--state) tells it."""
import itertools
import math
import os
import subprocess
import tempfile
import time

from x11 import Server


SETTINGS = 'bindpose/settings.json'
SIZE = 900, 640  # of windows where nothing else is asked for: pixels cost time


class Settings(dict):
    """Of the view; what is as the program starts with is not told."""
    START = {'show': 'shaded', 'panes': 'one', 'gizmo': 'rotate', 'space': 'local', 'skeleton': 'on', 'probe': 'off',
             'pivot': 'own', 'walker': 'off', 'walker_at': '0', 'sweep': 'off',
             'mush_steps': '10'}

    def __missing__(self, key):
        return self.START.get(key, 'as at the start')


class Failed(Exception):
    pass


class State(dict):
    """Lines by their first word; `view`: the settings; `area`: the view's rectangle; `joint`, `widget`: by name."""

    def __init__(self, text):
        super().__init__(joint={}, ring=[], arrow=[], widget={}, settings=Settings())
        for line in text.splitlines():
            key, _, rest = line.partition(' ')
            if key == 'joint':
                x, y, name = rest.split(' ', 2)
                self['joint'][name] = (float(x), float(y))
            elif key in ('ring', 'arrow'):
                axis, x, y = rest.split()
                self[key].append((int(axis), float(x), float(y)))
            elif key == 'widget':
                x, y, w, h, name = rest.split(' ', 4)
                self['widget'][name] = tuple(map(float, (x, y, w, h)))
            elif key == 'view' and rest[:1].isdigit():
                self['area'] = tuple(map(float, rest.split()))
            elif key == 'view':
                words = rest.split()
                self['settings'] = Settings(zip(words[::2], words[1::2]))
            else:
                self[key] = rest

    def numbers(self, key):
        return [float(w) for w in self[key].split() if w[0] in '-.0123456789']

    @property
    def open(self):
        return self.get('open', '').split()

    def short(self):
        hidden = ('joint', 'ring', 'arrow', 'widget')
        return {k: v for k, v in self.items() if k not in hidden}


COUNT = itertools.count()


class Program:
    """One window on an X server of its own."""

    def __init__(self, tools, *words, size='%dx%d' % SIZE, dpi=96, server=None, files=(), environment=(), home=None, refines=False,
                 eases=False):
        self.tools = tools
        self.server = server or Server(dpi)
        self.x = self.server.display
        # `home`: a program of before, whose files this one finds.
        self.folder = home.folder if home else tempfile.TemporaryDirectory(prefix='bindpose-window-')
        self.state_file = os.path.join(self.folder.name, 'state-%d' % next(COUNT))
        # What the program writes for its user goes into this folder, whatever a failing case makes it do.
        folders = {key: self.folder.name for key in ('HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME',
                                                  'XDG_CACHE_HOME')}
        self.temporary = os.path.join(self.folder.name, 'temporary')
        os.makedirs(self.temporary, exist_ok=True)
        env = dict(os.environ, DISPLAY=self.server.name, TMPDIR=self.temporary, **folders)
        # The driver keeps what it compiled where it does for other programs.
        env.setdefault('MESA_SHADER_CACHE_DIR',
                       os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache'))
        env.update({name: value.replace('{folder}', self.folder.name) for name, value in environment})
        if home is None and not eases and all(name != SETTINGS for name, _ in files):
            files = (*files, (SETTINGS, '{"motion": "at-once"}'))  # a move is ten pictures: see the groups that ease
        for name, text in files:  # what the program is started with; {folder} in a word names their place
            self.file(name, text)
        words = [w.replace('{folder}', self.folder.name) for w in words]
        for name in ('WAYLAND_DISPLAY', 'BINDPOSE_SCALE', 'XDG_DOCUMENTS_DIR', 'XDG_RUNTIME_DIR'):
            env.pop(name, None)
        self.process = subprocess.Popen(
            [tools.bindpose, '--state', self.state_file, '--state-widgets',
             *(['--window-size', size] if size else []), *([] if refines else ['--no-refinement']), *words],
            env=env, cwd=self.folder.name)
        self.window = self.find()
        self.x.focus(self.window)
        self.at = None  # where the hand put the mouse
        self.told, self.last = None, None
        self.wait(lambda s: s.get('loading') == '0' and (s['joint'] or not words), 'the model opens', 40)

    def find(self):
        end = time.time() + 30
        while time.time() < end and self.process.poll() is None:
            for window in self.x.windows():
                if 'Bindpose' in self.x.name_of(window):
                    return window
            time.sleep(0.03)
        raise Failed('the program opened no window')

    def close(self, keep=False):
        """`keep`: its files are somebody else's."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.server.close()
        if not keep:
            self.folder.cleanup()

    def state(self):
        """Read again only where another file has taken its place."""
        try:
            told = os.stat(self.state_file)
            key = told.st_ino, told.st_mtime_ns
            if self.told != key:
                with open(self.state_file, encoding='utf-8') as f:
                    self.last = State(f.read())
                self.told = key
            return self.last
        except OSError:
            return State('')

    def wait(self, condition, what, seconds=15):
        """Waits until the window's account of itself meets the condition."""
        end = time.time() + seconds
        while time.time() < end and self.process.poll() is None:
            state = self.state()
            if self.answers(state) and condition(state):
                return state
            time.sleep(0.004)
        raise Failed('%s: not so after %d inputs (%s); the window says %r' % (
            what, self.x.sent, self.whereabouts(), self.state().short()))

    def whereabouts(self):
        """Once four keys never came to a window that was at rest: what could tell why."""
        if self.process.poll() is not None:
            return 'it has ended with %d' % self.process.returncode
        with open('/proc/%d/stat' % self.process.pid) as f:
            state = f.read().rsplit(') ', 1)[1].split()[0]
        keyboard = 'has' if self.x.focused() == self.window else 'has not'
        return 'its process is in state %s after %.1f s of work, its window %s the keyboard' % (state, self.cpu_seconds(), keyboard)

    def answers(self, state):
        """It tells of everything that the hand has done so far."""
        if int(state.get('inputs', '-1')) < self.x.sent:
            return False
        if self.at is None:
            return True
        width, height = state.numbers('window')[:2]
        outside = self.at[0] >= width or self.at[1] >= height
        return outside or tuple(state.numbers('mouse')) == self.at

    def settled(self):
        """The state when the window has done what it was asked for."""
        return self.wait(lambda s: s['rest'] == '1', 'the window comes to rest')

    # The hand.

    def move(self, x, y):
        self.at = (round(x), round(y))
        self.x.move(x, y)

    def click(self, x, y, button='left', hold='', seconds=0.01):
        """`seconds`: from the press to the release; no hand is quicker than this."""
        self.move(x, y)
        time.sleep(0.01)
        if hold:
            self.x.key(hold, True)
        self.x.button(button, True)
        time.sleep(seconds)
        self.x.button(button, False)
        if hold:
            self.x.key(hold, False)

    def drag(self, start, end, button='left', hold='', steps=6, release=True):
        self.move(*start)
        self.settled()  # a handle lights up under the mouse before it is taken
        if hold:
            self.x.key(hold, True)
        self.x.button(button, True)
        for k in range(1, steps + 1):
            self.move(start[0] + (end[0] - start[0]) * k / steps, start[1] + (end[1] - start[1]) * k / steps)
            time.sleep(0.005)
        if release:
            self.x.button(button, False)
        if hold and release:
            self.x.key(hold, False)

    def wheel(self, notches):
        for _ in range(abs(notches)):
            for down in (True, False):
                self.x.button('wheel up' if notches > 0 else 'wheel down', down)

    def press(self, combination):
        self.x.press(combination)

    def type(self, text):
        self.x.type(text)

    # By the names of widgets.

    def widget(self, name):
        """Where it is, once it stays there: a menu that opens takes a picture to find its size."""
        found = lambda s: name in s['widget'] and s['rest'] == '1'
        return self.wait(found, 'there is a "%s"' % name)['widget'][name]

    def center(self, name):
        x, y, w, h = self.widget(name)
        return x + w / 2, y + h / 2

    def click_on(self, name, **how):
        self.click(*self.center(name), **how)

    def menu(self, path, **how):
        """'View > Skeleton', by clicks."""
        words = path.split(' > ')
        self.wait(lambda s: 'menu:' + words[-1] not in s['widget'], 'the menus are closed')
        for word in words:
            x, y, w, h = self.widget('menu:' + word)
            below = y + h - (self.state().numbers('window')[1] - 12)
            if below > 12:  # of a list that is higher than the window; one that fits may end near it
                self.move(x + w / 2, y - below - 2 * h)
                self.settled()
                self.wheel(-10)
                self.wait(lambda s: s['widget'].get('menu:' + word, (0, y))[1] < y, 'the list scrolls')
            self.click_on('menu:' + word, **how)

    def menus_closed(self):
        """A click on an entry has closed the menus, and what is below has the mouse again."""
        self.wait(lambda s: not any(n.startswith('menu:') and n.count(':') == 1 and r[1] > 60 * float(s.numbers('window')[2])
                                    for n, r in s['widget'].items()), 'the menus close')

    def empty_place(self):
        """A point of the view with nothing under it."""
        x, y, w, h = self.settled()['area']
        return x + 0.94 * w, y + 0.85 * h

    def file(self, name, text):
        """One of the test's own."""
        path = os.path.join(self.folder.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
        if text.startswith('#!'):
            os.chmod(path, 0o755)
        return path

    def picture(self, name):
        if self.tools.pictures:
            subprocess.run(['import', '-display', self.server.name, '-window', 'root',
                            os.path.join(self.tools.pictures, name + '.png')])

    def cpu_seconds(self):
        with open('/proc/%d/stat' % self.process.pid) as f:
            fields = f.read().rsplit(') ', 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')

    def discard(self):
        """The answer to the question that comes where work is not saved."""
        self.wait(lambda s: s.get('ask') == 'unsaved' and s['rest'] == '1', 'the question about unsaved work')
        self.click_on('ask:Discard')

    # What many cases start from.

    def select(self, joint='chest'):
        if self.state().get('selection') == joint:
            return
        widgets = self.settled()['widget']
        _, top, _, height = widgets.get('joint:' + joint, (0, -1, 0, 0))
        _, tree, _, room = widgets['tree']
        if top < tree or top + height > tree + room:  # it may be drawn, but out of sight
            self.move(*self.center('tree'))
            self.wheel(20)
        self.click_on('joint:' + joint)
        self.wait(lambda s: s.get('selection') == joint, 'a click on its row selects ' + joint)
        self.move(*self.empty_place())

    def rotate_by_field(self, degrees='30', joints='1'):
        """Turns what is selected by typing into its field."""
        if 'rotationz' not in self.settled()['widget']:
            self.click_on('tab:Joint')
        self.click_on('rotationz')
        self.wait(lambda s: s['typing'] == '1', 'one click opens the field')
        self.type(degrees)
        self.press('Enter')
        return self.wait(lambda s: s.get('edited') == joints and s['typing'] == '0', 'the number turns the joint')


def ring_drag(state):
    """A point of a ring that is well away from the other rings, and where to drag it."""
    joint = state['joint'][state['selection']]

    def gap(point):
        others = [math.dist(point[1:], (u, v)) for a, u, v in state['ring'] if a != point[0]]
        return min(others) if others else 0
    _, x, y = max(state['ring'], key=gap)
    dx, dy = x - joint[0], y - joint[1]
    angle = math.radians(50)
    return (x, y), (joint[0] + dx * math.cos(angle) - dy * math.sin(angle),
                    joint[1] + dx * math.sin(angle) + dy * math.cos(angle))
