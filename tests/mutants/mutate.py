#!/usr/bin/env python3
"""./dev mutants [N]: small slips, one at a time, in rig, scene, io, view and the shaders. A slip that no test
notices survives: a test is missing, or it makes no difference (accepted.txt says why).

Nothing in the source tree is touched: sources, objects and libraries are copied to build/mutants/copy; a
mutant is one object file that is linked before the library that holds the right one.
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
import resource
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

from operators import slips_of

ROOT = Path(__file__).resolve().parents[2]
SHARES = {'src/rig': 44, 'src/scene': 42, 'src/io': 60, 'src/view': 34, 'shaders': 20}  # of 200
# What could notice, the cheapest first. Not among them: what takes longer than that (test_viewer, tests/cli,
# tests/window), so that a survivor costs seconds.
TESTS = {
    'src/rig': ['rig', 'truth', 'scene', 'view', 'gl', 'io'],
    'src/scene': ['scene', 'view', 'truth', 'ui', 'gl', 'io'],
    'src/io': ['io', 'truth', 'app'],
    'src/view': ['view', 'ui', 'gl'],
    'shaders': ['gl'],
}
NEEDS_PROGRAM = {'app', 'gl'}  # it starts the import process: never that of an earlier mutant
MEMORY = 12 << 30
BROKEN_SHADER = re.compile(r'Shader \S+ does not compile|Shaders \S+ and \S+ do not link')   # what the renderer says of one
UNFIT = 'the shader does not compile'
COMPILE_FLAGS = ['-O1', '-UNDEBUG', '-D_GLIBCXX_ASSERTIONS', '-w', '-g0']


def folder_of(file):
    return next(f for f in SHARES if file.startswith(f + '/'))


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


class Build:
    """A copy of what a finished build needs to link its tests, and how to compile one file of it."""

    def __init__(self, folder, copy):
        self.folder, self.copy = folder, copy
        commands = json.loads((folder / 'compile_commands.json').read_text())
        self.compile = {}
        for c in commands:
            file = os.path.relpath(c['file'], ROOT)
            words = shlex.split(c['command'])
            if words[0].endswith('ccache'):
                words = words[1:]
            at = words.index('-o')
            del words[at:at + 2]
            del words[words.index('-c'):]
            self.compile[file] = [w.replace(str(ROOT / 'src'), str(copy / 'src')) for w in words]
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(ROOT / 'src', copy / 'src')
        shutil.copytree(ROOT / 'shaders', copy / 'data/shaders')
        (copy / 'data/assets').symlink_to(ROOT / 'assets')
        self.link = {}
        for name in ['bindpose'] + ['test_' + t for t in self.tests()]:
            line = subprocess.run(['ninja', '-C', folder, '-t', 'commands', '-s',
                                   name if name == 'bindpose' else 'tests/' + name], text=True,
                                  capture_output=True, check=True).stdout.strip().splitlines()[-1]
            words = [w for w in shlex.split(line) if w not in (':', '&&')]
            at = words.index('-o')
            del words[at:at + 2]
            for w in words:
                if not w.startswith(('/', '-')) and (folder / w).exists():
                    (copy / w).parent.mkdir(parents=True, exist_ok=True)
                    if not (copy / w).exists():
                        shutil.copy2(folder / w, copy / w)
            self.link[name] = words
        self.linker = ['-fuse-ld=lld'] if shutil.which('ld.lld') else []

    def tests(self):
        return sorted({t for row in TESTS.values() for t in row})


def limits(cpu_seconds):
    def apply():
        resource.setrlimit(resource.RLIMIT_CPU, (int(cpu_seconds), int(cpu_seconds) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return apply


def run(words, cwd, env, cpu_seconds):
    """(passed, output, processor seconds). A run that takes too long has failed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(words, cwd=cwd, env=env, text=True, errors='replace',
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              preexec_fn=limits(cpu_seconds), timeout=60 + 15 * cpu_seconds)
        passed, out = done.returncode == 0, done.stdout
    except subprocess.TimeoutExpired:
        passed, out = False, 'took too long'
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return passed, out, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Runner:
    def __init__(self, build):
        self.build = build
        self.seconds = {}   # of each test program when nothing is wrong

    def link(self, name, work, first):
        words = self.build.link[name]
        line = [words[0], *self.build.linker, *first, *words[1:], '-o', str(work / name)]
        done = subprocess.run(line, cwd=self.build.copy, capture_output=True, text=True)
        return done.returncode == 0, done.stderr

    def environment(self, work, data):
        env = {k: v for k, v in os.environ.items() if k not in ('DISPLAY', 'WAYLAND_DISPLAY')}
        env.update(GTEST_FAIL_FAST='1', BINDPOSE_DATA=str(data), TMPDIR=str(work / 'tmp'),
                   BINDPOSE_IMPORT_WORKER=str(work / 'bindpose'))
        return env

    def test(self, name, work, env):
        """'' when the tests pass, or the first that failed."""
        limit = 10 + 4 * self.seconds.get(name, 30)
        passed, out, used = run([str(work / f'test_{name}')], work, env, limit)
        if name not in self.seconds:
            self.seconds[name] = used
        if passed:
            return ''
        if BROKEN_SHADER.search(out):
            return UNFIT
        failed = [line for line in out.splitlines() if line.startswith('[  FAILED  ]')]
        begun = [line for line in out.splitlines() if line.startswith('[ RUN ')]
        if failed:
            return f'{name}: ' + failed[0][13:].split(',')[0].split(' (')[0]
        return f'{name}: ' + (begun[-1][13:] + ' crashed' if begun else 'crashed at the start')

    def judge(self, slip, work):
        """(verdict, by whom or why): killed, survived or invalid."""
        folder = folder_of(slip.file)
        objects, data = [], self.build.copy / 'data'
        kept = self.build.copy / ('data' if folder == 'shaders' else '') / slip.file
        text = kept.read_text()
        wrong = text[:slip.start] + slip.text + text[slip.end:]
        if folder == 'shaders':
            data = work / 'data'
            shutil.rmtree(data, ignore_errors=True)
            shutil.copytree(self.build.copy / 'data/shaders', data / 'shaders')
            (data / 'assets').symlink_to(ROOT / 'assets')
            (data / slip.file).write_text(wrong)
        else:
            source, target = work / Path(slip.file).name, work / 'mutant.o'
            source.write_text(wrong)
            line = self.build.compile[slip.file] + COMPILE_FLAGS + ['-c', str(source), '-o', str(target)]
            done = subprocess.run(line, cwd=self.build.copy, capture_output=True, text=True)
            if done.returncode != 0:
                return 'invalid', 'does not compile'
            objects = [str(target)]
        env = self.environment(work, data)
        program = False
        for name in TESTS[folder]:
            wanted = (['bindpose'] if name in NEEDS_PROGRAM and not program else [])
            program = program or bool(wanted)
            for target in wanted + ['test_' + name]:
                linked, error = self.link(target, work, objects)
                if not linked:
                    return 'invalid', 'does not link: ' + error.strip()[-200:]
            failure = self.test(name, work, env)
            if failure == UNFIT and folder == 'shaders':
                return 'invalid', 'does not compile'
            if failure:
                return 'killed', failure
        return 'survived', ''


