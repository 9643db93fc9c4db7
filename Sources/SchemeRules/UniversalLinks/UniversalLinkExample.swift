import SchemeModel

extension [RuleDescription.Example.File] {
    /// Returns an Xcode project in a folder, with one application that has these associated domains.
    static func app(
        _ folder: String,
        of identifier: String,
        team: String? = nil,
        domains: [String],
        code: String? = nil
    ) -> Self {
        var files =
            project(
                settings: [
                    ("PRODUCT_BUNDLE_IDENTIFIER", identifier), ("CODE_SIGN_ENTITLEMENTS", "App.entitlements"),
                ] + (team.map { [("DEVELOPMENT_TEAM", $0)] } ?? []),
                body: "",
                code: code == nil ? nil : "Code"
            ) + [.domains(domains)]
        if let code { files.append(.swift(code, at: "Code/Links.swift")) }
        return files.map { .init("\(folder)/\($0.path)", $0.text) }
    }
}

extension RuleDescription.Example.File {
    /// Returns the association file of `acme.com` with these elements of `details`.
    static func association(of host: String = "acme.com", _ details: String...) -> Self {
        let elements = details.map { "      \($0)" }.joined(separator: ",\n")
        return Self(
            "\(host)/.well-known/apple-app-site-association",
            """
            {
              "applinks": {
                "details": [
            \(elements)
                ]
              }
            }

            """
        )
    }
}

extension RuleDescription.Reference {
    /// Which association file decides about an associated domain.
    static let associationHosts = Self(
        "TN3155: the file of example.com works with applinks:example.com and applinks:*.example.com, and that of "
            + "www.example.com only with applinks:www.example.com; quoted in the Apple Developer Forums",
        "https://developer.apple.com/forums/thread/773412",
        seen: "2026-11-24"
    )
}
