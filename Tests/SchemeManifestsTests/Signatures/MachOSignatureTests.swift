import SchemeManifests
import SchemeModel
import Testing
import TestSupport

@Suite("Entitlements in executables")
struct MachOSignatureTests {
    private static let browser = plist(
        """
        <key>com.apple.developer.web-browser</key><true/>
        <key>get-task-allow</key><false/>
        <key>com.apple.developer.associated-domains</key><array><string>webcredentials:x</string></array>
        <key>keychain-access-groups</key><array/>
        """
    )
    private static let held: [Entitlement] = [
        "com.apple.developer.associated-domains", "com.apple.developer.associated-domains=webcredentials:x",
        "com.apple.developer.web-browser",
    ]
    private static let der = DERWriter.entitlements([
        ("com.apple.developer.web-browser", [1, 1, 0xFF]),
        ("get-task-allow", [1, 1, 0]),
        (
            "com.apple.developer.associated-domains",
            DERWriter.element(0x30, DERWriter.element(0x0C, Array("webcredentials:x".utf8)))
        ),
        ("keychain-access-groups", [0x30, 0]),
    ])

    static let rows: [(name: String, bytes: [UInt8], names: [Entitlement]?)] = [
        ("thin, 64 bits", MachOWriter(xml: browser).bytes, held),
        ("thin, 32 bits", MachOWriter(isWide: false, xml: browser).bytes, held),
        ("big endian, 64 bits", MachOWriter(isBigEndian: true, xml: browser).bytes, held),
        ("big endian, 32 bits", MachOWriter(isWide: false, isBigEndian: true, xml: browser).bytes, held),
        ("DER only", MachOWriter(der: der).bytes, held),
        ("both", MachOWriter(xml: browser, der: DERWriter.entitlements([("other", [1, 1, 1])])).bytes, held),
        ("XML that cannot be read, and DER", MachOWriter(xml: "<plist><dict>", der: der).bytes, held),
        ("signed without entitlements", MachOWriter().bytes, []),
        ("not signed", MachOWriter(isSigned: false).bytes, nil),
        ("fat", fat([MachOWriter(isWide: false, xml: browser).bytes, MachOWriter(xml: browser).bytes]), held),
        ("fat with 64-bit offsets", fat([MachOWriter(xml: browser).bytes], isWide: true), held),
        (
            "fat, held by one slice only",
            fat([MachOWriter(xml: browser).bytes, MachOWriter(xml: plist("<key>a</key><true/>")).bytes]), []
        ),
        (
            "fat, one slice not signed", fat([MachOWriter(isSigned: false).bytes, MachOWriter(xml: browser).bytes]),
            held
        ),
        ("fat of nothing", fat([]), nil),
        ("simulator", MachOWriter(platform: 7, section: browser).bytes, held),
        ("simulator, 32 bits", MachOWriter(isWide: false, platform: 7, section: browser).bytes, held),
        ("device with the section of a simulator", MachOWriter(platform: 2, section: browser).bytes, []),
    ]

    @Test("are those that the signature holds", arguments: rows.indices)
    func held(index: Int) throws {
        let (name, bytes, names) = Self.rows[index]
        let signature = try MachOSignature.read(FileBytes(MemoryFile(bytes)))
        #expect(signature.entitlements == names, "\(name)")
        #expect(signature.error == nil, "\(name)")
    }

    private static func signed(_ tamper: @escaping (inout [UInt8]) -> Void) -> [UInt8] {
        MachOWriter(xml: browser, tamper: tamper).bytes
    }

    private static func set(_ offset: Int, _ value: UInt32) -> (inout [UInt8]) -> Void {
        { $0.replaceSubrange(offset..<(offset + 4), with: value.big) }
    }

    static let faulty: [(name: String, bytes: [UInt8], fault: SignatureError)] = [
        ("nothing", [], .notAnExecutable),
        ("text", Array("#!/bin/sh\necho this is a script, no program\n".utf8), .notAnExecutable),
        ("ELF", [0x7F, 0x45, 0x4C, 0x46] + [UInt8](repeating: 0, count: 60), .notAnExecutable),
        (
            "Java class", [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 0x37] + [UInt8](repeating: 0, count: 60),
            .tooManySlices(count: 55, limit: 32)
        ),
        ("cut in the header", Array(MachOWriter().bytes.prefix(20)), .notAnExecutable),
        ("cut in the load commands", Array(MachOWriter().bytes.prefix(60)), .outOfBounds(.loadCommands)),
        ("cut in the signature", Array(MachOWriter(xml: browser).bytes.dropLast(1)), .outOfBounds(.signature)),
        ("cut in the list of slices", Array(fat([MachOWriter().bytes]).prefix(20)), .outOfBounds(.slice)),
        ("cut in a slice", Array(fat([MachOWriter().bytes]).dropLast(1)), .outOfBounds(.slice)),
        ("fat in fat", fat([fat([MachOWriter().bytes])]), .notAnExecutable),
        ("no signature where it should be", signed(set(0, 0)), .malformed(.signature)),
        ("signature longer than its space", signed(set(4, 0xFFFF_FFFF)), .outOfBounds(.signature)),
        ("more blobs than fit", signed(set(8, 200)), .outOfBounds(.signature)),
        ("more blobs than any signature has", signed(set(8, 0xFFFF_FFFF)), .malformed(.signature)),
        ("entitlements outside the signature", signed(set(24, 0xFFFF_FFF0)), .outOfBounds(.entitlements)),
        ("entitlements at a blob of another kind", signed(set(24, 28)), .malformed(.entitlements)),
        ("entitlements shorter than their header", signed(set(44, 7)), .malformed(.entitlements)),
        ("entitlements longer than the signature", signed(set(44, 4000)), .outOfBounds(.entitlements)),
        (
            "entitlements beyond the limit", signed(set(44, 0xFFFF_FFFF)),
            .tooLarge(.entitlements, limit: Limits.standard.entitlementBytes)
        ),
        ("text that isn't XML", MachOWriter(xml: "text").bytes, .malformed(.entitlements)),
        ("XML of an array", MachOWriter(xml: "<plist><array/></plist>").bytes, .malformed(.entitlements)),
        ("bytes that aren't DER", MachOWriter(der: [1, 2, 3]).bytes, .malformed(.entitlements)),
    ]

    @Test("are unknown if the executable is broken, and the fault is reported", arguments: faulty.indices)
    func broken(index: Int) throws {
        let (name, bytes, fault) = Self.faulty[index]
        let signature = try MachOSignature.read(FileBytes(MemoryFile(bytes)))
        #expect(signature.error == fault, "\(name)")
        #expect(signature.entitlements == nil, "\(name)")
        #expect(!fault.cause.isEmpty)
    }

    @Test("never lead outside the file", arguments: 0..<TestScale.pick(UInt64(2), torture: 8))
    func mutations(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let samples = Self.rows.map(\.bytes)
        var readable = 0
        for _ in 0..<600 {
            let bytes = (samples.randomElement(using: &generator) ?? [])
                .mutated(with: samples.randomElement(using: &generator) ?? [], using: &generator)
            // A range outside the file would throw.
            let signature = try MachOSignature.read(FileBytes(MemoryFile(bytes)))
            #expect(signature.error == nil || signature.entitlements == nil)
            if signature.entitlements != nil { readable += 1 }
        }
        #expect(readable > 10)
    }
}
