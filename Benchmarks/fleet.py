#!/usr/bin/env python3
"""Measures registries on a PostgreSQL server, and checks that nothing gets lost on the way.

Starts a server of its own with PostgreSQL's usual settings (Debian's packages; as root, it runs as the user postgres).
Prints a table for docs/fleet.md. Ends with 1 if an answer is wrong.

usage: Benchmarks/fleet.py --binary .build/release/schemereg [--only load faults full speed scale company] [--small]
"""

import argparse
import concurrent.futures
import glob
import os
import pwd
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import measuring
import workloads

ROWS = []
WRONG = []


def note(what, value):
    ROWS.append((what, value))
    print(f"| {what} | {value} |", flush=True)


def expect(is_right, message):
    if not is_right:
        WRONG.append(message)
        print("WRONG: " + message, flush=True)


class Server:
    """A PostgreSQL server in a folder, which listens only on a Unix socket there."""

    def __init__(self, folder, options=""):
        self.folder, self.options = folder, options
        self.bin = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        self.user = pwd.getpwnam("postgres").pw_name if os.getuid() == 0 else None
        os.makedirs(folder, exist_ok=True)
        os.chmod(folder, 0o755)
        if self.user:
            shutil.chown(folder, self.user)
        self.run("initdb", "-D", folder + "/data", "-A", "trust", "-U", "schemereg", "-E", "UTF8", "--locale=C")
        self.start()

    def run(self, program, *arguments, check=True):
        command = [f"{self.bin}/{program}", *arguments]
        process = subprocess.run(command, user=self.user, cwd="/", capture_output=True, text=True)
        if check and process.returncode != 0:
            sys.exit(f"{command}: {process.stderr}")
        return process

    def start(self):
        settings = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c max_connections=200 {self.options}"
        log = self.folder + "/data/log"
        # The server keeps the pipe open.
        subprocess.run(
            [f"{self.bin}/pg_ctl", "-D", self.folder + "/data", "-w", "-l", log, "-o", settings, "start"],
            user=self.user, cwd="/", stdout=subprocess.DEVNULL, check=True,
        )

    def stop(self, mode="fast"):
        self.run("pg_ctl", "-D", self.folder + "/data", "-m", mode, "-w", "stop", check=False)

    def sql(self, database, sql):
        command = ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", self.uri(database), "-c", sql]
        process = subprocess.run(command, capture_output=True, text=True)
        if process.returncode != 0:
            raise RuntimeError(process.stderr)
        return process.stdout.strip()

    def uri(self, database):
        return f"postgres://schemereg@/{database}?host={self.folder}"

    def create(self, database, tablespace=""):
        self.sql("postgres", f"CREATE DATABASE {database} {tablespace}")
        expect(tool("registry", "init", self.uri(database)).code == 0, "registry init failed")
        return self.uri(database)


class Run:
    def __init__(self, code, output, errors, seconds):
        self.code, self.output, self.errors, self.seconds = code, output, errors, seconds


