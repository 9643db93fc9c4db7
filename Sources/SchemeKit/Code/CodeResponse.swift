import Foundation
package import SchemeLinks
import SchemeModel

/// A message from the process that analyzes code: the part that it is reading, or the resulting facts.
package enum CodeResponse {
    case didBegin(ReadingPart)
    case didEnd
    /// The facts about each target, as JSON. Places refer to files by their index.
    case facts([UInt8])

    private enum Tag: Int {
        case beginFile = 1, beginTarget, end, facts
    }

    /// The bytes before the content: a tag and a number.
    private static let headerSize = 8

    package var encoded: [UInt8] {
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
    /// - Parameter mostBytes: The maximum number of bytes of the facts.
    /// - Throws: ``InvalidResponse``.
    static func take(from bytes: inout ArraySlice<UInt8>, mostBytes: Int) throws(InvalidResponse) -> CodeResponse? {
        guard bytes.count >= headerSize else { return nil }
        let number = CodeRequest.number(bytes.dropFirst(4))
        let answer: CodeResponse
        var size = headerSize
        switch Tag(rawValue: CodeRequest.number(bytes)) {
        case .beginFile: answer = .didBegin(.file(number))
        case .beginTarget: answer = .didBegin(.target(number))
        case .end: answer = .didEnd
        case .facts:
            guard number <= mostBytes else { throw InvalidResponse() }
            size += number
            guard bytes.count >= size else { return nil }
            answer = .facts(Array(bytes.prefix(size).dropFirst(headerSize)))
        case nil: throw InvalidResponse()
        }
        bytes = bytes.dropFirst(size)
        return answer
    }
}

/// An answer that doesn't follow the protocol.
package struct InvalidResponse: Error {}

extension CodeAnalysis {
    /// Returns the facts as JSON, in which places refer to files by their index; `nil` if they can't be encoded.
    package static func encoded(_ facts: [LinkFacts], of code: CodeToAnalyze) -> [UInt8]? {
        let numbers = Dictionary(
            code.files.enumerated().map { ($1.place.path, Path("\($0)")) },
            uniquingKeysWith: { first, _ in first }
        )
        var facts = facts
        for index in facts.indices {
            facts[index].changePlaces { Place(path: numbers[$0.path] ?? "", range: $0.range) }
        }
        return (try? JSONEncoder().encode(facts)).map(Array.init)
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
        let offsets = 0...(size + 1)
        guard offsets.contains(byteOffset), offsets.contains(byteLength), byteOffset + byteLength <= size + 1 else {
            return false
        }
        guard let lines else { return true }
        let (start, end) = (lines.start, lines.end)
        let numbers = [start, end].flatMap { [$0.line, $0.column, $0.columnUTF16] }
        return numbers.allSatisfy { (1...(size + 2)).contains($0) }
            && (start.line, start.column) <= (end.line, end.column)
    }
}
