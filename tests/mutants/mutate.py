#!/usr/bin/env python3
"""./dev mutants [N]: small slips, one at a time, in rig, scene, io, view and the shaders. A slip that no test
notices survives: a test is missing, or it makes no difference (accepted.txt says why).
"""
import argparse
import concurrent.futures
import hashlib
import itertools
import json
import os
import queue
import random
import re
import shutil
import sys
import time
from pathlib import Path

from operators import Slip, slips_of
from programs import LIBRARY, ROOT, Build, Runner, folder_of

SHARES = {'src/rig': 48, 'src/scene': 54, 'src/io': 62, 'src/view': 22, 'shaders': 14}  # of 200


def choose(seed):
    """All slips, as a list for each folder. The order hangs on the seed and on the text of each slip alone, so
    that a change elsewhere does not choose others; classes take turns."""
    order = {}
    for folder in SHARES:
        by_kind = {}
        pattern = '*' if folder == 'shaders' else '*.cpp'
        for path in sorted((ROOT / folder).rglob(pattern)):
            file = str(path.relative_to(ROOT))
            text = path.read_text()
            found = list(slips_of(file, text))
            for s in found:
                # Long files shall not crowd out short ones: by the root of their number of slips.
                hashed = int(hashlib.sha256(f'{seed}|{s.key()}'.encode()).hexdigest()[:12], 16)
                by_kind.setdefault(s.kind, []).append((hashed / 16**12 * len(found)**0.5, s))
        kinds = sorted(by_kind)
        random.Random(f'{seed}{folder}').shuffle(kinds)
        rows = [[s for _, s in sorted(by_kind[k], key=lambda p: (p[0], p[1].key()))] for k in kinds]
        order[folder] = [row[i] for i in range(max(map(len, rows), default=0))
                         for row in rows if i < len(row)]
    return order


def blocks_of(path):
    """(file, before, after, why) of a list of slips: accepted.txt, named.txt."""
    entry, found = {}, []
    for line in path.read_text().splitlines():
        word, _, rest = line.partition(' ')
        if word in ('file', '-', '+', 'why'):
            entry[word] = rest.strip()
            if word == 'why':
                found.append((entry['file'], entry['-'], entry['+'], entry['why']))
    return found


def listed_slips(path):
    """The slips of such a list, as `choose` has them. What comes before is there once in the file, however it is
    broken into lines there."""
    order = {folder: [] for folder in SHARES}
    for file, before, after, why in blocks_of(path):
        text = (ROOT / file).read_text()
        found = list(re.finditer(r'\s+'.join(map(re.escape, before.split())), text))
        if len(found) != 1:
            sys.exit(f'mutants: {path}: {file} has {len(found)} times: {before}')
        start, end = found[0].span()
        line = text.count('\n', 0, start) + 1
        order[folder_of(file)].append(Slip(file, line, why, before, after, start, end, after, 0))
    return order


