"""Runs programs in turn, and returns the medians of their times and memory."""

import contextlib
import dataclasses
import os
import platform
import statistics
import subprocess
import sys
import time


@dataclasses.dataclass
class Result:
    """One run, or the medians of several."""

    wall: float  # seconds
    cpu: float  # seconds of processor time
    memory: float  # MiB, at the peak
    first: float  # seconds until the first output
    output: str  # the last line


def measure(command):
    """Runs a command. Ends the benchmark if it exits with another code than 0 or 1."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    head = process.stdout.read1(1)
    first = time.perf_counter() - start
    # A report of a million apps is long: only its end is kept.
    tail = head
    while part := process.stdout.read1(1 << 20):
        tail = (tail + part)[-10_000:]
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    lines = tail.decode(errors="replace").strip().splitlines()
    if code not in (0, 1):
        sys.exit(f"{command} ended with {code}:\n" + "\n".join(lines[-20:]))
    return Result(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, first, lines[-1] if lines else "")


def take_turns(candidates, runs):
    """Measures the candidates in turn, `runs` times each, after one run that fills the file cache.

    `candidates` has by name a function that prepares a run and returns its command. Returns the medians by name.
    """
    results = {name: [] for name in candidates}
    for run in range(runs + 1):
        for name, prepare in candidates.items():
            result = measure(prepare())
            if run > 0 or runs == 0:
                results[name].append(result)
    return {name: median(measured) for name, measured in results.items()}


def median(results):
    def middle(part):
        return statistics.median(getattr(result, part) for result in results)

    return Result(middle("wall"), middle("cpu"), middle("memory"), middle("first"), results[-1].output)


@contextlib.contextmanager
def busy_machine():
    """Keeps every core busy with one loop of another process."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count())]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def machine():
    """Describes the machine in one line."""
    processor = platform.processor() or platform.machine()
    with contextlib.suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as file:
        processor = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), processor)
    system = platform.platform(terse=True)
    with contextlib.suppress(OSError):
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    return f"{os.cpu_count()} cores ({processor}), {system}"


def busyness(load):
    """Says whether the machine did other work, given its load average before the first run."""
    if load < 0.5:
        return ""
    return (
        f" The machine did other work meanwhile (a load of {load:.0f} before the first run), so wall time says little here; "
        "processor time and the ratios between programs say more."
    )
