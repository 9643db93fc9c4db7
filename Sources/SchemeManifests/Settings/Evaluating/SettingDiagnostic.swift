package import SchemeModel

/// An error in a build setting or a settings file, as Xcode would report it, or the reason why it can't be evaluated.
///
/// Evaluation continues as in Xcode.
package struct SettingDiagnostic: Hashable, Sendable, Codable {
    /// The kind of error. The first two groups match those of the build system.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        // Expressions
        case deprecatedReference = "deprecated-reference"
        case missingName = "missing-name"
        case unterminatedReference = "unterminated-reference"
        case trailingDollarSign = "trailing-dollar-sign"
        case unknownRetrievalOperator = "unknown-retrieval-operator"
        case unknownReplacementOperator = "unknown-replacement-operator"
        case missingOperatorName = "missing-operator-name"
        case invalidOperatorCharacter = "invalid-operator-character"
        case unterminatedQuotation = "unterminated-quotation"
        case trailingBackslash = "trailing-backslash"

        // Settings files
        case unexpectedCharacter = "unexpected-character"
        case missingEqualsSign = "missing-equals-sign"
        case missingInclude = "missing-include"
        case cyclicInclude = "cyclic-include"
        case notText = "not-text"

        // Info.plist files with preprocessor lines
        case invalidDirective = "invalid-directive"
        case invalidCondition = "invalid-condition"
        case unbalancedDirective = "unbalanced-directive"
        case errorDirective = "error-directive"

        /// The work or the result exceeds one of ``Limits``; the value is unknown.
        case overLimit = "over-limit"
    }

    package var kind: Kind
    /// The affected name, operator, path or condition.
    package var subject: String?
    /// The location; `nil` for an expression that wasn't read from a file.
    package var place: Place?

    package init(_ kind: Kind, subject: String? = nil, place: Place? = nil) {
        self.kind = kind
        self.subject = subject
        self.place = place
    }

    /// The message as one clause without a period. It quotes the input, and must be escaped for output.
    package var message: String {
        let subject = subject ?? ""
        return switch kind {
        case .deprecatedReference: "'\(subject)' uses a deprecated form; write $(NAME)"
        case .missingName: "a reference has no name"
        case .unterminatedReference: "'\(subject)' has no closing bracket"
        case .trailingDollarSign: "the text ends with '$'; write '$$' for a dollar sign"
        case .unknownRetrievalOperator, .unknownReplacementOperator: "the operator ':\(subject)' does not exist"
        case .missingOperatorName: "a ':' has no operator name"
        case .invalidOperatorCharacter: "'\(subject)' is not allowed in an operator name"
        case .unterminatedQuotation: "a quotation mark is not closed"
        case .trailingBackslash: "the text ends with '\\'"
        case .unexpectedCharacter: "the line is neither a setting, a comment nor an #include; Xcode skips it"
        case .missingEqualsSign: "'\(subject)' is not followed by '='; Xcode skips the line"
        case .missingInclude: "the settings file '\(subject)' cannot be read"
        case .cyclicInclude: "'\(subject)' includes itself"
        case .notText: "the file is not UTF-8 text"
        case .invalidDirective: "'\(subject)' is not a preprocessor directive"
        case .invalidCondition: "the condition '\(subject)' cannot be evaluated, and counts as false"
        case .unbalancedDirective: "'\(subject)' has no matching directive"
        case .errorDirective: "the build fails here: \(subject)"
        case .overLimit: "'\(subject)' is too complex to evaluate"
        }
    }
}
