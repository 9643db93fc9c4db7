// The function of libFuzzer that programs with a main function of their own call; Clang ships no header for it.
// Source: https://llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library" (seen 2026-11-21).
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
