extension Manifest {
    /// Why the app's identity is unknown, in words, with the setting that is missing; `nil` if it is known.
    package var identityGap: String? {
        guard !app.isKnown else { return nil }
        let path = bundleIdentifier?.span.keyPath ?? "CFBundleIdentifier"
        for irregularity in irregularities where irregularity.span.keyPath == path {
            guard let setting = irregularity.subject else { continue }
            if irregularity.kind == .undefinedSetting {
                return "the setting \(setting) is undefined; set it with --set \(setting)=VALUE"
            }
            guard irregularity.kind == .unknownSetting else { continue }
            return "the setting \(setting) is unknown" + (irregularity.cause.map { ": \($0)" } ?? "")
        }
        guard let value = bundleIdentifier?.value, !value.isEmpty else { return "there is no bundle identifier" }
        return VariableReference.first(in: value).map { "the value of \($0) is unknown" }
            ?? "'\(value)' is not a complete bundle identifier"
    }
}
