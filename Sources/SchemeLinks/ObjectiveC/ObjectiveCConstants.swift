import SchemeModel

/// The constant texts of Objective-C: `NSString *const kScheme = @"acme"` and `#define kScheme @"acme"`.
enum ObjectiveCConstants {
    /// Constants of one file that are kept.
    private static let limit = 10_000

    /// The constants in `file`, in order.
    static func texts(in file: SourceFile, limits: Limits) -> [(name: String, text: String)] {
        let bytes = file.bytes
        guard bytes.count <= limits.sourceFileBytes else { return [] }
        var found: [(name: String, text: String)] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard found.count < limit, line.count < 1_024, let mark = line.firstRange(of: "@\"".utf8),
                let end = line[mark.upperBound...].firstIndex(of: UInt8(ascii: "\""))
            else { continue }
            let text = line[mark.upperBound..<end]
            guard !text.contains(UInt8(ascii: "\\")) else { continue }
            let words = line[..<mark.lowerBound].split { !FileScan.isWord($0) && $0 != UInt8(ascii: "#") }
                .map { String(decoding: $0, as: UTF8.self) }
            guard let name = words.last else { continue }
            let isConstant = words.contains("NSString") && words.contains("const")
            let isMacro = words.first == "#define" && words.count == 2
            if isConstant || isMacro { found.append((name, String(decoding: text, as: UTF8.self))) }
        }
        return found
    }
}
