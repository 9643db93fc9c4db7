import ProjectDescription

extension String {
    /// The bundle identifier of an app.
    public static func contoso(_ name: String) -> String { "com.contoso.\(name)" }
}

public enum Partner {
    /// The environment decides about it.
    public static let scheme = Environment.partnerScheme.getString(default: "contoso-barge-partner")
}

extension Target {
    /// Returns the framework of a feature.
    public static func feature(_ name: String) -> Target {
        var dependencies: [TargetDependency] = []
        for module in ["Interface", "Testing"] { dependencies.append(.target(name: name + module)) }
        return .target(
            name: name,
            destinations: .iOS,
            product: .framework,
            bundleId: .contoso(name.lowercased()),
            dependencies: dependencies
        )
    }
}
