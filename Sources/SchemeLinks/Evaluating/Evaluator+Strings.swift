#if Links
import SchemeModel
import SwiftSyntax

/// Evaluates string literals.
extension Evaluator {
    /// Evaluates a string literal, with an unknown part for each value in it that is unknown.
    func text(_ literal: StringLiteralExprSyntax, in frame: Frame) -> ValueSet {
        var results = [URLPattern()]
        var via: [Place] = [frame.file.place(of: literal)]
        let isRaw = literal.openingPounds != nil
        let isMultiline = literal.openingQuote.tokenKind == .multilineStringQuote
        for segment in literal.segments {
            switch segment {
            case .stringSegment(let plain):
                guard let text = Self.unescaped(plain.content.text, isRaw: isRaw, isMultiline: isMultiline) else {
                    results = results.map { $0.appending(.hole(nil)) }
                    continue
                }
                results = results.map { $0.appending(.literal(text)) }
            case .expressionSegment(let interpolation):
                guard interpolation.expressions.count == 1, let first = interpolation.expressions.first else {
                    results = results.map { $0.appending(.hole(nil)) }
                    continue
                }
                let values = evaluate(first.expression, in: frame)
                for place in values.via where !via.contains(place) { via.append(place) }
                let hole = first.expression.lastName
                results = ValueSet.combinations(of: results, with: interpolated(values, hole: hole), hole: hole)
            }
        }
        return ValueSet(results.map { .text($0) }, via: Array(via.prefix(16)))
    }

    /// Converts values to strings.
    func interpolated(_ values: ValueSet, hole: String?) -> [URLPattern] {
        values.all.map { value in
            switch value {
            case .text(let text): text
            case .bool(let truth): URLPattern(truth ? "true" : "false")
            // Numbers in another base or with underscores are formatted differently.
            case .number(let number) where number.utf8.allSatisfy(\.isDigit): URLPattern(number)
            case .components(let components): components.urls.first ?? URLPattern([.hole(hole)])
            case .instance(let instance):
                // A case without values is formatted as its name, unless its type customizes that.
                if let name = instance.caseName, instance.arguments.isEmpty,
                    program.members("description", of: instance.type).isEmpty
                {
                    URLPattern(name)
                } else {
                    URLPattern([.hole(hole)])
                }
            default: URLPattern([.hole(hole)])
            }
        }
    }

    /// The content of a string literal; `nil` if it has an unsupported escape sequence.
    static func unescaped(_ text: String, isRaw: Bool, isMultiline: Bool) -> String? {
        if isRaw || !text.utf8.contains(UInt8(ascii: "\\")) { return text }
        var result = ""
        var characters = text.makeIterator()
        while let character = characters.next() {
            guard character == "\\" else {
                result.append(character)
                continue
            }
            switch characters.next() {
            case "\\": result.append("\\")
            case "\"": result.append("\"")
            case "'": result.append("'")
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "r": result.append("\r")
            case "0": result.append("\0")
            case "u":
                var digits = ""
                guard characters.next() == "{" else { return nil }
                while let digit = characters.next(), digit != "}" { digits.append(digit) }
                guard let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) else { return nil }
                result.unicodeScalars.append(scalar)
            default:
                return isMultiline && text.hasSuffix("\\") ? result : nil
            }
        }
        return result
    }
}

extension URLPattern {
    /// Returns the pattern with `part` appended.
    func appending(_ part: Part) -> URLPattern {
        var result = self
        result.append(part)
        return result
    }

    /// Returns the pattern with `other` appended.
    func appending(_ other: URLPattern) -> URLPattern {
        var result = self
        result.append(other)
        return result
    }
}
#endif
