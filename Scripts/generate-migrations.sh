#!/bin/sh
# Writes the SQL of migrations/ into Sources/SchemeStore/Generated/Migrations.swift, so that the binary carries it, and
# notes the digest of every migration that has none yet in migrations/digests.txt. A digest that stands there is never
# changed: a shipped migration is not edited.
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/.."

digest() {
    if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

digests=migrations/digests.txt
target=Sources/SchemeStore/Generated/Migrations.swift
touch "$digests"
mkdir -p "$(dirname "$target")"
expected=1

{
    echo '// Generated from migrations/*.sql by Scripts/generate-migrations.sh; edit those and run `make generate`.'
    echo '// swift-format-ignore-file'
    echo
    echo 'extension Migration {'
    echo '    /// All migrations, in the order in which they are applied; the first makes version 1.'
    echo '    static let all: [Migration] = ['
    for file in migrations/[0-9][0-9][0-9][0-9]_*.sql; do
        name=$(basename "$file" .sql)
        if [ "$(printf '%04d' "$expected")" != "${name%%_*}" ]; then
            echo "migrations are not numbered one after the other: $file" >&2
            exit 1
        fi
        if grep -q '"""##' "$file"; then
            echo "$file holds the end of a Swift literal: \"\"\"##" >&2
            exit 1
        fi
        expected=$((expected + 1))
        grep -q "  $name.sql\$" "$digests" || echo "$(digest "$file")  $name.sql" >>"$digests"
        echo "        Migration("
        echo "            name: \"$name\","
        echo '            sql: ##"""'
        cat "$file"
        echo
        echo '"""##),'
    done
    echo '    ]'
    echo '}'
} >"$target.new"
mv "$target.new" "$target"
