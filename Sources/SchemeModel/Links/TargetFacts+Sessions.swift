extension TargetFacts {
    /// The manifests of the apps that contain the target, as far as they could be parsed.
    package var appManifests: [Manifest] { manifests.filter { !$0.isMalformed && $0.kind.isApplication } }

    /// The schemes of the app by which only its own `ASWebAuthenticationSession` gets called back: the session gets its
    /// URL whoever else claims the scheme. Empty where that is not known.
    package var sessionSchemes: Set<SchemeKey> {
        let sessions = appHandlers.filter { $0.kind == .authenticationSession }.flatMap(\.accepts).flatMap(\.conditions)
            .flatMap(\.values).map { SchemeKey($0) }
        guard !sessions.isEmpty, !isPartial, !appHandlers.contains(where: \.kind.receivesURLs) else { return [] }
        return Set(sessions).subtracting(app.flatMap(\.links).flatMap(\.schemes))
    }
}
