"""Reads the schemes of the apps in .ipa files with zipfile and plistlib.

usage: archives.py FOLDER
"""

import os
import plistlib
import sys
import zipfile

count = 0
for folder, _, names in os.walk(sys.argv[1]):
    for name in sorted(names):
        with zipfile.ZipFile(os.path.join(folder, name)) as archive:
            for member in archive.namelist():
                if member.endswith("/Info.plist"):
                    for kind in plistlib.loads(archive.read(member)).get("CFBundleURLTypes") or []:
                        count += len(kind.get("CFBundleURLSchemes") or [])
print(f"{count} claims")
