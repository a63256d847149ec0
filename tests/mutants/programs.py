"""The test programs: which of them can notice a slip, in which order they are asked, and how one is linked with a
wrong object file in the place of a right one. Nothing in the source tree is touched: sources, objects and
libraries are copied to build/mutants/copy; a mutant is one object file that is linked before the library that
holds the right one.
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The library that has a folder's files: programs that link it can notice a slip there.
LIBRARY = {'src/rig': 'bp_rig', 'src/scene': 'bp_scene', 'src/io': 'bp_io', 'src/view': 'bp_view',
           'shaders': 'bp_render'}
LEFT_OUT = {'viewer'}   # minutes, as tests/cli and tests/window: a survivor shall not cost that
MEMORY = 12 << 30
HEADER = 'bp_precompiled.pch'   # cmake/layers.cmake
BROKEN_SHADER = re.compile(r'Shader \S+ does not compile|Shaders \S+ and \S+ do not link')   # what the renderer says of one
UNFIT = 'the shader does not compile'
LINK_SECONDS = 1.0      # about what it takes to link a program
FAR = 0.1               # how likely tests notice a slip in a folder of which they include nothing


def folder_of(file):
    return next(f for f in LIBRARY if file.startswith(f + '/'))


class Build:
    """A copy of what a finished build needs to link its tests, and how to compile one file of it.

    names: its test programs. runs: (program, 'large' or '') -> environment, as ctest has them: what large models only do
    more often is a run of its own, for it takes longest and notices least. Of `only` these programs, without that."""

    def __init__(self, folder, copy, only):
        self.folder, self.copy, self.only = folder, copy, only
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
            self.compile[file] = self.of_the_copy(words)
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(ROOT / 'src', copy / 'src')
        self.precompile()
        shutil.copytree(ROOT / 'shaders', copy / 'data/shaders')
        (copy / 'data/assets').symlink_to(ROOT / 'assets')
        self.runs = self.runs_of_ctest()
        self.names = sorted({name for name, _ in self.runs})
        self.link = {name: self.link_line(name) for name in self.names}
        if any(map(self.needs_program, self.names)):
            self.link['bindpose'] = self.link_line('bindpose')
        self.linker = ['-fuse-ld=lld'] if shutil.which('ld.lld') else []
        self.includes = {name: includes_of(ROOT / 'tests' / name) for name in self.names}

    def of_the_copy(self, words):
        """Words of a command, with the copy's sources and precompiled header for the build's."""
        places = {str(ROOT / 'src'): self.copy / 'src', str(self.folder / HEADER): self.copy / HEADER}
        for own, copied in places.items():
            words = [w.replace(own, str(copied)) for w in words]
        return words

    def precompile(self):
        """A build with precompiled headers has those of the source tree in them, which a file that includes the copy's
        would have twice."""
        if not (self.folder / HEADER).exists():
            return
        line = subprocess.run(['ninja', '-C', self.folder, '-t', 'commands', '-s', HEADER], text=True,
                              capture_output=True, check=True).stdout.strip().splitlines()[-1]
        words = shlex.split(line)
        words = words[words.index('&&') + 1:] if words[0] == 'cd' else words
        words = words[:words.index('&&')] if '&&' in words else words
        done = subprocess.run(self.of_the_copy(words), cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f'mutants: the precompiled header does not compile: {done.stderr}')

    def runs_of_ctest(self):
        listed = subprocess.run(['ctest', '--test-dir', self.folder, '--show-only=json-v1'], text=True,
                                capture_output=True, check=True).stdout
        environments, filters = {}, {}
        for test in json.loads(listed)['tests']:
            wanted = test['name'] not in LEFT_OUT and (ROOT / 'tests' / test['name']).is_dir()
            if wanted and 'command' not in test:
                sys.exit(f'mutants: the build is not finished: it has no test_{test["name"]}')
            program = Path(test.get('command', [''])[0]).name
            name = program.removeprefix('test_')
            if not program.startswith('test_') or name in LEFT_OUT:
                continue
            values = [p['value'] for p in test.get('properties', []) if p['name'] == 'ENVIRONMENT']
            env = dict(v.split('=', 1) for v in (values[0] if values else []))
            env.pop('BINDPOSE_IMPORT_WORKER', None)
            environments[(name, 'large' if test['name'].startswith('large_') else '')] = env
            if test['name'].startswith('large_'):
                filters[name] = env['GTEST_FILTER']
        for name, large in filters.items():
            environments[(name, '')]['GTEST_FILTER'] = '-' + large
        if self.only:
            environments = {(name, part): env for (name, part), env in environments.items()
                            if name in self.only and not part}
        return environments

    def link_line(self, name):
        line = subprocess.run(['ninja', '-C', self.folder, '-t', 'commands', '-s',
                               name if name == 'bindpose' else 'tests/test_' + name], text=True,
                              capture_output=True, check=True).stdout.strip().splitlines()[-1]
        words = [w for w in shlex.split(line) if w not in (':', '&&')]
        at = words.index('-o')
        del words[at:at + 2]
        for w in words:
            if not w.startswith(('/', '-')) and (self.folder / w).exists():
                (self.copy / w).parent.mkdir(parents=True, exist_ok=True)
                if not (self.copy / w).exists():
                    shutil.copy2(self.folder / w, self.copy / w)
        return words

    def links(self, name, library):
        return any(Path(w).name == f'lib{library}.a' for w in self.link[name])

    def needs_program(self, name):
        """It starts the import process, which must have the same slip, and never that of an earlier mutant."""
        return self.links(name, 'bp_app')

    def likely(self, run, file):
        """How likely tests notice a slip in the file, roughly: by what they include of it."""
        name, part = run
        header = re.sub(r'\.cpp$', '.h', file.removeprefix('src/'))
        included = self.includes[name]
        folder = os.path.dirname(header)
        folders = {os.path.dirname(i) for i in included}
        near = (0.6 if header in included else
                0.3 if folder in folders else
                0.2 if any(folder.startswith(f + '/') for f in folders) else FAR)
        return near / 4 if part == 'large' else near


def includes_of(folder):
    found = set()
    for path in sorted(folder.glob('*.*')):
        found.update(re.findall(r'^#include "([^"]+)"', path.read_text(), re.M))
    return found


def limits(cpu_seconds):
    # A hard limit would be one for children, too, that have limits of their own: a test of these fails without a slip.
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(cpu_seconds), hard))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # A shell ignores these for what it starts in the background, and programs go on ignoring what was ignored: a
    # test of them would fail without a slip.
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def run_limited(words, cwd, env, cpu_seconds):
    """(passed, output, processor seconds). A run that takes too long has failed."""
    end = time.monotonic() + 60 + 15 * cpu_seconds
    with tempfile.TemporaryFile(dir=cwd) as out:
        child = subprocess.Popen(words, cwd=cwd, env=env, stdout=out, stderr=subprocess.STDOUT,
                                 preexec_fn=functools.partial(limits, cpu_seconds))
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid != 0:
                break
            if time.monotonic() > end:
                child.kill()
                _, status, usage = os.wait4(child.pid, 0)
                break
            time.sleep(0.02)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors='replace')
    return child.returncode == 0, text, usage.ru_utime + usage.ru_stime


class Runner:
    def __init__(self, build, near):
        self.build = build
        self.near = near    # only programs whose files include something of the broken file's folder
        self.seconds = {}   # of each run when nothing is wrong
        self.mark = {}      # of each run: the bytes of its programs
        self.compiles = set()   # files that were seen to, as they are

    def link_right(self, work, known_file, jobs):
        """Links every program without a slip and asks what is not known yet: the first failure, or ''. What passed is
        kept in known_file by the bytes of the program."""
        known = json.loads(known_file.read_text()) if known_file.exists() else {}
        for name in self.build.link:
            linked, error = self.link(name, work, [])
            if not linked:
                return f'{name} does not link: {error}'
        self.mark = {run: self.mark_of(run, work) for run in self.build.runs}
        env = self.environment(work, self.build.copy / 'data')
        fresh = [r for r in sorted(self.build.runs) if known.get('/'.join(r), [''])[0] != self.mark[r]]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for run, failure in zip(fresh, pool.map(lambda r: self.test(r, work, env), fresh)):
                if failure:
                    return failure
                known['/'.join(run)] = [self.mark[run], self.seconds[run]]
                known_file.write_text(json.dumps(known))
        self.seconds = {run: known['/'.join(run)][1] for run in self.build.runs}
        return ''

    def mark_of(self, run, work):
        names = [f'test_{run[0]}', *(['bindpose'] if self.build.needs_program(run[0]) else [])]
        return hashlib.sha256(b''.join((work / n).read_bytes() for n in names)).hexdigest()[:16]

    def order(self, file):
        """The runs that could notice a slip in the file, those first that notice most for their time."""
        library = LIBRARY[folder_of(file)]
        able = [r for r in self.build.runs if self.build.links(r[0], library)]
        if self.near and folder_of(file) != 'shaders':   # no test includes one
            able = [r for r in able if self.build.likely((r[0], ''), file) > FAR]
        return sorted(able, key=lambda r: (self.seconds[r] + LINK_SECONDS) / self.build.likely(r, file))

    def link(self, name, work, first):
        words = self.build.link[name]
        target = work / (name if name == 'bindpose' else 'test_' + name)
        line = [words[0], *self.build.linker, *first, *words[1:], '-o', str(target)]
        done = subprocess.run(line, cwd=self.build.copy, capture_output=True, text=True)
        return done.returncode == 0, done.stderr

    def environment(self, work, data):
        env = {k: v for k, v in os.environ.items() if k not in ('DISPLAY', 'WAYLAND_DISPLAY')}
        env.update(GTEST_FAIL_FAST='1', BINDPOSE_DATA=str(data), TMPDIR=str(work / 'tmp'),
                   BINDPOSE_IMPORT_WORKER=str(work / 'bindpose'))
        return env

    def test(self, run, work, env):
        """'' when the tests pass, or the first that failed, and does so a second time: a test that fails now and then
        has noticed nothing."""
        first = run not in self.seconds
        limit = 10 + 4 * self.seconds.get(run, 60)
        failure, used = self.ask(run, work, env, limit)
        if first:
            self.seconds[run] = used
        if failure and not first and used < limit:
            failure, _ = self.ask(run, work, env, limit)
        return failure

    def ask(self, run, work, env, limit):
        """(the first test that failed or '', processor seconds)."""
        passed, out, used = run_limited([str(work / f'test_{run[0]}')], work, env | self.build.runs[run], limit)
        if passed:
            return '', used
        if BROKEN_SHADER.search(out):
            return UNFIT, used
        failed = [line for line in out.splitlines() if line.startswith('[  FAILED  ]')]
        begun = [line for line in out.splitlines() if line.startswith('[ RUN ')]
        if failed:
            return f'{run[0]}: ' + failed[0][13:].split(',')[0].split(' (')[0], used
        return f'{run[0]}: ' + (begun[-1][13:] + ' crashed' if begun else 'crashed at the start'), used

    def check_compiles(self, file, line):
        """Ends all where the file does not compile without a slip either: none of its slips would be counted, and nobody
        would see it."""
        if file in self.compiles:
            return
        done = subprocess.run(line, cwd=self.build.folder, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f'mutants: {file} does not compile as it is: {done.stderr[:2000]}')
        self.compiles.add(file)

    def judge(self, slip, work, passed):
        """(verdict, by whom or why, what has passed): killed, survived or invalid. What `passed` with this slip before
        and is still the same program is not asked again: run -> mark."""
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
            line = self.build.compile[slip.file]
            # Of all warnings one counts: a reference to what is gone is undefined, and stops every build of ours.
            quiet = (['-Wno-everything', '-Werror=return-stack-address'] if 'clang' in Path(line[0]).name
                     else ['-w'])
            line = line + quiet + ['-g0', '-o', str(target), '-c']
            done = subprocess.run([*line, str(source)], cwd=self.build.folder, capture_output=True, text=True)
            if done.returncode != 0:
                self.check_compiles(slip.file, [*line, str(kept)])
                return 'invalid', 'does not compile', {}
            objects = [str(target)]
        env = self.environment(work, data)
        linked_now = set()
        passed = dict(passed)
        for run in self.order(slip.file):
            if passed.get('/'.join(run)) == self.mark[run]:
                continue
            wanted = [run[0], *(['bindpose'] if self.build.needs_program(run[0]) else [])]
            for target in wanted:
                if target in linked_now:
                    continue
                linked_now.add(target)
                linked, error = self.link(target, work, objects)
                if not linked:
                    return 'invalid', 'does not link: ' + error.strip()[-200:], {}
            failure = self.test(run, work, env)
            if failure == UNFIT and folder == 'shaders':
                return 'invalid', 'does not compile', {}
            if failure:
                return 'killed', failure, {}
            passed['/'.join(run)] = self.mark[run]
        return 'survived', '', passed
