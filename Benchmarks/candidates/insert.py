"""Inserts the rows of a registry into a new database with the same tables, indices and triggers, in one transaction.

usage: insert.py REGISTRY DATABASE
"""

import sqlite3
import sys

database = sqlite3.connect(sys.argv[2], isolation_level=None)
database.execute("ATTACH ? AS old", (sys.argv[1],))
schema = database.execute(
    "SELECT type, name, sql FROM old.sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
).fetchall()
database.execute("PRAGMA journal_mode = WAL")
database.execute("BEGIN")
for kind, _, sql in schema:
    if kind in ("table", "index"):
        database.execute(sql)
for kind, name, _ in schema:
    if kind == "table":
        database.execute(f'INSERT INTO main."{name}" SELECT * FROM old."{name}"')
database.execute("COMMIT")