def accepted_slips():
    """{(file, before, after): reason} of accepted.txt."""
    known, entry = {}, {}
    for line in (ROOT / 'tests/mutants/accepted.txt').read_text().splitlines():
        word, _, rest = line.partition(' ')
        if word in ('file', '-', '+', 'why'):
            entry[word] = rest.strip()
            if word == 'why':
                known[(entry['file'], entry['-'], entry['+'])] = rest.strip()
    return known


def main():
    parser = argparse.ArgumentParser(prog='./dev mutants', description=__doc__)
    parser.add_argument('count', nargs='?', type=int, default=200, help='how many mutants (200)')
    parser.add_argument('--seed', default='1', help='another seed chooses other mutants (1)')
    parser.add_argument('--minutes', type=float, help='stop after so long; the next run goes on')
    parser.add_argument('--jobs', type=int, default=os.cpu_count(), help='mutants at a time')
    parser.add_argument('--in', dest='under', default='', help='only files whose path begins so')
    parser.add_argument('--again', action='store_true', help='judge anew those that survived before')
    parser.add_argument('--afresh', action='store_true', help='forget what earlier runs found')
    parser.add_argument('--list', action='store_true', help='print the mutants and stop')
    parser.add_argument('--build', default=str(ROOT / 'build/mutants'),
                        help='a build to take objects from, made with BINDPOSE_NO_UNITY')
    args = parser.parse_args()

    order = choose(args.seed)
    quota = {f: round(share * args.count / 200) for f, share in SHARES.items()}
    if args.under:
        order = {f: [s for s in row if s.file.startswith(args.under)] for f, row in order.items()}
        quota = {f: args.count if row else 0 for f, row in order.items()}
    if args.list:
        for folder, row in order.items():
            for s in row[:quota[folder]]:
                print(f'{s.file}:{s.line} {s.kind}\n  - {s.before}\n  + {s.after}')
        return 0

    home = ROOT / 'build/mutants'
    home.mkdir(parents=True, exist_ok=True)
    log = home / f'results-{args.seed}.jsonl'
    results = {}
    if log.exists() and not args.afresh:
        for line in log.read_text().splitlines():
            r = json.loads(line)
            results[r['key']] = r
    if args.again:
        results = {k: r for k, r in results.items() if r['verdict'] != 'survived'}

    build = Build(Path(args.build).resolve(), home / 'copy')
    runner = Runner(build)
    works = queue.Queue()
    for i in range(args.jobs):
        work = home / f'work{i}'
        shutil.rmtree(work, ignore_errors=True)
        (work / 'tmp').mkdir(parents=True)
        works.put(work)

    work = works.get()
    for name in ['bindpose'] + ['test_' + t for t in build.tests()]:
        linked, error = runner.link(name, work, [])
        if not linked:
            sys.exit(f'mutants: {name} does not link: {error}')
    env = runner.environment(work, build.copy / 'data')
    used = {t for f, row in TESTS.items() if quota[f] for t in row}
    for name in sorted(used):
        failure = runner.test(name, work, env)
        if failure:
            sys.exit(f'mutants: the tests must pass before anything is broken, and do not: {failure}')
    works.put(work)

    end = time.time() + args.minutes * 60 if args.minutes else float('inf')
    known = accepted_slips()
    started = time.time()
    judged_now = 0

    def one(slip):
        work = works.get()
        try:
            if time.time() > end:
                return slip, None, 0
            begun = time.time()
            return slip, runner.judge(slip, work), time.time() - begun
        finally:
            works.put(work)

    def report(slip, verdict, why, seconds):
        nonlocal judged_now
        judged_now += verdict != 'invalid'
        r = {'key': slip.key(), 'verdict': verdict, 'why': why}
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
