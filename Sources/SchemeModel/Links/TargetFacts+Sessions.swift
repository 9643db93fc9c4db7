extension TargetFacts {
    /// The manifests of the apps that contain the target, without those that could not be parsed.
    package var appManifests: [Manifest] { manifests.filter { !$0.isMalformed && $0.kind.isApplication } }

    /// The app's schemes that are used only for callbacks to its own `ASWebAuthenticationSession`; empty when unknown.
    ///
    /// The session gets its callback URL no matter which other apps claim the scheme.
    package var sessionSchemes: Set<SchemeKey> {
        let sessions = appHandlers.flatMap(\.callbackSchemes).map { SchemeKey($0) }
        guard !sessions.isEmpty, !isPartial, !appHandlers.contains(where: \.kind.receivesURLs) else { return [] }
        return Set(sessions).subtracting(app.flatMap(\.links).flatMap(\.schemes))
    }
}

extension Handler {
    /// The custom schemes for which an authentication session waits, as spelled; empty for other handlers.
    package var callbackSchemes: [String] { callback(.scheme) }

    /// The hosts for which an authentication session waits, as spelled; empty for other handlers.
    package var callbackHosts: [String] { callback(.host) }

    private func callback(_ component: Route.Component) -> [String] {
        guard kind == .authenticationSession else { return [] }
        return accepts.flatMap(\.conditions).filter { $0.component == component }.flatMap(\.values)
    }
}
