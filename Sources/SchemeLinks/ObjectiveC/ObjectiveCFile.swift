import SchemeModel

/// An Objective-C file, split into methods.
struct ObjectiveCFile: Sendable {
    let tokens: [ObjectiveCTokens.Token]
    /// The methods, in order.
    private(set) var methods: [Method] = []
    /// The classes that tell their superclass or protocols, in order. A class and its extensions are separate.
    private(set) var interfaces: [Interface] = []
    private let place: Place
    private let lines: LineMap
    /// The position after the closing bracket, by the position of the opening one.
    private let closings: [Int: Int]

    /// A method and its body.
    struct Method: Sendable {
        /// `application:openURL:options:`.
        var selector: String
        /// The parameter names, in order.
        var parameters: [String]
        /// The positions of the label tokens, in order.
        var labels: [Int]
        /// The positions of the tokens between its braces.
        var body: Range<Int>
        /// The class whose implementation or category contains it.
        var type: String?
    }

    /// The declaration of a class, a category or a class extension.
    struct Interface: Sendable {
        /// The position of the name.
        var name: Int
        /// The superclass; `nil` for a category or a class extension.
        var superclass: String?
        /// The protocols, in order.
        var protocols: [String]
    }

    init(_ file: SourceFile) {
        place = file.place
        lines = LineMap(file.bytes)
        tokens = ObjectiveCTokens(file.bytes).all
        var open: [Int] = []
        var closings: [Int: Int] = [:]
        for (index, token) in tokens.enumerated() where token.kind == .sign {
            switch token.text {
            case "(", "[", "{": open.append(index)
            case ")", "]", "}": if let start = open.popLast() { closings[start] = index + 1 }
            default: break
            }
        }
        self.closings = closings
        readMethods()
    }

    /// Returns the place of a range of tokens.
    func place(of range: Range<Int>) -> Place {
        var place = place
        guard let first = tokens[range].first, let last = tokens[range].last else { return place }
        place.range = lines.range(first.offset..<last.offset + last.length)
        return place
    }

    /// Returns the place of `length` bytes at `offset`.
    func place(at offset: Int, length: Int) -> Place {
        var place = place
        place.range = lines.range(offset..<offset + length)
        return place
    }

    /// Returns the method with this selector.
    func method(_ selector: String) -> Method? { methods.first { $0.selector == selector } }

    /// Returns the position after the bracket that closes the one at `start`, but at most `end`.
    func end(ofBracketAt start: Int, in end: Int) -> Int { min(closings[start] ?? end, end) }

    /// Returns whether the token at `index` is the sign `text`; `false` before the first token and after the last.
    func isSign(_ text: String, at index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .sign && tokens[index].text == text
    }

    private func isWord(at index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .word }

    private mutating func readMethods() {
        var index = 0
        var type: String?
        while index < tokens.count {
            if isSign("@", at: index), isWord(at: index + 1) {
                switch tokens[index + 1].text {
                case "implementation": type = isWord(at: index + 2) ? tokens[index + 2].text : nil
                case "interface" where isWord(at: index + 2): interfaces.append(interface(at: index + 2))
                case "end": type = nil
                default: break
                }
                index += 2
            } else if isSign("-", at: index) || isSign("+", at: index), isSign("(", at: index + 1),
                let (found, next) = method(from: end(ofBracketAt: index + 1, in: tokens.count))
            {
                var method = found
                method.type = type
                methods.append(method)
                index = next
            } else if isSign("{", at: index) {
                index = end(ofBracketAt: index, in: tokens.count)
            } else {
                index += 1
            }
        }
    }

    /// Returns the declaration whose name is at `name`: `Name : Super <A, B>`, `Name (Category) <A>`.
    private func interface(at name: Int) -> Interface {
        var interface = Interface(name: name, protocols: [])
        var index = name + 1
        if isSign("(", at: index) { index = end(ofBracketAt: index, in: tokens.count) }
        if isSign(":", at: index), isWord(at: index + 1) {
            interface.superclass = tokens[index + 1].text
            index += 2
        }
        guard isSign("<", at: index) else { return interface }
        index += 1
        while isWord(at: index), interface.protocols.count < 64 {
            interface.protocols.append(tokens[index].text)
            index += 1
            if isSign(",", at: index) { index += 1 }
        }
        return interface
    }

    /// Whether the word is an attribute after a parameter's name: a macro, a word that compilers reserve (`__unused`), or
    /// one with arguments.
    private func isAttribute(at index: Int) -> Bool {
        let text = tokens[index].text
        let isMacro = text.contains("_") && !text.contains(where: \.isLowercase)
        return isMacro || text.hasPrefix("__") || isSign("(", at: index + 1)
    }

    /// Returns the method whose selector begins at `start`, and the position after it; `nil` if there is none with a
    /// body.
    private func method(from start: Int) -> (Method, Int)? {
        var method = Method(selector: "", parameters: [], labels: [], body: start..<start)
        var index = start
        while index < tokens.count, method.labels.count < 32 {
            if isSign("{", at: index) {
                let end = end(ofBracketAt: index, in: tokens.count)
                method.body = index + 1..<max(index + 1, end - 1)
                return method.selector.isEmpty ? nil : (method, end)
            }
            guard isWord(at: index) || isSign(":", at: index) else { return nil }
            if isWord(at: index), isSign(":", at: index + 1) || method.labels.isEmpty {
                method.selector += tokens[index].text
                method.labels.append(index)
                index += 1
            }
            guard isSign(":", at: index) else {
                // An attribute after the parameters, such as `API_AVAILABLE(ios(13.0))`.
                if isWord(at: index) { index += 1 } else if !isSign("{", at: index) { return nil }
                if isSign("(", at: index) { index = end(ofBracketAt: index, in: tokens.count) }
                continue
            }
            method.selector += ":"
            index += 1
            if isSign("(", at: index) { index = end(ofBracketAt: index, in: tokens.count) }
            while isWord(at: index), isWord(at: index + 1), !isSign(":", at: index + 2), !isAttribute(at: index + 1) {
                index += 1
            }
            guard isWord(at: index) else { return nil }
            method.parameters.append(tokens[index].text)
            index += 1
        }
        return nil
    }
}
