import SchemeModel

/// An app queries more schemes than the system allows.
struct TooManyQuerySchemesRule: ManifestRule {
    let description = RuleDescription(
        id: "too-many-query-schemes",
        section: .queries,
        severity: .error,
        summary: "more queried schemes than the system looks at",
        why: """
            The system looks at the first 50 entries of `LSApplicationQueriesSchemes` of an app that is linked on iOS 15 \
            or later, and at the first 25 when it is linked on iOS 27 or later. For a scheme that falls off the end \
            `canOpenURL` answers no, although the app that it belongs to is there.
            """,
        details: """
            Error above the limit of the SDK that the app is linked with (`DTPlatformVersion`, `DTSDKName`), 50 or 25; \
            none for apps that are linked before iOS 15. Warning above 25 where the manifest does not name the SDK, as \
            before the build; `--sdk` or `sdk` in `.schemereg.yml` does it in its stead. At the first entry that falls \
            off; the message names the entries after it.
            """,
        fix: "Move the entries that matter to the front, and remove those of SDKs and apps that are no longer used.",
        sources: [
            .init(
                "canOpenURL(_:): the limits",
                "https://developer.apple.com/documentation/uikit/uiapplication/canopenurl(_:)",
                seen: "2026-11-21"
            ),
            .init(
                "WeChat on Xcode 27: only the first 25 entries count",
                "https://developers.weixin.qq.com/doc/oplatform/Mobile_App/announcement/xcode_27.md",
                seen: "2026-11-20"
            ),
        ],
        examples: [
            .init(
                "26 schemes on iOS 27",
                of: "com.acme.portal",
                linkedOn: "27.0",
                queries: Self.names(25) + ["↓acme-26"]
            ),
            .init(
                "A travel app's list, before its build",
                of: "com.acme.travel",
                queries: Self.names(25) + ["↓comgooglemaps", "waze", "uber"]
            ),
            .init("26 schemes on iOS 26", of: "com.acme.portal", linkedOn: "26.1", queries: Self.names(26)),
            .init("25 schemes", of: "com.acme.portal", linkedOn: "27.0", queries: Self.names(25)),
        ]
    )

    private static func names(_ count: Int) -> [String] { (1...count).map { "acme-\($0)" } }

    /// The limit of the newest SDK.
    static let leastLimit = 25

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        let queries = manifest.judgedQueries
        guard queries.count > Self.leastLimit, manifest.mayRun(on: .iOS) else { return [] }
        let linked = manifest.linkedMajorVersion ?? knowledge.linkedSDK
        let limit = (linked.map { $0 < 15 ? nil : $0 < 27 ? 50 : Self.leastLimit } ?? Self.leastLimit) ?? Int.max
        guard queries.count > limit else { return [] }
        let lost = queries[limit...]
        let names = lost.prefix(5).map { "'\(Wording.brief($0.value))'" }
        let rest = lost.count > names.count ? ["\(Wording.count(lost.count - names.count, "other"))"] : []
        var message = "\(queries.count) schemes are listed for queries; "
        message +=
            linked.map { "linked on iOS \($0), only the first \(limit) count" }
            ?? "linked on iOS 27 or later, only the first 25 count"
        if linked == nil, queries.count > 50 { message += ", and linked on iOS 15 or later, the first 50" }
        message += ": \(Wording.list(names + rest)) \(lost.count == 1 ? "falls" : "fall") off"
        return [
            finding(
                in: manifest,
                at: manifest.place(of: queries[limit].span),
                linked == nil ? .warning : .error,
                message,
                hint: "move the entries that matter to the front, and remove those that are no longer used",
                certainty: linked == nil ? .possible : .certain,
                subject: "LSApplicationQueriesSchemes"
            )
        ]
    }
}

extension Manifest {
    /// The major version of the iOS SDK that the app is linked with; `nil` if unknown.
    fileprivate var linkedMajorVersion: Int? {
        let names = [root("DTPlatformVersion")?.value.string, root("DTSDKName")?.value.string]
        return names.lazy.compactMap { $0 }.compactMap { name in
            let digits = name.utf8.drop { !(0x30...0x39).contains($0) }.prefix { (0x30...0x39).contains($0) }
            return Int(String(decoding: digits, as: UTF8.self))
        }.first
    }
}
