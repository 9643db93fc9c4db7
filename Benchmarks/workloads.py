"""Creates what the candidates read."""

import glob
import os
import plistlib
import re
import shutil
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = os.path.join(HERE, "..", "sample-plists", "projects", "color-widget")
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
MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<key>CFBundleDisplayName</key>
\t<string>App %(number)d</string>
\t<key>CFBundleIdentifier</key>
\t<string>com.company%(company)d.app%(number)d</string>
\t<key>CFBundlePackageType</key>
\t<string>APPL</string>
\t<key>LSRequiresIPhoneOS</key>
\t<true/>
\t<key>CFBundleURLTypes</key>
\t<array>
\t\t<dict>
\t\t\t<key>CFBundleTypeRole</key>
\t\t\t<string>Editor</string>
\t\t\t<key>CFBundleURLName</key>
\t\t\t<string>com.company%(company)d.app%(number)d.links</string>
\t\t\t<key>CFBundleURLSchemes</key>
\t\t\t<array>
\t\t\t\t<string>app%(number)d-open</string>
\t\t\t\t<string>app%(number)d-login</string>
\t\t\t\t<string>%(shared)s</string>
\t\t\t</array>
\t\t</dict>
\t</array>
</dict>
</plist>
"""


def copy_manifests(source, root, count):
    """Copies the manifests below `source` until there are `count`, so that no copy collides with another."""
    originals = []
    for folder, _, names in os.walk(source):
        for name in sorted(names):
            if name.endswith(".plist"):
                with open(os.path.join(folder, name), "rb") as file:
                    originals.append(file.read())
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


def manifest(number):
    """Returns the manifest of an app with three schemes. One app in a hundred shares its third with the app before it."""
    shared = f"app{number - 1}-pay" if number % 100 == 1 else f"app{number}-pay"
    return MANIFEST % {"number": number, "company": number // 10, "shared": shared}


def make_apps(root, count):
    """Writes `count` apps, 1,000 in a folder."""
    for number in range(count):
        folder = os.path.join(root, f"{number // 1000:04}", f"app{number:07}")
        os.makedirs(folder)
        with open(os.path.join(folder, "Info.plist"), "w", encoding="utf-8") as file:
            file.write(manifest(number))


def make_archives(root, count):
    """Writes `count` small .ipa files."""
    os.makedirs(root)
    for number in range(count):
        with zipfile.ZipFile(os.path.join(root, f"app{number:05}.ipa"), "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(f"Payload/App{number}.app/Info.plist", manifest(number))
            archive.writestr(f"Payload/App{number}.app/Assets.car", os.urandom(2_000))


def make_code(root, ordinary, count, mattering=30):
    """Writes `mattering` Swift files of apps with a widget, and files below `ordinary` in the same targets, `count` in total."""
    paths = sorted(glob.glob(os.path.join(ordinary, "**", "*.swift"), recursive=True))
    paths = [path for path in paths if os.path.isfile(path) and os.path.getsize(path) < 60_000]
    apps = mattering // 2
    for app in range(apps):
        folder = os.path.join(root, f"app{app:03}")
        for part in ("App", "Widget"):
            os.makedirs(os.path.join(folder, part))
            for path in sorted(glob.glob(os.path.join(SAMPLE, part, "*"))):
                with open(path, encoding="utf-8") as file:
                    text = file.read().replace("contoso-palette", f"contoso-palette{app}")
                with open(os.path.join(folder, part, os.path.basename(path)), "w", encoding="utf-8") as file:
                    file.write(text)
        with open(os.path.join(folder, "project.yml"), "w", encoding="utf-8") as file:
            file.write(SPECIFICATION.replace("com.contoso.palette", f"com.contoso.palette{app}"))
    for number in range(count - 2 * apps):
        part = ("App", "Widget")[number // apps % 2]
        path = os.path.join(root, f"app{number % apps:03}", part, f"Ordinary{number}.swift")
        shutil.copyfile(paths[number % len(paths)], path)
