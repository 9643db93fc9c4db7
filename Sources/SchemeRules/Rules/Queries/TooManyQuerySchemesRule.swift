import SchemeModel

/// An app queries more schemes than the system allows.
struct TooManyQuerySchemesRule: ManifestRule {
    let description = RuleDescription(
        id: "too-many-query-schemes",
        section: .queries,
        severity: .error,
        traits: [.isInGroup(.ios27)],
        summary: "apps that list more query schemes than the system allows",
        why: """
            The system only uses the first 50 entries of `LSApplicationQueriesSchemes` in apps built with the iOS 15 \
            SDK or later, and the first 25 in apps built with the iOS 27 SDK or later. For the remaining schemes, \
            `canOpenURL` returns `false` even if the app is installed.
            """,
        reportedWhen: """
            The finding is an error above the limit of the SDK that the app is built with (`DTPlatformVersion`, \
            `DTSDKName`): 50 or 25. Apps built with earlier SDKs have no limit.

            The finding is a warning above 25 if the manifest doesn't specify the SDK, as in a source tree. Use \
            `--sdk`, or `sdk` in `.schemereg.yml`, to set it.

            Reported at the first ignored entry. The message names up to three of them and counts the others.
            """,
        fix: "Remove the schemes of SDKs and apps that are no longer used, and move the important ones to the front.",
        sources: [
            .querying("the limits"),
            .init(
                "WeChat on Xcode 27: only the first 25 entries count",
                "https://developers.weixin.qq.com/doc/oplatform/Mobile_App/announcement/xcode_27.md",
                seen: "2026-11-20"
            ),
        ],
        examples: [
            .init(
                "26 schemes, iOS 27 SDK",
                of: "com.acme.portal",
                linkedOn: "27.0",
                queries: Self.names(25) + ["↓acme-26"]
            ),
            .init(
                "A source tree, with no SDK version",
                of: "com.acme.travel",
                queries: Self.names(25) + ["↓comgooglemaps", "waze", "uber"]
            ),
            .init("26 schemes, iOS 26 SDK", of: "com.acme.portal", linkedOn: "26.1", queries: Self.names(26)),
            .init("25 schemes, iOS 27 SDK", of: "com.acme.portal", linkedOn: "27.0", queries: Self.names(25)),
        ]
    )

    private static func names(_ count: Int) -> [String] { (1...count).map { "acme-\($0)" } }

    /// The limit of the newest SDK.
    static let leastLimit = 25

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        let queries = manifest.checkedQueries
        guard queries.count > Self.leastLimit, manifest.mayRun(on: .iOS) else { return [] }
        let linked = [manifest].linkedSDK(knowledge)
        let limit = (linked.map { $0 < 15 ? nil : $0 < 27 ? 50 : Self.leastLimit } ?? Self.leastLimit) ?? Int.max
        guard queries.count > limit else { return [] }
        let lost = queries[limit...]
        let names = lost.prefix(3).map { "'\(Wording.brief($0.value))'" }
        let rest = lost.count > names.count ? ["\(Wording.count(lost.count - names.count, "other"))"] : []
        let ignored = "\(Wording.list(names + rest)) \(lost.count == 1 ? "is" : "are") ignored"
        var message = "LSApplicationQueriesSchemes lists \(queries.count.grouped) schemes; "
        if let linked {
            message += "apps built with the iOS \(linked) SDK can query only the first \(limit), so \(ignored)"
        } else {
            let more = queries.count > 50 ? " (50 with the iOS 15 SDK or later)" : ""
            message += "with the iOS 27 SDK or later, an app can query only the first \(limit)\(more), and \(ignored)"
        }
        return [
            finding(
                in: manifest,
                at: manifest.place(of: queries[limit].span),
                linked == nil ? .warning : .error,
                message,
                hint: "remove unused entries, and move the important ones to the front",
                certainty: linked == nil ? .possible : .certain,
                subject: "LSApplicationQueriesSchemes"
            )
        ]
    }
}
