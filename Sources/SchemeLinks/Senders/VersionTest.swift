#if Links
import SchemeModel
import SwiftSyntax

/// A condition that holds on the systems from one iOS version on, or on those before it.
struct VersionTest {
    var version: SystemVersion
    /// Whether it holds from the version on, rather than before it.
    var isFromThere: Bool

    /// The version that introduced `open(_:options:completionHandler:)`.
    private static let openWithOptions = SystemVersion(10)

    init(version: SystemVersion, isFromThere: Bool) {
        self.version = version
        self.isFromThere = isFromThere
    }

    /// Creates the test of `#available`, `#unavailable`, or `responds(to:)` with a function that a version introduced.
    init?(_ element: ConditionElementSyntax) {
        if let condition = element.condition.as(AvailabilityConditionSyntax.self) {
            let named = condition.availabilityArguments.lazy.compactMap { argument -> VersionTest? in
                guard case .availabilityVersionRestriction(let platform) = argument.argument else { return nil }
                return VersionTest(platform)
            }.first
            guard var test = named else { return nil }
            test.isFromThere = condition.availabilityKeyword.tokenKind == .poundAvailable
            self = test
            return
        }
        guard case .expression(var expression) = element.condition else { return nil }
        var isFromThere = true
        while let negation = expression.unwrapped.as(PrefixOperatorExprSyntax.self), negation.operator.text == "!" {
            expression = negation.expression
            isFromThere.toggle()
        }
        guard let call = expression.unwrapped.as(FunctionCallExprSyntax.self), call.calleeName == "responds",
            let selector = call.argument("to")?.trimmedDescription,
            selector.contains("open(_:options:") || selector.contains("openURL:options:")
        else { return nil }
        self.init(version: Self.openWithOptions, isFromThere: isFromThere)
    }

    /// Creates the test for `iOS 18.0`; `nil` for other platforms.
    init?(_ platform: PlatformVersionSyntax) {
        guard platform.platform.text.hasPrefix("iOS"), let version = platform.version.flatMap(SystemVersion.init) else {
            return nil
        }
        self.init(version: version, isFromThere: true)
    }
}

extension SystemVersion {
    /// Creates the version written in `18.1`.
    init?(_ version: VersionTupleSyntax) {
        guard let major = Int(version.major.text) else { return nil }
        self.init(major, version.components.first.flatMap { Int($0.number.text) } ?? 0)
    }
}
#endif
