#!/usr/bin/env python3
"""Drives the real window under Xvfb with xdotool: window_test.py BINDPOSE DROP_FILE ASSETS [PICTURES].

Every step reads what the window says about itself (--state) and checks it; with PICTURES a folder, a
screenshot of each step is kept there.
"""
import math
import os
import subprocess
import sys
import tempfile
import time

BINDPOSE, DROP_FILE, ASSETS = map(os.path.abspath, sys.argv[1:4])
PICTURES = sys.argv[4] if len(sys.argv) > 4 else None
failures = []


def check(good, what):
    print(('ok      ' if good else 'FAILED  ') + what, flush=True)
    if not good:
        failures.append(what)


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=30).stdout


class Window:
    def __init__(self, folder, model, *options):
        self.state_file = os.path.join(folder, 'state')
        env = dict(os.environ, XDG_STATE_HOME=folder)
        self.process = subprocess.Popen([BINDPOSE, model, '--state', self.state_file, *options], env=env)
        self.id = self.find()
        run('xdotool', 'windowmove', self.id, '0', '0')
        run('xdotool', 'windowfocus', self.id)

    def find(self):
        end = time.time() + 30
        while time.time() < end:
            if self.process.poll() is not None:
                sys.exit('the program ended with %d before it opened a window' % self.process.returncode)
            found = subprocess.run(['xdotool', 'search', '--onlyvisible', '--name', 'Bindpose'],
                                   capture_output=True, text=True, timeout=30).stdout.split()
            if found:
                return found[0]
            time.sleep(0.1)
        sys.exit('the program opened no window in 30 s')

    def state(self):
        state = {'joint': {}, 'ring': []}
        try:
            lines = open(self.state_file, encoding='utf-8').read().splitlines()
        except OSError:
            return state
        for line in lines:
            key, _, rest = line.partition(' ')
            if key == 'joint':
                x, y, name = rest.split(' ', 2)
                state['joint'][name] = (float(x), float(y))
            elif key == 'ring':
                axis, x, y = rest.split()
                state['ring'].append((int(axis), float(x), float(y)))
            else:
                state[key] = rest
        return state

    def wait(self, condition, what, seconds=20):
        """Waits until the window's own account of itself meets the condition."""
        end = time.time() + seconds
        while time.time() < end and self.process.poll() is None:
            state = self.state()
            if condition(state):
                check(True, what)
                return state
            time.sleep(0.05)
        check(False, what + '; the window says ' + repr({k: v for k, v in self.state().items()
                                                         if k not in ('joint', 'ring')}))
        return self.state()

    def move(self, x, y):
        run('xdotool', 'mousemove', '--window', self.id, str(round(x)), str(round(y)))

    def click(self, x, y):
        self.move(x, y)
        time.sleep(0.15)
        run('xdotool', 'click', '1')

    def drag(self, start, end, steps=12):
        self.move(*start)
        time.sleep(0.2)
        run('xdotool', 'mousedown', '1')
        for k in range(1, steps + 1):
            t = k / steps
            self.move(start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1]))
            time.sleep(0.03)
        run('xdotool', 'mouseup', '1')

    def key(self, keys):
        run('xdotool', 'key', '--window', self.id, keys)

    def picture(self, name):
        if PICTURES:
            os.makedirs(PICTURES, exist_ok=True)
            time.sleep(0.4)
            subprocess.run(['import', '-window', self.id, os.path.join(PICTURES, name + '.png')], check=True)

    def cpu_seconds(self):
        fields = open('/proc/%d/stat' % self.process.pid).read().rsplit(') ', 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def ring_drag(state):
    """A point of a ring that is well away from the other rings, and where to drag it."""
    joint = state['joint'][state['selection']]
    best = None
    for axis, x, y in state['ring']:
        others = [math.dist((x, y), (u, v)) for a, u, v in state['ring'] if a != axis]
        gap = min(others) if others else 0
        if best is None or gap > best[0]:
            best = (gap, x, y)
    _, x, y = best
    dx, dy = x - joint[0], y - joint[1]
    angle = math.radians(50)
    turned = (joint[0] + dx * math.cos(angle) - dy * math.sin(angle),
              joint[1] + dx * math.sin(angle) + dy * math.cos(angle))
    return (x, y), turned


def main():
    folder = tempfile.mkdtemp(prefix='bindpose-window-')
    bad = os.path.join(folder, 'bad.fbx')
    with open(bad, 'w') as f:
        f.write('this is no FBX file')
    window = Window(folder, os.path.join(ASSETS, 'ogre.glb'), '--window-size', '1280x720')
    state = window.wait(lambda s: s.get('model') == 'ogre.glb' and s['joint'], 'the model opens')
    window.picture('1-open')

    window.click(*state['joint']['forearm.L'])
    state = window.wait(lambda s: s.get('selection') == 'forearm.L', 'a click on a joint selects it')
    state = window.wait(lambda s: s['ring'], 'the gizmo stands on the joint')
    window.picture('2-selected')

    start, end = ring_drag(state)
    before = state['joint']['hand.L']
    window.drag(start, end)
    state = window.wait(lambda s: s.get('edited') == '1' and 'undo' in s, 'a drag of a ring turns the joint')
    check(math.dist(before, state['joint']['hand.L']) > 8, 'its child follows')
    check('forearm.L' in state.get('undo', ''), 'the drag is one step in the history')
    window.picture('3-turned')

    window.key('ctrl+z')
    state = window.wait(lambda s: s.get('edited') == '0' and 'undo' not in s, 'one undo takes the drag back')
    check(math.dist(before, state['joint']['hand.L']) < 0.2, 'the child is where it was')
    window.key('ctrl+shift+z')
    state = window.wait(lambda s: s.get('edited') == '1', 'redo brings it again')

    window.key('h')
    time.sleep(0.5)
    window.picture('4-weights')

    run(DROP_FILE, window.id, '640', '360', bad)
    state = window.wait(lambda s: s.get('message', '').startswith('error') and s.get('loading') == '0',
                        'a bad file gives a message')
    check('bad.fbx' in state.get('message', ''), 'the message names the file')
    check(state.get('model') == 'ogre.glb' and state.get('edited') == '1',
          'the open model and its pose are untouched')
    window.picture('5-bad-file')

    run(DROP_FILE, window.id, '640', '360', os.path.join(ASSETS, 'capsule.glb'))
    window.wait(lambda s: s.get('model') == 'capsule.glb', 'a good file that is dropped opens')
    window.picture('6-dropped')

    # The pointer rests away from everything that blinks or has a tooltip.
    window.move(640, 600)
    time.sleep(1.5)
    frames, cpu = window.state().get('frames'), window.cpu_seconds()
    time.sleep(3)
    check(window.state().get('frames') == frames, 'no picture is drawn while nothing changes')
    used = window.cpu_seconds() - cpu
    check(used <= 0.03, 'no processor time is used while nothing changes (%.2f s in 3 s)' % used)

    window.key('space')
    time.sleep(1)
    window.key('space')
    state = window.wait(lambda s: s.get('base') == 'clip', 'space plays the clip, and stops it')
    check(0.3 < float(state.get('time', 0)) < 3, 'the clip went on for about a second')
    # The window may be gone before xdotool lets go of the keys: that is no failure.
    subprocess.run(['xdotool', 'key', '--window', window.id, 'ctrl+q'], capture_output=True, timeout=30)
    try:
        window.process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        window.process.kill()
    check(window.process.returncode == 0, 'the window closes cleanly')
    print('%d failed' % len(failures))
    return 1 if failures else 0


sys.exit(main())
