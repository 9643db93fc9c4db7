#ifndef SHA256_BLOCKS_H
#define SHA256_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this processor has instructions for SHA-256 that ``sha256_blocks`` uses.
bool sha256_blocks_available(void);

/// Takes `count` blocks of 64 bytes into the eight words of `state`. Call it only where ``sha256_blocks_available``
/// says so.
void sha256_blocks(uint32_t *state, const uint8_t *bytes, size_t count);

#endif
