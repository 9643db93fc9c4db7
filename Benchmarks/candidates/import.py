"""A script that stores the same facts as schemereg with plistlib and sqlite3, for import.py."""

import os
import plistlib
import sqlite3
import sys


def manifests(root):
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".plist"):
                yield os.path.join(folder, name)


def main(root, database):
    connection = sqlite3.connect(database)
    connection.executescript(
        """
        PRAGMA journal_mode = WAL;
        CREATE TABLE manifest (id INTEGER PRIMARY KEY, path TEXT UNIQUE, bundle_id TEXT, name TEXT, version TEXT,
                               build TEXT, package_type TEXT, platforms TEXT);
        CREATE TABLE url_type (id INTEGER PRIMARY KEY, manifest INTEGER, role TEXT, identifier TEXT, icon TEXT);
        CREATE TABLE claim (id INTEGER PRIMARY KEY, url_type INTEGER, scheme TEXT, raw TEXT);
        CREATE INDEX claim_scheme ON claim (scheme);
        CREATE TABLE query_scheme (manifest INTEGER, scheme TEXT);
        """
    )
    failed = 0
    with connection:
        for path in manifests(root):
            try:
                with open(path, "rb") as file:
                    plist = plistlib.load(file)
                if not isinstance(plist, dict):
                    raise ValueError("no dictionary")
            except Exception:
                failed += 1
                continue
            manifest = connection.execute(
                "INSERT INTO manifest (path, bundle_id, name, version, build, package_type, platforms)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    path,
                    str(plist.get("CFBundleIdentifier")),
                    str(plist.get("CFBundleName")),
                    str(plist.get("CFBundleShortVersionString")),
                    str(plist.get("CFBundleVersion")),
                    str(plist.get("CFBundlePackageType")),
                    str(plist.get("CFBundleSupportedPlatforms")),
                ),
            ).lastrowid
            for kind in plist.get("CFBundleURLTypes") or []:
                if not isinstance(kind, dict):
                    continue
                url_type = connection.execute(
                    "INSERT INTO url_type (manifest, role, identifier, icon) VALUES (?, ?, ?, ?)",
                    (manifest, kind.get("CFBundleTypeRole"), kind.get("CFBundleURLName"), kind.get("CFBundleURLIconFile")),
                ).lastrowid
                connection.executemany(
                    "INSERT INTO claim (url_type, scheme, raw) VALUES (?, ?, ?)",
                    [(url_type, str(s).lower(), str(s)) for s in kind.get("CFBundleURLSchemes") or []],
                )
            connection.executemany(
                "INSERT INTO query_scheme (manifest, scheme) VALUES (?, ?)",
                [(manifest, str(s)) for s in plist.get("LSApplicationQueriesSchemes") or []],
            )
    counts = [connection.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("manifest", "claim")]
    print(f"{counts[0]} manifests, {counts[1]} claims, {failed} failed")


main(sys.argv[1], sys.argv[2])
