import SchemeModel

/// Code links to a scheme that the app doesn't declare.
struct UndeclaredLinkSchemeRule: TargetRule {
    let description = RuleDescription(
        id: "undeclared-link-scheme",
        section: .links,
        severity: .note,
        summary: "links with schemes that the containing app doesn't declare",
        why: """
            When a Today extension opens a URL, the system looks for an app that declares the scheme, as for any other \
            URL. If the containing app doesn't, the tap does nothing, or opens another app. A tap on a widget always \
            opens the containing app, even with an undeclared scheme. In a widget, an undeclared scheme is usually a \
            mistake, and the same link doesn't work outside the widget.
            """,
        reportedWhen: """
            The finding is a warning for `extensionContext.open` in a Today extension, and a note in widgets and Live \
            Activities. Other calls that open URLs are only reported if the scheme is almost identical to a declared \
            one, since apps often open other apps on purpose. In a widget, the host of an `https` link is compared \
            with the app's associated domains, if they are known and include `applinks:`.
            """,
        notReportedWhen: """
            Not reported for system schemes, for hosts that aren't in ASCII, or if a declaration of the app is unknown. A widget's app gets the URL whether \
            or not it declares the scheme. So it's not reported in a widget:

            - if code of the app compares a URL with the same scheme or host, or with a scheme that isn't known;
            - if a handler of the app routes the URL, or uses URLs without comparing their scheme;
            - if other code may handle URLs, because a delegate inherits from a class outside the sources (Flutter, React \
            Native, Capacitor).
            """,
        fix: "Declare the scheme in the app's manifest, or use a declared one.",
        sources: [
            .widgetLinks("the app receives the URL")
        ],
        examples: [
            .init(
                "A widget with a different scheme than the app",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(.widget(#"Text("Pay").↓widgetURL(URL(string: "wallt://pay"))"#)),
                ]
            ),
            .init(
                "A misspelled scheme of the app",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        struct Pay: View {
                            @Environment(\\.openURL) var openURL
                            var body: some View { Button("Pay") { ↓openURL(URL(string: "walet://pay")!) } }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "A Today extension with a different scheme than the app",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .extensionManifest(
                        "Today/Info.plist",
                        of: "com.acme.wallet.today",
                        point: "com.apple.widget-extension"
                    ),
                    .swift(
                        """
                        class Controller: UIViewController {
                            func pay() {
                                extensionContext?.↓open(URL(string: "purse://pay")!)
                            }
                        }
                        """,
                        at: "Today/Controller.swift"
                    ),
                ]
            ),
            .init(
                "A domain that is not associated with the app",
                Self.associatedApp(showing: #"Text("Pay").↓widgetURL(URL(string: "https://acme.net/pay"))"#)
            ),
            .init(
                "A URL that Xcode's template contains",
                Self.associatedApp(showing: #"Text("Pay").↓widgetURL(URL(string: "http://www.apple.com"))"#)
            ),
            .init(
                "A scheme that the app compares",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .app(#"Home().onOpenURL { url in if url.scheme == "wallet-widget" { pay() } }"#),
                        .widget(#"Text("Pay").widgetURL(URL(string: "wallet-widget://pay"))"#)
                    ),
                ]
            ),
            .init(
                "A scheme that the app compares with a property",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .app("Home().onOpenURL { url in routes.first { $0.takes(url) } }"),
                        """
                        protocol Route { var scheme: String { get } }
                        extension Route {
                            func takes(_ url: URL) -> Bool { url.scheme == scheme }
                        }
                        """,
                        .widget(#"Text("Pay").widgetURL(URL(string: "wallet-widget://pay"))"#)
                    ),
                ]
            ),
            .init(
                "The app ignores the scheme",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .app("Home().onOpenURL { url in path.append(url.lastPathComponent) }"),
                        .widget(#"Text("Pay").widgetURL(URL(string: "wallet-widget://pay"))"#)
                    ),
                ]
            ),
            .init(
                "A delegate with an unknown superclass",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        "@main class AppDelegate: FlutterAppDelegate {}",
                        .widget(#"Text("Pay").widgetURL(URL(string: "wallet-widget://pay"))"#)
                    ),
                ]
            ),
            .init(
                "A host that the app compares",
                Self.associatedApp(showing: #"Text("Pay").widgetURL(URL(string: "https://widget.link/pay"))"#)
                    + [
                        .swift(
                            "func isFromWidget(_ url: URL) -> Bool { url.host == \"widget.link\" }",
                            at: "App/Links.swift"
                        )
                    ]
            ),
            .init(
                "An associated domain",
                Self.associatedApp(showing: #"Text("Pay").widgetURL(URL(string: "https://pay.ACME.org/now"))"#)
            ),
            .init(
                "A host that isn't in ASCII, and may be an associated one",
                Self.associatedApp(showing: #"Text("Pay").widgetURL(URL(string: "https://m\#u{FC}nchen.de/pay"))"#)
            ),
            .init(
                "The app's scheme",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(.widget(#"Text("Pay").widgetURL(URL(string: "wallet://pay"))"#)),
                ]
            ),
            .init(
                "Another app, and a web page",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        struct Help: View {
                            @Environment(\\.openURL) var openURL
                            var body: some View {
                                Button("Maps") { openURL(URL(string: "comgooglemaps://?q=atm")!) }
                                Button("Web") { openURL(URL(string: "https://acme.example")!) }
                            }
                        }
                        """
                    ),
                ]
            ),
        ]
    )

    /// Returns an app with two associated domains, and a widget that shows `view`.
    private static func associatedApp(showing view: String) -> [RuleDescription.Example.File] {
        .project(
            settings: [
                "Release": [
                    "PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet",
                    "CODE_SIGN_ENTITLEMENTS": "App.entitlements",
                ]
            ],
            code: "App",
            [.init(role: "Editor", schemes: ["wallet"])]
        ) + [
            .domains(["applinks:acme.com", "applinks:*.acme.org?mode=developer"]),
            .swift(.widget("\(view)"), at: "App/PayWidget.swift"),
        ]
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        guard let declared = target.declaredSchemes else { return [] }
        let keys = Set(declared.compactMap(\.key))
        let handled = target.handledSchemes
        let compared = target.comparedSchemes
        let takesAny = target.mayTakeAnyScheme
        let domains = target.linkDomains.map { $0.union(target.comparedHosts.map { DomainPattern(host: $0) }) }
        return target.ownLinks.flatMap { link -> [Finding] in
            guard link.kind != .canOpenURL, link.kind != .openURLIntent else { return [] }
            if let domains, let finding = undeclaredDomain(of: link, in: target, domains) { return [finding] }
            let isRouted =
                takesAny || !link.alternatives.isEmpty && link.alternatives.allSatisfy(target.routes)
            return link.schemes.compactMap { scheme in
                guard !keys.contains(scheme), !scheme.isWeb,
                    !knowledge.known(scheme).contains(where: \.category.isReserved)
                else { return nil }
                let near = keys.sorted().first { $0.isNearly(scheme) }
                let isToday =
                    link.kind == .extensionContextOpen && target.extensionPoint == "com.apple.widget-extension"
                // `undeclared-own-scheme` reports schemes that the app handles itself.
                let isOpen =
                    link.isWidgetTap
                    ? !isRouted && !compared.contains(scheme) : near != nil && !handled.contains(scheme)
                guard isToday || isOpen else { return nil }
                return finding(
                    in: target,
                    at: link.place,
                    isToday ? .warning : .note,
                    "the app does not declare the scheme '\(scheme)' of this link"
                        + (isToday ? "; the tap does nothing, or opens another app" : ""),
                    hint: near.map { "change it to '\($0)', which the app declares" }
                        ?? "declare '\(scheme)' in the app's Info.plist, or link to a scheme it already declares",
                    scheme: scheme,
                    subject: scheme.description
                )
            }
        }
    }

    /// The URL in Xcode's template for a Live Activity.
    private static let templateURL = "http://www.apple.com"

    /// Returns the finding for a widget's link to a host that is not among the app's domains.
    private func undeclaredDomain(of link: Link, in target: TargetFacts, _ domains: Set<DomainPattern>) -> Finding? {
        guard link.isWidgetTap else { return nil }
        if link.url == Self.templateURL, !domains.contains(DomainPattern("www.apple.com")) {
            return finding(
                in: target,
                at: link.place,
                .note,
                "the URL '\(Self.templateURL)' comes from Xcode's template for a Live Activity",
                hint: "link to a screen of the app, or remove the link",
                subject: Self.templateURL
            )
        }
        let hosts = link.alternatives.filter { $0.scheme?.isWeb == true }.compactMap {
            RoutedURL($0)?.host?.asciiLowercased
        }
        let foreign = hosts.first { host in
            !host.isEmpty && host.isPlainHost && !domains.contains { $0.contains(host: host) }
        }
        return foreign.map { host in
            finding(
                in: target,
                at: link.place,
                .note,
                "the host '\(Wording.brief(host))' of this link is not among the app's associated domains",
                hint: "add 'applinks:\(Wording.brief(host))' to them, or link to one of them",
                subject: host
            )
        }
    }
}

extension TargetFacts {
    /// The domains whose links the app opens; `nil` if there are none or some are unknown.
    fileprivate var linkDomains: Set<DomainPattern>? {
        var domains: Set<DomainPattern> = []
        for manifest in appManifests {
            guard let named = manifest.universalLinkDomains else { return nil }
            domains.formUnion(named.map(\.pattern))
        }
        return domains.isEmpty ? nil : domains
    }
}

extension SchemeKey {
    /// Whether the two differ by one added, removed, changed or swapped character.
    fileprivate func isNearly(_ other: SchemeKey) -> Bool {
        let (left, right) = (Array(text.string.utf8), Array(other.text.string.utf8))
        guard abs(left.count - right.count) <= 1, min(left.count, right.count) >= 4 else { return false }
        let head = zip(left, right).prefix { $0 == $1 }.count
        let (restOfLeft, restOfRight) = (left[head...], right[head...])
        if left.count != right.count {
            let (long, short) = left.count > right.count ? (restOfLeft, restOfRight) : (restOfRight, restOfLeft)
            return long.dropFirst().elementsEqual(short)
        }
        if restOfLeft.dropFirst().elementsEqual(restOfRight.dropFirst()) { return true }
        return restOfLeft.prefix(2).reversed().elementsEqual(restOfRight.prefix(2))
            && restOfLeft.dropFirst(2).elementsEqual(restOfRight.dropFirst(2))
    }
}
