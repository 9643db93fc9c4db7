import SchemeModel

/// Writes the output of `show` as text.
///
/// The output is a headline, apps or manifests with their claims and source lines, and the history.
struct TextDetails {
    let writer: TextWriter

    func write(_ details: Details) throws {
        switch details {
        case .scheme(let scheme): try write(scheme)
        case .app(let app): try write(app)
        case .source(let source): try write(source)
        case .domain(let domain): try write(domain)
        }
    }

    private func write(_ details: DomainDetails) throws {
        var seen: Set<AppID> = []
        let apps = details.claims.map(\.claim.app).filter { seen.insert($0.id).inserted }
        let applications = Set(details.claims.lazy.filter(\.claim.profile.isApplication).map(\.claim.app.id))
        let claimed =
            apps.isEmpty ? "no app in the registry" : TextTerms.products(apps.count, apps: applications.count)
        try writer.line(strong("domain '\(writer.message(details.domain.text))' is claimed by \(claimed)"))
        for file in details.files {
            let listed = file.contents.listedApps.map(\.identifier)
            let count = listed.isEmpty ? "" : "\(TextTerms.count(listed.count, "app")): "
            let list = writer.message("lists \(count)\(TextWriter.brief(listed))")
            try writer.line("  association file \(writer.position(file.origin)) \(list)")
            try writer.write(file.contents.details)
        }
        for app in apps {
            try writer.line()
            try writer.line(title(of: app, applications.contains(app.id) ? "app" : "target"))
            for claim in details.claims where claim.claim.app.id == app.id {
                let place = claim.claim.place
                let prefix = claim.prefix.map { ", prefix \($0)" } ?? ""
                let text =
                    writer.message(claim.domain.text + prefix) + (claim.claim.isStale ? ", stale" : "")
                    + (claim.domain.doubt.map { ", which may be ignored because \(Self.words($0))" } ?? "")
                try writer.line("  \(writer.position(place))\(writer.outcome(claim.claim.outcome)): \(text)")
                try writer.snippet(place, .note, indent: "  ")
            }
        }
    }

    private static func words(_ doubt: AssociatedDomain.Doubt) -> String {
        switch doubt {
        case .path: "of the path"
        case .host: "the host is not in its ASCII form, xn--..."
        case .port: "of the port"
        }
    }

    private func write(_ details: SchemeDetails) throws {
        let apps = appsInOrder(of: details.claims)
        let applications = Set(details.claims.lazy.filter(\.profile.isApplication).map(\.app.id))
        let claimed =
            apps.isEmpty ? "no app in the registry" : TextTerms.products(apps.count, apps: applications.count)
        try writer.line(strong("scheme '\(writer.message(details.scheme.text.string))' is claimed by \(claimed)"))
        for known in details.known {
            let text = KnowledgeListing.sentence(
                KnowledgeListing.phrase(known.category.rawValue),
                owner: known.owner,
                on: known.platforms,
                known.confidence
            )
            try writer.line("  \(writer.message(text))")
            // The command `known` doesn't read the tables in the registry.
            if known.origin != nil { try writer.line("    source: \(writer.message(known.source))") }
        }
        if details.known.contains(where: { $0.origin == nil }) {
            try writer.line("  sources: schemereg known \(writer.message(details.scheme.text.string))")
        }
        let claims = Dictionary(grouping: details.claims, by: \.app.id)
        for app in apps {
            try writer.line()
            let noun = applications.contains(app.id) ? "app" : "target"
            try writer.line(title(of: app, noun))
            try write(claims[app.id] ?? [], showsScheme: false)
        }
        try write(details.history) { writer.message($0.app.text.string) }
    }

    private func write(_ details: AppDetails) throws {
        let claims = details.claims.count { $0.scheme != nil }
        let counts = "\(TextTerms.count(details.manifests.count, "manifest")), \(TextTerms.count(claims, "claim"))"
        let kinds = details.manifests.map(\.kind)
        let noun = (kinds.first(where: \.isApplication) ?? kinds.first ?? .unknown).noun
        try writer.line("\(title(of: details.app, noun)): \(counts)")
        if let gap = details.manifests.lazy.compactMap(\.identityGap).first {
            try writer.line("  identity unknown: \(writer.message(gap))")
        }
        try ConfigurationMatrix(details.manifests).write(to: writer)
        try write(details.manifests, details.claims, showsApp: false)
        let spellings = Dictionary(
            details.claims.compactMap { claim in
                claim.scheme.map { ($0, claim.declared.resolved ?? claim.declared.raw) }
            },
            uniquingKeysWith: { first, _ in first }
        )
        try write(details.history) { writer.message(spellings[$0.scheme] ?? $0.scheme.text.string) }
    }