def tool(*arguments, cwd=None):
    start = time.perf_counter()
    process = subprocess.run([BINARY, *arguments], cwd=cwd, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return Run(process.returncode, process.stdout, process.stderr, time.perf_counter() - start)


def write_app(folder, number, schemes, identifier=None):
    os.makedirs(folder, exist_ok=True)
    text = workloads.MANIFEST % {"number": number, "company": number % 997, "shared": schemes[0]}
    for name, scheme in zip(("open", "login"), schemes[1:]):
        text = text.replace(f"app{number}-{name}", scheme)
    if identifier:
        text = text.replace(f"<string>com.company{number % 997}.app{number}</string>", f"<string>{identifier}</string>")
    with open(folder + "/Info.plist", "w", encoding="utf-8") as file:
        file.write(text)


def percentiles(times):
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"median {statistics.median(ordered) * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms"


def claims(registry):
    return tool("list", "claims", "--format", "csv", "--registry", registry).output


# load: many importers side by side


def load(server, work):
    sources, rounds = (8, 4) if SMALL else (64, 20)
    uri = server.create("load")
    codes, reads = [], []
    is_done = threading.Event()

    def write(source, round):
        for app in range(10):
            # Sources have apps in common, and every third app changes in a round.
            schemes = [f"shared{app}", f"s{source}a{app}", f"s{source}a{app}r{round if app % 3 == 0 else 0}"]
            write_app(f"{work}/load/{source}/{app}", source * 10 + app, schemes,
                      f"com.shared.app{app}" if app < 2 else None)

    def importer(source):
        for round in range(rounds):
            write(source, round)
            run = tool("import", ".", "--source", f"s{source}", "--registry", uri, cwd=f"{work}/load/{source}")
            codes.append(run.code)
            if run.code != 0:
                print(run.errors, flush=True)

    def reader(kind):
        while not is_done.is_set():
            command = ["check", f"{work}/load/0", "--against", uri] if kind == 0 else ["conflicts", "--registry", uri]
            reads.append(tool(*command).code)

    for source in range(sources):
        write(source, 0)
    start = time.perf_counter()
    readers = [threading.Thread(target=reader, args=(number % 2,)) for number in range(4)]
    for thread in readers:
        thread.start()
    with concurrent.futures.ThreadPoolExecutor(sources) as pool:
        list(pool.map(importer, range(sources)))
    is_done.set()
    for thread in readers:
        thread.join()
    seconds = time.perf_counter() - start
    file = work + "/load.sqlite"
    for source in range(sources):
        tool("import", ".", "--source", f"s{source}", "--registry", file, cwd=f"{work}/load/{source}")
    expect(set(codes) == {0}, f"imports ended with {set(codes)}")
    expect(set(reads) <= {0, 1}, f"readers ended with {set(reads)}")
    expect(claims(uri) == claims(file), "claims got lost or were stored twice")
    for command in ("conflicts", "list apps", "list schemes", "list sources"):
        answers = [tool(*command.split(), "--registry", registry).output for registry in (uri, file)]
        expect(answers[0] == answers[1], f"{command} differs")
    twice = server.sql("load", """
        SELECT count(*) FROM (SELECT event, lag(event) OVER (
            PARTITION BY source, app, platform, scheme ORDER BY import_id, id) AS before FROM history) AS h
        WHERE event = before OR before IS NULL AND event <> 'claimed'""")
    expect(twice == "0", f"{twice} events of the history are wrong")
    deadlocks = server.sql("load", "SELECT deadlocks FROM pg_stat_database WHERE datname = 'load'")
    note(f"{sources} importers of {sources} sources at once, {rounds} rounds, 4 readers",
         f"{len(codes)} imports and {len(reads)} reads in {seconds:.0f} s; {len(codes) - codes.count(0)} failed; the same as one "
         f"after the other; {deadlocks} deadlocks, retried")


# faults: a server that fails


def state(server, database):
    """What kinds of schemes the registry has: old ones, new ones, or both."""
    return server.sql(database, "SELECT string_agg(DISTINCT left(scheme_key, 3), ' ') FROM claim WHERE scheme_key LIKE '%-n%'")


def faults(server, work):
    apps, kills, stops = (50, 10, 2) if SMALL else (300, 200, 10)
    uri = server.create("faults")
    for kind in ("old", "new"):
        for app in range(apps):
            write_app(f"{work}/faults/{kind}/{app}", app, [f"{kind}-n{app}", f"a{app}", f"b{app}"])
    usual = []
    for kind in ("old", "new", "old"):
        usual.append(tool("import", ".", "--source", "s", "--registry", uri, cwd=f"{work}/faults/{kind}").seconds)
    longest, at = max(usual), "old"
    expect(state(server, "faults") == "old", "the first imports failed")

    def import_other(hurt, count):
        nonlocal at
        codes = []
        for _ in range(count):
            other = "new" if at == "old" else "old"
            thread = threading.Thread(target=hurt, args=(random.uniform(0, longest),))
            thread.start()
            run = tool("import", ".", "--source", "s", "--registry", uri, cwd=f"{work}/faults/{other}")
            thread.join()
            codes.append(run.code)
            found = state(server, "faults")
            expect(run.code == 0 and found == other or run.code == 3 and found == at,
                   f"the import of {other} ended with {run.code}, and the registry has {found}: {run.errors}")
            at = found
        return codes

    hits = []

    def kill_backend(delay):
        time.sleep(delay)
        hits.append(server.sql("postgres", """
            SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = 'faults' AND application_name = 'schemereg'"""))

    codes = import_other(kill_backend, kills)
    note(f"pg_terminate_backend at {kills} random moments of an import",
         f"{sum(hit != '0' for hit in hits)} hit a connection; {codes.count(0)} imports succeeded after retries, "
         f"{codes.count(3)} failed with 3; always wholly old or new")

    def restart(delay):
        time.sleep(delay)
        server.stop(random.choice(["fast", "immediate"]))
        server.start()

    codes = import_other(restart, stops)
    note(f"server stopped and started during {stops} imports",
         f"{codes.count(0)} succeeded after retries, {codes.count(3)} failed with 3; always wholly old or new")


def full(server, work):
    """A disk without space, as a small file system for one database. Needs root."""
    disk = work + "/disk"
    os.makedirs(disk, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "schemereg", disk], check=True)
    try:
        shutil.chown(disk, "postgres")
        server.sql("postgres", f"CREATE TABLESPACE small LOCATION '{disk}'")
        uri = server.create("small", "TABLESPACE small")
        write_app(f"{work}/full/first", 1, ["old-n1", "a", "b"])
        expect(tool("import", ".", "--source", "s", "--registry", uri, cwd=f"{work}/full").code == 0, "no import succeeded")
        before = claims(uri)
        with open(disk + "/rest", "wb") as file:
            file.write(bytes(max(0, shutil.disk_usage(disk).free - (1 << 20))))
        for app in range(5_000):
            write_app(f"{work}/full/{app}", app, [f"new-n{app}", f"c{app}", f"d{app}"])
        run = tool("import", ".", "--source", "s", "--registry", uri, cwd=f"{work}/full")
        expect(run.code == 3 and claims(uri) == before, f"a full disk: {run.code}, {run.errors}")
        note("disk full on the server", f"exit code {run.code}, nothing changed: {run.errors.splitlines()[0]}")
        server.sql("postgres", "DROP DATABASE small")
        server.sql("postgres", "DROP TABLESPACE small")
    finally:
        subprocess.run(["umount", disk], check=False)


