import SchemeModel

/// Text of records and fields, as RFC 4180 describes it, with the place of each field.
///
/// Records end with LF or CRLF, fields with a comma. A field in quotes holds anything, and a quote in it is doubled. Lines
/// without anything on them are no records.
struct CSVText {
    /// The records that hold anything, in order.
    private(set) var records: [[Field]] = []

    /// One field.
    struct Field: Hashable {
        /// What it says.
        var text: String
        /// The 1-based line at which it begins.
        var line: Int
        /// The column at which it begins, quotes included: in UTF-8 bytes, 1-based.
        var column: Int
    }

    /// What keeps text from being CSV, and where.
    struct Fault: Error, Hashable {
        /// What is wrong, without a full stop.
        var reason: String
        /// The 1-based line.
        var line: Int
        /// The column in UTF-8 bytes, 1-based.
        var column: Int
    }

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lineStart = 0

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// The records of `bytes`, which may begin with the byte order mark of UTF-8.
    ///
    /// - Source: RFC 4180, section 2.
    init(_ bytes: [UInt8]) throws(Fault) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            position = 3
            lineStart = 3
        }
        while position < bytes.count { try readRecord() }
    }

    private mutating func readRecord() throws(Fault) {
        var record: [Field] = []
        repeat {
            record.append(try readField())
        } while take(Self.comma)
        if !takeLineEnd(), position < bytes.count {
            throw fault("text after the quotes that end a field; a quote inside quotes is doubled")
        }
        if record.count > 1 || record.first?.text.isEmpty == false { records.append(record) }
    }

    private mutating func readField() throws(Fault) -> Field {
        let (line, column) = (line, position - lineStart + 1)
        let content = try take(Self.quote) ? quoted(line, column) : plain()
        guard let text = String(validating: content, as: UTF8.self) else {
            throw Fault(reason: "bytes that are not UTF-8", line: line, column: column)
        }
        return Field(text: text, line: line, column: column)
    }

    /// The bytes up to the quote that ends the field.
    private mutating func quoted(_ line: Int, _ column: Int) throws(Fault) -> [UInt8] {
        var content: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == Self.quote {
                guard take(Self.quote) else { return content }
            } else if byte == Self.newline {
                beginLine()
            }
            content.append(byte)
        }
        throw Fault(reason: "quotes that do not end", line: line, column: column)
    }

    private mutating func plain() throws(Fault) -> [UInt8] {
        let start = position
        while position < bytes.count, bytes[position] != Self.comma, !isAtLineEnd {
            guard bytes[position] != Self.quote else {
                throw fault("a quote in a field without quotes; put the field in quotes and double it")
            }
            position += 1
        }
        return Array(bytes[start..<position])
    }

    private var isAtLineEnd: Bool {
        bytes[position] == Self.newline
            || bytes[position] == Self.carriageReturn
                && (position + 1 == bytes.count || bytes[position + 1] == Self.newline)
    }

    private mutating func takeLineEnd() -> Bool {
        guard position < bytes.count, isAtLineEnd else { return false }
        _ = take(Self.carriageReturn)
        if take(Self.newline) { beginLine() }
        return true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func beginLine() {
        line += 1
        lineStart = position
    }

    private func fault(_ reason: String) -> Fault {
        Fault(reason: reason, line: line, column: position - lineStart + 1)
    }
}
