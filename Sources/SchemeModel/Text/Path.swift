/// A file path as the bytes that the operating system uses.
///
/// A POSIX path is a sequence of bytes without NUL, not text: `caf\xE9.plist` is a valid name that a `String` can't
/// hold. Paths are therefore compared, sorted and opened by their bytes, and converted to text only for display.
public struct Path: Sendable {
    /// The bytes, without the terminating NUL.
    public let bytes: [UInt8]

    /// Creates a path with exactly these bytes.
    @usableFromInline
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Creates a path with the bytes of a sequence, such as a part of another path.
    @inlinable
    package init(bytes: some Sequence<UInt8>) {
        self.init(bytes: Array(bytes))
    }

    /// Creates a path with the UTF-8 bytes of `text`.
    package init(_ text: String) {
        bytes = Array(text.utf8)
    }
}

extension Path: Hashable, Comparable {
    public static func == (left: Path, right: Path) -> Bool {
        left.bytes.withUnsafeBufferPointer { left in
            right.bytes.withUnsafeBufferPointer { left.hasSameBytes(as: $0) }
        }
    }

    // Hashes all bytes at once, because an array hashes each element separately.
    public func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        hasher.combine(bytes.count)
    }

    public static func < (left: Path, right: Path) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

/// As text, or as an array of bytes if they are not UTF-8.
extension Path: Codable {
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.init(text)
        } else {
            self.init(bytes: try container.decode([UInt8].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let text { try container.encode(text) } else { try container.encode(bytes) }
    }
}

extension Path: ExpressibleByStringLiteral, CustomStringConvertible {
    public init(stringLiteral value: StaticString) {
        self.init(bytes: value.withUTF8Buffer { Array($0) })
    }

    /// The path as displayable text; see ``display``.
    public var description: String { display }
}

extension Path {
    /// The path as text for display and comparison.
    ///
    /// Bytes that are not UTF-8 appear as `\xE9`, and a backslash that would look like such an escape as `\x5C`, so
    /// different paths have different texts. Reporters escape control characters, each in its own way.
    public var display: String {
        if let text, !bytes.contains(Path.backslash) { return text }
        var text = ""
        var rest = bytes[...]
        while let byte = rest.first {
            if let length = rest.leadingCharacterLength, !Path.isEscape(rest) {
                text += String(decoding: rest.prefix(length), as: UTF8.self)
                rest = rest.dropFirst(length)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
                rest = rest.dropFirst()
            }
        }
        return text
    }

    private static let backslash = UInt8(ascii: "\\")

    /// Whether `bytes` begin with a backslash, an `x` and two hexadecimal digits as in ``display``.
    private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
        let isDigit: (UInt8) -> Bool = { $0.isDigit || (0x41...0x46).contains($0) }
        return bytes.count >= 4 && bytes.starts(with: [backslash, UInt8(ascii: "x")])
            && bytes.dropFirst(2).prefix(2).allSatisfy(isDigit)
    }

    /// The path as text with the same bytes; `nil` if they are not UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }

    /// Whether the path starts at the root of the file system.
    package var isAbsolute: Bool { bytes.first == Path.separator }

    private static let (here, root): (Path, Path) = (".", "/")

    /// The byte that separates components.
    package static let separator = UInt8(ascii: "/")

    /// The components between separators, without empty ones and `.`; `..` is kept.
    package var components: [ArraySlice<UInt8>] {
        bytes.split(separator: Path.separator).filter { $0.count > 1 || $0.first != UInt8(ascii: ".") }
    }

    /// The last component, or the whole path if it has none.
    package var lastComponent: Path {
        let last = lastComponentBytes
        return last.count == bytes.count ? self : Path(bytes: last)
    }

    /// The text of the last component without its extension: `Wallet` for `Apps/Wallet.xcodeproj`.
    package var stem: String {
        let name = lastComponent
        guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > name.bytes.startIndex else {
            return name.display
        }
        return Path(bytes: Array(name.bytes[..<dot])).display
    }

    /// The bytes of ``lastComponent``, searched from the end because this is called for every file of a tree.
    private var lastComponentBytes: ArraySlice<UInt8> {
        var rest = bytes[...]
        while let end = rest.lastIndex(where: { $0 != Path.separator }) {
            let start = rest[...end].lastIndex(of: Path.separator).map { $0 + 1 } ?? 0
            let isDot = start == end && rest[start] == UInt8(ascii: ".")
            if !isDot { return rest[start...end] }
            rest = rest[..<start]
        }
        return bytes[...]
    }

    /// The path before the last component: `.` for a bare name, `/` for a path directly below the root.
    package var directory: Path {
        var trimmed = bytes[...]
        while trimmed.count > 1, trimmed.last == Path.separator { trimmed.removeLast() }
        guard let cut = trimmed.lastIndex(of: Path.separator) else { return Path.here }
        let parent = trimmed[..<cut]
        return parent.isEmpty ? Path.root : Path(bytes: parent)
    }

    /// Returns the path `name` below this one, or `name` itself if it is absolute or this path is empty.
    package func appending(_ name: Path) -> Path {
        if bytes.isEmpty || name.isAbsolute { return name }
        if name.bytes.isEmpty { return self }
        var joined: [UInt8] = []
        joined.reserveCapacity(bytes.count + 1 + name.bytes.count)
        joined += bytes
        if bytes.last != Path.separator { joined.append(Path.separator) }
        joined += name.bytes
        return Path(bytes: joined)
    }

    /// Returns the part of this path below `root`, compared by bytes.
    ///
    /// The result is empty if the paths are equal, and `nil` if this path is not below `root`.
    package func relative(to root: Path) -> Path? {
        if self == root { return Path(bytes: []) }
        guard bytes.count > root.bytes.count else { return nil }
        let isBelow = bytes.withUnsafeBufferPointer { all in
            root.bytes.withUnsafeBufferPointer { root in
                UnsafeBufferPointer(rebasing: all.prefix(root.count)).hasSameBytes(as: root)
            }
        }
        guard isBelow else { return nil }
        if root.bytes.last == Path.separator { return Path(bytes: bytes.dropFirst(root.bytes.count)) }
        return bytes[root.bytes.count] == Path.separator ? Path(bytes: bytes.dropFirst(root.bytes.count + 1)) : nil
    }

    /// The folder as a path below the root: empty for the root itself, which ``directory`` calls `.`.
    package var belowRoot: Path { self == Path.here ? Path(bytes: []) : self }

    /// The folders around this path, the innermost first. The last one is `/`, or empty for a relative path.
    package var foldersAround: some Sequence<Path> {
        sequence(state: self) { path -> Path? in
            guard !path.bytes.isEmpty, path != Path.root else { return nil }
            path = path.directory.belowRoot
            return path
        }
    }

    /// Whether this path is `folder` or below it, compared by bytes; every relative path is in the empty path.
    package func isIn(_ folder: Path) -> Bool {
        folder.bytes.isEmpty ? !isAbsolute : relative(to: folder) != nil
    }

    /// The path without `.` and with `..` resolved textually, without following links.
    package var normalized: Path {
        if isNormalized { return self }
        var kept: [ArraySlice<UInt8>] = []
        for component in components {
            if component.elementsEqual([0x2E, 0x2E]) {
                if let last = kept.last, !last.elementsEqual([0x2E, 0x2E]) {
                    kept.removeLast()
                } else if !isAbsolute {
                    kept.append(component)
                }
            } else {
                kept.append(component)
            }
        }
        let joined = Path(bytes: kept.joined(separator: [Path.separator]))
        if isAbsolute { return Path(bytes: [Path.separator] + joined.bytes) }
        return joined.bytes.isEmpty ? Path.here : joined
    }

    /// Whether the path is certainly normalized. May be `false` for a path that ``normalized`` would not change.
    package var isNormalized: Bool {
        var previous = Path.separator
        for byte in bytes.dropFirst(isAbsolute ? 1 : 0) {
            // The component may be `.` or `..`.
            if previous == Path.separator, byte == Path.separator || byte == UInt8(ascii: ".") { return false }
            previous = byte
        }
        return previous != Path.separator || bytes.count == 1 && isAbsolute
    }

    /// Whether the last component ends in `.` and the ASCII text `name`, ignoring ASCII case.
    ///
    /// The part before it may be empty: a file called `.plist` may be a manifest, and must not be a way to hide one.
    package func hasExtension(_ name: String) -> Bool {
        let last = lastComponentBytes
        let suffix = name.utf8
        guard last.count > suffix.count, last[last.endIndex - suffix.count - 1] == UInt8(ascii: ".") else {
            return false
        }
        func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        return zip(last.suffix(suffix.count), suffix).allSatisfy { lowercased($0) == lowercased($1) }
    }
}
