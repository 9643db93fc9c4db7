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
            piece.append(target.sceneDelegates.count)
            for name in target.sceneDelegates { piece.append(Array(name.utf8)) }
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
                let visible = numbers(), let delegates = number()
            else { return nil }
            var sceneDelegates: [String] = []
            for _ in 0..<delegates {
                guard let name = bytes() else { return nil }
                sceneDelegates.append(String(decoding: name, as: UTF8.self))
            }
            code.targets.append(
                LinkTarget(
                    name: isNamed == 1 ? String(decoding: name, as: UTF8.self) : nil,
                    files: files,
                    visible: visible,
                    isWidgetExtension: isWidget == 1,
                    sceneDelegates: sceneDelegates
                )
            )
        }
        self.init(code, announcesParts: announces == 1)
    }

    /// Returns the number at the front of at least four bytes.
    static func number(_ bytes: some Collection<UInt8>) -> Int {
        bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
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