# speed: one import, one check


def timed(command, runs=5, prepare=lambda: None, cwd=None):
    results = []
    for _ in range(runs):
        prepare()
        run = tool(*command, cwd=cwd)
        expect(run.code in (0, 1), f"{command}: {run.errors}")
        results.append(run.seconds)
    return statistics.median(results)


def round_trips(server, database, command):
    """Counts what a command sends, and waits for, after it is connected."""
    server.sql("postgres", f"ALTER DATABASE {database} SET log_min_duration_statement = 0")
    log = server.folder + "/data/log"
    start = os.path.getsize(log)
    tool(*command)
    time.sleep(0.5)
    server.sql("postgres", f"ALTER DATABASE {database} RESET log_min_duration_statement")
    with open(log, encoding="utf-8", errors="replace") as file:
        file.seek(start)
        text = file.read()
    return text.count(" execute ") + text.count(" statement: ")


def speed(server, work):
    apps = 2_000 if SMALL else 20_000
    for app in range(apps):
        write_app(f"{work}/speed/{app // 100}/{app}", app, [f"x{app}", f"y{app}", f"z{app}"])
    file, uri = work + "/speed.sqlite", None
    number = 0

    def new_database():
        nonlocal uri, number
        number += 1
        uri = server.create(f"speed{number}")

    in_file, on_server = [], []
    for _ in range(3):
        for path in glob.glob(file + "*"):
            os.remove(path)
        new_database()
        in_file.append(timed(["import", work + "/speed", "--registry", file], 1))
        on_server.append(timed(["import", work + "/speed", "--registry", uri], 1))
    ratio = statistics.median(on_server) / statistics.median(in_file)
    note(f"import of {apps:,} manifests", f"{statistics.median(on_server):.2f} s; into a file {statistics.median(in_file):.2f} s "
         f"({ratio:.2f} times)")
    expect(claims(uri) == claims(file), "the claims differ")
    again = [timed(["import", work + "/speed", "--registry", registry], 5) for registry in (uri, file)]
    trips = round_trips(server, f"speed{number}", ["import", work + "/speed", "--registry", uri])
    note("the same again, unchanged", f"{again[0]:.2f} s; in a file {again[1]:.2f} s; {trips} statements")
    size = server.sql(f"speed{number}", "SELECT pg_size_pretty(pg_database_size(current_database()))")
    note("size of that registry", f"{size}; file {os.path.getsize(file) / 1048576:.0f} MB")
    for app in range(0, apps, 2):
        write_app(f"{work}/speed/{app // 100}/{app}", app, [f"x{app}", f"y{app}", f"changed{app}"])
    changed = [timed(["import", work + "/speed", "--registry", registry], 1) for registry in (uri, file)]
    note(f"import with {apps // 2:,} changed manifests", f"{changed[0]:.2f} s; in a file {changed[1]:.2f} s")
    expect(claims(uri) == claims(file), "the claims differ after a change")


