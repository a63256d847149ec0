#!/usr/bin/env python3
"""What a start of the window costs: start_cost.py DROP_FILE ASSETS BINDPOSE...

Of each program ten starts with the ogre, in turns, until its window rests: processor time, and time on the clock.
"""
import os
import sys
import time

from program import Program
from suite import Tools
from x11 import Server

STARTS = 10


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    drop_file, assets, *programs = sys.argv[1:]
    os.environ['LP_NUM_THREADS'] = '1'  # as the tests have it
    server = Server()
    spent = {name: [] for name in programs}
    for _ in range(STARTS):
        for name in programs:
            tools = Tools([name, drop_file, assets, assets])
            start = time.time()
            program = Program(tools, tools.model(), server=server)
            program.settled()
            spent[name].append((program.cpu_seconds(), time.time() - start))
            program.process.kill()
            program.process.wait()
    server.close()
    for name, starts in spent.items():
        processor, clock = (sum(times) / STARTS for times in zip(*starts))
        print('%.3f s of processor time, %.3f s on the clock, a start of %s' % (processor, clock, name))


if __name__ == '__main__':
    main()