    private func write(_ details: SourceDetails) throws {
        let source = details.source
        let counts = [
            TextTerms.count(source.manifests, "manifest"),
            TextTerms.products(source.products, apps: source.apps), TextTerms.count(source.claims, "claim"),
        ]
        try writer.line("source \(strong(writer.message(source.source.name))): \(counts.joined(separator: ", "))")
        try writer.line("  root: \(writer.message(source.source.root.display)) (\(source.source.kind.name))")
        try write(details.manifests, details.claims, showsApp: true)
        for problem in details.problems {
            try writer.line()
            try writer.problem(problem)
        }
    }

    /// Writes each manifest with its claims. Manifests of one target with equal claims are written once.
    private func write(_ manifests: [Manifest], _ claims: [Claim], showsApp: Bool) throws {
        let claims = Dictionary(grouping: claims, by: Origin.init)
        var groups: [[Manifest]] = []
        var positions: [Declarations: Int] = [:]
        for manifest in manifests {
            let all = Declarations(manifest, claims[Origin(manifest)] ?? [])
            if let position = positions[all] {
                groups[position].append(manifest)
            } else {
                positions[all] = groups.count
                groups.append([manifest])
            }
        }
        // A target for several platforms may have a manifest for each of them, with the same configurations.
        let targets = Dictionary(groups.lazy.compactMap(\.first).map { (Target($0), 1) }, uniquingKeysWith: +)
        for group in groups {
            guard let manifest = group.first else { continue }
            try writer.line()
            let app = showsApp ? ", \(writer.describe(manifest.appDescription))" : ""
            var versions: [String] = []
            for version in group.compactMap(\.version) where !versions.contains(version) { versions.append(version) }
            let version = versions.isEmpty ? "" : ", version \(writer.message(versions.joined(separator: ", ")))"
            var outcome = manifest.outcome
            var seen: Set<ByteString> = []
            outcome.configurations = group.flatMap(\.outcome.configurations).filter {
                seen.insert(ByteString($0)).inserted
            }
            let target = writer.outcome(outcome)
            let isOne = targets[Target(manifest)] == 1
            let platforms = isOne ? "" : " on \(TextTerms.names(of: manifest.deviceSupport.platforms))"
            let kind = manifest.kind.rawValue + platforms
            try writer.line("manifest \(writer.position(manifest.origin))\(target): \(kind)\(app)\(version)")
            try write(claims[Origin(manifest)] ?? [], showsScheme: true)
            if !manifest.queriesSchemes.isEmpty {
                let schemes = manifest.queriesSchemes.map(\.value).joined(separator: ", ")
                try writer.line("  queries: \(writer.message(schemes))")
            }
        }
    }

    /// The maximum number of claims of a manifest that are shown with their source lines.
    private static let withSourceLines = 5

    /// Writes claims as a table with their places.
    private func writeTable(_ claims: [Claim]) throws {
        let columns: [TextTable.Column] = [
            .init(heading: "scheme", kind: .name), .init(heading: "role", kind: .word), .init(heading: "identifier"),
            .init(heading: "place", kind: .path),
        ]
        let limit = writer.reportContext.width.map { max($0 - 2, 1) }
        var table = TextTable(columns, palette: writer.palette, limit: limit) {
            try writer.line("  \($0)")
        }
        func cell(_ text: String?) -> String { text.flatMap { $0.isEmpty ? nil : writer.message($0) } ?? "-" }
        for claim in claims {
            let places = [claim.place] + claim.declared.resolvedFrom
            let place = places.map(writer.plainPosition).joined(separator: ", resolved from ")
            try table.add([writer.scheme(of: claim), cell(claim.role), cell(claim.identifier), place])
        }
        _ = try table.finish()
    }

