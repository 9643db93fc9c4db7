import SchemeModel
import Testing

/// Vectors of FIPS 180-4's examples and of NIST's byte-oriented test suite.
@Suite struct SHA256Tests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func matchesPublishedVectors(text: String, digest: String) {
        let bytes = Array(text.utf8)
        #expect(SHA256.hex(of: bytes) == digest)
        let digits = SHA256.digest(of: bytes, avoidingInstructions: true).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        #expect(digits.joined() == digest)
    }

    @Test func isTheSameWithAndWithoutInstructions() {
        for length in 0..<300 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ length) }
            #expect(SHA256.digest(of: bytes) == SHA256.digest(of: bytes, avoidingInstructions: true))
        }
    }

    @Test(arguments: 54...66)
    func padsAtBlockEdges(length: Int) {
        let bytes = [UInt8](repeating: 0x61, count: length)
        #expect(SHA256.digest(of: bytes).count == 32)
        let digits = SHA256.digest(of: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        #expect(SHA256.hex(of: bytes) == digits.joined())
        #expect(SHA256.digest(of: bytes) != SHA256.digest(of: bytes + [0x61]))
    }
}
