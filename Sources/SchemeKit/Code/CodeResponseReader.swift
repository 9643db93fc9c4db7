package import SchemeLinks
package import SchemeModel

/// Reads the answer to one request from the process that analyzes code, which may have been damaged by what it read.
///
/// Whatever it receives, it takes time and memory in proportion to the code.
package struct CodeResponseReader {
    /// The parts that are being read, outermost first.
    package private(set) var parts: [ReadingPart] = []

    private let code: CodeToAnalyze
    private let mostBytes: Int
    /// The number of announcements that may follow.
    private var announcements: Int
    private var received: [UInt8] = []

    /// The maximum number of parts inside each other. Names are resolved in far fewer files at once.
    private static let mostParts = 10_000

    package init(_ code: CodeToAnalyze) {
        self.code = code
        var (bytes, files) = (0, 0)
        for target in code.targets {
            bytes += target.files.reduce(0) { $0 + (code.files.indices.contains($1) ? code.files[$1].bytes.count : 0) }
            files += target.files.count + target.visible.count + 1
        }
        // Facts about a line of code are some 400 bytes long. Decoding takes about twelve times as much memory.
        mostBytes = min(256 * 1024 * 1024, 16 * 1024 * 1024 + 32 * bytes)
        // Each file is announced for each kind of facts, and for each expression in it that is evaluated.
        announcements = 2 * (64 * (code.files.count + files) + bytes) + code.limits.projectLinkSteps
    }

    /// Takes the bytes that were received next, and returns the facts once they are complete.
    ///
    /// - Throws: ``InvalidResponse`` if they don't follow the protocol, or refer to anything but the code.
    package mutating func take(_ piece: [UInt8]) throws(InvalidResponse) -> [LinkFacts]? {
        received += piece
        var rest = received[...]
        while let answer = try CodeResponse.take(from: &rest, mostBytes: mostBytes) {
            announcements -= 1
            guard announcements >= 0 else { throw InvalidResponse() }
            switch answer {
            case .didBegin(let part):
                guard parts.count < Self.mostParts, code.has(part) else { throw InvalidResponse() }
                parts.append(part)
            case .didEnd:
                guard parts.popLast() != nil else { throw InvalidResponse() }
            case .facts(let json):
                // What follows would be taken for the answer to the next request.
                guard rest.isEmpty else { throw InvalidResponse() }
                return try CodeAnalysis.facts(json, of: code)
            }
        }
        // Once for all announcements in the piece, since it moves the rest.
        let taken = received.count - rest.count
        rest = []
        received.removeFirst(taken)
        return nil
    }
}

extension CodeToAnalyze {
    fileprivate func has(_ part: ReadingPart) -> Bool {
        switch part {
        case .file(let index): files.indices.contains(index)
        case .target(let index): targets.indices.contains(index)
        }
    }
}