    private func write(_ claims: [Claim], showsScheme: Bool) throws {
        if showsScheme, claims.count > Self.withSourceLines { return try writeTable(claims) }
        for claim in claims {
            let type = [
                claim.role.map { "role \(writer.message($0))" } ?? "no role",
                claim.identifier.map { $0.isEmpty ? "empty identifier" : "identifier \(writer.message($0))" }
                    ?? "no identifier",
            ]
            let subject = showsScheme ? [writer.scheme(of: claim, quote: "'")] : []
            // The text of the scheme already contains the state.
            let state = claim.isStale && !showsScheme ? ["stale"] : []
            let facts = (subject + type + state).joined(separator: ", ")
            let target = showsScheme ? "" : writer.outcome(claim.outcome)
            try writer.line("  \(writer.position(claim.place))\(target): \(facts)")
            try writer.snippet(claim.place, .note, indent: "  ")
            for place in claim.declared.resolvedFrom {
                try writer.line("    resolved from \(writer.position(place))")
            }
        }
    }

    /// Writes a line for each change: entries in a row that only differ in their subjects are one.
    private func write(_ history: [HistoryEntry], subject: (HistoryEntry) -> String) throws {
        guard !history.isEmpty else { return }
        try writer.line()
        try writer.line("history:")
        var rest = history[...]
        while let entry = rest.first {
            let change = rest.prefix { next in
                next.time == entry.time && next.event == entry.event && next.platforms == entry.platforms
                    && next.source == entry.source
            }
            rest = rest.dropFirst(change.count)
            let subjects = change.map(subject).joined(separator: ", ")
            let platforms = entry.platforms.isEmpty ? "" : " on \(TextTerms.names(of: entry.platforms))"
            let event = TextTerms.word(for: entry.event).padded(to: 8)
            let source = writer.message(entry.source)
            try writer.line("  \(UTCTime(entry.time).date)  \(event)  \(subjects)\(platforms), source \(source)")
        }
    }

    /// Returns the app after a noun, unless it has no bundle identifier and is described by a phrase: `an app without
    /// …`.
    private func title(of app: App, _ noun: String) -> String {
        let text = writer.describe(app)
        return text.hasPrefix("an app ") ? strong(text) : "\(noun) \(strong(text))"
    }

    private func strong(_ text: String) -> String { writer.palette.paint(text, .strong) }

    /// Returns the distinct apps of `claims` in order of appearance, each with the platforms of all its claims.
    private func appsInOrder(of claims: [Claim]) -> [App] {
        var apps: [App] = []
        var indices: [AppID: Int] = [:]
        for claim in claims {
            if let index = indices[claim.app.id] {
                apps[index].platforms.formUnion(claim.app.platforms)
            } else {
                indices[claim.app.id] = apps.count
                apps.append(claim.app)
            }
        }
        return apps
    }

    /// What a manifest declares, and the target and app that it is resolved for.
    private struct Declarations: Hashable {
        let app: AppID
        let origin: Place
        let project: Path?
        let target: ByteString?
        let kind: ProductKind
        let claims: [[ByteString?]]
        let places: [Place]
        let queries: [ByteString]

        init(_ manifest: Manifest, _ claims: [Claim]) {
            app = manifest.app
            origin = manifest.origin
            project = manifest.outcome.project
            target = manifest.outcome.target.map(ByteString.init)
            kind = manifest.kind
            self.claims = claims.map { claim in
                [
                    claim.declared.raw, claim.declared.resolved, claim.declared.state.rawValue,
                    claim.declared.isConditional ? "conditional" : nil, claim.isStale ? "stale" : nil, claim.role,
                    claim.identifier,
                ].map { $0.map(ByteString.init) }
            }
            places = claims.flatMap { [$0.place] + $0.declared.resolvedFrom }
            queries = manifest.queriesSchemes.map { ByteString($0.value) }
        }
    }

    /// The input of a manifest, and the target and configurations that it is resolved for.
    private struct Target: Hashable {
        let input: Place
        let outcome: Manifest.Outcome

        init(_ manifest: Manifest) { self.init(manifest.origin, manifest.outcome) }

        init(_ place: Place, _ outcome: Manifest.Outcome) {
            input = Place(source: place.source, path: place.path, member: place.member)
            self.outcome = outcome
        }
    }

    /// The identity of a manifest.
    private struct Origin: Hashable {
        let target: Target
        let platforms: PlatformSet

        init(_ manifest: Manifest) {
            target = Target(manifest)
            platforms = manifest.deviceSupport.platforms
        }

        init(_ claim: Claim) {
            target = Target(claim.place, claim.outcome)
            platforms = claim.app.platforms
        }
    }
}
