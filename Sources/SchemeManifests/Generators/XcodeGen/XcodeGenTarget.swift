import SchemeModel
import SchemeYAML

/// A target of a specification with expanded templates.
struct XcodeGenTarget {
    let name: String
    let keyRange: SourceRange
    let node: YAMLNode
    /// The identifier of the product type; `nil` if it is missing, empty for a target without a product.
    let type: String?
    /// The platform; `nil` if it is missing or unknown to XcodeGen.
    let platform: XcodeGenPlatform?
    /// A platform that the environment determines.
    let unknownPlatform: YAMLNode?
    /// The destinations in XcodeGen's order.
    let destinations: [XcodeGenPlatform]
    let dependencies: [Dependency]
    /// The package products that it links with: the package's name and the product's.
    let packageProducts: [(package: String, product: String)]
    /// The modules of targets in other projects that it depends on.
    let foreignModules: [String]
    /// The source files and folders, in order.
    let sources: [XcodeGenSource]

    /// A target that is built before this one.
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
        unknownPlatform = SpecificationExpander.variables(in: name).isEmpty ? nil : node["platform"]
        let known = XcodeGenPlatform(rawValue: name.isEmpty && !destinations.isEmpty ? "auto" : name)
        platform = known == .macCatalyst ? nil : known
        let isApp = type?.hasPrefix(prefix + "application") ?? false
        let written = (node["dependencies"]?.elements ?? []).filter { dependency in
            guard let platforms = dependency["platforms"]?.elements, let known else { return true }
            return platforms.contains { $0.string == known.rawValue }
        }
        dependencies = written.compactMap { dependency in
            dependency["target"]?.string.map { target in
                Dependency(target: target, isEmbedded: dependency["embed"]?.boolean ?? isApp)
            }
        }
        foreignModules = written.compactMap { dependency in
            if let target = dependency["target"]?.string {
                let parts = target.split(separator: "/")
                return parts.count > 1 ? parts.last.map(String.init) : nil
            }
            guard dependency["implicit"]?.boolean ?? false else { return nil }
            return dependency["framework"]?.string.flatMap { Path($0).frameworkName }
        }
        packageProducts = written.flatMap { dependency -> [(String, String)] in
            guard let package = dependency["package"]?.string else { return [] }
            let products = (dependency["products"]?.elements ?? []).compactMap(\.string)
            guard products.isEmpty else { return products.map { (package, $0) } }
            return [(package, dependency["product"]?.string ?? package)]
        }
        sources = (node["sources"].map { $0.elements ?? [$0] } ?? []).compactMap(XcodeGenSource.init)
    }

    /// The name in a bundle identifier that XcodeGen creates.
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
