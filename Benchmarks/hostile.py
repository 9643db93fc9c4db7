"""Checks a tree of hostile Swift files, and says how long it took and how much memory."""

import argparse
import os
import random
import shutil
import subprocess
import tempfile
import time

LINK = 'widgetURL(URL(string: "wallet://pay"))'


def repeated(part, size):
    return part * max(1, size // len(part))


def numbered(line, size):
    """Returns lines made by `line` from 0, 1, 2 and so on."""
    parts, length, number = [], 0, 0
    while length < size:
        parts.append(line(number))
        length += len(parts[-1])
        number += 1
    return "".join(parts)


def mutated(text, rng):
    data = bytearray(text.encode())
    for _ in range(rng.randrange(1, 50)):
        data[rng.randrange(len(data))] = rng.choice(b"(){}[]<>\"#\\/*`\x00\xff\n.,:;@&")
    return bytes(data)


# Each takes the size in bytes and a random generator, and returns the text of a file.
KINDS = {
    "nested brackets": lambda n, r: "let a = " + "(" * (n // 2) + ")" * (n // 2),
    "nested closures": lambda n, r: "let a = " + repeated("{ f(", n // 2) + repeated(") }", n // 2),
    "bounded nesting, often": lambda n, r: repeated("let a = " + "[" * 200 + "]" * 200 + "\n", n),
    "interpolations": lambda n, r: 'let a = """\n' + repeated("\\(b)", n) + '\n"""\n',
    "nested interpolations": lambda n, r: 'let a = ' + repeated('"\\(', n // 2) + repeated(')"', n // 2),
    "class chain": lambda n, r: numbered(
        lambda i: f"class C{i}: C{i + 1} {{ func f(a: A, u: URL) {{ super.application(a, open: u) }} }}\n", n),
    "protocol chain": lambda n, r: numbered(
        lambda i: f"protocol P{i}: P{i + 1} {{}}\nextension P{i} {{ var u: URL {{ v }} }}\n", n),
    "equal functions": lambda n, r: repeated("func f(u: URL) { g(u); UIApplication.shared.open(u) }\n", n // 2)
    + repeated("func h() { f(u: x) }\n", n // 2),
    "doubled strings": lambda n, r: 'let a0 = "wallet://"\n'
    + numbered(lambda i: f"let a{i + 1} = a{i} + a{i}\n", n // 2)
    + repeated("Text(\"\").widgetURL(URL(string: a9999))\n", n // 2),
    "doubled interpolations": lambda n, r: 'let a0 = "wallet://"\n'
    + numbered(lambda i: f'let a{i + 1} = "\\(a{i})\\(a{i})"\n', n) + f"let x = V().{LINK}\n",
    "recursive functions": lambda n, r: numbered(
        lambda i: f"func f{i}(_ u: URL) -> URL {{ f{i + 1}(f{i + 2}(u)) }}\n", n) + f"let x = V().{LINK}\n",
    "operators": lambda n, r: "let a = b" + repeated(" + b", n),
    "ternaries": lambda n, r: "let a = " + repeated("b ? c : ", n) + "d",
    "generic brackets": lambda n, r: "let a: " + repeated("A<", n // 2) + repeated(">", n // 2),
    "less than": lambda n, r: "let a = " + repeated("b < c < ", n),
    "conditions": lambda n, r: repeated("#if A\n", n // 2) + repeated("#endif\n", n // 2),
    "else if": lambda n, r: "if a {}" + repeated(" else if b {}", n),
    "attributes": lambda n, r: repeated("@a(b) ", n) + "let c = 1",
    "links": lambda n, r: numbered(
        lambda i: f'struct W{i}: View {{ var body: some View {{ Text("").{LINK} }} }}\n', n),
    "modifiers": lambda n, r: "let x = Text(\"\")" + repeated(".padding()", n) + "." + LINK,
    "switches": lambda n, r: "func f(u: URL) { switch u.host {\n"
    + numbered(lambda i: f'case "h{i}", "i{i}": open(u)\n', n) + "} }\n",
    "dictionaries": lambda n, r: "let routes = [" + numbered(lambda i: f'"r{i}": "wallet://r{i}", ', n) + "]\n",
    "unterminated text": lambda n, r: 'let a = """\n' + "x" * n,
    "unterminated comments": lambda n, r: repeated("/*", n),
    "raw strings": lambda n, r: "let a = " + "#" * (n // 2) + '"' + "#" * (n // 2),
    "one long name": lambda n, r: "let " + "a" * n + " = 1",
    "carriage returns": lambda n, r: repeated(f"let u = V().{LINK}\r", n),
    "damaged code": lambda n, r: mutated(numbered(
        lambda i: f'struct W{i}: View {{ var body: some View {{ Text("").{LINK} }} }}\n', n), r),
    "random bytes": lambda n, r: r.randbytes(n),
}

MANIFEST = """<?xml version="1.0"?>
<plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>com.acme.wallet</string>
<key>CFBundlePackageType</key><string>APPL</string>
<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>wallet</string></array></dict></array>
</dict></plist>
"""


def make(folder, count, size, kinds):
    """Writes one app with `count` files of about `size` bytes, each of another kind, and returns their total size."""
    os.makedirs(folder)
    with open(f"{folder}/Info.plist", "w") as file:
        file.write(MANIFEST)
    total = 0
    for number in range(count):
        name = kinds[number % len(kinds)]
        content = KINDS[name](size, random.Random(number))
        if isinstance(content, str):
            content = content.encode()
        # Without such a word a file isn't parsed.
        content += f"\n// {LINK} {number}\n".encode()
        total += len(content)
        with open(f"{folder}/{name.replace(' ', '-')}-{number}.swift", "wb") as file:
            file.write(content)
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True, help="the program to measure")
    parser.add_argument("--count", type=int, default=1_000, help="how many files")
    parser.add_argument("--size", type=int, default=100_000, help="the size of each, in bytes")
    parser.add_argument("--each", action="store_true", help="also measure each kind alone")
    options = parser.parse_args()
    every = list(KINDS)
    for kinds in ([[kind] for kind in every] if options.each else []) + [every]:
        folder = tempfile.mkdtemp()
        try:
            total = make(f"{folder}/app", options.count, options.size, kinds)
            start = time.perf_counter()
            process = subprocess.Popen([options.binary, "check", f"{folder}/app", "--quiet"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - start
            code = os.waitstatus_to_exitcode(status)
            print(f"{kinds[0] if len(kinds) == 1 else 'all kinds':24} {options.count} files, {total / 1e6:6.1f} MB: "
                  f"exit {code:3}, {seconds:6.2f} s, {usage.ru_utime + usage.ru_stime:6.2f} s of CPU, "
                  f"{usage.ru_maxrss / 1024:6.1f} MiB", flush=True)
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
