import Foundation
import SchemeModel
import Testing

@testable import SchemeManifests

/// Association files in signed messages, as `openssl cms -sign -nodetach -outform DER` creates them.
@Suite struct SignedAssociationTests {
    private static func read(_ bytes: [UInt8], limits: Limits = .standard) -> AssociationFileReader.Reading {
        AssociationFileReader(limits: limits).read(bytes, origin: Place(path: "a"), hosts: [])
    }

    private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

    /// An element in DER.
    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }

    /// A message without certificates and signatures around `content`.
    private static func message(_ content: [UInt8], kind: UInt8 = 2) -> [UInt8] {
        let identifier: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
        let data = element(0x30, identifier + [1] + element(0xA0, content))
        return element(0x30, identifier + [kind] + element(0xA0, element(0x30, [2, 1, 1, 0x31, 0] + data)))
    }

    @Test(arguments: [signed, streamed])
    func content(base64: String) throws {
        let bytes = Self.bytes(base64)
        let reading = Self.read(bytes)
        #expect(reading.irregularities.isEmpty && reading.problems.isEmpty)
        let contents = try #require(reading.file).contents
        #expect(contents.isWhole)
        let app = try #require(contents.details.first?.apps.first)
        #expect(app.identifier == "K9QX2M7RT4.com.acme.wallet")
        // The range is that of the identifier in the signed file.
        let range = app.range.byteOffset..<app.range.byteOffset + app.range.byteLength
        #expect(String(decoding: bytes[range], as: UTF8.self) == "\"K9QX2M7RT4.com.acme.wallet\"")
    }

    @Test(arguments: [signed, streamed])
    func truncated(base64: String) {
        let bytes = Self.bytes(base64)
        for count in 2..<bytes.count {
            let reading = Self.read(Array(bytes[..<count]))
            #expect(reading.file == nil)
            let found = reading.irregularities.map(\.irregularity)
            #expect(found.map(\.kind) == [.malformedAssociation])
            let start = found.first?.span.element.byteOffset ?? .max
            #expect(start <= count)
            #expect(
                found.first?.cause
                    == "the signed file is truncated: it ends within the element at byte \(start.grouped)"
            )
        }
    }

    @Test("changed bytes give a file or one finding, and never a crash", arguments: [signed, streamed])
    func damaged(base64: String) {
        let bytes = Self.bytes(base64)
        for index in 2..<bytes.count {
            for value: UInt8 in [0, 0x04, 0x24, 0x30, 0x7F, 0x80, 0x84, 0xFF] {
                var damaged = bytes
                damaged[index] = value
                let reading = Self.read(damaged)
                #expect(
                    (reading.file == nil) == !reading.irregularities.isEmpty || reading.file?.contents.isWhole == false
                )
            }
        }
    }

    @Test func otherMessages() {
        let json = Array("{\"applinks\": {}}".utf8)
        func line(_ bytes: [UInt8]) -> String? {
            let found = Self.read(bytes).irregularities.first?.irregularity
            return found.map { "\($0.kind.rawValue): \($0.cause ?? "")" }
        }
        #expect(line(Self.message(Self.element(0x04, json))) == nil)
        #expect(line(Self.message(Self.element(0x24, Self.element(0x04, json)))) == nil)
        let chunks = Self.element(0x04, Array(json[..<5])) + Self.element(0x04, Array(json[5...]))
        #expect(
            line(Self.message(Self.element(0x24, chunks)))
                == "unread-association: the file is signed in several parts, and was not read"
        )
        let unexpected = "malformed-association: the file is not a valid signed message: unexpected data at byte"
        #expect(line(Self.message(Self.element(0x04, json), kind: 3)) == "\(unexpected) 4")
        #expect(line(Self.message(Self.element(0x0C, json))) == "\(unexpected) 47")
        #expect(
            line(Self.bytes(Self.detached))
                == "malformed-association: the file contains a signature, but not the signed JSON"
        )
        #expect(
            line(Self.message(Self.element(0x04, Array("<html>".utf8))))
                == "malformed-association: the file is not valid JSON: expected a value, found '<'"
        )
    }

    @Test("the limit is for the JSON, not for the signature")
    func limits() {
        var limits = Limits.standard
        limits.associationBytes = 95
        #expect(Self.read(Self.bytes(Self.signed), limits: limits).file != nil)
        limits.associationBytes = 94
        #expect(
            Self.read(Self.bytes(Self.signed), limits: limits).irregularities.map(\.irregularity.cause)
                == ["the file has 95 bytes; Apple's systems read at most 0 KiB"]
        )
    }

    /// With definite lengths.
    private static let signed = """
        MIIBUwYJKoZIhvcNAQcCoIIBRDCCAUACAQMxDTALBglghkgBZQMEAgEwbgYJKoZIhvcNAQcBoGEEX3sKICAiYXBwbGlua3MiOiB7ImRldGFp\
        bHMiOiBbeyJhcHBJRHMiOiBbIks5UVgyTTdSVDQuY29tLmFjbWUud2FsbGV0Il0sICJwYXRocyI6IFsiL3BheSJdfV19Cn0KMYG7MIG4AgED\
        gBSF1GhNRxGTSSzw3D/AbbeM2AqbVTALBglghkgBZQMEAgEwDQYJKoZIhvcNAQEBBQAEgYABGFqJkhTA7Ze94OGVRZi7YSjTbTNiGkVqc/Fb\
        9HOk9rfIUXCJutZi2SnJVz5JWTYqp4RQW/ulYWlY8OG/opSx/Lq0VBdoAWYlNpj60mtLNg0byQoRvgK5x78LY3jUcXdM8mA5lV27Ohxw0nMz\
        GoRm7IkvZt7JSDL4bVhB5UdJ3A==
        """

    /// With indefinite lengths, and the content in one chunk.
    private static let streamed = """
        MIAGCSqGSIb3DQEHAqCAMIACAQMxDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcBoIAkgARfewogICJhcHBsaW5rcyI6IHsiZGV0YWlscyI6\
        IFt7ImFwcElEcyI6IFsiSzlRWDJNN1JUNC5jb20uYWNtZS53YWxsZXQiXSwgInBhdGhzIjogWyIvcGF5Il19XX0KfQoAAAAAAAAxgbswgbgC\
        AQOAFIXUaE1HEZNJLPDcP8Btt4zYCptVMAsGCWCGSAFlAwQCATANBgkqhkiG9w0BAQEFAASBgAEYWomSFMDtl73g4ZVFmLthKNNtM2IaRWpz\
        8Vv0c6T2t8hRcIm61mLZKclXPklZNiqnhFBb+6VhaVjw4b+ilLH8urRUF2gBZiU2mPrSa0s2DRvJChG+ArnHvwtjeNRxd0zyYDmVXbs6HHDS\
        czMahGbsiS9m3slIMvhtWEHlR0ncAAAAAAAA
        """

    /// Without content.
    private static let detached = """
        MIHuBgkqhkiG9w0BBwKggeAwgd0CAQMxDTALBglghkgBZQMEAgEwCwYJKoZIhvcNAQcBMYG7MIG4AgEDgBSF1GhNRxGTSSzw3D/AbbeM2Aqb\
        VTALBglghkgBZQMEAgEwDQYJKoZIhvcNAQEBBQAEgYABGFqJkhTA7Ze94OGVRZi7YSjTbTNiGkVqc/Fb9HOk9rfIUXCJutZi2SnJVz5JWTYq\
        p4RQW/ulYWlY8OG/opSx/Lq0VBdoAWYlNpj60mtLNg0byQoRvgK5x78LY3jUcXdM8mA5lV27Ohxw0nMzGoRm7IkvZt7JSDL4bVhB5UdJ3A==
        """
}
