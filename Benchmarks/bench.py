"""Measures schemereg beside other programs, and writes docs/performance.md. See README.md."""

import argparse
import datetime
import os
import shutil
import subprocess
import sys
import tempfile

import measuring
import reporting
import workloads

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
SHARED = os.path.join(ROOT, "..", "shared", "corpus", "manifests")


# Shares, so that they stay true when the tables change.
WHERE_TIME_GOES = """## Where the time goes

Shares from profiles with perf on 2026-11-30, of a release build on two cores.

* **Import of real manifests**: 25 % of the processor time goes to the system, which lists folders and opens and reads files, once
  each; 15 % to values with their places, 11 % to SQLite, 9 % to the rules that find out which manifests have no findings, 9 % to what
  each manifest says about its app, 6 % to making rows, and 4 % to the walk. Each other part takes less than 4 %.
* **Import of manifests with URL types**: one thread writes, and takes most of the wall time: half of it in the database.
  The history of a first import follows from the claims, so it isn't written.
* **Code**: all files are scanned for words that matter, which takes a fiftieth of the time. The files that may send or receive URLs,
  and those that declare what these use, are parsed with swift-syntax: a quarter of the time. Following values to URLs takes a
  fifth. One thread reads what receives URLs, another what sends them. Mocks that Sourcery or Mockolo generated and localized
  strings that SwiftGen generated aren't parsed unless they contain such words: in some repositories, they are larger than all other
  code that is parsed. In WooCommerce, a fifth of the time goes to eight Xcode projects, each of which is parsed once.
  A second process reads the code, so that code that crashes it doesn't end the run. Against reading it in the same process, that
  takes up to a tenth more wall time, and 14 %, 10 % and 3 % more processor time in Element X, Home Assistant and WooCommerce.

## How much faster it could be

* **Imports**: for real manifests, the system, the values with their places, SQLite, the walk and the digests take half of the
  processor time, which is more than all of the C program. If the rest took no time, an import on two cores would be at most 1.6 times
  as fast as that program, and twice as fast can't be reached. Both open, read and close each file once.
* **Unchanged imports**: half of the processor time goes to the system, which lists folders and gives the state of each file: more
  than the whole walk in C takes, on both cores together. A fifth goes to the walk, an eighth to the rows of the registry, which are
  read meanwhile, and less than a tenth each to starting, to comparing and to the summary. To take 1.2 times as long as the walk, all
  parts outside the system together would have to take half as long. A walk that calls the system with less work of its own, and
  lists folders without the C library, gained at most 3 %. A quarter of the wall time passes on one core, before the walk can start
  and after it has ended: the first questions to the registry decide which folders it enters, and what it finds counts only once all
  projects are known. In between, both cores are busy. So more threads don't help on two cores.
* **Code**: swift-syntax, for the files that matter, and the system take two fifths of the processor time. The rest is spread over
  hundreds of functions, none of which takes more than a twentieth.
"""


