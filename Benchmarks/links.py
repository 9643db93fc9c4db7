"""Compares `schemereg check` of a tree with Swift code with a program that parses all of it. See README.md."""

import argparse
import glob
import os
import tempfile

from measuring import compare

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = os.path.join(HERE, "..", "sample-plists", "projects", "colour-widget")
SPECIFICATION = """name: Palette
targets:
  App:
    type: application
    platform: iOS
    sources: [App]
    info: {path: App/Info.plist}
    settings: {PRODUCT_BUNDLE_IDENTIFIER: com.contoso.palette}
    dependencies: [{target: Widget}]
  Widget:
    type: app-extension
    platform: iOS
    sources: [Widget]
    info: {path: Widget/Info.plist}
    settings: {PRODUCT_BUNDLE_IDENTIFIER: com.contoso.palette.widget}
"""


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def ordinary_files(folder):
    """Returns Swift files of usual size, in the same order in every run."""
    paths = sorted(glob.glob(os.path.join(folder, "**", "*.swift"), recursive=True))
    return [path for path in paths if os.path.isfile(path) and os.path.getsize(path) < 60_000]


def make_tree(root, ordinary, count, mattering):
    """Writes `mattering` files of apps with a widget, and others in the same targets, `count` in total."""
    apps = mattering // 2
    for app in range(apps):
        folder = os.path.join(root, f"app{app:03}")
        for part in ("App", "Widget"):
            os.makedirs(os.path.join(folder, part))
            for path in sorted(glob.glob(os.path.join(SAMPLE, part, "*"))):
                text = read(path).replace("contoso-palette", f"contoso-palette{app}")
                with open(os.path.join(folder, part, os.path.basename(path)), "w", encoding="utf-8") as file:
                    file.write(text)
        with open(os.path.join(folder, "project.yml"), "w", encoding="utf-8") as file:
            file.write(SPECIFICATION.replace("com.contoso.palette", f"com.contoso.palette{app}"))
    for number in range(count - 2 * apps):
        part = ("App", "Widget")[number // apps % 2]
        path = os.path.join(root, f"app{number % apps:03}", part, f"Ordinary{number}.swift")
        with open(path, "w", encoding="utf-8") as file:
            file.write(read(ordinary[number % len(ordinary)]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--parser", required=True, help="the program that parses all")
    parser.add_argument("--tree", help="a repository to time, instead of one that is made")
    parser.add_argument("--ordinary", default=os.path.join(HERE, "..", ".build", "checkouts"))
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--mattering", type=int, default=30)
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        tree = options.tree or os.path.join(work, "tree")
        if not options.tree:
            ordinary = ordinary_files(options.ordinary)
            if not ordinary:
                parser.error(f"no Swift files below {options.ordinary}")
            make_tree(tree, ordinary, options.count, options.mattering)
        compare(
            {
                "schemereg": lambda: [options.binary, "check", "--no-config", tree],
                "parse-all": lambda: [options.parser, tree],
            },
            runs=options.runs,
        )


main()
