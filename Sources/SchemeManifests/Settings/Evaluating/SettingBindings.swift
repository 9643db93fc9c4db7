internal import SchemeModel

/// The values of the parameters in conditions.
package struct SettingBindings: Hashable, Sendable {
    /// The values of each parameter (`sdk`, `config`), preferred one first.
    ///
    /// Only the SDK has several: its own name, then its fallback names.
    package var values: [String: [String]]
    /// The name of the SDK in ``values``, if its version depends on the build machine.
    private var unversionedSDK: String?

    package init(_ values: [String: [String]] = [:]) {
        self.values = values
    }

    /// Creates the bindings of a target: its configuration and the device SDK of a platform.
    ///
    /// `arch` and `variant` are missing, because Xcode binds them later and only for compiling. The SDK has no version,
    /// because the build's version is unknown: `[sdk=iphoneos*]` matches, `[sdk=iphoneos17*]` may match. So may
    /// `[sdk=iphoneos]`, although Xcode's own name of an SDK always has a version.
    package init(configuration: String?, target: String?, platform: SDKPlatform?) {
        values = [:]
        if let configuration { values["config"] = [configuration] }
        if let target { values["target"] = [target] }
        if let platform { values["sdk"] = [platform.rawValue] + platform.fallbackNames }
        unversionedSDK = platform?.rawValue
    }

    /// An assignment whose conditions match.
    struct Match {
        /// The position of the assignment.
        var position: Int
        /// Whether a condition only matches some versions of the SDK, or some machines.
        var dependsOnVersion = false
    }

    /// Returns the cost of ``matching(_:in:)`` in comparisons of characters.
    func cost(ofMatching candidates: [Int], in assignments: [SettingAssignment]) -> Int {
        let conditions = candidates.lazy.flatMap { assignments[$0].conditions }
        return conditions.reduce(0) { cost, condition in
            let longest = (values[condition.parameter] ?? []).reduce(0) { max($0, $1.utf8.count) }
            let (product, overflows) = condition.pattern.utf8.count.multipliedReportingOverflow(by: longest)
            let (sum, isTooLarge) = cost.addingReportingOverflow(product)
            return overflows || isTooLarge ? .max : sum
        }
    }

    /// Returns those of the ascending `candidates` whose conditions all match, in descending order.
    ///
    /// If a parameter has several values, the first one that a candidate's condition names applies to all.
    func matching(_ candidates: [Int], in assignments: [SettingAssignment]) -> [Match] {
        guard candidates.contains(where: { !assignments[$0].conditions.isEmpty }) else {
            return candidates.reversed().map { Match(position: $0) }
        }
        var chosen: [String: String] = [:]
        for (parameter, values) in values {
            guard let first = values.first else { continue }
            chosen[parameter] = first
            guard values.count > 1 else { continue }
            let patterns = candidates.flatMap { assignments[$0].conditions }
                .filter { $0.parameter == parameter }.map(\.pattern)
            chosen[parameter] =
                values.first { value in patterns.contains { SettingPattern.matches($0, value) } } ?? first
        }
        return candidates.reversed().compactMap { candidate in
            var match = Match(position: candidate)
            for condition in assignments[candidate].conditions {
                let sdk = condition.parameter == "sdk" ? unversionedSDK : nil
                if let value = chosen[condition.parameter] {
                    if SettingPattern.matches(condition.pattern, value) {
                        if value == sdk, !condition.pattern.hasSuffix("*") { match.dependsOnVersion = true }
                        continue
                    }
                } else if condition.pattern == "*" {
                    continue
                }
                // Parameters that start with an underscore are about the machine and the tools of the build.
                guard
                    condition.parameter.hasPrefix("_")
                        || sdk.map({ SettingPattern.matches(condition.pattern, someVersionOf: $0) }) ?? false
                else { return nil }
                match.dependsOnVersion = true
            }
            return match
        }
    }
}

/// The device SDK of a target. The raw value is the name in `SDKROOT` and `[sdk=…]`.
package enum SDKPlatform: String, Hashable, Sendable, Codable, CaseIterable {
    case iphoneos
    case appletvos
    case watchos
    case xros
    case macosx
    case driverkit

    /// Creates the SDK from `name`.
    ///
    /// The name may be a simulator SDK, and may have a version or a path: `iphonesimulator17.2`.
    package init?(sdk name: String) {
        let last = name.split(separator: "/").last.map(String.init) ?? name
        let lowered = last.asciiLowercased
        let simulators: [String: SDKPlatform] = [
            "iphonesimulator": .iphoneos, "appletvsimulator": .appletvos, "watchsimulator": .watchos,
            "xrsimulator": .xros,
        ]
        let known = Self.allCases.map { ($0.rawValue, $0) } + simulators.map { ($0.key, $0.value) }
        guard let match = known.first(where: { lowered.hasPrefix($0.0) })?.1 else { return nil }
        self = match
    }

    /// Other names that match this SDK in `[sdk=…]`.
    var fallbackNames: [String] {
        switch self {
        case .macosx, .driverkit: []
        case .iphoneos, .appletvos, .watchos, .xros: ["embedded"]
        }
    }

    /// The name of the platform's deployment target setting.
    var deploymentTargetSetting: String {
        switch self {
        case .iphoneos: "IPHONEOS_DEPLOYMENT_TARGET"
        case .appletvos: "TVOS_DEPLOYMENT_TARGET"
        case .watchos: "WATCHOS_DEPLOYMENT_TARGET"
        case .xros: "XROS_DEPLOYMENT_TARGET"
        case .macosx: "MACOSX_DEPLOYMENT_TARGET"
        case .driverkit: "DRIVERKIT_DEPLOYMENT_TARGET"
        }
    }
}
