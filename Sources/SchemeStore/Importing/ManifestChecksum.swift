import SchemeModel

/// A checksum of everything that the registry stores of a manifest, or of an input's own irregularities.
///
/// It is stored next to the manifest. A loaded manifest with another checksum was damaged on disk; SQLite only notices
/// damage to its own structures. Two readings of one input with equal checksums are equal byte for byte, where Swift
/// would compare strings by canonical equivalence.
///
/// The checksum doesn't cover the source and the path of the input, because an input can move to another source.
struct ManifestChecksum {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Returns the checksum of `manifest`, as a signed number for SQLite.
    static func of(_ manifest: Manifest) -> Int {
        var checksum = ManifestChecksum()
        checksum.add(manifest)
        return Int(truncatingIfNeeded: checksum.state)
    }

    /// Returns the checksum of the irregularities of the input at `path`; `nil` if it has none.
    static func of(_ irregularities: [InputIrregularity], at path: Path) -> Int? {
        guard !irregularities.isEmpty else { return nil }
        var checksum = ManifestChecksum()
        checksum.add(irregularities) { checksum, irregularity in
            checksum.add(irregularity.origin.path == path ? nil : irregularity.origin.path) { $0.add($1) }
            checksum.add(irregularity.irregularity)
        }
        return Int(truncatingIfNeeded: checksum.state)
    }

    /// Returns the checksum of a text.
    static func of(_ text: String) -> Int {
        var checksum = ManifestChecksum()
        checksum.add(text)
        return Int(truncatingIfNeeded: checksum.state)
    }

    // Adds a word with one round of splitmix64, so that every bit of the word affects every bit of the state.
    private mutating func add(word: UInt64) {
        var mixed = (state ^ word) &* 0xBF58_476D_1CE4_E5B9
        mixed ^= mixed >> 27
        mixed = mixed &* 0x94D0_49BB_1331_11EB
        state = mixed ^ (mixed >> 31)
    }

    private mutating func add(bytes: UnsafeRawBufferPointer) {
        add(word: UInt64(bytes.count))
        var offset = 0
        while offset + 8 <= bytes.count {
            add(word: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        var rest: UInt64 = 0
        for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
        if offset < bytes.count { add(word: rest) }
    }

    private mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(bytes: UnsafeRawBufferPointer($0)) }
    }

    private mutating func add(_ number: Int) { add(word: UInt64(truncatingIfNeeded: number)) }

    private mutating func add(_ flag: Bool) { add(word: flag ? 1 : 0) }

    private mutating func add(_ path: Path) { path.bytes.withUnsafeBytes { add(bytes: $0) } }

    private mutating func add<Value>(_ value: Value?, _ body: (inout Self, Value) -> Void) {
        add(word: value == nil ? 0 : 1)
        if let value { body(&self, value) }
    }

    private mutating func add<Value>(_ values: [Value], _ body: (inout Self, Value) -> Void) {
        add(values.count)
        for value in values { body(&self, value) }
    }
}

extension ManifestChecksum {
    private mutating func add(_ range: SourceRange) {
        add(range.byteOffset)
        add(range.byteLength)
        add(range.lines) { checksum, lines in
            checksum.add(lines.start)
            checksum.add(lines.end)
        }
    }

    private mutating func add(_ position: TextPosition) {
        add(position.line)
        add(position.column)
        add(position.columnUTF16)
    }

    private mutating func add(_ span: ValueSpan) {
        add(span.keyPath)
        add(span.key) { $0.add($1) }
        add(span.element)
        add(span.text) { $0.add($1) }
        add(span.origin.rawValue)
    }

    private mutating func add(_ located: Located<String>) {
        add(located.value)
        add(located.span)
    }

    private mutating func add(_ place: Place) {
        add(place.source) { $0.add($1) }
        add(place.path)
        add(place.member) { $0.add($1) }
        add(place.keyPath) { $0.add($1) }
        add(place.range) { $0.add($1) }
    }

    private mutating func add(_ type: URLType) {
        add(type.index)
        add(type.span)
        add(type.role) { $0.add($1) }
        add(type.identifier) { $0.add($1) }
        add(type.icon) { $0.add($1) }
        add(type.schemesSpan) { $0.add($1) }
        add(type.schemes) { checksum, declared in
            checksum.add(declared.index)
            checksum.add(declared.raw)
            checksum.add(declared.resolved) { $0.add($1) }
            checksum.add(declared.state.rawValue)
            checksum.add(declared.span)
            checksum.add(declared.resolvedFrom) { $0.add($1) }
            checksum.add(declared.isConditional)
        }
        add(type.otherKeys) { $0.add($1) }
    }

    private mutating func add(_ irregularity: Irregularity) {
        add(irregularity.kind.rawValue)
        add(irregularity.span)
        add(irregularity.subject) { $0.add($1) }
        add(irregularity.expected) { $0.add($1) }
        add(irregularity.found) { $0.add($1) }
        add(irregularity.cause) { $0.add($1) }
        add(irregularity.related) { $0.add($1) }
        add(irregularity.place) { checksum, place in
            checksum.add(place.path)
            checksum.add(place.range) { $0.add($1) }
        }
    }

    private mutating func add(_ manifest: Manifest) {
        add(manifest.origin.member) { $0.add($1) }
        add(manifest.outcome.project) { $0.add($1) }
        add(manifest.outcome.target) { $0.add($1) }
        add(manifest.outcome.configurations) { $0.add($1) }
        add(manifest.format.rawValue)
        add(manifest.digest)
        add(manifest.app.text.string)
        add(manifest.container.text.string)
        add(manifest.bundleIdentifier) { $0.add($1) }
        add(manifest.name) { $0.add($1) }
        add(manifest.displayName) { $0.add($1) }
        add(manifest.version) { $0.add($1) }
        add(manifest.build) { $0.add($1) }
        add(manifest.kind.rawValue)
        add(manifest.extensionPoint) { $0.add($1) }
        add(manifest.isBuilt)
        add(manifest.deviceSupport.platforms.rawValue)
        add(manifest.deviceSupport.devices.rawValue)
        add(manifest.urlTypes) { $0.add($1) }
        add(manifest.queriesSchemes) { $0.add($1) }
        add(manifest.rootKeys) { checksum, key in
            let (kind, text) = PropertyText.kindAndText(of: key.value.value)
            checksum.add(key.name)
            checksum.add(kind.rawValue)
            checksum.add(text)
            checksum.add(key.value.span)
        }
        add(manifest.entitlements) { checksum, entitlements in
            checksum.add(entitlements) { checksum, held in
                checksum.add(held.name.string)
                checksum.add(held.value?.string) { $0.add($1) }
            }
        }
        add(manifest.irregularities) { $0.add($1) }
        // Registries from before companions have checksums without them.
        if !manifest.companions.isEmpty {
            add(manifest.companions) { checksum, companion in
                checksum.add(companion.kind.name)
                checksum.add(companion.value)
                checksum.add(companion.place.path)
                checksum.add(companion.place.member) { $0.add($1) }
                checksum.add(companion.place.range) { $0.add($1) }
            }
        }
    }
}
