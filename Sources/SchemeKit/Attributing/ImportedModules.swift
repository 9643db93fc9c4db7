import SchemeModel

/// The modules that code imports.
enum ImportedModules {
    /// Returns the names of the modules that a Swift or Objective-C file imports, without parsing it.
    static func names(in bytes: [UInt8]) -> Set<String> {
        var names: Set<String> = []
        bytes.withUnsafeBufferPointer { text in
            var start = 0
            while start < text.count {
                var end = start
                while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
                var line = Line(text: text, index: start, end: end)
                if let name = line.importedModule() { names.insert(name) }
                start = end + 1
            }
        }
        return names
    }

    private struct Line {
        let text: UnsafeBufferPointer<UInt8>
        var index: Int
        let end: Int

        /// Returns the module that the line imports; `nil` for any other line.
        mutating func importedModule() -> String? {
            skipBlanks()
            guard index < end else { return nil }
            switch text[index] {
            case UInt8(ascii: "#"):
                index += 1
                skipBlanks()
                guard let directive = word(), directive == "import" || directive == "include" else { return nil }
                skipBlanks()
                return skip(UInt8(ascii: "<")) ? word() : nil
            case UInt8(ascii: "@"), UInt8(ascii: "i"), UInt8(ascii: "p"), UInt8(ascii: "f"): return module()
            default: return nil
            }
        }

        /// Parses `@testable import struct A.B`, or Objective-C's `@import A.B;`.
        private mutating func module() -> String? {
            var isImport = false
            while index < end {
                let isAttribute = skip(UInt8(ascii: "@"))
                // Most lines of code begin with other words.
                guard isAttribute || isImport || startsKnownWord, let word = word() else { return nil }
                if isImport, !ImportedModules.kinds.contains(word) { return word }
                if word == "import" {
                    isImport = true
                } else if isAttribute {
                    skipArguments()
                } else if !isImport, !ImportedModules.levels.contains(word) {
                    return nil
                }
                skipBlanks()
            }
            return nil
        }

        /// Whether the next word begins like `import` or one of ``ImportedModules/levels``.
        private var startsKnownWord: Bool {
            guard end - index > 3 else { return false }
            let start = UInt32(text[index]) << 16 | UInt32(text[index + 1]) << 8 | UInt32(text[index + 2])
            return ImportedModules.starts.contains(start)
        }

        private mutating func skipBlanks() {
            while index < end, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
        }

        private mutating func skip(_ byte: UInt8) -> Bool {
            guard index < end, text[index] == byte else { return false }
            index += 1
            return true
        }

        /// Skips `(…)` after an attribute.
        private mutating func skipArguments() {
            guard skip(UInt8(ascii: "(")) else { return }
            while index < end, text[index] != UInt8(ascii: ")") { index += 1 }
            _ = skip(UInt8(ascii: ")"))
        }

        private mutating func word() -> String? {
            let start = index
            while index < end, text[index].isWord { index += 1 }
            return start == index ? nil : String(decoding: text[start..<index], as: UTF8.self)
        }
    }

    /// The keywords for importing one declaration of a module.
    private static let kinds: Set<String> = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
    private static let levels: Set<String> = ["fileprivate", "internal", "package", "private", "public"]
    /// The first three letters of `import` and of ``levels``.
    private static let starts = (["import"] + levels).map { $0.utf8.prefix(3).reduce(0) { $0 << 8 | UInt32($1) } }
}

/// Names of modules.
enum ModuleName {
    /// Returns the module name of a target: characters that are invalid in a C name become underscores.
    static func ofTarget(_ name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }

    /// Returns the module name of a framework or static library; `nil` for the file of any other product.
    static func ofProduct(_ file: String) -> String? {
        let name = file.split(separator: "/").last ?? ""
        if name.hasSuffix(".framework") { return ofTarget(String(name.dropLast(".framework".count))) }
        return name.hasPrefix("lib") && name.hasSuffix(".a") ? ofTarget(String(name.dropFirst(3).dropLast(2))) : nil
    }
}
