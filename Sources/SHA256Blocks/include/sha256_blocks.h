#ifndef SHA256_BLOCKS_H
#define SHA256_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns whether this processor has the SHA-256 instructions that ``sha256_blocks`` uses.
bool sha256_blocks_available(void);

/// Adds `count` blocks of 64 bytes to the hash in the eight words of `state`. Call it only if
/// ``sha256_blocks_available`` returns true.
void sha256_blocks(uint32_t *state, const uint8_t *bytes, size_t count);

#endif
