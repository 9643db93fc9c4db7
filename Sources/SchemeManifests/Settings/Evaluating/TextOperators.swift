import SchemeModel

internal import Foundation

/// The operators of settings on text.
enum TextOperators {
    /// `:quote`: escapes blanks, tabs, line endings, quotes and backslashes with a backslash.
    ///
    /// An empty text becomes `""`.
    static func quoted(_ text: String) -> String {
        guard !text.isEmpty else { return "\"\"" }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case " ", "\t", "\n", "\r", "'", "\"", "\\": result.append("\\")
            default: break
            }
            result.append(scalar)
        }
        return String(result)
    }

    /// `:identifier` with `_`, `:rfc1034identifier` with `-`: replaces characters that aren't allowed.
    ///
    /// Replaced are characters other than ASCII letters, digits and `replacement`, and a leading digit.
    static func identifier(_ text: String, replacement: Character) -> String {
        if let ascii = replacement.asciiValue, text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
            var result = text.utf8.map { $0.isLetterOrDigit ? $0 : ascii }
            if let first = result.first, !first.beginsName { result[0] = ascii }
            return String(decoding: result, as: UTF8.self)
        }
        var result = ""
        for character in text {
            if character.isASCII, character.isLetter || character == replacement {
                result.append(character)
            } else if character.isASCII, character.isNumber, !result.isEmpty {
                result.append(character)
            } else {
                result.append(replacement)
            }
        }
        return result
    }

    /// `:c99extidentifier`: composes the text, and replaces characters that aren't allowed with `_`.
    ///
    /// Replaced are scalars that C99 doesn't allow in an identifier, and a leading digit.
    static func c99Identifier(_ text: String) -> String {
        let composed = text.precomposedStringWithCanonicalMapping
        var result = String.UnicodeScalarView()
        for scalar in composed.unicodeScalars {
            let isAllowed = C99Identifier.contains(scalar) && !(result.isEmpty && C99Identifier.isDigit(scalar))
            result.append(isAllowed ? scalar : "_")
        }
        return String(result)
    }

    /// `:truncatedversion`: returns the first three parts of a version, and any other text unchanged.
    static func truncatedVersion(_ text: String) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isVersion = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard isVersion, parts.count > 3 else { return text }
        return parts.prefix(3).map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
    }
}

/// The operators of settings on paths. They only use the text, not the disk.
enum PathOperators {
    /// Returns `text` without `.` and without duplicate and trailing separators.
    ///
    /// `..` is resolved in an absolute path and kept in a relative one.
    static func standardized(_ text: String) -> String {
        guard !text.isEmpty else { return "" }
        let isAbsolute = text.utf8.first == separator
        var kept: [Substring.UTF8View] = []
        for component in text[...].utf8.split(separator: separator) where !component.elementsEqual(".".utf8) {
            if isAbsolute, component.elementsEqual("..".utf8) {
                _ = kept.popLast()
            } else {
                kept.append(component)
            }
        }
        let joined = kept.map { String(Substring($0)) }.joined(separator: "/")
        if isAbsolute { return "/" + joined }
        return joined.isEmpty ? "." : joined
    }

    /// `:dir`: returns everything up to the separator before the last component, or `./`.
    static func directory(_ text: String) -> String {
        let (directory, _) = split(text)
        if directory.isEmpty { return "./" }
        return directory.hasSuffix("/") ? directory : directory + "/"
    }

    /// `:file`: returns the last component; empty after a trailing separator.
    static func file(_ text: String) -> String { split(text).file }

    /// `:base`: returns the last component without its suffix.
    static func base(_ text: String) -> String {
        let file = split(text).file
        return String(file.dropLast(suffix(file).count))
    }

    /// `:suffix`: returns the last component's suffix with its dot.
    ///
    /// A dot at the start or end of the component doesn't count.
    static func suffix(_ text: String) -> String {
        let file = split(text).file
        guard let dot = file.lastIndex(of: "."), dot != file.startIndex, file.index(after: dot) != file.endIndex else {
            return ""
        }
        return String(file[dot...])
    }

    /// `:dir=`
    static func replacingDirectory(_ text: String, with directory: String) -> String {
        let file = split(text).file
        if directory.isEmpty { return file }
        return directory.hasSuffix("/") ? directory + file : directory + "/" + file
    }

    /// `:file=`
    static func replacingFile(_ text: String, with file: String) -> String {
        joined(split(text).directory, file)
    }

    /// `:base=`
    static func replacingBase(_ text: String, with base: String) -> String {
        let (directory, file) = split(text)
        return joined(directory, base + suffix(file))
    }

    /// `:suffix=`: replaces the suffix. The dot of the new suffix is optional; an empty one removes the suffix.
    static func replacingSuffix(_ text: String, with suffix: String) -> String {
        let kept = text.dropLast(Self.suffix(text).count)
        if suffix.isEmpty { return String(kept) }
        return kept + (suffix.hasPrefix(".") ? suffix : "." + suffix)
    }

    /// `:relativeto=`: returns the path from `text` to `target`, or `text` unless both are absolute.
    static func route(from text: String, to target: String) -> String {
        guard let from = absoluteComponents(text), let to = absoluteComponents(target) else { return text }
        let common = zip(from, to).prefix { $0 == $1 }.count
        let route = Array(repeating: "..", count: from.count - common) + to.dropFirst(common)
        return route.isEmpty ? "." : route.joined(separator: "/")
    }

    /// `:isancestor=`: returns whether `ancestor` is a folder above `text`; both must be absolute.
    static func isAncestor(_ ancestor: String, of text: String) -> Bool {
        guard let inner = absoluteComponents(text), let outer = absoluteComponents(ancestor) else { return false }
        return outer.count < inner.count && inner.starts(with: outer)
    }

    private static let separator = UInt8(ascii: "/")

    private static func joined(_ directory: String, _ file: String) -> String {
        if directory.isEmpty { return file }
        return directory.hasSuffix("/") ? directory + file : directory + "/" + file
    }

    private static func absoluteComponents(_ text: String) -> [String]? {
        guard text.utf8.first == separator else { return nil }
        return standardized(text).utf8.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the text before the last separator (`/` for one directly below the root) and the text after it.
    private static func split(_ text: String) -> (directory: String, file: String) {
        guard let cut = text.utf8.lastIndex(of: separator) else { return ("", text) }
        var directory = text[..<cut].utf8
        let file = String(Substring(text.utf8[text.utf8.index(after: cut)...]))
        while directory.last == separator { directory = directory.dropLast() }
        return (directory.isEmpty ? "/" : String(Substring(directory)), file)
    }
}
