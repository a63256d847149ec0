#!/usr/bin/env python3
"""Which files the sanitized tests spend their time in, and which are worth a line in cmake/hot.cmake.

  perf record -F 99 -a --call-graph=fp -o tests.data -- ctest --test-dir build/debug -j3 -L '^sanitized$'
  tests/hot_files.py tests.data build/debug

build/debug as ./dev test makes it without CI: with Clang, precompiled headers and line numbers. What a file calls of the
standard library and of GLM counts as its own. Then each is compiled twice; "saves" is seven tenths of its time in the
tests, what -O1 took off the first forty, less what it takes longer to compile.
"""
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

RATE = 99  # samples a second
LEAST = 1 / 500  # of all that was measured
SAVED = 0.7


def run(*words, given=''):
    return subprocess.run(words, input=given, capture_output=True, text=True).stdout


def symbolizer():
    for name in ('llvm-symbolizer', *('llvm-symbolizer-%d' % v for v in range(16, 31))):
        if subprocess.run(['which', name], capture_output=True).returncode == 0:
            return name
    sys.exit('hot_files: llvm-symbolizer is missing; it is in the package llvm-16')


def files_of_functions(program, tool):
    """Of each function's mangled name the file that it is in."""
    lines = [line.split() for line in run('nm', '--defined-only', program).splitlines()]
    functions = [(words[0], words[2]) for words in lines if len(words) == 3 and words[1] in 'tTwWvVuU']
    asked = ''.join('0x%s\n' % address for address, _ in functions)
    answers = run(tool, '--obj=' + program, '--no-inlines', '--functions=none', given=asked).split('\n\n')
    return {name: answer.strip().rsplit(':', 2)[0] for (_, name), answer in zip(functions, answers)}


def seconds_by_file(data, build, root):
    tool = symbolizer()
    names = {'bindpose', *run('ls', build + '/tests').split()}
    known = {}
    for name in names:
        path = build + '/' + ('' if name == 'bindpose' else 'tests/') + name
        if os.path.isfile(path) and os.access(path, os.X_OK) and not name.endswith(('.a', '.so')):
            known[name] = files_of_functions(path, tool)
    seconds = collections.Counter()
    script = subprocess.Popen(['perf', 'script', '-i', data, '--no-demangle', '-F', 'comm,ip,sym,dso'], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    total, mine, idle = 0, None, False
    for line in script.stdout:
        words = line.split()
        if not line[0].isspace():
            idle = words[0] == 'swapper'
        elif not words:  # the end of a sample
            total += 0 if idle else 1
            if mine:
                seconds[mine] += 1 / RATE
            mine = None
        elif mine is None and len(words) > 2:
            program = os.path.basename(words[-1].strip('()'))
            file = known.get(program, {}).get(words[1].split('+')[0], '')
            if file.startswith(root + '/src/'):
                mine = file[len(root) + 1:]
    return seconds, total / RATE


def seconds_to_compile(command, more, folder):
    told = subprocess.run(['bash', '-c', 'TIMEFORMAT=%%U; time %s %s -o /dev/null' % (command, more)], cwd=folder,
                          capture_output=True, text=True).stderr.split('\n')
    return float(told[-2])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    data, build = sys.argv[1], os.path.abspath(sys.argv[2])
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    layers = {}
    for entry in json.load(open(build + '/compile_commands.json')):
        unit = re.search(r'bp_(\w+)\.dir/Unity/', entry['file'])
        if unit:
            layers.setdefault(unit[1], re.sub(r' -(o|c|MT|MF) \S+|\S*ccache ', '', entry['command']))
    seconds, total = seconds_by_file(data, build, root)
    chosen = [(file, spent) for file, spent in seconds.most_common() if spent >= LEAST * total and file.endswith('.cpp')]

    listed = open(root + '/cmake/hot.cmake').read().split('BINDPOSE_HOT_RELEASE')[0]  # the list after it is the release build's
    hot = set(re.findall(r'src/[^\s)]+', listed))

    def compiled(file):
        if file in hot:
            return 'is in cmake/hot.cmake'
        command = layers[file.split('/')[1]] + ' -c %s/%s' % (root, file)
        plain, optimised = (seconds_to_compile(command, more, build) for more in ('', '-O1 -Xclang -fno-validate-pch'))
        return 'compiled in %.2f and %.2f s, saves %.1f' % (plain, optimised, SAVED * seconds[file] - (optimised - plain))

    print('%.0f s of processor time, %.0f of them in the layers' % (total, sum(seconds.values())))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (file, spent), told in zip(chosen, pool.map(compiled, [file for file, _ in chosen])):
            print('%-50s tests %5.1f s, %s' % (file, spent, told))


main()
