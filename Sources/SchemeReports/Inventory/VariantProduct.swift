package import SchemeModel

/// A product that several configurations or targets build with different schemes or bundle identifiers.
package struct VariantProduct: Sendable {
    package internal(set) var source: String?
    package internal(set) var project: Path?
    /// The names of the targets, in order, without duplicates.
    package internal(set) var targets: [String]
    /// The variants, in the order of the targets and configurations.
    package internal(set) var variants: [Variant]

    /// What some configurations of a target build.
    package struct Variant: Hashable, Sendable {
        package internal(set) var target: String
        package internal(set) var configurations: [String]
        package internal(set) var app: AppID
        package internal(set) var bundleIdentifier: String?
        package internal(set) var platforms: PlatformSet
        /// The manifest's file.
        package internal(set) var input: Place
        /// The schemes with the text that they are written as, ordered by scheme.
        package internal(set) var schemes: [Entry]

        /// A scheme and the text in the manifest.
        package struct Entry: Hashable, Sendable {
            package internal(set) var scheme: SchemeKey
            package internal(set) var raw: String
        }
    }

    /// A row of the matrix: a scheme, or a text with a build setting that gives each variant its own scheme.
    struct Row {
        /// The text as written.
        let title: String
        /// For each variant, the scheme; `nil` if the variant doesn't declare it.
        let schemes: [SchemeKey?]
        /// Whether the variants have different schemes.
        let follows: Bool
    }

    /// The rows of the matrix, ordered by scheme or text.
    var rows: [Row] {
        let entries = Set(variants.flatMap(\.schemes))
        // A text with a setting is one row if no other text, and no two variants, give one of its schemes.
        var origins: [SchemeKey: Set<ByteString>] = [:]
        var schemes: [ByteString: Set<SchemeKey>] = [:]
        for entry in entries {
            origins[entry.scheme, default: []].insert(ByteString(entry.raw))
            schemes[ByteString(entry.raw), default: []].insert(entry.scheme)
        }
        var rows: [Row] = []
        var followed: Set<SchemeKey> = []
        for (raw, own) in schemes where own.count > 1 && own.allSatisfy({ origins[$0]?.count == 1 }) {
            let cells = variants.map { variant in variant.schemes.first { ByteString($0.raw) == raw }?.scheme }
            let single = variants.allSatisfy { variant in variant.schemes.count { ByteString($0.raw) == raw } <= 1 }
            guard single else { continue }
            rows.append(Row(title: raw.string, schemes: cells, follows: true))
            followed.formUnion(own)
        }
        for scheme in Set(entries.map(\.scheme)).subtracting(followed) {
            let cells = variants.map { variant in variant.schemes.contains { $0.scheme == scheme } ? scheme : nil }
            rows.append(Row(title: scheme.text.string, schemes: cells, follows: false))
        }
        return rows.sorted { ByteString($0.title) < ByteString($1.title) }
    }

    /// Returns the products among `manifests` that have more than one variant.
    ///
    /// Targets of one project that share a manifest file are one product.
    static func products(of variants: [(source: String?, project: Path?, variant: Variant)]) -> [VariantProduct] {
        var groups: [Group: [Variant]] = [:]
        for (source, project, variant) in variants {
            groups[Group(source: source.map(ByteString.init), project: project), default: []].append(variant)
        }
        var products: [VariantProduct] = []
        for (group, variants) in groups.sorted(by: { $0.key < $1.key }) {
            for family in families(of: variants) {
                let contents = Set(family.map { Content(app: $0.app, schemes: $0.schemes.map(\.scheme)) })
                guard contents.count > 1, family.contains(where: { !$0.schemes.isEmpty }) else { continue }
                var seen: Set<ByteString> = []
                products.append(
                    VariantProduct(
                        source: group.source?.string,
                        project: group.project,
                        targets: family.map(\.target).filter { seen.insert(ByteString($0)).inserted },
                        variants: family
                    )
                )
            }
        }
        return products
    }

    private struct Group: Hashable, Comparable {
        let source: ByteString?
        let project: Path?

        static func < (left: Group, right: Group) -> Bool {
            let sources = (left.source ?? "", right.source ?? "")
            return sources.0 != sources.1 ? sources.0 < sources.1 : (left.project ?? "") < (right.project ?? "")
        }
    }

    private struct Content: Hashable {
        let app: AppID
        let schemes: [SchemeKey]
    }

    /// Returns the variants of one project, grouped by target, and by file for targets that share one.
    private static func families(of variants: [Variant]) -> [[Variant]] {
        var families = DisjointSets<Name>()
        for variant in variants { families.add([.target(ByteString(variant.target)), .input(variant.input)]) }
        return families.families.filter { $0.count > 1 }.map { $0.map { variants[$0] } }
    }

    private enum Name: Hashable {
        case target(ByteString)
        case input(Place)
    }
}
