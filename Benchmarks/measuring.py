"""Runs programs in turn and prints the medians of their times and memory, and the ratio."""

import os
import statistics
import subprocess
import sys
import time


def measure(command):
    """Returns the wall time in seconds, the peak MiB, the processor time in seconds, and the last line of output."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    lines = output.decode().strip().splitlines()
    if code not in (0, 1):
        sys.exit(f"{command} ended with {code}:\n" + "\n".join(lines[-20:]))
    return seconds, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime, lines[-1] if lines else ""


def compare(programs, runs):
    """Measures each of two programs `runs` times, in turn, after one run that fills the file cache.

    `programs` has by name what makes the command of the next run; the first is ours.
    """
    results = {name: [] for name in programs}
    for run in range(runs + 1):
        for name, command in programs.items():
            result = measure(command())
            if run > 0:
                results[name].append(result)
            else:
                print(f"{name}: {result[3]}")
    for name, measured in results.items():
        wall, memory, cpu = (statistics.median(result[part] for result in measured) for part in range(3))
        low, high = min(result[0] for result in measured), max(result[0] for result in measured)
        print(f"{name:10} wall {wall:6.3f} s ({low:.3f} to {high:.3f})  cpu {cpu:6.3f} s  memory {memory:6.1f} MiB")
    ours, other = results
    ratios = [theirs[0] / own[0] for own, theirs in zip(results[ours], results[other])]
    print(f"{other} / {ours}: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
