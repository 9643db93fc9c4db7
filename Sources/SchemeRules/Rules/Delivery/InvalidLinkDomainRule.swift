import SchemeModel

/// An associated domain isn't a service and a domain.
struct InvalidLinkDomainRule: ManifestRule {
    let description = RuleDescription(
        id: "invalid-link-domain",
        section: .delivery,
        severity: .error,
        summary: "associated domains with a URL scheme or a path, without a valid service, or from a template",
        why: """
            A value of the entitlement `com.apple.developer.associated-domains` consists of a service, a colon and a \
            domain: `applinks:acme.com`. With anything else, the system doesn't associate the app with the domain, and \
            says nothing: universal links open in the browser, and shared passwords and App Clips don't work.
            """,
        reportedWhen: """
            Reported for a value

            - without a service: `acme.com`;
            - with a misspelled service: `applink:acme.com`;
            - with a URL scheme: `applinks:https://acme.com`, `applinks://acme.com`, `https://acme.com`.

            A path, even if it is only a slash (`applinks:acme.com/pay`), is a warning: Apple's page forbids it, but links to some \
            apps with one seem to arrive. So is a port (`applinks:acme.com:8443`), which is not part of the format, but earlier pages \
            of Apple mentioned it, white space (`applinks: acme.com`), and a domain that stands for your own in guides and \
            templates, such as `example.com`, `yourdomain.com` or `yourservicesdomain.com`. \
            In sample code and in apps that host tests, findings are notes.
            """,
        notReportedWhen: """
            Not reported for values with a variable that wasn't resolved, for ports together with `?mode=`, which is for \
            tests with a server of your own, for services that may be private ones of Apple, and for hosts that aren't in \
            ASCII (`applinks:m\u{FC}nchen.de`): Apple doesn't say whether they or their ASCII form (`xn--...`) work, and \
            developers report that both fail since iOS 16. Domains from templates are only reported for apps.
            """,
        fix: "Write a service and a domain: `applinks:acme.com`, or `applinks:*.acme.com` for subdomains.",
        sources: [
            .init(
                "Associated Domains Entitlement: <service>:<fully qualified domain>",
                "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.associated-domains",
                seen: "2026-11-27"
            ),
            .init(
                "Meshtastic: links to applinks:meshtastic.org/e/* open the app for its maintainer, and the browser for a user",
                "https://github.com/meshtastic/Meshtastic-Apple/issues/578",
                seen: "2026-11-27"
            ),
            .init(
                "An Apple engineer: the format doesn't include a port",
                "https://developer.apple.com/forums/thread/707901",
                seen: "2026-11-27"
            ),
            .init(
                "A developer: links to a domain with an ASCII form, xn--..., open in the browser since iOS 16",
                "https://developer.apple.com/forums/thread/814156",
                seen: "2026-11-28"
            ),
            .init(
                "RFC 2606: example.com, example.net and example.org are reserved",
                "https://www.rfc-editor.org/rfc/rfc2606#section-3",
                seen: "2026-11-27"
            ),
        ],
        examples: [
            .init("A web address", .project(body: "", domains: ["↓applinks:https://acme.com"])),
            .init("A web address without a service", .project(body: "", domains: ["↓https://acme.com"])),
            .init("Slashes after the service", .project(body: "", domains: ["↓applinks://acme.com"])),
            .init(
                "A path, and a slash at the end",
                .project(body: "", domains: ["↓applinks:acme.com/pay", "↓applinks:www.acme.com/"])
            ),
            .init("No service", .project(body: "", domains: ["applinks:acme.com", "↓acme.app.link"])),
            .init("A dot instead of the colon", .project(body: "", domains: ["↓applinks.acme.com"])),
            .init("A space", .project(body: "", domains: ["↓applinks: acme.com"])),
            .init("A misspelled service", .project(body: "", domains: ["↓applink:acme.com"])),
            .init("A port", .project(body: "", domains: ["↓applinks:acme.com:8443"])),
            .init(
                "A domain from a template",
                .project(body: "", domains: ["↓applinks:example.com", "↓webcredentials:www.yourdomain.com"])
            ),
            .init(
                "Valid values",
                .project(
                    body: "",
                    domains: [
                        "applinks:acme.com", "applinks:*.acme.com", "webcredentials:acme.com",
                        "applinks:staging.acme.com?mode=developer", "applinks:example.acme.com",
                    ]
                )
            ),
            .init(
                "Values that may be valid",
                .project(
                    body: "",
                    domains: [
                        "applinks:dev.acme.com:8443?mode=developer", "authsrv:acme.com", "applinks:$(HOST)/",
                        "applinks:m\u{FC}nchen.de",
                    ]
                )
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        manifest.writtenDomains.compactMap { entry in
            guard let (mistake, correction) = AssociatedDomain.mistake(in: entry.value) else { return nil }
            let value = "'\(Wording.brief(entry.value))'"
            var (severity, hint) = (Severity.error, "write '\(Wording.brief(correction))'")
            switch mistake {
            // Some apps with a path or a port work nevertheless. Whether spaces are ignored isn't documented.
            case .path, .port, .space: severity = .warning
            case .placeholder:
                guard manifest.kind.isApplication else { return nil }
                (severity, hint) = (.warning, "use your own domain, or remove this one")
            default: break
            }
            return finding(
                in: manifest,
                at: entry.place,
                manifest.audience == .developers ? .note : severity,
                "the associated domain \(value) \(Self.words(mistake))",
                hint: hint,
                subject: entry.value
            )
        }
    }

    private static func words(_ mistake: AssociatedDomain.Mistake) -> String {
        switch mistake {
        case .noService: "has no service, so the system ignores it"
        case .misspelledService(let service): "has no effect, because '\(Wording.brief(service))' is not a service"
        case .scheme(let scheme): "has no effect, since '\(scheme)' is not part of a domain"
        case .space: "contains white space, so the system may ignore it"
        case .path: "has a path, so the system may ignore it: only a domain is allowed"
        case .placeholder(let name): "contains '\(name)', which is a placeholder in guides and templates"
        case .port(let port): "has the port '\(Wording.brief(port))', which the system may ignore"
        }
    }
}
