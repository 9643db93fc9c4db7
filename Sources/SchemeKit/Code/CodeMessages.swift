import Foundation
import SchemeLinks
import SchemeModel

/// What the process of the run asks of the one that analyzes code.
///
/// Numbers are 32 bits long, and texts and files begin with their length.
struct CodeRequest {
    var code: CodeToAnalyze
    /// Whether to announce each part before it is read, one part after another.
    var announcesParts: Bool

    init(_ code: CodeToAnalyze, announcesParts: Bool) {
        self.code = code
        self.announcesParts = announcesParts
    }

    /// Returns the pieces of the request, which are sent one after the other. The content of files is not copied.
    func encoded() -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var piece = MessageWriter()
        piece.append(announcesParts ? 1 : 0)
        piece.append((try? JSONEncoder().encode(code.limits)).map(Array.init) ?? [])
        piece.append(code.files.count)
        for file in code.files {
            piece.append(file.place.path.bytes)
            piece.append(file.bytes.count)
            pieces += [piece.bytes, file.bytes]
            piece = MessageWriter()
        }
        piece.append(code.targets.count)
        for target in code.targets {
            piece.append(target.name == nil ? 0 : 1)
            piece.append(Array((target.name ?? "").utf8))
            piece.append(target.isWidgetExtension ? 1 : 0)
            for list in [target.files, target.visible] {
                piece.append(list)
            }
        }
        return pieces + [piece.bytes]
    }

    /// Reads a request.
    ///
    /// - Parameter read: Returns exactly as many bytes as it is asked for, or `nil` at the end.
    init?(reading read: (Int) -> [UInt8]?) {
        func number() -> Int? { read(4).map { Self.number($0) } }
        func bytes() -> [UInt8]? { number().flatMap(read) }
        func numbers() -> [Int]? { number().flatMap { read(4 * $0) }.map(Self.numbers) }
        guard let announces = number(), let limits = bytes(), let count = number(),
            let limits = try? JSONDecoder().decode(Limits.self, from: Data(limits))
        else { return nil }
        var code = CodeToAnalyze(files: [], targets: [], limits: limits)
        for _ in 0..<count {
            guard let path = bytes(), let content = bytes() else { return nil }
            code.files.append(SourceFile(place: Place(path: Path(bytes: path)), bytes: content))
        }
        guard let count = number() else { return nil }
        for _ in 0..<count {
            guard let isNamed = number(), let name = bytes(), let isWidget = number(), let files = numbers(),
                let visible = numbers()
            else { return nil }
            code.targets.append(
                LinkTarget(
                    name: isNamed == 1 ? String(decoding: name, as: UTF8.self) : nil,
                    files: files,
                    visible: visible,
                    isWidgetExtension: isWidget == 1
                )
            )
        }
        self.init(code, announcesParts: announces == 1)
    }

    /// Returns the number at the front of at least four bytes.
    static func number(_ bytes: [UInt8], at offset: Int = 0) -> Int {
        bytes.withUnsafeBytes {
            Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
    }

    private static func numbers(_ bytes: [UInt8]) -> [Int] {
        bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 4).map {
                Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)))
            }
        }
    }
}

/// Writes numbers, and bytes after their length.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: Int) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ numbers: [Int]) {
        append(numbers.count)
        let encoded = numbers.map { UInt32(truncatingIfNeeded: $0).littleEndian }
        encoded.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ content: [UInt8]) {
        append(content.count)
        bytes += content
    }
}

/// What the process that analyzes code answers: first which parts it reads, if that was asked for, then the facts.
enum CodeResponse {
    case didBegin(ReadingPart)
    case didEnd
    /// The facts about each target, as JSON. Places refer to files by their index.
    case facts([UInt8])

    private enum Tag: Int {
        case beginFile = 1, beginTarget, end, facts
    }

    /// The bytes before the content: a tag and a number.
    static let headerSize = 8
    /// The maximum number of bytes of the facts.
    private static let mostBytes = 256 * 1024 * 1024

    var encoded: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .didBegin(.file(let index)):
            writer.append(Tag.beginFile.rawValue)
            writer.append(index)
        case .didBegin(.target(let index)):
            writer.append(Tag.beginTarget.rawValue)
            writer.append(index)
        case .didEnd:
            writer.append(Tag.end.rawValue)
            writer.append(0)
        case .facts(let json):
            writer.append(Tag.facts.rawValue)
            writer.append(json)
        }
        return writer.bytes
    }

    /// Takes the next answer from the front of `bytes`; `nil` if it isn't complete yet.
    ///
    /// - Throws: ``InvalidResponse``.
    static func take(from bytes: inout [UInt8]) throws(InvalidResponse) -> CodeResponse? {
        guard bytes.count >= headerSize else { return nil }
        let number = CodeRequest.number(bytes, at: 4)
        var size = headerSize
        defer { bytes.removeFirst(size) }
        switch Tag(rawValue: CodeRequest.number(bytes)) {
        case .beginFile: return .didBegin(.file(number))
        case .beginTarget: return .didBegin(.target(number))
        case .end: return .didEnd
        case .facts:
            guard number <= mostBytes else { throw InvalidResponse() }
            guard bytes.count >= headerSize + number else {
                size = 0
                return nil
            }
            size += number
            return .facts(Array(bytes[headerSize..<size]))
        case nil: throw InvalidResponse()
        }
    }
}

/// An answer that doesn't follow the protocol.
struct InvalidResponse: Error {}

extension CodeAnalysis {
    /// Returns the facts as JSON, in which places refer to files by their index.
    static func encoded(_ facts: [LinkFacts], of code: CodeToAnalyze) -> [UInt8] {
        let numbers = Dictionary(
            code.files.enumerated().map { ($1.place.path, Path("\($0)")) },
            uniquingKeysWith: { first, _ in first }
        )
        var facts = facts
        for index in facts.indices {
            facts[index].changePlaces { Place(path: numbers[$0.path] ?? "", range: $0.range) }
        }
        return (try? JSONEncoder().encode(facts)).map(Array.init) ?? []
    }

    /// Reads the facts about the targets of `code`, from a process that may have been damaged by what it read.
    ///
    /// - Throws: ``InvalidResponse`` if they refer to anything but that code.
    static func facts(_ json: [UInt8], of code: CodeToAnalyze) throws(InvalidResponse) -> [LinkFacts] {
        guard var facts = try? JSONDecoder().decode([LinkFacts].self, from: Data(json)),
            facts.map({ $0.target.map(ByteString.init) }) == code.targets.map({ $0.name.map(ByteString.init) })
        else { throw InvalidResponse() }
        var isValid = true
        for index in facts.indices {
            facts[index].changePlaces { place in
                guard let number = Int(place.path.display), code.files.indices.contains(number),
                    place.range.map({ $0.isInFile(ofSize: code.files[number].bytes.count) }) ?? true
                else {
                    isValid = false
                    return place
                }
                var whole = code.files[number].place
                whole.range = place.range
                return whole
            }
        }
        guard isValid else { throw InvalidResponse() }
        return facts
    }
}

extension SourceRange {
    /// Whether the range can be one of a file with `size` bytes.
    fileprivate func isInFile(ofSize size: Int) -> Bool {
        // The range after the last byte is one byte long.
        let numbers = 0...(size + 1)
        guard numbers.contains(byteOffset), numbers.contains(byteLength), byteOffset + byteLength <= size + 1 else {
            return false
        }
        guard let lines else { return true }
        return [lines.start, lines.end].allSatisfy { position in
            [position.line, position.column, position.columnUTF16].allSatisfy { numbers.contains($0 - 1) }
        }
    }
}
