"""Compares `schemereg import` with baseline.py on the same manifests. See README.md."""

import argparse
import os
import plistlib
import re
import sys
import tempfile

from measuring import compare

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
        # Replaces schemes and identifiers in the text, so that the rest of the file is unchanged.
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
        database = os.path.join(work, "database.sqlite")

        def anew(command):
            for suffix in ("", "-wal", "-shm"):
                if os.path.exists(database + suffix):
                    os.remove(database + suffix)
            return command

        compare(
            {
                "schemereg": lambda: anew([options.binary, "import", "--registry", database, tree]),
                "python": lambda: anew([sys.executable, os.path.join(HERE, "baseline.py"), tree, database]),
            },
            runs=options.runs,
        )


main()
