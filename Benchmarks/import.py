"""Times `schemereg import` beside baseline.py over the same manifests in the same run. See README.md."""

import argparse
import os
import plistlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def make_tree(source, root, count):
    originals = []
    for folder, _, names in os.walk(source):
        for name in sorted(names):
            if name.endswith(".plist"):
                with open(os.path.join(folder, name), "rb") as file:
                    originals.append(file.read())
    if not originals:
        sys.exit(f"no .plist below {source}")
    for number in range(count):
        data = originals[number % len(originals)]
        copy = number // len(originals)
        # Distinct schemes and identifiers by text, so that the rest of the file stays as its author wrote it.
        if data.startswith(b"<") and copy:
            data = re.sub(
                rb"(<key>CFBundleURLSchemes</key>\s*<array>)(.*?)(</array>)",
                lambda m: m[1] + m[2].replace(b"</string>", b"-copy%d</string>" % copy) + m[3],
                data,
                flags=re.S,
            )
            data = re.sub(
                rb"(<key>CFBundleIdentifier</key>\s*<string>)([^<]*)(</string>)", rb"\1\2.copy%d\3" % copy, data
            )
        elif data.startswith(b"bplist") and copy:
            plist = plistlib.loads(data)
            if isinstance(plist, dict) and "CFBundleIdentifier" in plist:
                plist["CFBundleIdentifier"] += f".copy{copy}"
                data = plistlib.dumps(plist, fmt=plistlib.FMT_BINARY)
        folder = os.path.join(root, f"copy{copy:04}", f"app{number % len(originals):04}")
        os.makedirs(folder)
        with open(os.path.join(folder, "Info.plist"), "wb") as file:
            file.write(data)


def measure(command):
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 1):
        sys.exit(f"{command} ended with {code}:\n{output.decode()}")
    return seconds, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime, output.decode().strip().splitlines()[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--manifests", default=os.path.join(HERE, "..", "sample-plists"))
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        tree = os.path.join(work, "tree")
        make_tree(options.manifests, tree, options.count)
        results = {"schemereg": [], "python": []}
        for run in range(options.runs + 1):
            for name in results:
                database = os.path.join(work, f"{name}.sqlite")
                for suffix in ("", "-wal", "-shm"):
                    if os.path.exists(database + suffix):
                        os.remove(database + suffix)
                command = (
                    [options.binary, "import", "--registry", database, tree]
                    if name == "schemereg"
                    else [sys.executable, os.path.join(HERE, "baseline.py"), tree, database]
                )
                result = measure(command)
                if run > 0:
                    results[name].append(result)
                elif name == "schemereg":
                    print(f"schemereg: {result[3]}")
                else:
                    print(f"python:    {result[3]}")
        for name, runs in results.items():
            wall, memory, cpu = (statistics.median(run[i] for run in runs) for i in range(3))
            low, high = min(run[0] for run in runs), max(run[0] for run in runs)
            print(f"{name:10} wall {wall:6.3f} s ({low:.3f} to {high:.3f})  cpu {cpu:6.3f} s  memory {memory:6.1f} MiB")
        ratios = [python[0] / ours[0] for ours, python in zip(results["schemereg"], results["python"])]
        print(f"python / schemereg: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


main()