# scale: a large registry


def scale(server, work):
    apps = 5_000 if SMALL else APPS
    uri = server.create("scale")
    file = work + "/scale.sqlite"
    for app in range(apps):
        # One scheme in a hundred is claimed by two apps.
        shared = f"pair{app // 2}" if app % 200 < 2 else f"own{app}"
        write_app(f"{work}/scale/{app // 1000}/{app}", app, [shared, f"s{app}-open", f"s{app}-login"])
    run = tool("import", work + "/scale", "--source", "all", "--registry", uri)
    expect(run.code == 0, run.errors)
    size = server.sql("scale", "SELECT pg_size_pretty(pg_database_size(current_database()))")
    note(f"import of {apps:,} apps with {3 * apps:,} claims", f"{run.seconds:.0f} s, {apps / run.seconds:.0f} apps/s, {size}")
    in_file = tool("import", work + "/scale", "--source", "all", "--registry", file)
    note("the same into a file", f"{in_file.seconds:.0f} s, {os.path.getsize(file) / 1048576:.0f} MB")
    server.sql("scale", "VACUUM ANALYZE")
    write_app(work + "/one", 1, ["pair0", "fresh-open", "fresh-login"], "com.contoso.fresh")
    for name, command in [
        ("check --against", ["check", work + "/one", "--against"]), ("resolve", ["resolve", "pair0://x", "--registry"]),
        ("show", ["show", "pair0", "--registry"]),
    ]:
        times = [timed([*command, registry], 11) for registry in (uri, file)]
        note(f"{name} over those", f"{times[0] * 1000:.0f} ms; in a file {times[1] * 1000:.0f} ms; "
             f"{round_trips(server, 'scale', [*command, uri])} statements")
    alone = timed(["check", work + "/one"], 11)
    note("check without a registry, for comparison", f"{alone * 1000:.0f} ms")
    results = [measuring.measure([BINARY, "conflicts", "--registry", registry]) for registry in (uri, file)]
    note("conflicts over those", f"{results[0].wall:.1f} s, {results[0].memory:.0f} MiB; in a file {results[1].wall:.1f} s")
    expect(results[0].output == results[1].output, "conflicts differs")


# company: a day of many repositories


