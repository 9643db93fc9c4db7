import SHA256Blocks

/// The SHA-256 hash function.
///
/// Implemented here because no module may depend on a cryptography package. It identifies contents and findings and is
/// not used for security.
///
/// - Source: FIPS 180-4 §6.2.
package struct SHA256 {
    // The eight words of the state. Single variables stay in registers, array elements don't.
    private var (a, b, c, d) = (0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a) as (UInt32, UInt32, UInt32, UInt32)
    private var (e, f, g, h) = (0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19) as (UInt32, UInt32, UInt32, UInt32)

    /// Whether the processor has SHA-256 instructions, about five times faster. Cached because the check is slow.
    private static let hasInstructions = sha256_blocks_available()

    /// Returns the 32 bytes of the digest.
    ///
    /// - Parameter avoidingInstructions: Whether to compute it as on a processor without SHA-256 instructions.
    package static func digest(of bytes: [UInt8], avoidingInstructions: Bool = false) -> [UInt8] {
        hash(bytes, usingInstructions: hasInstructions && !avoidingInstructions).flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    /// Returns the digest in lower-case hexadecimal digits.
    package static func hex(of bytes: [UInt8]) -> String {
        let words = hash(bytes, usingInstructions: hasInstructions)
        return String(unsafeUninitializedCapacity: 64) { digits in
            // Eight words of eight digits each: all 64 are set.
            for (index, word) in words.enumerated() {
                for place in 0..<8 {
                    let digit = UInt8(truncatingIfNeeded: word >> UInt32(28 - 4 * place)) & 15
                    let letter = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
                    digits.initializeElement(at: 8 * index + place, to: letter)
                }
            }
            return 64
        }
    }

    private var words: [UInt32] { [a, b, c, d, e, f, g, h] }

    /// Returns the eight words of the digest.
    private static func hash(_ bytes: [UInt8], usingInstructions: Bool) -> [UInt32] {
        let whole = bytes.count / 64 * 64
        var tail: [UInt8] = []
        tail.reserveCapacity(128)
        tail.append(contentsOf: bytes[whole...])
        tail.append(0x80)
        while tail.count % 64 != 56 { tail.append(0) }
        let bits = UInt64(bytes.count) &* 8
        for shift in stride(from: 56, through: 0, by: -8) { tail.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        // Both are whole blocks: `whole` and the padded tail are multiples of 64.
        if usingInstructions {
            var words = SHA256().words
            bytes.withUnsafeBufferPointer { sha256_blocks(&words, $0.baseAddress, whole / 64) }
            tail.withUnsafeBufferPointer { sha256_blocks(&words, $0.baseAddress, $0.count / 64) }
            return words
        }
        var hash = SHA256()
        constants.withUnsafeBufferPointer { constants in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                schedule.initialize(repeating: 0)
                bytes.withUnsafeBytes { hash.compress($0[..<whole], schedule, constants) }
                tail.withUnsafeBytes { hash.compress($0[...], schedule, constants) }
            }
        }
        return hash.words
    }

    /// Processes whole blocks.
    ///
    /// `schedule` and `constants` have 64 elements, and all indices below stay in 0..<64; loads from `bytes` are
    /// checked.
    private mutating func compress(
        _ blocks: Slice<UnsafeRawBufferPointer>,
        _ schedule: UnsafeMutableBufferPointer<UInt32>,
        _ constants: UnsafeBufferPointer<UInt32>
    ) {
        precondition(schedule.count == 64 && constants.count == 64)
        let bytes = UnsafeRawBufferPointer(rebasing: blocks)
        for start in stride(from: 0, to: bytes.count, by: 64) {
            for index in 0..<16 {
                let word = bytes.loadUnaligned(fromByteOffset: start &+ 4 &* index, as: UInt32.self)
                schedule[index] = UInt32(bigEndian: word)
            }
            for index in 16..<64 {
                let (early, late) = (schedule[index &- 15], schedule[index &- 2])
                let small = Self.rotate(early, 7) ^ Self.rotate(early, 18) ^ (early >> 3)
                let large = Self.rotate(late, 17) ^ Self.rotate(late, 19) ^ (late >> 10)
                schedule[index] = schedule[index &- 16] &+ small &+ schedule[index &- 7] &+ large
            }
            var (a, b, c, d) = (self.a, self.b, self.c, self.d)
            var (e, f, g, h) = (self.e, self.f, self.g, self.h)
            // Eight rounds at a time, after which every variable is back in its place, so nothing is moved.
            for index in stride(from: 0, to: 64, by: 8) {
                Self.round(a, b, c, &d, e, f, g, &h, schedule[index] &+ constants[index])
                Self.round(h, a, b, &c, d, e, f, &g, schedule[index &+ 1] &+ constants[index &+ 1])
                Self.round(g, h, a, &b, c, d, e, &f, schedule[index &+ 2] &+ constants[index &+ 2])
                Self.round(f, g, h, &a, b, c, d, &e, schedule[index &+ 3] &+ constants[index &+ 3])
                Self.round(e, f, g, &h, a, b, c, &d, schedule[index &+ 4] &+ constants[index &+ 4])
                Self.round(d, e, f, &g, h, a, b, &c, schedule[index &+ 5] &+ constants[index &+ 5])
                Self.round(c, d, e, &f, g, h, a, &b, schedule[index &+ 6] &+ constants[index &+ 6])
                Self.round(b, c, d, &e, f, g, h, &a, schedule[index &+ 7] &+ constants[index &+ 7])
            }
            (self.a, self.b, self.c, self.d) = (self.a &+ a, self.b &+ b, self.c &+ c, self.d &+ d)
            (self.e, self.f, self.g, self.h) = (self.e &+ e, self.f &+ f, self.g &+ g, self.h &+ h)
        }
    }

    @inline(__always)
    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        (word &>> count) | (word &<< (32 &- count))
    }

    /// Performs one round. The names are those of the variables before it; afterwards each moves on by one.
    @inline(__always)
    private static func round(
        _ a: UInt32,
        _ b: UInt32,
        _ c: UInt32,
        _ d: inout UInt32,
        _ e: UInt32,
        _ f: UInt32,
        _ g: UInt32,
        _ h: inout UInt32,
        _ word: UInt32
    ) {
        let sum = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
        let first = h &+ sum &+ (g ^ (e & (f ^ g))) &+ word
        d = d &+ first
        h = first &+ (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ ((a & b) | (c & (a | b)))
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
