import SchemeModel
import SchemeYAML

/// A target of a specification, templates filled in.
struct XcodeGenTarget {
    let name: String
    let keyRange: SourceRange
    let node: YAMLNode
    /// The identifier of the product type; `nil` when none is given, empty for a target that makes no product.
    let type: String?
    /// `nil` when none is given, or none that XcodeGen knows.
    let platform: XcodeGenPlatform?
    /// A platform that the environment decides.
    let unknownPlatform: YAMLNode?
    /// The destinations in XcodeGen's order.
    let destinations: [XcodeGenPlatform]
    let dependencies: [Dependency]
    /// The products of packages that it is linked with.
    let packageProducts: [String]
    /// Files and folders of sources, in order.
    let sources: [Source]

    /// A file or a folder of sources.
    struct Source {
        /// As it is written.
        var path: String
        /// Patterns, below a folder, of what does not belong to the target.
        var excluded: [String]
    }

    /// A target that is built before.
    struct Dependency {
        var target: String
        var isEmbedded: Bool
    }

    init(_ member: YAMLMember) {
        node = member.value
        keyRange = member.keyRange
        self.name = node["name"]?.string ?? member.key
        let prefix = "com.apple.product-type."
        let type = node["type"]?.text.map { $0.isEmpty || $0.hasPrefix(prefix) ? $0 : prefix + $0 }
        self.type = type
        let named = Set((node["supportedDestinations"]?.elements ?? []).compactMap(\.string).map { ByteString($0) })
        var destinations = XcodeGenPlatform.allCases.filter { $0 != .auto && named.contains(ByteString($0.rawValue)) }
        if destinations.contains(.macCatalyst), !destinations.contains(.iOS) { destinations.insert(.iOS, at: 0) }
        self.destinations = destinations
        let name = node["platform"]?.string ?? ""
        unknownPlatform = SpecificationWork.variables(in: name).isEmpty ? nil : node["platform"]
        let known = XcodeGenPlatform(rawValue: name.isEmpty && !destinations.isEmpty ? "auto" : name)
        platform = known == .macCatalyst ? nil : known
        let isApp = type?.hasPrefix(prefix + "application") ?? false
        dependencies = (node["dependencies"]?.elements ?? []).compactMap { dependency in
            guard let target = dependency["target"]?.string else { return nil }
            if let platforms = dependency["platforms"]?.elements, let known,
                !platforms.contains(where: { $0.string == known.rawValue })
            {
                return nil
            }
            return Dependency(target: target, isEmbedded: dependency["embed"]?.boolean ?? isApp)
        }
        let written = node["sources"].map { $0.elements ?? [$0] } ?? []
        sources = written.compactMap { source in
            guard let path = source.string ?? source["path"]?.string else { return nil }
            return Source(path: path, excluded: (source["excludes"]?.elements ?? []).compactMap(\.string))
        }
        packageProducts = (node["dependencies"]?.elements ?? []).flatMap { dependency -> [String] in
            guard let package = dependency["package"]?.string else { return [] }
            let products = (dependency["products"]?.elements ?? []).compactMap(\.string)
            return products.isEmpty ? [dependency["product"]?.string ?? package] : products
        }
    }

    /// The name as it stands in a bundle identifier that XcodeGen makes.
    var identifierPart: String {
        var part = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar == "_" {
                part.append("-")
            } else if scalar == "-" || scalar == "." || scalar.properties.isAlphabetic
                || scalar.properties.numericType != nil
            {
                part.append(scalar)
            }
        }
        return String(part)
    }
}
