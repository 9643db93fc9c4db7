package import SchemeModel

/// Something about a build setting, or a file of them, that Xcode would complain about or that kept it from being
/// evaluated. Evaluation goes on as Xcode's does.
package struct SettingDiagnostic: Hashable, Sendable, Codable {
    /// What it is about. The first two groups are the build system's own.
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

        // Files of settings
        case unexpectedCharacter = "unexpected-character"
        case missingEqualsSign = "missing-equals-sign"
        case missingInclude = "missing-include"
        case cyclicInclude = "cyclic-include"
        case notText = "not-text"

        // Info.plist files with preprocessor lines
        case invalidMacroUse = "invalid-macro-use"
        case copiedDirective = "copied-directive"
        case invalidDirective = "invalid-directive"
        case invalidCondition = "invalid-condition"
        case unbalancedDirective = "unbalanced-directive"
        case errorDirective = "error-directive"

        /// The work or the result is beyond one of ``Limits``; the value is unknown.
        case overLimit = "over-limit"
    }

    package var kind: Kind
    /// The name, operator, path or condition that it is about.
    package var subject: String?
    /// Where; `nil` for an expression that was not read from a file.
    package var place: Place?

    package init(_ kind: Kind, subject: String? = nil, place: Place? = nil) {
        self.kind = kind
        self.subject = subject
        self.place = place
    }

    /// Whether the build system itself only warns.
    package var isWarning: Bool {
        switch kind {
        case .deprecatedReference, .cyclicInclude: true
        default: false
        }
    }

    /// What is wrong, in one clause without a full stop. Quotes the input; escaped by whoever prints it.
    package var message: String {
        let subject = subject ?? ""
        return switch kind {
        case .deprecatedReference: "'\(subject)' is written in an old form; write $(NAME)"
        case .missingName: "a reference names no setting"
        case .unterminatedReference: "'\(subject)' has no closing bracket"
        case .trailingDollarSign: "a '$' stands at the end; write '$$' for a dollar sign"
        case .unknownRetrievalOperator, .unknownReplacementOperator: "the operator ':\(subject)' does not exist"
        case .missingOperatorName: "a ':' names no operator"
        case .invalidOperatorCharacter: "'\(subject)' cannot stand in the name of an operator"
        case .unterminatedQuotation: "a quotation mark has no partner"
        case .trailingBackslash: "a '\\' stands at the end"
        case .unexpectedCharacter: "the line is neither a setting, a comment nor an #include; Xcode skips it"
        case .missingEqualsSign: "'\(subject)' is followed by no '='; Xcode skips the line"
        case .missingInclude: "the settings file '\(subject)' cannot be read"
        case .cyclicInclude: "'\(subject)' includes itself; Xcode skips this include"
        case .notText: "the file is not UTF-8 text"
        case .invalidMacroUse: "the preprocessor cannot replace '\(subject)'"
        case .copiedDirective: "the preprocessor copies '\(subject)' into the property list"
        case .invalidDirective: "'\(subject)' is no preprocessor directive"
        case .invalidCondition: "the condition '\(subject)' cannot be evaluated and counts as false"
        case .unbalancedDirective: "'\(subject)' has no partner"
        case .errorDirective: "the build stops here: \(subject)"
        case .overLimit: "there is too much work in '\(subject)'"
        }
    }
}
