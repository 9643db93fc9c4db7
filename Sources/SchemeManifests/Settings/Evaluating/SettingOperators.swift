/// An operator without an operand.
enum RetrievalOperator: String, Hashable, Sendable, CaseIterable {
    case quote, upper, lower, identifier, rfc1034identifier, c99extidentifier
    case dir, file, base, suffix, standardizepath
    case not, truncatedversion

    func apply(to text: String) -> String {
        switch self {
        case .quote: TextOperators.quoted(text)
        case .upper: text.uppercased()
        case .lower: text.lowercased()
        case .identifier: TextOperators.identifier(text, replacement: "_")
        case .rfc1034identifier: TextOperators.identifier(text, replacement: "-")
        case .c99extidentifier: TextOperators.c99Identifier(text)
        case .dir: PathOperators.directory(text)
        case .file: PathOperators.file(text)
        case .base: PathOperators.base(text)
        case .suffix: PathOperators.suffix(text)
        case .standardizepath: PathOperators.standardized(text)
        case .not: text == "YES" ? "NO" : "YES"
        case .truncatedversion: TextOperators.truncatedVersion(text)
        }
    }
}

/// An operator with an operand, which changes the value or a part of it.
enum ReplacementOperator: String, Hashable, Sendable, CaseIterable {
    case dir, file, base, suffix, `default`, relativeto, isancestor

    func apply(to text: String, operand: String) -> String {
        switch self {
        case .dir: PathOperators.replacingDirectory(text, with: operand)
        case .file: PathOperators.replacingFile(text, with: operand)
        case .base: PathOperators.replacingBase(text, with: operand)
        case .suffix: PathOperators.replacingSuffix(text, with: operand)
        case .default: text.isEmpty ? operand : text
        case .relativeto: PathOperators.route(from: text, to: operand)
        case .isancestor: PathOperators.isAncestor(operand, of: text) ? "YES" : "NO"
        }
    }
}
