import SchemeModel

/// Finds the entitlements in the signature of an executable.
///
/// - Source: Apple, mach-o/loader.h, mach-o/fat.h and kern/cs_blobs.h.
struct MachOReader<Source: ByteSource> {
    let source: Source
    let limits: Limits

    /// The error that stopped the reader.
    enum MachOError: Error {
        case invalid(SignatureError)
        case source(Source.Failure)
    }

    /// A part of the file, to which offsets are relative.
    private struct Part {
        var start: Int
        var size: Int
        var name: SignatureError.Part
    }

    /// The parts that the load commands of a slice refer to.
    private struct Commands {
        var signature: Part?
        /// The section in which linkers put the entitlements of an app for a simulator. Its signature has none.
        var simulated: Part?
        var isForSimulator = false
    }

    /// Returns what all signed slices have in common, or `nil` if no slice is signed.
    func entitlements() throws(MachOError) -> [Entitlement]? {
        var common: Set<Entitlement>?
        for slice in try slices() {
            guard let held = try entitlements(of: slice) else { continue }
            common = common?.intersection(held) ?? Set(held)
        }
        return common?.sorted()
    }

    // MARK: Slices

    private func slices() throws(MachOError) -> [Part] {
        let file = Part(start: 0, size: source.size, name: .slice)
        guard file.size >= 8 else { throw .invalid(.notAnExecutable) }
        let head = try bytes(of: file, at: 0, count: 8)
        var fields = FieldCursor(head, order: .big)
        let magic = fields.next(UInt32.self)
        guard let fat = Self.fatMagics[magic] else { return [file] }
        fields = FieldCursor(head, at: 4, order: fat.order)
        let count = fields.next(UInt32.self)
        // A Java class starts with the same four bytes. Its version would mean 45 slices or more.
        guard count <= limits.executableSlices else {
            throw .invalid(.tooManySlices(count: UInt64(count), limit: limits.executableSlices))
        }
        let table = try bytes(of: file, at: 8, count: Int(count) * (fat.isWide ? 32 : 20))
        fields = FieldCursor(table, order: fat.order)
        var slices: [Part] = []
        for _ in 0..<count {
            fields.skip(8)
            let offset = fat.isWide ? fields.next(UInt64.self) : UInt64(fields.next(UInt32.self))
            let size = fat.isWide ? fields.next(UInt64.self) : UInt64(fields.next(UInt32.self))
            fields.skip(fat.isWide ? 8 : 4)
            slices.append(try part(.slice, of: file, at: offset, size))
        }
        return slices.sorted { $0.start < $1.start }
    }

    private static var fatMagics: [UInt32: (order: FieldCursor.ByteOrder, isWide: Bool)] {
        [
            0xCAFE_BABE: (.big, false), 0xCAFE_BABF: (.big, true), 0xBEBA_FECA: (.little, false),
            0xBFBA_FECA: (.little, true),
        ]
    }

    private static var thinMagics: [UInt32: (order: FieldCursor.ByteOrder, isWide: Bool)] {
        [
            0xFEED_FACE: (.big, false), 0xFEED_FACF: (.big, true), 0xCEFA_EDFE: (.little, false),
            0xCFFA_EDFE: (.little, true),
        ]
    }

    private func entitlements(of slice: Part) throws(MachOError) -> [Entitlement]? {
        let commands = try commands(of: slice)
        guard let signature = commands.signature else { return nil }
        if commands.isForSimulator, let section = commands.simulated {
            return try entitlements(xml: section, at: 0, count: section.size)
        }
        return try entitlements(in: signature)
    }

    // MARK: Load commands

    private func commands(of slice: Part) throws(MachOError) -> Commands {
        guard slice.size >= 32 else { throw .invalid(.notAnExecutable) }
        let header = try bytes(of: slice, at: 0, count: 32)
        var fields = FieldCursor(header, order: .big)
        guard let kind = Self.thinMagics[fields.next()] else { throw .invalid(.notAnExecutable) }
        fields = FieldCursor(header, at: 16, order: kind.order)
        let count = fields.next(UInt32.self)
        let size = fields.next(UInt32.self)
        guard size <= limits.loadCommandBytes else {
            throw .invalid(.tooLarge(.loadCommands, limit: limits.loadCommandBytes))
        }
        let list = try part(.loadCommands, of: slice, at: kind.isWide ? 32 : 28, UInt64(size))
        let bytes = try bytes(of: list, at: 0, count: list.size)
        var commands = Commands()
        var position = 0
        for _ in 0..<count {
            var fields = FieldCursor(bytes, at: position, order: kind.order)
            let command = fields.next(UInt32.self)
            let length = Int(fields.next(UInt32.self))
            guard !fields.isShort, length >= 8, length <= bytes.count - position else {
                throw .invalid(.malformed(.loadCommands))
            }
            switch command {
            case 0x1D:  // LC_CODE_SIGNATURE
                guard commands.signature == nil else { throw .invalid(.malformed(.loadCommands)) }
                let offset = UInt64(fields.next(UInt32.self))
                commands.signature = try part(.signature, of: slice, at: offset, UInt64(fields.next(UInt32.self)))
            case 0x32:  // LC_BUILD_VERSION; 7, 8, 9, 12 are the simulators of iOS, tvOS, watchOS and visionOS.
                commands.isForSimulator = [7, 8, 9, 12].contains(fields.next(UInt32.self))
            case 0x01, 0x19:  // LC_SEGMENT, LC_SEGMENT_64
                let segment = Segment(isWide: command == 0x19, order: kind.order, end: position + length)
                if let found = segment.entitlements(in: bytes, at: position) {
                    commands.simulated = try part(.entitlements, of: slice, at: found.offset, found.size)
                }
            default: break
            }
            position += length
        }
        return commands
    }

