#!/usr/bin/env python3
"""What ran and what did not: summary.py LOG... counts the cases in logs of ctest -V (LastTest.log).

An executable of Google Test counts by its cases, any other test as one. Says each reason for a skip once, with
how often it was given, and ends with one line, "N passed, N failed, N skipped".
"""
import collections
import re
import sys

CASE = re.compile(r'^\[\s+(OK|FAILED|SKIPPED)\s+\] [\w/]+\.[\w/]+ \(\d+ ms\)')
NAME = re.compile(r'^\d+/\d+ Testing: (.+)$')
VERDICT = re.compile(r'^Test (Pass|Fail|Skip|Not Run|Timeout)')


def blocks(log):
    """The output of each test of a log: (name, lines)."""
    name, lines = None, []
    for line in open(log, encoding='utf-8', errors='replace'):
        found = NAME.match(line)
        if found:
            if name is not None:
                yield name, lines
            name, lines = found.group(1), []
        elif name is not None:
            lines.append(line.rstrip('\n'))
    if name is not None:
        yield name, lines


def count(name, lines, totals, reasons):
    cases = [CASE.match(line) for line in lines]
    cases = [c.group(1) for c in cases if c]
    verdict = next((line for line in lines if VERDICT.match(line)), '')
    for case in cases:
        totals[case] += 1
    if not cases or ('Fail' in verdict and 'FAILED' not in cases):
        skipped = 'Skip' in verdict or 'Not Run' in verdict
        totals['SKIPPED' if skipped else 'OK' if 'Pass' in verdict else 'FAILED'] += 1
        if skipped:
            reasons[name] += 1
    wants_reason = False
    for line in lines:
        if wants_reason and line.strip():
            reasons[line.strip()] += 1
        wants_reason = line.endswith(': Skipped')


def main():
    totals, reasons = collections.Counter(), collections.Counter()
    for log in sys.argv[1:]:
        for name, lines in blocks(log):
            count(name, lines, totals, reasons)
    if reasons:
        print('Skipped:')
        for reason, times in sorted(reasons.items()):
            print('  %s%s' % (reason, ' (%d times)' % times if times > 1 else ''))
    print('%d passed, %d failed, %d skipped' % (totals['OK'], totals['FAILED'], totals['SKIPPED']))
    return 1 if totals['FAILED'] else 0


sys.exit(main())
