# Functions of the scripts that write generated files.

# Prints the first digits of the SHA-256 of standard input. Linux has sha256sum, macOS has shasum.
#
# usage: digest COUNT
digest() {
    if command -v sha256sum >/dev/null 2>&1; then sha256sum; else shasum -a 256; fi | cut -c "1-$1"
}

# Writes what the function `generate` prints to a file, or to standard output after "-".
#
# usage: write_generated FILE [-]
write_generated() {
    if [ "${2:-}" = - ]; then
        generate
        return
    fi
    new=$1.new
    trap 'rm -f "$new"' EXIT
    generate >"$new"
    # An unchanged file keeps its modification time, so that nothing is recompiled.
    if cmp -s "$new" "$1"; then rm -f "$new"; else mv "$new" "$1"; fi
}
