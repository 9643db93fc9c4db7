import SchemeModel

extension TargetFacts {
    /// The schemes that the app declares, in order; `nil` where a declaration is not known or there is no manifest, and
    /// where a file that is missing may add to the manifest. Code that was not read declares nothing.
    var declaredSchemes: [DeclaredScheme]? {
        guard !appManifests.contains(where: \.isIncomplete) else { return nil }
        let schemes = appManifests.flatMap(\.urlTypes).flatMap(\.schemes)
        let isKnown = schemes.allSatisfy { $0.state == .claimed || $0.state == .empty || $0.state == .invalid }
        return appManifests.isEmpty || !isKnown ? nil : schemes
    }

    /// Whether all modules of the app that the source has were read, and nothing that is missing may add to its manifest.
    var isWhole: Bool { unread.isEmpty && !appManifests.contains(where: \.isIncomplete) }

    /// Whether the app's own code is surely among that of the target: its beginning is there.
    var beginsApp: Bool { app.contains { $0.entryPoint != nil } }

    /// Whether the manifests are surely those of the app that the code is part of: a project says so, or there is one app to
    /// which both can belong.
    var isSurelyOneApp: Bool { hasProject || beginsApp && Set(appManifests.map(\.origin.path)).count == 1 }

    /// Whether the target is an extension of WidgetKit, or contains what only such a one does.
    var isWidget: Bool {
        extensionPoint == "com.apple.widgetkit-extension" || extensionPoint == nil && !code.widgets.isEmpty
    }
}

extension Link {
    /// Whether a tap on it always goes to the app that contains the widget.
    var isWidgetTap: Bool { kind == .widgetURL || kind == .link && !presentations.isEmpty }
}

extension TargetFacts {
    /// The schemes that the handlers of the app compare the scheme or the beginning of a URL with.
    var handledSchemes: Set<SchemeKey> {
        var found: Set<SchemeKey> = []
        for handler in appHandlers where handler.kind.receivesURLs {
            for condition in handler.accepts.flatMap(\.conditions) {
                switch (condition.component, condition.relation) {
                case (.scheme, .equals): found.formUnion(condition.values.map { SchemeKey($0) })
                case (.text, .equals), (.text, .hasPrefix):
                    found.formUnion(condition.values.compactMap { URLPattern($0).scheme })
                default: break
                }
            }
        }
        return found
    }
}

extension Link {
    /// Whether the system decides which app gets it.
    var leavesApp: Bool {
        switch kind {
        case .openURL, .applicationOpen, .extensionContextOpen, .workspaceOpen: true
        case .link: presentations.isEmpty
        case .widgetURL, .canOpenURL, .openURLIntent: false
        }
    }
}

extension SchemeKey {
    /// Whether URLs with this scheme go to a browser or to whom a domain belongs.
    var isWeb: Bool { Self.web.contains(self) }

    private static let web: Set = [SchemeKey("http"), SchemeKey("https")]
}

extension LinkValue {
    /// The URL as a message names it.
    var phrase: String {
        switch known {
        case .exact, .pattern: Wording.list(alternatives.prefix(3).map { "'\(Wording.brief($0.text))'" }, "or")
        case .set: "one of \(alternatives.count) URLs"
        case .unknown: "a URL that is not known"
        }
    }
}

extension URLPattern {
    /// The URL without query and fragment, the scheme and host in lower case: the screen that it means. `nil` where part
    /// of that is open.
    var screen: String? {
        let cut = parts.first.map { part -> String in
            if case .literal(let text) = part { return text }
            return ""
        }
        guard let head = cut else { return nil }
        if let end = head.firstIndex(where: { $0 == "?" || $0 == "#" }) { return normalized(head[..<end]) }
        return isExact ? normalized(head[...]) : nil
    }

    private func normalized(_ text: Substring) -> String {
        // Only the path tells upper from lower case.
        guard let marks = text.firstRange(of: "://") else { return String(text) }
        let end = text[marks.upperBound...].firstIndex(of: "/") ?? text.endIndex
        let path = text[end...]
        return String(text[..<end]).asciiLowercased + (path == "/" ? "" : path)
    }
}

extension TargetRule {
    /// What is said of code of which no project says what it belongs to.
    private static var assumption: String { "without a project, all code here is taken for one app" }

    /// A finding of this rule about code of `target`.
    ///
    /// - Parameter subject: what names the finding in another run; the rule, the app and the target are added.
    func finding(
        in target: TargetFacts,
        at place: Place,
        _ severity: Severity,
        _ message: String,
        hint: String?,
        scheme: SchemeKey? = nil,
        related: [Finding.Related] = [],
        subject: String
    ) -> Finding {
        Finding(
            rule: description.id,
            severity: severity,
            message: message,
            hint: target.hasProject ? hint : [hint, Self.assumption].compactMap { $0 }.joined(separator: "; "),
            app: target.appManifests.first?.appDescription,
            scheme: scheme,
            place: place,
            related: related,
            certainty: target.hasProject ? .certain : .possible,
            subject: [target.name, subject].compactMap { $0 }.joined(separator: ": ")
        )
    }
}
