#!/bin/sh
# Writes docs/schemereg.1, the manual page, from the options of all commands.
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/.."

page=docs/schemereg.1
swift package plugin generate-manual --configuration debug --date 2026-11-21 >/dev/null
trap 'rm -f "$page.new"' EXIT
# Examples and tables keep their lines, and an empty line is a paragraph.
awk '
    /^[A-Z][A-Z ]*:$/ { print ".Pp\n" $0 "\n.Bd -literal -offset 2n"; inside = 1; next }
    inside && (/^\./ || /^$/) { print ".Ed"; inside = 0; if ($0 == "") next }
    inside { sub(/^  /, "") }
    $0 == "" { $0 = ".Pp" }
    { print }
' .build/plugins/GenerateManual/outputs/schemereg/schemereg.1 |
    awk '$0 != ".Pp" || last != ".Pp" { print } { last = $0 }' >"$page.new"
if ! cmp -s "$page.new" "$page"; then mv "$page.new" "$page"; fi
