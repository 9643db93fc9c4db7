/// Writes Mach-O executables that hold nothing but load commands and a code signature.
package struct MachOWriter {
    package var isWide = true
    package var isBigEndian = false
    /// XML and DER entitlements in the signature.
    package var xml: String?
    package var der: [UInt8]?
    package var isSigned = true
    /// The platform of LC_BUILD_VERSION; 7 is the iOS simulator.
    package var platform: UInt32 = 2
    /// The contents of the section that linkers make for simulators.
    package var section: String?
    /// Changes the superblob.
    package var tamper: (inout [UInt8]) -> Void = { _ in }

    package init(
        isWide: Bool = true,
        isBigEndian: Bool = false,
        xml: String? = nil,
        der: [UInt8]? = nil,
        isSigned: Bool = true,
        platform: UInt32 = 2,
        section: String? = nil,
        tamper: @escaping (inout [UInt8]) -> Void = { _ in }
    ) {
        self.isWide = isWide
        self.isBigEndian = isBigEndian
        self.xml = xml
        self.der = der
        self.isSigned = isSigned
        self.platform = platform
        self.section = section
        self.tamper = tamper
    }

    package static let codeDirectory: [UInt8] = UInt32(0xFADE_0C02).big + UInt32(12).big + [0, 0, 0, 0]

    package var bytes: [UInt8] {
        let headerLength = isWide ? 32 : 28
        let sectionBytes = Array((section ?? "").utf8)
        let segmentLength = isWide ? 72 + 80 : 56 + 68
        let commandsLength = 24 + segmentLength + (isSigned ? 16 : 0)
        let sectionStart = headerLength + commandsLength
        let signatureStart = sectionStart + sectionBytes.count
        let signature = isSigned ? superblob : []
        var file = number(isWide ? 0xFEED_FACF : 0xFEED_FACE) + number(0x0100_000C) + number(0) + number(2)
        file += number(isSigned ? 3 : 2) + number(UInt32(commandsLength)) + number(0) + (isWide ? number(0) : [])
        file += number(0x32) + number(24) + number(platform) + number(0) + number(0) + number(0)
        file += number(isWide ? 0x19 : 1) + number(UInt32(segmentLength)) + name("__TEXT")
        file += [UInt8](repeating: 0, count: isWide ? 32 : 16) + number(5) + number(5) + number(1) + number(0)
        file += name("__entitlements") + name("__TEXT")
        file += isWide ? wide(0) + wide(UInt64(sectionBytes.count)) : number(0) + number(UInt32(sectionBytes.count))
        file += number(UInt32(sectionStart)) + [UInt8](repeating: 0, count: isWide ? 28 : 24)
        if isSigned {
            file += number(0x1D) + number(16) + number(UInt32(signatureStart)) + number(UInt32(signature.count))
        }
        return file + sectionBytes + signature
    }

    private var superblob: [UInt8] {
        var blobs: [(slot: UInt32, bytes: [UInt8])] = [(0, Self.codeDirectory)]
        if let xml { blobs.append((5, UInt32(0xFADE_7171).big + UInt32(8 + xml.utf8.count).big + Array(xml.utf8))) }
        if let der { blobs.append((7, UInt32(0xFADE_7172).big + UInt32(8 + der.count).big + der)) }
        var index: [UInt8] = []
        var body: [UInt8] = []
        for blob in blobs {
            index += blob.slot.big + UInt32(12 + blobs.count * 8 + body.count).big
            body += blob.bytes
        }
        var bytes = UInt32(0xFADE_0CC0).big + UInt32(12 + index.count + body.count).big
        bytes += UInt32(blobs.count).big + index + body
        tamper(&bytes)
        return bytes
    }

    private func number(_ value: UInt32) -> [UInt8] { isBigEndian ? value.big : value.little }
    private func wide(_ value: UInt64) -> [UInt8] { isBigEndian ? value.big : value.little }
    private func name(_ text: String) -> [UInt8] {
        Array(text.utf8) + [UInt8](repeating: 0, count: 16 - text.utf8.count)
    }
}

/// A fat file of these slices.
package func fat(_ slices: [[UInt8]], isWide: Bool = false) -> [UInt8] {
    var table = UInt32(isWide ? 0xCAFE_BABF : 0xCAFE_BABE).big + UInt32(slices.count).big
    var body: [UInt8] = []
    let start = 8 + slices.count * (isWide ? 32 : 20)
    for slice in slices {
        let offset = start + body.count
        table += UInt32(7).big + UInt32(3).big
        table += isWide ? UInt64(offset).big + UInt64(slice.count).big : UInt32(offset).big + UInt32(slice.count).big
        table += UInt32(0).big + (isWide ? UInt32(0).big : [])
        body += slice
    }
    return table + body
}

/// Writes entitlements in DER.
package enum DERWriter {
    package static func entitlements(_ entries: [(String, [UInt8])], dictionaryTag: UInt8 = 0xB0) -> [UInt8] {
        let body = entries.flatMap { element(0x30, element(0x0C, Array($0.0.utf8)) + $0.1) }
        return element(0x70, [2, 1, 1] + element(dictionaryTag, body))
    }

    package static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let count = contents.count
        if count < 0x80 { return [tag, UInt8(count)] + contents }
        if count < 0x100 { return [tag, 0x81, UInt8(count)] + contents }
        return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)] + contents
    }
}

/// An XML property list of a dictionary.
package func plist(_ body: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict>\(body)</dict></plist>"
}
