#!/usr/bin/env python3
"""Drives the real window under Xvfb: suite.py GROUP BINDPOSE DROP_FILE ASSETS README [PICTURES].

GROUP: keys, menus, more_menus, gestures, keyboard, lectures, scales, exports, rest, work, settings, weights. Each starts X servers of its own, so that several may run at
once. With PICTURES, a folder, screenshots are kept there.
"""
import json
import os
import resource
import signal
import subprocess
import sys
import time
import traceback

from program import Failed, Program

HERE = os.path.dirname(os.path.abspath(__file__))
for folder in ('command_cases', 'hand', 'lesson_cases', 'weight_cases'):
    sys.path.append(os.path.join(HERE, folder))
sys.path.append(os.path.join(HERE, '..', 'cli'))


class Tools:
    def __init__(self, words):
        self.bindpose, self.drop_file, self.assets, self.readme = map(os.path.abspath, words[:4])
        self.pictures = os.path.abspath(words[4]) if len(words) > 4 else None
        if self.pictures:
            os.makedirs(self.pictures, exist_ok=True)

    def model(self, name='ogre.glb'):
        return os.path.join(self.assets, name)

    def lessons(self):
        """The number of the last one."""
        return len([name for name in os.listdir(os.path.join(self.assets, 'lessons')) if name.endswith('.md')])

    def commands(self, config='/nowhere'):
        """With the keys that are set in that folder of settings."""
        text = subprocess.run([self.bindpose, '--list-commands', '--json'], check=True, capture_output=True,
                              text=True, env=dict(os.environ, XDG_CONFIG_HOME=config)).stdout
        return json.loads(text)

    def drop(self, program, path, x, y):
        program.at = None  # the window takes the mouse to be where the file fell
        subprocess.run([self.drop_file, str(program.window), str(round(x)), str(round(y)), path], check=True,
                       capture_output=True, timeout=30, env=dict(os.environ, DISPLAY=program.server.name))


class Suite:
    """Counts what was checked; a case that throws has failed, and the next goes on."""

    def __init__(self, tools):
        self.tools = tools
        self.good, self.failed = 0, []

    def check(self, name, case, *args):
        start = time.time()
        try:
            case(*args)
        except Failed as e:
            self.fail(name, str(e))
        except Exception:  # a mistake of the case itself
            self.fail(name, traceback.format_exc())
        else:
            self.good += 1
            print('ok      %-60s %.2f s' % (name, time.time() - start), flush=True)

    def fail(self, name, why):
        self.failed.append(name)
        print('FAILED  %s: %s' % (name, why), flush=True)

    def program(self, *words, **how):
        return Program(self.tools, *words, **how)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit('ended from outside'))  # and nothing is left running
    group = sys.argv[1]
    suite = Suite(Tools(sys.argv[2:]))
    module = __import__({name: 'run_commands' for name in ('keys', 'menus', 'more_menus')}.get(group, group))
    start = time.time()
    getattr(module, group)(suite)
    hand, programs = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print('%d good, %d failed in %.1f s; processor time: %.1f s of programs and X servers, %.1f s of the hand' % (
        suite.good, len(suite.failed), time.time() - start, programs.ru_utime + programs.ru_stime,
        hand.ru_utime + hand.ru_stime))
    if not suite.good:
        print('FAILED  nothing was checked')
    return 1 if suite.failed or not suite.good else 0


if __name__ == '__main__':
    sys.exit(main())
