import SchemeModel

/// Splits the text of a shell script into simple commands, without running or expanding anything.
///
/// Text in quotes with more than one word may be the commands of another shell, and so may the lines of a here-document.
/// They are read, too.
///
/// - Source: POSIX.1-2024, Shell Command Language, 2.2, 2.3, 2.7 and 2.10 (seen 2026-11-29).
struct ShellReader {
    private let text: [UInt8]
    /// The offset of the next byte.
    private var index: Int
    private let end: Int
    /// The number of texts around this one.
    private let depth: Int
    private var commands: [ShellCommand] = []
    private var command: ShellCommand
    /// The word that is being read; `nil` between words.
    private var word: [UInt8]?
    /// Whether the next word is a file to which output goes.
    private var isOutput = false
    /// The parts of the current command in quotes.
    private var quoted: [Range<Int>] = []
    /// The last lines of the here-documents that start after this line.
    private var delimiters: [[UInt8]] = []

    /// The number of here-documents without a last line after which `<<` is taken for an operator.
    private var missesLeft = 16

    private static let mostDepth = 3

    private init(_ text: [UInt8], _ range: Range<Int>, depth: Int) {
        self.text = text
        self.depth = depth
        index = range.lowerBound
        end = range.upperBound
        command = ShellCommand(range: range.lowerBound..<range.lowerBound, isText: depth > 0)
    }

    /// Returns the commands of a script with these bytes, in order.
    static func commands(in text: [UInt8]) -> [ShellCommand] {
        var reader = ShellReader(text, text.indices, depth: 0)
        reader.read()
        return reader.commands
    }

    private mutating func read() {
        while index < end {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\\"): readEscaped()
            case UInt8(ascii: " "), UInt8(ascii: "\t"): endWord()
            case UInt8(ascii: "\""), UInt8(ascii: "'"): readQuoted(by: byte)
            case UInt8(ascii: "$"):
                append(byte)
                readSubstitution()
            case UInt8(ascii: "#") where word == nil: skipLine()
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                endCommand()
                readHereDocuments()
            case UInt8(ascii: ">"): readRedirection()
            case UInt8(ascii: "<"):
                endWord()
                if skip("<") { readDelimiter() }
            case _ where Self.separators.contains(byte):
                endCommand()
                command.isFallback = byte == UInt8(ascii: "|") && skip("|")
                command.isPiped = byte == UInt8(ascii: "|") && !command.isFallback
            default: append(byte)
            }
        }
        endCommand()
    }

    private static let separators = Set(";|&()`".utf8)

    private mutating func append(_ byte: UInt8) {
        extend(from: index - 1)
        word = word ?? []
        word?.append(byte)
    }

    /// Extends the current command to what was read, which starts at `start` if it is the first word.
    private mutating func extend(from start: Int) {
        let isFirst = word == nil && command.words.isEmpty
        command.range = (isFirst ? start : command.range.lowerBound)..<index
    }

    /// Skips a byte that may come next. Returns whether it was there.
    private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard index < end, text[index] == UInt8(ascii: byte) else { return false }
        index += 1
        return true
    }

    private mutating func skipLine() {
        index = text[index..<end].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? end
    }

    /// A command goes on after a line that ends with a backslash.
    private mutating func readEscaped() {
        let isReturn = skip("\r")
        guard !skip("\n"), !isReturn, index < end else { return }
        index += 1
        append(text[index - 1])
    }

    /// Reads the rest of a command without arguments, such as `$(pwd)`, which stays in its word.
    private mutating func readSubstitution() {
        for byte in substitution {
            index += 1
            append(byte)
        }
    }

    /// The next bytes if they are those of a command without arguments, from `(` to `)`; otherwise empty.
    private var substitution: ArraySlice<UInt8> {
        guard index < end, text[index] == UInt8(ascii: "(") else { return [] }
        let close = text[(index + 1)..<end].firstIndex { !$0.beginsName }
        guard let close, close > index + 1, text[close] == UInt8(ascii: ")") else { return [] }
        return text[index...close]
    }

    private mutating func readQuoted(by quote: UInt8) {
        let start = index
        var read = word ?? []
        var isCommand = false
        while index < end, text[index] != quote {
            let isEscaped = quote == UInt8(ascii: "\"") && text[index] == UInt8(ascii: "\\") && index + 1 < end
            if isEscaped { index += 1 }
            isCommand = isCommand || text[index] == UInt8(ascii: " ") || Self.separators.contains(text[index])
            read.append(text[index])
            index += 1
            if !isEscaped, read.last == UInt8(ascii: "$") {
                read += substitution
                index += substitution.count
            }
        }
        if isCommand { quoted.append(start..<index) }
        index = min(index + 1, end)
        extend(from: start - 1)
        word = read
    }

    private mutating func readRedirection() {
        // `2>` names a descriptor.
        if let digits = word, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { word = nil }
        endWord()
        if !skip(">") { _ = skip("|") }
        _ = skip("&")
        isOutput = true
    }

    private mutating func endWord() {
        guard let read = word else { return }
        word = nil
        let text = Substring(decoding: read, as: UTF8.self)
        if isOutput { command.outputs.append(text) } else { command.words.append(text) }
        isOutput = false
    }

    private mutating func endCommand() {
        let isFilled = word != nil || !command.words.isEmpty || !command.outputs.isEmpty
        endWord()
        isOutput = false
        if isFilled {
            commands.append(command)
            if !command.isPrinting { for part in quoted { read(text: part) } }
        }
        quoted = []
        // A command goes on after a line that ends with `|` or `||`.
        let (isPiped, isFallback) = (!isFilled && command.isPiped, !isFilled && command.isFallback)
        command = ShellCommand(range: index..<index, isPiped: isPiped, isFallback: isFallback, isText: depth > 0)
    }

    /// Reads text that may be commands of another shell.
    private mutating func read(text range: Range<Int>) {
        guard depth < Self.mostDepth else { return }
        var reader = ShellReader(text, range, depth: depth + 1)
        reader.read()
        commands += reader.commands
    }

    private mutating func readDelimiter() {
        // `<<<` is followed by a word that is read.
        guard !skip("<") else { return }
        _ = skip("-")
        while skip(" ") {}
        let name = text[index..<end].prefix { !Self.separators.contains($0) && !" \t\r\n<>".utf8.contains($0) }
        index += name.count
        delimiters.append(name.filter { !"\"'\\".utf8.contains($0) })
    }

    private mutating func readHereDocuments() {
        let expected = delimiters
        delimiters = []
        for delimiter in expected where missesLeft > 0 {
            missesLeft -= 1
            var line = index
            while line < end {
                let next = text[line..<end].firstIndex(of: UInt8(ascii: "\n")) ?? end
                let content = text[line..<next].filter { $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\r") }
                if content == delimiter {
                    missesLeft += 1
                    read(text: index..<line)
                    index = next
                    break
                }
                line = next + 1
            }
        }
    }
}