class Bench:
    def __init__(self, options, work):
        self.binary, self.runs, self.options, self.work = options.binary, options.runs, options, work
        self.limits = self.compiled("limits")
        self.importer = self.compiled("import", "-lplist-2.0", "-lsqlite3")
        self.database = os.path.join(work, "registry.sqlite")

    def compiled(self, name, *libraries):
        """Compiles a candidate in C. Returns `None` if a compiler or a library is missing."""
        program = os.path.join(self.work, name)
        source = os.path.join(HERE, "candidates", f"{name}.c")
        result = subprocess.run(["cc", "-O2", "-o", program, source, *libraries], capture_output=True, text=True, check=False)
        if result.returncode == 0:
            return program
        print(f"{name}.c is left out: {result.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return None

    def fresh_registry(self, *command):
        """Returns a function that removes the database and then returns the command."""

        def prepare():
            for suffix in ("", "-wal", "-shm"):
                if os.path.exists(self.database + suffix):
                    os.remove(self.database + suffix)
            return list(command)

        return prepare

    def folder(self, name, make, *arguments):
        path = os.path.join(self.work, name)
        if not os.path.exists(path):
            make(path, *arguments)
        return path

    def copy_of_registry(self):
        """Returns a command that inserts the rows of the registry that was written last into a new database."""
        copy = os.path.join(self.work, "copy.sqlite")
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(copy + suffix):
                os.remove(copy + suffix)
        return [sys.executable, os.path.join(HERE, "candidates", "insert.py"), self.database, copy]

    # Each returns Markdown.

    def imports(self):
        table = reporting.Table(
            "Import",
            "The other programs store the facts that all have in common: one in C with libplist and SQLite, and one in Python with "
            "`plistlib` and `sqlite3`. `schemereg` also stores where each value is, a digest of each file and what every manifest "
            "declared before, and finds out which manifests have no findings. The other rows are limits: inserting the same rows, "
            "and walking through the folders, with and without reading the files.",
        )
        count = self.options.manifests
        source = SHARED if os.path.isdir(SHARED) else os.path.join(ROOT, "sample-plists")
        real = self.folder("real", lambda root: workloads.copy_manifests(source, root, count))
        apps = self.folder("apps", workloads.make_apps, count)
        for name, tree in (("real manifests", real), ("manifests with URL types", apps)):
            candidates = {"schemereg": self.fresh_registry(self.binary, "import", "--registry", self.database, tree)}
            candidates["insert the same rows"] = self.copy_of_registry
            if self.importer:
                candidates["C"] = self.fresh_registry(self.importer, tree, self.database)
            candidates["Python"] = self.fresh_registry(
                sys.executable, os.path.join(HERE, "candidates", "import.py"), tree, self.database
            )
            if self.limits:
                candidates["walk and read"] = lambda tree=tree: [self.limits, "read", tree]
            table.add(f"import {count:,} {name}", measuring.take_turns(candidates, self.runs))
        self.fresh_registry()()
        measuring.measure([self.binary, "import", "--registry", self.database, real])
        candidates = {"schemereg": lambda: [self.binary, "import", "--registry", self.database, real]}
        if self.limits:
            candidates["walk"] = lambda: [self.limits, "walk", real]
        table.add("import them again, unchanged", measuring.take_turns(candidates, self.runs))
        return table.markdown()

    def starts(self):
        table = reporting.Table("Start", "Commands that do little, beside a program that does nothing.")
        manifest = os.path.join(ROOT, "sample-plists", "company", "Driver", "Info.plist")
        nothing = {"/bin/true": lambda: [shutil.which("true")]}
        runs = max(self.runs, 20)
        for name, command in (("`--version`", ["--version"]), ("check one manifest", ["check", manifest])):
            candidates = {"schemereg": lambda command=command: [self.binary, *command]} | nothing
            table.add(name, measuring.take_turns(candidates, runs))
        return table.markdown()

    def code(self):
        table = reporting.Table(
            "Code",
            "A repository of 2,000 Swift files: 30 files of apps with a widget, and the sources of this package's dependencies "
            "in the same targets. The limit is reading all files.",
        )
        ordinary = os.path.join(ROOT, ".build", "checkouts")
        tree = self.folder("code", workloads.make_code, ordinary, 2_000)
        candidates = {"schemereg": lambda: [self.binary, "check", "--no-config", tree]}
        if self.limits:
            candidates["walk and read"] = lambda: [self.limits, "read", tree]
        table.add("check 2,000 Swift files", measuring.take_turns(candidates, self.runs))
        for repository in self.options.repository:
            candidates = {"schemereg": lambda: [self.binary, "check", "--no-config", repository]}
            if self.limits:
                candidates["walk and read"] = lambda: [self.limits, "read", repository]
            name = os.path.basename(os.path.normpath(repository))
            table.add(f"check {name}", measuring.take_turns(candidates, self.runs))
        return table.markdown()

    def archives(self):
        table = reporting.Table("Archives", "The other program reads the same manifests with `zipfile` and `plistlib`.")
        tree = self.folder("archives", workloads.make_archives, 2_000)
        candidates = {
            "schemereg": lambda: [self.binary, "check", "--no-config", "--quiet", tree],
            "Python": lambda: [sys.executable, os.path.join(HERE, "candidates", "archives.py"), tree],
        }
        table.add("check 2,000 small .ipa files", measuring.take_turns(candidates, self.runs))
        return table.markdown()

    def busy(self):
        """The same work while every core is busy, beside a Python program that gets the same share."""
        tree = self.folder("code", workloads.make_code, os.path.join(ROOT, ".build", "checkouts"), 2_000)
        apps = self.folder("apps", workloads.make_apps, self.options.manifests)
        python = [sys.executable, "-c", "sum(range(40_000_000))"]
        candidates = {
            "check 2,000 Swift files": lambda: [self.binary, "check", "--no-config", tree],
            f"import {self.options.manifests:,} manifests": self.fresh_registry(
                self.binary, "import", "--registry", self.database, apps
            ),
            "a loop in Python": lambda: python,
        }
        idle = measuring.take_turns(candidates, self.runs)
        with measuring.busy_machine():
            loaded = measuring.take_turns(candidates, self.runs)
        rows = []
        for name, result in idle.items():
            slower = loaded[name].wall / result.wall
            rows.append([name, reporting.seconds(result.wall), reporting.seconds(loaded[name].wall), f"{slower:.1f}"])
            print(" | ".join(rows[-1]), flush=True)
        explanation = (
            "Each core also runs a busy loop of another process. On two cores, a program with one thread then shares them with two "
            "others, and takes 1.5 times as long. A program that used both cores, as ours does for most of an import, has half of "
            "them left, and takes twice as long: no program that uses idle cores can lose as little as the loop in Python."
        )
        return f"## A busy machine\n\n{explanation}\n\n" + reporting.grid(
            ["work", "idle, wall s", "busy, wall s", "times slower"], rows
        )

    def growth(self):
        manifest = os.path.join(self.work, "Info.plist")
        with open(manifest, "w", encoding="utf-8") as file:
            file.write(workloads.manifest(501))
        registry = ["--registry", self.database]
        questions = {
            "resolve": lambda: [self.binary, "resolve", *registry, "app1-open://x"],
            "show": lambda: [self.binary, "show", *registry, "app1-open"],
            "check": lambda: [self.binary, "check", "--no-config", "--against", self.database, manifest],
        }
        rows, imports, conflicts = [], [], []
        for count in self.options.apps:
            tree = os.path.join(self.work, f"growth{count}")
            workloads.make_apps(tree, count)
            self.fresh_registry()()
            took = measuring.measure([self.binary, "import", *registry, tree])
            size = os.path.getsize(self.database) / (1 << 20)
            shutil.rmtree(tree)
            runs = min(self.runs, 3) if count < 1_000_000 else 1
            found = measuring.take_turns({"conflicts": lambda: [self.binary, "conflicts", *registry]}, runs)["conflicts"]
            asked = measuring.take_turns(questions, self.runs)
            rows.append(
                [f"{count:,} apps", reporting.seconds(took.wall), reporting.seconds(took.cpu), f"{took.memory:.0f}", f"{size:.0f}"]
                + [reporting.seconds(value) for value in (found.wall, found.cpu, found.first)]
                + [f"{found.memory:.0f}"]
                + [f"{asked[name].wall * 1000:.0f} ({asked[name].cpu * 1000:.0f})" for name in questions]
            )
            imports.append((count, took.cpu))
            conflicts.append((count, found.cpu))
            print(" | ".join(rows[-1]), flush=True)
        title = "Processor time to import, and to report all conflicts"
        picture = reporting.plot(title, {"import": imports, "conflicts": conflicts})
        if self.options.write:
            with open(os.path.join(ROOT, "docs", "growth.svg"), "w", encoding="utf-8") as file:
                file.write(picture)
        heads = ["registry", "import s", "CPU s", "MiB", "file MiB", "conflicts s", "CPU s", "first output s", "MiB"]
        heads += [f"{name} ms (CPU)" for name in ("`resolve`", "`show`", "`check --against`")]
        return (
            "## Growth\n\nApps with three schemes each, of which one in a hundred collides. The last columns are one URL, one scheme "
            "and one manifest. They grow because each such question first verifies the tables that it reads, so that a damaged "
            "registry never gives a wrong answer.\n\n" + reporting.grid(heads, rows) + "\n![Processor time over the number of apps](growth.svg)\n"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True, help="a release build of schemereg")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--manifests", type=int, default=20_000, help="how many manifests to import")
    parser.add_argument("--apps", type=int, nargs="*", default=[1_000, 10_000, 100_000, 1_000_000], help="sizes of registries")
    parser.add_argument("--repository", nargs="*", default=[], help="more repositories to check")
    parser.add_argument("--only", nargs="*", help="parts: imports starts code archives busy growth")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md and docs/growth.svg")
    options = parser.parse_args()
    parts = options.only or ["imports", "starts", "code", "archives", "busy", "growth"]
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as work:
        bench = Bench(options, work)
        sections = [getattr(bench, part)() for part in parts]
    version = subprocess.run([options.binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    size = os.path.getsize(options.binary) / 1_000_000
    page = (
        "# Performance\n\n"
        f"Measured with `make bench` on {datetime.date.today()}: {version} ({size:.0f} MB) on {measuring.machine()}. Times are "
        f"medians of {options.runs} runs in turn after one that fills the file cache. They differ between machines; the ratios "
        f"differ less.{measuring.busyness(load)}\n\n" + "\n".join([*sections, WHERE_TIME_GOES])
    )
    if options.write:
        with open(os.path.join(ROOT, "docs", "performance.md"), "w", encoding="utf-8") as file:
            file.write(page)


main()