def main():
    parser = argparse.ArgumentParser(prog='./dev mutants', description=__doc__)
    parser.add_argument('count', nargs='?', type=int, default=200, help='how many mutants (200)')
    parser.add_argument('--seed', default='1', help='another seed chooses other mutants (1)')
    parser.add_argument('--minutes', type=float, help='stop after so long; the next run goes on')
    parser.add_argument('--jobs', type=int, default=os.cpu_count(), help='mutants at a time')
    parser.add_argument('--in', dest='under', default='', help='only files whose path begins so')
    parser.add_argument('--from', dest='listed', type=Path,
                        help='the slips of a file as named.txt, in place of chosen ones')
    parser.add_argument('--tests', default='', help='only these test programs, as in rig,scene: a first pass in little '
                        'time; --again then asks the others')
    parser.add_argument('--near', action='store_true',
                        help='only test programs that include something of the folder with the slip')
    parser.add_argument('--again', action='store_true', help='judge anew those that survived before')
    parser.add_argument('--afresh', action='store_true', help='forget what earlier runs found')
    parser.add_argument('--list', action='store_true', help='print the mutants and stop')
    parser.add_argument('--build', default=str(ROOT / 'build/mutants'),
                        help='a build to take objects from, made with BINDPOSE_NO_UNITY')
    args = parser.parse_args()

    order = listed_slips(args.listed) if args.listed else choose(args.seed)
    quota = {f: round(share * args.count / 200) for f, share in SHARES.items()}
    if args.under:
        order = {f: [s for s in row if s.file.startswith(args.under)] for f, row in order.items()}
        quota = {f: args.count if row else 0 for f, row in order.items()}
    if args.listed:
        quota = {f: len(row) for f, row in order.items()}
    if args.list:
        for folder, row in order.items():
            for s in row[:quota[folder]]:
                print(f'{s.file}:{s.line} {s.kind}\n  - {s.before}\n  + {s.after}')
        return 0

    home = ROOT / 'build/mutants'
    home.mkdir(parents=True, exist_ok=True)
    log = home / f'results-{args.listed.stem if args.listed else args.seed}.jsonl'
    results = {}
    if log.exists() and not args.afresh:
        for line in log.read_text().splitlines():
            r = json.loads(line)
            results[r['key']] = r
    passed = {k: r.get('passed', {}) for k, r in results.items()}
    if args.again:
        results = {k: r for k, r in results.items() if r['verdict'] != 'survived'}

    build = Build(Path(args.build).resolve(), home / 'copy', args.tests.split(',') if args.tests else [])
    quota = {f: n if any(build.links(name, LIBRARY[f]) for name in build.names) else 0 for f, n in quota.items()}
    runner = Runner(build, args.near)
    works = queue.Queue()
    for i in range(args.jobs):
        work = home / f'work{i}'
        shutil.rmtree(work, ignore_errors=True)
        (work / 'tmp').mkdir(parents=True)
        works.put(work)

    work = works.get()
    failure = runner.link_right(work, home / 'right.json', args.jobs)
    if failure:
        sys.exit(f'mutants: the tests must pass before anything is broken, and do not: {failure}')
    works.put(work)

    end = time.time() + args.minutes * 60 if args.minutes else float('inf')
    known = {block[:3] for block in blocks_of(ROOT / 'tests/mutants/accepted.txt')}
    started = time.time()
    judged_now = 0

    def one(slip):
        # No test is missing for those: asking all of them takes the longest, and would only tell so.
        if (slip.file, slip.before, slip.after) in known and not args.listed:
            return slip, ('survived', 'accepted', {}), 0
        work = works.get()
        try:
            if time.time() > end:
                return slip, None, 0
            begun = time.time()
            return slip, runner.judge(slip, work, passed.get(slip.key(), {})), time.time() - begun
        finally:
            works.put(work)

    def report(slip, verdict, why, passes, seconds):
        nonlocal judged_now
        judged_now += verdict != 'invalid'
        r = {'key': slip.key(), 'verdict': verdict, 'why': why, 'passed': passes}
        results[slip.key()] = r
        with log.open('a') as out:
            out.write(json.dumps(r) + '\n')
        if verdict != 'invalid':
            print(f'{judged_now:4} {verdict:8} {seconds:5.1f} s  {slip.file}:{slip.line} {slip.kind}  {why}',
                  flush=True)

    # Each folder's mutants in order until its share compiles; what an earlier run judged is not run again.
    chosen = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        rows = {f: iter(row) for f, row in order.items()}
        open_slots = {f: quota[f] for f in order}
        running = set()
        turns = itertools.cycle(order)
        while time.time() <= end:
            while len(running) < args.jobs and any(open_slots.values()):
                folder = next(turns)
                while open_slots[folder] > 0:
                    slip = next(rows[folder], None)
                    if slip is None:
                        open_slots[folder] = 0
                        break
                    r = results.get(slip.key())
                    if r and r['verdict'] == 'invalid':
                        continue
                    open_slots[folder] -= 1
                    if not r:
                        running.add(pool.submit(one, slip))
                        break   # folders take turns
                    chosen.append(slip)
            if not running:
                if not any(open_slots.values()):
                    break
                continue
            done, running = concurrent.futures.wait(running, return_when='FIRST_COMPLETED')
            for future in done:
                slip, verdict, seconds = future.result()
                if verdict is None:
                    continue
                report(slip, *verdict, seconds)
                if verdict[0] == 'invalid':
                    open_slots[folder_of(slip.file)] += 1
                else:
                    chosen.append(slip)

    survivors = [s for s in chosen if results[s.key()]['verdict'] == 'survived']
    excused = [s for s in survivors if (s.file, s.before, s.after) in known]
    open_ones = [s for s in survivors if s not in excused]
    for s in sorted(open_ones, key=lambda s: (s.file, s.line)):
        print(f'{s.file}:{s.line} {s.kind}\n  - {s.before}\n  + {s.after}')
    share = 100 * len(survivors) / max(1, len(chosen))
    print(f'{len(chosen)} mutants of {sum(quota.values())} judged ({judged_now} now, in '
          f'{time.time() - started:.0f} s): {len(chosen) - len(survivors)} killed, {len(survivors)} survived '
          f'({share:.1f} %), {len(excused)} of these known to make no difference.')
    return 1 if open_ones else 0


if __name__ == '__main__':
    sys.exit(main())
