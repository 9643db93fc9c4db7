#!/bin/sh
# Writes docs/schemereg.1, the manual page, from the help texts of all commands.
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/.."

page=docs/schemereg.1
Scripts/build --product schemereg >/dev/null
# The program of ArgumentParser's plugin generate-manual. The plugin itself would make SwiftPM build all modules once more, and the
# next build all of them again.
parser=.build/debug/ArgumentParser
generator=.build/generate-manual
if [ ! -x "$generator" ] || [ -n "$(find "$parser.build" -name '*.o' -newer "$generator" | head -n 1)" ]; then
    find .build/checkouts/swift-argument-parser/Tools/generate-manual -name '*.swift' -exec swiftc -suppress-warnings \
        -I .build/debug/Modules -o "$generator" "$parser.build"/*.o "${parser}ToolInfo.build"/*.o {} +
fi
pages=$(mktemp -d)
trap 'rm -rf "$page.new" "$page.values" "$pages"' EXIT
"$generator" .build/debug/schemereg -o "$pages" --date 2026-11-21
# The plugin leaves out the values that an option accepts. Print each argument's text with its values, in order.
.build/debug/schemereg --experimental-dump-help | awk '
    function text() { sub(/^[^:]* : "|^ *"/, ""); sub(/",?$/, ""); gsub(/\\\//, "/"); gsub(/\\"/, "\""); return $0 }
    /^ *"abstract" : / { abstract = text(); values = preset = ""; next }
    /^ *"allValues" : \[/ { inside = 1; next }
    inside && /\]/ { inside = 0; next }
    inside { values = values (values == "" ? "" : ", ") text(); next }
    /^ *"defaultValue" : / { preset = "; default: " text(); next }
    /^ *"isOptional" : / { print abstract "\t" (values == "" ? "" : " (values: " values preset ")") }
' >"$page.values"
# Keep the lines of examples and tables, and turn an empty line into a paragraph.
awk -F '\t' '
    FILENAME != "-" { known[$1, ++count[$1]] = $2; next }
    /^[A-Z][A-Z ]*:$/ { print ".Pp\n" $0 "\n.Bd -literal -offset 2n"; inside = 1; next }
    inside && (/^\./ || /^$/) { print ".Ed"; inside = 0; if ($0 == "") next }
    inside { sub(/^  /, "") }
    /^\.Ex -std/ { $0 = "See the exit codes of each command." }
    $0 == "" { $0 = ".Pp" }
    { print $0 known[$0, ++seen[$0]] }
' "$page.values" - <"$pages/schemereg.1" |
    awk '$0 != ".Pp" || last != ".Pp" { print } { last = $0 }' >"$page.new"
if ! cmp -s "$page.new" "$page"; then mv "$page.new" "$page"; fi
