import SchemeModel

/// The schemes that each configuration of an app declares, as a table.
struct ConfigurationMatrix {
    /// A configuration of a target.
    private struct Build {
        let name: Name
        let platforms: PlatformSet
        let schemes: Set<SchemeKey>

        struct Name: Hashable {
            let target: ByteString
            let configuration: ByteString
        }
    }

    private let builds: [Build]
    /// The sets of schemes of each configuration; several if they depend on the platform.
    private let alternatives: [Build.Name: Set<Set<SchemeKey>>]

    /// - Parameter manifests: The manifests of one app, in order.
    init(_ manifests: [Manifest]) {
        var builds: [Build] = []
        var alternatives: [Build.Name: Set<Set<SchemeKey>>] = [:]
        for manifest in manifests {
            guard let target = manifest.outcome.target else { continue }
            let schemes = Set(manifest.urlTypes.lazy.flatMap(\.schemes).compactMap(\.key))
            for configuration in manifest.outcome.configurations {
                let name = Build.Name(target: ByteString(target), configuration: ByteString(configuration))
                guard alternatives[name, default: []].insert(schemes).inserted else { continue }
                builds.append(Build(name: name, platforms: manifest.deviceSupport.platforms, schemes: schemes))
            }
        }
        self.builds = builds
        self.alternatives = alternatives
    }

    /// Writes the table, with a row for each scheme. Writes nothing if all configurations declare the same schemes.
    ///
    /// Each configuration is a column. If they don't fit the terminal, each row lists the configurations instead.
    func write(to writer: TextWriter) throws {
        let schemes = builds.reduce(into: Set<SchemeKey>()) { $0.formUnion($1.schemes) }
        guard builds.contains(where: { $0.schemes != schemes }) else { return }
        let hasOneTarget = Set(builds.map(\.name.target)).count == 1
        let names = builds.map { build in
            let (target, configuration) = (build.name.target.string, build.name.configuration.string)
            var name = hasOneTarget ? configuration : "\(target): \(configuration)"
            if (alternatives[build.name]?.count ?? 0) > 1 { name += " (\(TextTerms.names(of: build.platforms)))" }
            return TextEscape.escaped(name, limit: TextWriter.nameLimit)
        }
        let rows = schemes.sorted().map { (name: TextEscape.escaped($0.text.string), scheme: $0) }
        let limit = writer.reportContext.width.map { $0 - 2 }
        let schemeWidth = rows.map { DisplayWidth.columns(of: $0.name) }.max() ?? 0
        let width = ColumnWidths.total(of: [schemeWidth] + names.map { DisplayWidth.columns(of: $0) })
        let fits = width <= limit ?? .max
        let columns =
            fits
            ? names.map { TextTable.Column(heading: $0) } : [TextTable.Column(heading: "configurations", kind: .prose)]
        try writer.line()
        var table = TextTable(
            [TextTable.Column(heading: "scheme", kind: .name)] + columns,
            palette: writer.palette,
            limit: limit
        ) { try writer.line("  \($0)") }
        for (name, scheme) in rows {
            let own = zip(builds, names).filter { $0.0.schemes.contains(scheme) }.map(\.1)
            let marks = builds.map { $0.schemes.contains(scheme) ? "yes" : "-" }
            try table.add([name] + (fits ? marks : [own.joined(separator: ", ")]))
        }
        _ = try table.finish()
    }
}
