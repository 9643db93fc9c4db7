import SchemeModel

extension TargetFacts {
    /// The schemes that the app declares, in order.
    ///
    /// `nil` if a declaration is unknown, if there is no manifest, or if a missing file may add to the manifest. Unread
    /// code declares nothing.
    var declaredSchemes: [DeclaredScheme]? {
        guard incompleteManifest == nil else { return nil }
        let schemes = appManifests.flatMap(\.urlTypes).flatMap(\.schemes)
        let isKnown = schemes.allSatisfy { $0.state == .claimed || $0.state == .empty || $0.state == .invalid }
        return appManifests.isEmpty || !isKnown ? nil : schemes
    }

    /// Whether all of the app's modules in the source were read, and no missing file may add to its manifest.
    var isWhole: Bool { unread.isEmpty && incompleteManifest == nil }

    /// The first manifest that may have more values than are known; that of a watch app counts only if the app has no other.
    var incompleteManifest: Manifest? {
        let manifests = appManifests.filter { $0.deviceSupport.platforms != [.watchOS] }
        return (manifests.isEmpty ? appManifests : manifests).first(where: \.isIncomplete)
    }

    /// Whether only developers install the app: sample code, or an app that hosts tests.
    var isForDevelopers: Bool {
        guard !isDistrusted else { return false }
        return appManifests.isEmpty
            ? code.handlers.contains { $0.place.path.isSampleCode || $0.place.path.isTestCode }
            : appManifests.allSatisfy { $0.audience == .developers }
    }

    /// The severity of a finding about the app that users would notice.
    var severity: Severity { isForDevelopers ? .note : .warning }

    /// Whether the app's own code, with its entry point, is certainly part of the target's code.
    var beginsApp: Bool { app.contains { $0.entryPoint != nil } }

    /// Whether the manifests certainly belong to the app of the code: according to a project, or because there is only
    /// one app.
    var isSurelyOneApp: Bool { hasProject || beginsApp && Set(appManifests.map(\.origin.path)).count == 1 }

    /// Whether the target is a WidgetKit extension, or contains code specific to one.
    var isWidget: Bool {
        extensionPoint == "com.apple.widgetkit-extension" || extensionPoint == nil && !code.widgets.isEmpty
    }
}

extension TargetFacts {
    /// Whether a delegate of the app inherits from a class outside the code, which may receive URLs.
    var inheritsUnknownCode: Bool {
        app.flatMap(\.delegates).contains { delegate in
            // A class names its superclass first, and a protocol has no methods that the system calls.
            if let first = delegate.inherited.first, Self.baseClasses.contains(first) { return false }
            return !Set(delegate.inherited).subtracting(delegate.inheritedInCode).isSubset(of: Self.harmlessTypes)
        }
    }

    private static let baseClasses: Set<String> = ["NSObject", "NSResponder", "UIResponder"]

    /// The types that a delegate can inherit from without inheriting a URL handler.
    private static let harmlessTypes: Set<String> = [
        "NSObject", "NSResponder", "UIResponder", "UIApplicationDelegate", "NSApplicationDelegate", "UISceneDelegate",
        "UIWindowSceneDelegate", "WKApplicationDelegate", "WKExtensionDelegate", "UNUserNotificationCenterDelegate",
        "ObservableObject", "Sendable", "PKPushRegistryDelegate", "NSWindowDelegate", "NSMenuDelegate",
    ]

    /// Whether the app may handle URLs of any scheme that it gets: a handler doesn't check the scheme, or code that isn't
    /// known may.
    var mayTakeAnyScheme: Bool {
        if inheritsUnknownCode || app.flatMap(\.schemeComparisons).contains(where: \.schemes.isEmpty) { return true }
        let comparesNone = comparedSchemes.isEmpty
        return appHandlers.contains { handler in
            handler.kind.receivesURLs && handler.resumption == nil && !handler.looksAt.contains(.scheme)
                && handler.looksAt.contains { comparesNone || [.host, .path, .query].contains($0) }
        }
    }

    /// The schemes of URLs with nothing after them that code of the project opens or makes: `wallet` for `wallet://`.
    var launchingSchemes: Set<SchemeKey> {
        var found = Set(project.compactMap(\.bareURLSchemes).joined().map { SchemeKey($0) })
        for url in project.flatMap(\.links).flatMap(\.alternatives) where url.isExact {
            guard let scheme = url.scheme else { continue }
            let rest = url.text.utf8.dropFirst(scheme.text.string.utf8.count)
            if rest.elementsEqual(":".utf8) || rest.elementsEqual("://".utf8) { found.insert(scheme) }
        }
        return found
    }
}

