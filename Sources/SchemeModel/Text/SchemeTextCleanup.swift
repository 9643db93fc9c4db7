/// Removes text that developers write around a scheme by mistake, such as spaces and `://`.
package enum SchemeTextCleanup {
    /// Returns `text` without leading and trailing white space.
    package static func trimmed(_ text: String) -> String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
        var scalars = Substring(text).unicodeScalars
        while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return String(scalars)
    }

    /// Returns the part before a `:` that ends the text or begins `://` or `:/`; otherwise all of `text`.
    package static func withoutRest(_ text: String) -> String {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return text }
        let next = text.utf8.index(after: colon)
        let isSeparator = next == text.utf8.endIndex || text.utf8[next] == UInt8(ascii: "/")
        return isSeparator ? String(text[..<colon]) : text
    }
}
