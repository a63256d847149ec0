"""A day of work that is killed at random moments (./dev kills [N]): what was done up to two seconds before is kept, and
every file that was saved is whole. Not part of ./dev test, where `work` kills twice."""
import glob
import json
import math
import os
import random
import signal
import sys
import time

from program import Failed, Program
from suite import Tools

KEPT_WITHIN = 2.0  # seconds


def angle(path):
    """The degrees that the chest is turned by, which number the edits; None where the file is not whole."""
    with open(path, encoding='utf-8') as f:
        joints = json.load(f)['pose']['joints']
    matrix = joints.get('chest')
    return 0 if matrix is None else round(math.degrees(math.atan2(matrix[1][0], matrix[0][0])) % 360)


class Day:
    def __init__(self, tools, seed):
        self.tools, self.random = tools, random.Random(seed)
        self.done = []    # (when its edit was seen in the window, its number)
        self.saved = 0    # the last number that a finished save wrote
        self.lost = 0.0   # the longest time before a kill from which an edit was lost
        self.number = 0
        self.home = None
        self.file = None

    def next_number(self):
        self.number = self.number % 170 + 1
        return self.number

    def start(self):
        p = Program(self.tools, *([self.tools.model()] if self.home is None else []), size='900x640', home=self.home)
        if self.home is None:
            self.home, self.file = p, os.path.join(p.folder.name, 'day.bindpose')
        return p

    def edit(self, p):
        p.rotate_by_field(str(self.next_number()))
        self.done.append((time.time(), self.number))

    def save(self, p):
        p.press('Ctrl+S')
        if not os.path.exists(self.file):
            p.wait(lambda s: s.get('dialog') == 'save-workspace' and s['typing'] == '1' and s['rest'] == '1', 'the dialog')
            p.press('Ctrl+A')
            p.type(self.file)
            p.press('Enter')
        p.wait(lambda s: s['unsaved'] == '0' and s.get('workspace') == self.file, 'it is saved')
        self.saved = self.done[-1][1] if self.done else 0

    def come_back(self, p):
        """After a kill: what was kept aside is taken, else the saved file is opened, else the model."""
        s = p.wait(lambda s: s['rest'] == '1' and s['loading'] == '0', 'the window is there')
        if s.get('ask') == 'leftover':
            p.press('Enter')
        elif s.get('model') is None:
            self.tools.drop(p, self.file if os.path.exists(self.file) else self.tools.model(), 400, 300)
        p.wait(lambda s: s.get('model') == 'ogre.glb' and s['loading'] == '0' and s['rest'] == '1' and 'ask' not in s, 'the model', 30)
        p.select('chest')

    def found(self):
        """The numbers that disk has: of the saved file and of what is kept aside."""
        paths = glob.glob(os.path.join(self.home.folder.name, 'bindpose', 'autosave', '*.bindpose'))
        paths += [self.file] if os.path.exists(self.file) else []
        return {path: angle(path) for path in paths}

    def round(self):
        p = self.start()
        end = time.time() + 60
        try:
            self.come_back(p)
            end = time.time() + self.random.uniform(0.0, 4.0)
            while time.time() < end:
                self.save(p) if self.random.random() < 0.2 and self.done else self.edit(p)
                time.sleep(self.random.choice((0.0, 0.05, 0.5)))
        finally:
            # In the middle of what it does, too: of an edit that is on its way, of a save.
            if self.random.random() < 0.5:
                p.press('Ctrl+S') if os.path.exists(self.file) and self.random.random() < 0.5 else p.press('Ctrl+Z')
                time.sleep(self.random.uniform(0.0, 0.1))
                undone = True
            else:
                undone = False
            p.process.send_signal(signal.SIGKILL)
            killed = time.time()
            p.process.wait()
            p.close(keep=True)
        found = self.found()
        safe = [number for when, number in self.done if when < killed - KEPT_WITHIN]
        must = [number for number in [safe[-1] if safe else 0] + [n for when, n in self.done if when >= killed - KEPT_WITHIN]]
        if undone and len(self.done) > 1:
            must.append(self.done[-2][1])
        if must != [0] and not any(number in must for number in found.values()):
            raise Failed('of the edits %r the disk has %r' % (must, found))
        numbers = [number for _, number in self.done]
        best = max((numbers.index(n) for n in found.values() if n in numbers), default=-1)
        if best + 1 < len(self.done) and not undone:
            self.lost = max(self.lost, killed - self.done[best + 1][0])
        if best >= 0:
            self.done = [(0.0, numbers[best])]


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    day = Day(Tools(sys.argv[3:]), seed)
    failed = 0
    for k in range(count):
        try:
            day.round()
        except (Failed, ValueError, KeyError) as e:
            failed += 1
            print('FAILED  kill %d of seed %d: %s' % (k, seed, e), flush=True)
            day.done = []
        if k % 20 == 19:
            print('%d kills, %d failed' % (k + 1, failed), flush=True)
    print('%d kills at random moments, %d lost more than %.0f s or a file; at most %.2f s of edits were lost' %
          (count, failed, KEPT_WITHIN, day.lost))
    day.home.folder.cleanup()
    sys.exit(1 if failed else 0)


main()
