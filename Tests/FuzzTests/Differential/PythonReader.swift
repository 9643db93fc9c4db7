import Foundation
import SchemeModel
import TestSupport

/// Python's `plistlib`, which is independent of Foundation's parser. It uses Expat, a strict XML parser.
struct PythonReader {
    /// The reason for skipping Python, for the test output.
    static let isMissing = "there is no python3 on PATH: the XML reader is not compared with Python's"

    /// Known differences between Python and both other readers.
    enum Difference: String, CaseIterable {
        case lineEnds = "Expat makes LF of CR and CRLF, as XML demands; Foundation leaves them"
        case base64 = "Python and Foundation make different bytes of base64 that is not sound"
        case numbers = "Python has integers of any size"
        case tagEnds = "Foundation ends a tag at its first `>`, be that in an attribute"
    }

    /// The result of a comparison.
    enum Comparison: Equatable {
        case none
        case explained(Difference)
        case unexplained
    }

    private let program: String

    /// Finds Python on this machine; `nil` if there is none.
    init?() {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }),
            let program = Optional("\(folder)/python3"), Self.run(program, ["-c", "import plistlib"]) == 0
        else { return nil }
        self.program = program
    }

    /// Returns Python's value of each input; `nil` for rejected ones.
    func read(_ inputs: [[UInt8]]) throws -> [PropertyValue?] {
        let folder = try TemporaryFolder()
        let length = { (bytes: [UInt8]) in withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Array($0) } }
        let input = try folder.write("inputs", inputs.flatMap { length($0) + $0 })
        let script = try folder.write("read.py", Self.script)
        let output = folder.path + "/values"
        let code = Self.run(program, [script, input, output])
        guard code == 0 else { throw Failure(code: code) }
        let lines = try Data(contentsOf: URL(filePath: output)).split(separator: 0x0A, omittingEmptySubsequences: false)
        return try lines.prefix(inputs.count).map { line in
            line.isEmpty ? nil : Self.value(try JSONSerialization.jsonObject(with: line))
        }
    }

    private struct Failure: Error { var code: Int32 }

    private static func run(_ program: String, _ arguments: [String]) -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        do { try process.runWithinBounds() } catch { return -1 }
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Prints a line for each input: nothing if it is rejected, or else the value. Each value is an array with a letter
    /// for its type.
    private static let script = """
        import base64, datetime, json, plistlib, struct, sys
        sys.setrecursionlimit(5000)
        def shown(value):
            if isinstance(value, bool): return ["b", value]
            if isinstance(value, str): return ["s", base64.b64encode(value.encode("utf-8", "surrogatepass")).decode()]
            if isinstance(value, int): return ["i", str(value)]
            if isinstance(value, float): return ["r", str(struct.unpack(">Q", struct.pack(">d", value))[0])]
            if isinstance(value, datetime.datetime): return ["t"]
            if isinstance(value, bytes): return ["d", len(value)]
            if isinstance(value, list): return ["a", [shown(element) for element in value]]
            if isinstance(value, dict): return ["m", [[shown(key), shown(value[key])] for key in value]]
            raise ValueError(value)
        inputs = open(sys.argv[1], "rb").read()
        position = 0
        with open(sys.argv[2], "w") as output:
            while position < len(inputs):
                size = struct.unpack(">I", inputs[position:position + 4])[0]
                text = inputs[position + 4:position + 4 + size]
                position += 4 + size
                try: output.write(json.dumps(shown(plistlib.loads(text, fmt=plistlib.FMT_XML))))
                except Exception: pass
                output.write("\\n")
        """

    private static func value(_ json: Any) -> PropertyValue? {
        guard let pair = json as? [Any], let kind = pair.first as? String else { return nil }
        let content = pair.count > 1 ? pair[1] : ""
        switch kind {
        case "b": return .boolean(content as? Bool == true)
        case "s": return .string(text(content))
        case "i": return Int64(content as? String ?? "").map { .integer($0) } ?? .other(content as? String ?? "")
        case "r": return UInt64(content as? String ?? "").map { .real(Double(bitPattern: $0)) }
        case "t": return .date("")
        case "d": return .data(count: content as? Int ?? -1)
        case "a": return .array((content as? [Any] ?? []).compactMap(value))
        case "m":
            let entries = (content as? [[Any]] ?? []).compactMap { entry in
                value(entry[1]).map {
                    PropertyValue.Entry(key: ByteString(text((entry[0] as? [Any])?[1] ?? "")), value: $0)
                }
            }
            return .dictionary(entries)
        default: return nil
        }
    }

    private static func text(_ base64: Any) -> String {
        String(decoding: Data(base64Encoded: base64 as? String ?? "") ?? Data(), as: UTF8.self)
    }

    // MARK: Comparing

    /// Returns the difference between our result for `bytes` and Python's.
    static func difference(
        between ours: PropertyValue,
        and theirs: PropertyValue,
        in bytes: [UInt8]
    ) -> Comparison {
        let comparison = difference(between: ours, and: theirs)
        return comparison == .unexplained && hasQuotedTagEnd(bytes) ? .explained(.tagEnds) : comparison
    }

    /// Whether the first `>` after a `<` is in quotes.
    private static func hasQuotedTagEnd(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "<")).contains { tag in
            let head = tag.prefix { $0 != UInt8(ascii: ">") }
            let isOpen = { (quote: Unicode.Scalar) in head.count { $0 == UInt8(ascii: quote) } % 2 == 1 }
            return head.count < tag.count && (isOpen("\"") || isOpen("'"))
        }
    }

    private static func difference(between ours: PropertyValue, and theirs: PropertyValue) -> Comparison {
        switch (ours, theirs) {
        case (.string(let left), .string(let right)): difference(between: left, and: right)
        case (.data(let left), .data(let right)): left == right ? .none : .explained(.base64)
        case (.date, .date): .none
        case (.real(let left), .real(let right)):
            left == right || (left.isNaN && right.isNaN) ? .none : .unexplained
        case (.real, .other): .explained(.numbers)
        case (.array(let left), .array(let right)):
            left.count == right.count ? worst(zip(left, right).map { difference(between: $0, and: $1) }) : .unexplained
        case (.dictionary(let left), .dictionary(let right)): difference(between: left, and: right)
        default: ours == theirs ? .none : .unexplained
        }
    }

    private static func difference(between left: String, and right: String) -> Comparison {
        if ByteString(left) == ByteString(right) { return .none }
        return withoutReturns(left) == withoutReturns(right) ? .explained(.lineEnds) : .unexplained
    }

    /// Python merges keys that only differ in line breaks.
    private static func difference(
        between left: [PropertyValue.Entry],
        and right: [PropertyValue.Entry]
    ) -> Comparison {
        let keys = left.map { withoutReturns($0.key.string) }
        guard Set(keys).count == keys.count else { return .explained(.lineEnds) }
        guard left.count == right.count else { return .unexplained }
        let theirs = Dictionary(uniqueKeysWithValues: right.map { (withoutReturns($0.key.string), $0) })
        return worst(
            zip(keys, left).map { key, entry in
                guard let other = theirs[key] else { return .unexplained }
                return worst([
                    difference(between: entry.key.string, and: other.key.string),
                    difference(between: entry.value, and: other.value),
                ])
            }
        )
    }

    private static func worst(_ all: [Comparison]) -> Comparison {
        all.contains(.unexplained) ? .unexplained : all.first { $0 != .none } ?? .none
    }

    private static func withoutReturns(_ text: String) -> ByteString {
        var bytes: [UInt8] = []
        var wasReturn = false
        for byte in text.utf8 {
            if byte == 0x0A, wasReturn {
                wasReturn = false
                continue
            }
            wasReturn = byte == 0x0D
            bytes.append(wasReturn ? 0x0A : byte)
        }
        return ByteString(String(decoding: bytes, as: UTF8.self))
    }
}
