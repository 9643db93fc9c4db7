#!/bin/sh
# Writes the pictures in the README from the apps in sample-plists/company: docs/conflicts.svg, which the tool draws, and
# docs/terminal.svg, which shows what it prints in a terminal.
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/.."
. Scripts/generated.sh
root=$PWD
Scripts/build --product schemereg >/dev/null

folder=$(mktemp -d)
cp -R sample-plists/company "$folder/company"
export SCHEMEREG_REGISTRY="$folder/company.sqlite"

# Runs the tool in the folder of the apps. Findings (exit code 1) are expected.
schemereg() { (cd "$folder/company" && "$root/.build/debug/schemereg" "$@") || test $? -eq 1; }

# Prints a command as it was typed, and its output in color.
run() {
    printf '\033[32m$\033[0m schemereg %s\n' "$1"
    shift
    schemereg "$@"
    echo
}

terminal() {
    run "conflicts --severity error" conflicts --severity error --color always
    run "resolve 'fabrikam-pay://card/7'" resolve 'fabrikam-pay://card/7'
}

schemereg import . >/dev/null
generate() { schemereg conflicts --graph svg; }
write_generated docs/conflicts.svg
terminal >"$folder/terminal"
generate() { awk -f Scripts/terminal-picture.awk "$folder/terminal"; }
write_generated docs/terminal.svg
rm -rf "$folder"
