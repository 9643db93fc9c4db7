package import SchemeModel

/// Detects the format of an input from its bytes.
///
/// No other reader is tried after a failure, because broken XML often contains valid OpenStep.
package enum PropertyFormat {
    /// Returns the format of `bytes`, or ``Manifest/Format/unknown``.
    ///
    /// Input is XML if its first character after whitespace and preprocessor lines is `<`, in any encoding with
    /// recognizable units. The XML reader decides whether it supports the encoding.
    package static func sniff(_ bytes: [UInt8]) -> Manifest.Format {
        if bytes.starts(with: "bplist".utf8) { return .binary }
        let layout = TextEncoding.detect(bytes)
        guard let first = firstCharacter(of: bytes, layout) else { return .unknown }
        if first == UInt32(UInt8(ascii: "<")) { return .xml }
        switch layout {
        case .bytes: return bytes.contains(0) ? .unknown : .openStep
        case .utf16: return .openStep
        case .utf32: return .unknown
        }
    }

    /// Reads the relevant members of the property list in `bytes`, whatever its format.
    static func read(_ bytes: [UInt8], wanted: WantedKeys, limits: Limits) throws(PropertyListError) -> PropertyDocument
    {
        switch sniff(bytes) {
        case .xml: return try XMLPropertyReader.read(bytes, wanted: wanted, limits: limits)
        case .binary: return try BinaryPropertyReader.read(bytes, wanted: wanted, limits: limits)
        case .openStep: return try OpenStepPropertyReader.read(bytes, wanted: wanted, limits: limits)
        case .unknown, .yaml, .json, .swift, .javaScript:
            let whole = SourceRange(byteOffset: 0, byteLength: bytes.count)
            let span = ValueSpan(keyPath: "", element: whole)
            throw .malformed(Irregularity(.malformed, span: span, cause: unknownCause(bytes)))
        }
    }

    /// Returns the reason why `bytes` have no known format, as a clause.
    package static func unknownCause(_ bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "the file is empty" }
        if firstCharacter(of: bytes, TextEncoding.detect(bytes)) == nil {
            return "the file contains only whitespace"
        }
        return "the file is neither text nor a binary property list"
    }

    /// Returns the first unit outside whitespace and preprocessor lines.
    private static func firstCharacter(of bytes: [UInt8], _ layout: TextEncoding) -> UInt32? {
        var index = layout.start
        var isSkipping = false
        while let unit = layout.unit(of: bytes, at: index) {
            switch unit {
            case 0x0A, 0x0D: isSkipping = false
            case 0x09, 0x20: break
            case UInt32(UInt8(ascii: "#")): isSkipping = true
            default: if !isSkipping { return unit }
            }
            index += layout.unitSize
        }
        return nil
    }
}