extension Link {
    /// Whether a tap on it always opens the app that contains the widget.
    var isWidgetTap: Bool { kind == .widgetURL || kind == .link && !presentations.isEmpty }
}

extension TargetFacts {
    /// The schemes that the app's handlers compare with the scheme or the beginning of a URL.
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

extension TargetFacts {
    /// The schemes that code of the app compares a URL's scheme or its beginning with, in handlers and elsewhere.
    var comparedSchemes: Set<SchemeKey> {
        handledSchemes.union(app.flatMap(\.schemeComparisons).flatMap(\.schemes).map { SchemeKey($0) })
            .union(app.compactMap(\.comparedURLs).joined().compactMap { URLPattern($0).scheme })
    }

    /// The hosts that code of the app compares a URL's host with, in lowercase.
    var comparedHosts: Set<String> {
        let routed = appHandlers.filter(\.kind.receivesURLs).flatMap(\.accepts).flatMap(\.conditions)
            .filter { $0.component == .host && $0.relation == .equals }
        return Set((app.compactMap(\.comparedHosts).joined() + routed.flatMap(\.values)).map(\.asciiLowercased))
    }

    /// Whether a handler of the app checks other parts of a URL than its scheme, and accepts `url`.
    func routes(_ url: URLPattern) -> Bool {
        guard let routed = RoutedURL(url) else { return false }
        return appHandlers.filter(\.kind.receivesURLs).flatMap(\.accepts).contains { route in
            route.conditions.contains { $0.component != .scheme } && routed.meets(route)
        }
    }
}

extension TargetFacts {
    /// The places of each `Link` that widgets of the project show, so that a tap opens the app itself. A view in a library can
    /// be shown by an app and by its widget.
    var placesInWidgets: Set<Place> {
        Set(project.flatMap(\.links).filter { $0.kind == .link && $0.isWidgetTap }.map(\.place))
    }

    /// Returns the delegates that code of the app declares, by name. If `part` of the code declares one, those of other
    /// parts don't count.
    func delegates(preferring part: LinkFacts) -> [String: [NamedType]] {
        Dictionary(grouping: app.flatMap(\.delegates), by: \.name)
            .merging(Dictionary(grouping: part.delegates, by: \.name)) { $1 }
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

extension LinkValue {
    /// The URL as quoted in messages.
    var phrase: String {
        switch known {
        case .exact, .pattern: Wording.list(alternatives.prefix(3).map { "'\(Wording.brief($0.text))'" }, "or")
        case .set: "one of \(alternatives.count) URLs"
        case .unknown: "an unknown URL"
        }
    }
}

extension URLPattern {
    /// The URL without query and fragment, and with scheme and host in lower case; `nil` if part of it is unknown. It
    /// identifies a screen.
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
        // Only the path is case-sensitive.
        guard let marks = text.firstRange(of: "://") else { return String(text) }
        let end = text[marks.upperBound...].firstIndex(of: "/") ?? text.endIndex
        let path = text[end...]
        return String(text[..<end]).asciiLowercased + (path == "/" ? "" : path)
    }
}

extension TargetRule {
    /// The remark added to messages about code without a project.
    private static var assumption: String { "no project was read; checked as a single app" }

    /// Returns a finding of this rule about the code of `target`.
    ///
    /// - Parameter subject: Identifies the finding across runs, together with the rule, the app and the target.
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
            message: target.hasProject ? message : "\(message) (\(Self.assumption))",
            hint: hint,
            app: target.appManifests.first?.appDescription,
            scheme: scheme,
            place: place,
            related: related,
            certainty: target.hasProject ? .certain : .possible,
            subject: [target.name, subject].compactMap { $0 }.joined(separator: ": ")
        )
    }
}

extension Handler {
    /// Whether it ignores URLs with other schemes than those that it compares completely.
    var takesOnlyKnownSchemes: Bool {
        isRouted && !accepts.isEmpty
            && accepts.allSatisfy { route in
                route.conditions.contains { condition in
                    condition.component == .scheme && condition.relation == .equals
                }
            }
    }

    /// Whether it looks at the URLs with which a scene is created.
    var receivesURLsAtLaunch: Bool {
        kind == .sceneWillConnect && (looksAt.contains(.urlContexts) || looksAt.contains(.options))
    }
}

extension TargetFacts {
    /// Whether the launch options have the URLs that it reads there, or `unreachable-url-handler` says that they don't.
    var readsLaunchURL: Bool {
        guard appHandlers.contains(where: { $0.kind == .applicationLaunch }) else { return false }
        return !appManifests.contains { $0.windowScenes?.isEmpty == false }
            || (try? AppLifeCycle(of: self, tolerating: .missingFiles))?.usesKnownScenes == true
    }
}
