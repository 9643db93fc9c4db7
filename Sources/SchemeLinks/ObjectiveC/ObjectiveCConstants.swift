import SchemeModel

/// Finds constants in Objective-C: strings (`NSString *const kScheme = @"acme"`, `#define kScheme @"acme"`) and URLs
/// (`#define kURL [NSURL URLWithString:@"acme://"]`).
enum ObjectiveCConstants {
    /// The maximum number of constants in one file.
    private static let limit = 10_000

    /// A name that the file defines as a string or a URL.
    struct Constant {
        var name: String
        /// The string, or the URL as a string.
        var text: String
        var isURL: Bool
    }

    /// Returns the constants in `file`, in order.
    static func constants(in file: SourceFile, limits: Limits) -> [Constant] {
        let bytes = file.bytes
        guard bytes.count <= limits.sourceFileBytes else { return [] }
        var found: [Constant] = []
        let start = Array("@\"".utf8)
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard found.count < limit, line.count < 1_024, let mark = line.firstRange(of: start),
                let end = line[mark.upperBound...].firstIndex(of: UInt8(ascii: "\""))
            else { continue }
            let text = line[mark.upperBound..<end]
            guard !text.contains(UInt8(ascii: "\\")) else { continue }
            let words = line[..<mark.lowerBound].split { !$0.isWord && $0 != UInt8(ascii: "#") }
                .map { String(decoding: $0, as: UTF8.self) }
            let isConstant = words.contains("NSString") && words.contains("const")
            let isMacro = words.first == "#define" && words.count == 2
            let isURL = words.first == "#define" && words.dropFirst(2) == ["NSURL", "URLWithString"]
            guard isConstant || isMacro || isURL, let name = isURL ? words[1] : words.last else { continue }
            found.append(Constant(name: name, text: String(decoding: text, as: UTF8.self), isURL: isURL))
        }
        return found
    }
}
