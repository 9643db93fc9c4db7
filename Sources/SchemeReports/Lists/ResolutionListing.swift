package import SchemeModel

/// Writes the output of `resolve`: the apps that open a URL on each kind of device.
package struct ResolutionListing {
    private let url: String
    private let resolution: Resolution
    private let universalLink: UniversalLinkResolution?

    /// - Parameters:
    ///   - url: The URL or scheme to resolve.
    ///   - resolution: The apps that open it.
    ///   - universalLink: The apps that open it as a universal link; `nil` for other URLs.
    package init(_ resolution: Resolution, universalLink: UniversalLinkResolution? = nil, of url: String) {
        self.url = url
        self.resolution = resolution
        self.universalLink = universalLink
    }

    /// Writes the answer in a format.
    ///
    /// - Throws: An error from the output.
    package func write(_ format: ReportFormat, to output: ByteOutput, context: ReportContext) throws {
        switch format {
        case .text: try writeText(TextWriter(to: output, context: context))
        case .json: try writeJSON(to: output, tool: context.tool)
        }
        try output.flush()
    }

    private func writeText(_ writer: TextWriter) throws {
        try writer.line(writer.palette.paint("'\(writer.message(url))'", .strong))
        if let universalLink {
            try writer.write(universalLink)
            try writeBrowser(writer)
            return
        }
        for answer in resolution.answers {
            try writer.line("  \(writer.message(answer.sentence))")
            try writer.lines(about: answer.claims) { claim in
                try writer.line("    \(writer.position(claim.place)): \(writer.describe(claim.app))")
            }
        }
        let isOpened = resolution.answers.contains { $0.handler != .none }
        for row in resolution.known where !isOpened {
            try writer.line("  known: \(writer.message(row.owner)) (\(row.category.rawValue))")
        }
        if let sdk = resolution.sharedBy {
            try writer.line("  note: \(writer.message(sdk)) makes apps share the scheme by design")
        }
        if resolution.scheme.isWeb, url.utf8.count <= URLPattern.limits.bytes {
            try writer.line("  note: specify a full URL to see which apps open it as a universal link")
        }
    }

    /// Writes what opens a web address if no app opens it as a universal link.
    private func writeBrowser(_ writer: TextWriter) throws {
        let chosen = resolution.answers.filter { $0.handler == .chosen }
        let devices = chosen.reduce(into: PlatformSet()) { $0.formUnion($1.devices) }
        let names = TextTerms.list(devices.platforms.map(\.displayName))
        let note = devices.isEmpty ? "" : " (\(names): the one that the user chose)"
        try writer.line("  otherwise it opens in the browser\(note)")
    }

    private func writeJSON(to output: ByteOutput, tool: Tool) throws {
        var json = JSONWriter(to: output)
        try json.openDocument(of: tool)
        try json.member("url", url)
        try json.member("scheme", resolution.scheme.text.string)
        try json.key("universalLink")
        try json.universalLink(universalLink)
        try json.key("answers")
        try json.array(resolution.answers) { json, answer in
            try json.object {
                try $0.member("platforms", answer.devices.platforms.map(\.rawValue))
                try $0.member("outcome", answer.handler.rawValue)
                try $0.member("certainty", answer.certainty.rawValue)
                try $0.member("variants", answer.areVariants)
                try $0.member("owner", answer.owner)
                try $0.key("unsettled")
                try $0.array(answer.unsettled) { try $0.value($1.text.string) }
                try $0.key("claims")
                try $0.array(answer.claims) { try $0.value($1) }
            }
        }
        try json.key("known")
        try json.array(resolution.known) { try $0.value($1) }
        try json.member("sharedBy", resolution.sharedBy)
        try json.close()
    }
}

extension Resolution.Answer {
    /// The answer in one sentence without a period.
    fileprivate var sentence: String {
        let apps = TextTerms.count(claims.count, "app")
        let isSure = certainty == .certain
        let text =
            switch handler {
            case .none: "no app in the registry claims it"
            case .one: isSure ? "one app opens it" : "one app opens it, if that app runs there"
            case .undefined:
                "undefined; \(claims.count == 2 ? "either" : "any") of \(apps) may open it\(isSure ? "" : " if they are on the same device")"
                    + (areVariants ? "; they are variants of one product" : "")
            case .chosen:
                "the user chooses the app that opens it"
                    + (claims.isEmpty ? "" : "; \(apps) can be chosen\(condition)")
            case .system:
                "\(isSure ? "" : "probably ")opened by the system\(owner.map { " (\($0))" } ?? "")"
                    + (claims.isEmpty ? "" : "; \(apps) \(claims.count == 1 ? "claims" : "claim") it without effect")
            }
        return handler == .none ? text : "\(TextTerms.list(devices.platforms.map(\.displayName))): \(text)"
    }

    /// A clause about the apps whose required entitlement is unknown.
    private var condition: String {
        let count = unsettled.count
        guard count > 0 else { return "" }
        let which = count == claims.count ? "" : ", \(count) of them only"
        return "\(which) if \(count == 1 ? "it has" : "they have") the entitlement, which is unknown"
    }
}
