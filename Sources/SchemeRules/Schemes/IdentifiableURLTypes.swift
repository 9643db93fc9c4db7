import SchemeModel

extension Manifest {
    /// Returns the URL types in ``checkedURLTypes`` that need a role and an identifier to be told apart from those of other apps.
    ///
    /// These are the ones with a scheme that another app may have, too. A form that an SDK makes unique, such as
    /// `fb1234567890`, and a scheme that contains the bundle identifier collide with nothing. A scheme that another rule
    /// asks to remove or replace comes first. Sample code and test code are not installed beside other apps.
    ///
    /// - Parameter mayBeReported: Whether a URL type has the mistake in question. Few have, so it is asked first.
    func identifiableURLTypes(_ knowledge: Knowledge, where mayBeReported: (URLType) -> Bool) -> [URLType] {
        let types = checkedURLTypes.filter { type in
            mayBeReported(type) && type.schemes.contains { !isSettled($0, in: type, knowledge) }
        }
        return types.isEmpty || audience == .developers ? [] : types
    }

    private func isSettled(_ scheme: DeclaredScheme, in type: URLType, _ knowledge: Knowledge) -> Bool {
        // An unknown value may be any of these.
        guard let text = scheme.resolved, !containsBundleIdentifier(text) else { return true }
        return switch SchemeClassification(scheme, in: type, of: self, knowledge: knowledge) {
        case .placeholder, .reserved, .foreign, .sdk: true
        case .generic, .registered, .own, nil: false
        }
    }
}

extension ManifestRule {
    /// Returns one finding about all `types`: at the first, with the others as related places.
    ///
    /// - Parameters:
    ///   - span: Returns the part of a type that the finding is about.
    ///   - message: The message about the first type.
    ///   - subject: Returns what identifies the finding about a type.
    func findingOnce(
        in manifest: Manifest,
        about types: [URLType],
        at span: (URLType) -> ValueSpan,
        _ message: (URLType) -> String,
        hint: String,
        subject: (URLType) -> String
    ) -> [Finding] {
        guard let first = types.first else { return [] }
        let others = types.dropFirst()
        var finding = finding(
            in: manifest,
            at: manifest.place(of: span(first)),
            description.severity,
            message(first)
                + (others.isEmpty
                    ? ""
                    : "; \(Wording.count(others.count, "other URL type")) \(others.count == 1 ? "has" : "have") the same problem"),
            hint: hint,
            related: others.prefix(Finding.relatedLimit).map { type in
                Finding.Related(
                    app: manifest.appDescription,
                    place: manifest.place(of: span(type)),
                    message: "another URL type with the same problem"
                )
            },
            subject: subject(first)
        )
        finding.relatedCount = others.count
        finding.isOfMissingKey = span(first) == first.span
        return [finding]
    }
}