    // MARK: Signature

    /// The kinds of blob in a signature.
    private enum Magic {
        static var signature: UInt32 { 0xFADE_0CC0 }
        static var entitlements: UInt32 { 0xFADE_7171 }
        static var entitlementsDER: UInt32 { 0xFADE_7172 }
    }

    /// The slots of blobs in a signature.
    private enum Slot {
        static var entitlements: UInt32 { 5 }
        static var entitlementsDER: UInt32 { 7 }
    }

    /// More blobs than a real signature has: code directories, requirements, entitlements, constraints, CMS.
    private static var mostBlobs: UInt32 { 256 }

    private func entitlements(in signature: Part) throws(MachOError) -> [Entitlement] {
        var fields = FieldCursor(try bytes(of: signature, at: 0, count: 12), order: .big)
        guard fields.next() == Magic.signature else { throw .invalid(.malformed(.signature)) }
        let length = fields.next(UInt32.self)
        let count = fields.next(UInt32.self)
        guard count <= Self.mostBlobs else { throw .invalid(.malformed(.signature)) }
        let whole = try part(.signature, of: signature, at: 0, UInt64(length))
        fields = FieldCursor(try bytes(of: whole, at: 12, count: Int(count) * 8), order: .big)
        var xml: UInt32?
        var der: UInt32?
        for _ in 0..<count {
            let slot = fields.next(UInt32.self)
            let offset = fields.next(UInt32.self)
            if slot == Slot.entitlements { xml = xml ?? offset }
            if slot == Slot.entitlementsDER { der = der ?? offset }
        }
        var unreadable: MachOError?
        if let xml {
            let blob = try blob(at: xml, in: whole, magic: Magic.entitlements)
            do throws(MachOError) {
                return try entitlements(xml: blob, at: 8, count: blob.size - 8)
            } catch {
                if case .source = error { throw error }
                unreadable = error
            }
        }
        if let der {
            let blob = try blob(at: der, in: whole, magic: Magic.entitlementsDER)
            guard let held = EntitlementsDER.held(in: try bytes(of: blob, at: 8, count: blob.size - 8)) else {
                throw .invalid(.malformed(.entitlements))
            }
            return held
        }
        if let unreadable { throw unreadable }
        return []
    }

    /// Returns the blob at `offset`, with its header of magic number and length.
    private func blob(at offset: UInt32, in signature: Part, magic: UInt32) throws(MachOError) -> Part {
        var blob = try part(.entitlements, of: signature, at: UInt64(offset), 8)
        var fields = FieldCursor(try bytes(of: blob, at: 0, count: 8), order: .big)
        guard fields.next() == magic else { throw .invalid(.malformed(.entitlements)) }
        let length = fields.next(UInt32.self)
        guard length >= 8 else { throw .invalid(.malformed(.entitlements)) }
        guard length <= limits.entitlementBytes else {
            throw .invalid(.tooLarge(.entitlements, limit: limits.entitlementBytes))
        }
        blob = try part(.entitlements, of: signature, at: UInt64(offset), UInt64(length))
        return blob
    }

    private func entitlements(xml part: Part, at offset: Int, count: Int) throws(MachOError) -> [Entitlement] {
        guard count <= limits.entitlementBytes else {
            throw .invalid(.tooLarge(.entitlements, limit: limits.entitlementBytes))
        }
        guard let held = HeldEntitlements.of(xml: try bytes(of: part, at: offset, count: count), limits: limits)
        else { throw .invalid(.malformed(.entitlements)) }
        return held
    }

    // MARK: Bytes

    /// Returns the part of `outer` with `size` bytes at `offset`.
    private func part(
        _ name: SignatureError.Part,
        of outer: Part,
        at offset: UInt64,
        _ size: UInt64
    ) throws(MachOError) -> Part {
        guard let offset = Int(exactly: offset), let size = Int(exactly: size), offset <= outer.size,
            size <= outer.size - offset
        else { throw .invalid(.outOfBounds(name)) }
        return Part(start: outer.start + offset, size: size, name: name)
    }

    private func bytes(of part: Part, at offset: Int, count: Int) throws(MachOError) -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= part.size, count <= part.size - offset else {
            throw .invalid(.outOfBounds(part.name))
        }
        do throws(Source.Failure) {
            return try source.read(at: part.start + offset, count: count)
        } catch {
            throw .source(error)
        }
    }
}

/// A load command that maps a segment and lists its sections.
private struct Segment {
    var isWide: Bool
    var order: FieldCursor.ByteOrder
    /// The end of the command in the list.
    var end: Int

    private static let segmentName = Array("__TEXT".utf8)
    private static let sectionName = Array("__entitlements".utf8)

    /// Returns the position of the entitlements section in the slice.
    func entitlements(in bytes: [UInt8], at start: Int) -> (offset: UInt64, size: UInt64)? {
        var fields = FieldCursor(bytes, at: start + (isWide ? 64 : 48), order: order)
        let count = fields.next(UInt32.self)
        let length = isWide ? 80 : 68
        var section = start + (isWide ? 72 : 56)
        for _ in 0..<count {
            guard length <= end - section else { return nil }
            defer { section += length }
            guard name(bytes[section..<(section + 16)]).elementsEqual(Self.sectionName),
                name(bytes[(section + 16)..<(section + 32)]).elementsEqual(Self.segmentName)
            else { continue }
            var fields = FieldCursor(bytes, at: section + 32 + (isWide ? 8 : 4), order: order)
            let size = isWide ? fields.next(UInt64.self) : UInt64(fields.next(UInt32.self))
            return (UInt64(fields.next(UInt32.self)), size)
        }
        return nil
    }

    /// Returns the bytes before the first NUL.
    private func name(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        field.prefix { $0 != 0 }
    }
}