def company(server, work):
    jobs_of_day = 110 if SMALL else JOBS
    repositories, pushes, pulls = (10 if SMALL else 300), jobs_of_day // 5, jobs_of_day * 4 // 5
    uri = server.create("company")
    environment = dict(os.environ, GIT_AUTHOR_NAME="x", GIT_AUTHOR_EMAIL="x@x", GIT_COMMITTER_NAME="x",
                       GIT_COMMITTER_EMAIL="x@x", GIT_CONFIG_GLOBAL="/dev/null")

    def git(folder, *arguments, **extra):
        subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True, env={**environment, **extra})

    locks = [threading.Lock() for _ in range(repositories)]
    versions = [0] * repositories

    def write(number):
        folder = f"{work}/company/{number}"
        for app in range(3 + number % 5):
            schemes = [f"r{number}a{app}", f"r{number}a{app}v{versions[number]}", f"r{number}a{app}-login"]
            write_app(f"{folder}/{app}", number * 10 + app, schemes)
        return folder

    def commit(number):
        folder = write(number)
        git(folder, "add", "-A")
        date = f"{1_750_000_000 + versions[number]} +0000"
        git(folder, "commit", "-qm", str(versions[number]), GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)
        return folder

    for number in range(repositories):
        folder = write(number)
        git(folder, "init", "-q", "-b", "main")
        git(folder, "remote", "add", "origin", f"https://git.example/company/r{number}.git")
        commit(number)

    def push(number):
        with locks[number]:
            versions[number] += 1
            folder = commit(number)
            return tool("import", ".", "--registry", uri, cwd=folder)

    def pull(number):
        with locks[number]:
            return tool("check", ".", "--against", uri, cwd=f"{work}/company/{number}")

    jobs = [(push, number) for number in range(repositories)]
    rest = [(push, random.randrange(repositories)) for _ in range(max(0, pushes - repositories))]
    rest += [(pull, random.randrange(repositories)) for _ in range(pulls)]
    random.shuffle(rest)
    done = {push: [], pull: []}
    count = 0

    def work_off(job):
        nonlocal count
        run = job[0](job[1])
        done[job[0]].append(run)
        count += 1
        if count == (pushes + pulls) // 2:
            server.stop()
            time.sleep(2)
            server.start()

    start = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(32) as pool:
        list(pool.map(work_off, jobs + rest))
    seconds = time.perf_counter() - start
    for kind, name in ((push, "pushes (import)"), (pull, "pull requests (check --against)")):
        failed = [run for run in done[kind] if run.code not in (0, 1)]
        note(f"a day of {repositories} repositories, 32 jobs at once, a restart in the middle: {len(done[kind]):,} {name}",
             f"{percentiles([run.seconds for run in done[kind]])}; {len(failed)} failed with "
             f"{sorted({run.code for run in failed}) or 'nothing'}")
        expect(all(run.code == 3 for run in failed), f"{name}: {[run.errors for run in failed][:3]}")
        if failed:
            print(failed[0].errors, flush=True)
    note("all of that", f"{seconds:.0f} s, {len(jobs + rest) / seconds:.0f} jobs/s")
    file = work + "/company.sqlite"
    for number in range(repositories):
        tool("import", f"{work}/company/{number}", "--source", f"git.example/company/r{number}", "--registry", file)
    # The sources have the folders of their repositories, or those on this machine.
    in_file = claims(file).replace(f",{work}/company/", ",/git.example/company/r")
    left = set(claims(uri).splitlines()) ^ set(in_file.splitlines())
    # A push that failed during the restart is repaired by the next one.
    expect(len(left) == 0 or any(run.code == 3 for run in done[push]), f"claims differ: {sorted(left)[:4]}")


def main():
    global BINARY, SMALL, APPS, JOBS
    everything = [load, faults, full, speed, scale, company]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--only", nargs="+", choices=[part.__name__ for part in everything])
    parser.add_argument("--small", action="store_true", help="a tenth of everything, to try the script")
    parser.add_argument("--apps", type=int, default=1_000_000, help="the apps of 'scale'")
    parser.add_argument("--jobs", type=int, default=10_000, help="the pushes and pull requests of 'company'")
    arguments = parser.parse_args()
    BINARY, SMALL = os.path.abspath(arguments.binary), arguments.small
    APPS, JOBS = arguments.apps, arguments.jobs
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    busy = measuring.busyness(os.getloadavg()[0])
    work = tempfile.mkdtemp(prefix="schemereg-fleet.", dir="/tmp")
    os.chmod(work, 0o755)
    server = Server(work + "/server")
    try:
        version = server.sql("postgres", "SHOW server_version")
        print(f"PostgreSQL {version} and schemereg on {measuring.machine()}.{busy}\n\n| | |\n|---|---|", flush=True)
        for part in everything:
            if not arguments.only or part.__name__ in arguments.only:
                part(server, work)
    finally:
        server.stop("immediate")
        shutil.rmtree(work, ignore_errors=True)
    if WRONG:
        sys.exit(f"{len(WRONG)} answers are wrong")


if __name__ == "__main__":
    main()
