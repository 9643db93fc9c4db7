import SchemeModel

/// The schemes that each configuration of an app declares, as a table.
struct ConfigurationMatrix {
    /// A configuration of a target.
    private struct Build {
        let target: String
        let configuration: String
        let schemes: Set<SchemeKey>
    }

    private let builds: [Build]

    /// - Parameter manifests: The manifests of one app, in order.
    init(_ manifests: [Manifest]) {
        builds = manifests.flatMap { manifest -> [Build] in
            guard let target = manifest.outcome.target else { return [] }
            let schemes = Set(manifest.urlTypes.lazy.flatMap(\.schemes).compactMap(\.key))
            return manifest.outcome.configurations.map { Build(target: target, configuration: $0, schemes: schemes) }
        }
    }

    /// Writes the table, with a row for each scheme. Writes nothing if all configurations declare the same schemes.
    ///
    /// Each configuration is a column. If they don't fit the terminal, each row lists the configurations instead.
    func write(to writer: TextWriter) throws {
        let schemes = builds.reduce(into: Set<SchemeKey>()) { $0.formUnion($1.schemes) }
        guard builds.contains(where: { $0.schemes != schemes }) else { return }
        let hasOneTarget = Set(builds.map { ByteString($0.target) }).count == 1
        let names = builds.map { build in
            let name = hasOneTarget ? build.configuration : "\(build.target): \(build.configuration)"
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
