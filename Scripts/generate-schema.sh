#!/bin/sh
# Writes docs/schemereg.schema.json, the JSON Schema of .schemereg.yml, from the tables of its reader.
#
# usage: Scripts/generate-schema.sh [-]        - writes to standard output
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/.."
. Scripts/generated.sh

generate() {
    .build/debug/schemereg init --print-schema
}

Scripts/build --product schemereg >/dev/null
write_generated docs/schemereg.schema.json "${1:-}"
