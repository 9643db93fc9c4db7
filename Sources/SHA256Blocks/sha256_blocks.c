#include "sha256_blocks.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

bool sha256_blocks_available(void) {
    unsigned int a, b, c, d;
    // Leaf 1: SSSE3 in bit 9 of ECX, SSE4.1 in bit 19. Leaf 7: SHA in bit 29 of EBX.
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & (1u << 9)) || !(c & (1u << 19))) { return false; }
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & (1u << 29));
}

/// FIPS 180-4 §4.2.2.
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

// The instructions expect the state in the order A B E F and C D G H, from the highest word to the lowest.
__attribute__((target("sha,sse4.1,ssse3")))
void sha256_blocks(uint32_t *state, const uint8_t *bytes, size_t count) {
    const __m128i bigEndian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
    __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
    __m128i abef = _mm_alignr_epi8(abcd, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, abcd, 0xF0);
    for (; count > 0; count -= 1, bytes += 64) {
        const __m128i abefBefore = abef, cdghBefore = cdgh;
        // Sixteen words of the message schedule. Each step uses four of them and replaces them with later ones.
        __m128i words[4];
        for (int index = 0; index < 4; index += 1) {
            __m128i word = _mm_loadu_si128((const __m128i *)(bytes + 16 * index));
            words[index] = _mm_shuffle_epi8(word, bigEndian);
        }
#pragma clang loop unroll(full)
        for (int index = 0; index < 16; index += 1) {
            const __m128i now = words[index % 4];
            __m128i sum = _mm_add_epi32(now, _mm_loadu_si128((const __m128i *)(constants + 4 * index)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
            if (index < 12) {
                const __m128i last = words[(index + 3) % 4];
                __m128i next = _mm_sha256msg1_epu32(now, words[(index + 1) % 4]);
                next = _mm_add_epi32(next, _mm_alignr_epi8(last, words[(index + 2) % 4], 4));
                words[index % 4] = _mm_sha256msg2_epu32(next, last);
            }
        }
        abef = _mm_add_epi32(abef, abefBefore);
        cdgh = _mm_add_epi32(cdgh, cdghBefore);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#else

bool sha256_blocks_available(void) { return false; }

void sha256_blocks(uint32_t *state, const uint8_t *bytes, size_t count) {
    (void)state, (void)bytes, (void)count;
}

#endif
