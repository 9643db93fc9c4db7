package import SchemeModel

/// The reason why the rules about delivery can't check an app.
package struct DeliveryObstacle: Error, Hashable, Sendable {
    /// A clause without a period: `its app delegate 'AppDelegate' inherits from 'FlutterAppDelegate', whose code was not
    /// read`.
    package let reason: String
    /// Where the reason can be seen; `nil` if it isn't at a particular place.
    package let place: Place?
    /// Whether a finding or problem, or a superclass of a framework, is the reason.
    package let isKnown: Bool

    init(_ reason: String, at place: Place? = nil, isKnown: Bool = false) {
        (self.reason, self.place, self.isKnown) = (reason, place, isKnown)
    }

    /// Code of an app whose absence a rule tolerates.
    enum Tolerance {
        case nothing
        /// Source files, which hardly ever start an app or have a part of a scene delegate.
        case missingFiles
        /// Everything that no problem is about, such as local packages. The finding has to say that not all code was read.
        case unreadCode
    }

    /// Creates the obstacle that code or manifests of the app were not read; `nil` if they were.
    init?(reading target: TargetFacts, tolerating tolerance: Tolerance) {
        let problem = target.app.flatMap(\.problems).min()
        if let manifest = target.incompleteManifest {
            let reason = "a file or program that was not read may change its manifest"
            self.init(reason, at: manifest.origin, isKnown: true)
        } else if tolerance == .unreadCode, problem == nil {
            return nil
        } else if !target.unread.isEmpty {
            self.init("some of its modules were not read: \(Wording.list(target.unread.map(Wording.brief)))")
        } else if target.isPartial, !(tolerance == .missingFiles && target.lacksOnlyFiles) {
            let cause = problem.map { ": \($0.message)" } ?? ""
            self.init("some of its code was not read\(cause)", at: problem?.place, isKnown: problem != nil)
        } else {
            return nil
        }
    }

    /// Creates the obstacle that a delegate inherits code that was not read.
    ///
    /// - Parameter superclass: The class whose code was not read; `nil` if it is unknown.
    init(in delegate: NamedType, _ role: String, superclass: String?) {
        let cause = superclass.map { "inherits from '\(Wording.brief($0))', whose code was not read" }
        self.init(
            "its \(role) '\(Wording.brief(delegate.name))' \(cause ?? "has no known superclass")",
            at: delegate.place,
            isKnown: true
        )
    }

    /// Creates the obstacle that it isn't known how the app of `target` starts.
    init(ofEntryIn target: TargetFacts) {
        let foreign = target.app.flatMap(\.delegates).first { type in
            type.inherited.first.map { !AppLifeCycle.plainClasses.contains($0) && !type.inheritedInCode.contains($0) }
                ?? false
        }
        if let foreign {
            self.init(in: foreign, "delegate", superclass: foreign.inherited.first)
        } else {
            self.init("the code that starts it was not found, or names a delegate that was not read")
        }
    }

    /// Returns the obstacle to checking the app of `target`, which receives URLs or universal links; `nil` if the rules about
    /// delivery check it, or if it isn't such an app.
    package static func found(in target: TargetFacts) -> DeliveryObstacle? {
        let isApp = target.kind == .application || !target.hasProject && target.name == nil
        // A watch app has a manifest of its own, besides that of the app that contains it.
        let own = target.appManifests.filter { $0.outcome.target == target.name }
        let manifests = own.isEmpty ? target.appManifests : own
        let receives = manifests.contains { !$0.urlTypes.isEmpty || $0.hasUniversalLinks == true }
        let mobile: PlatformSet = [.iOS, .tvOS, .visionOS]
        guard isApp, receives,
            manifests.contains(where: { !$0.deviceSupport.platforms.isDisjoint(with: mobile) })
        else { return nil }
        let unread = DeliveryObstacle(reading: target, tolerating: .missingFiles)
        do throws(DeliveryObstacle) {
            let app = try AppLifeCycle(of: target, tolerating: .unreadCode)
            // `missing-scene-lifecycle` reports it if it has a valid scheme or a domain.
            if app.lacksScenes { return nil }
            return unread ?? app.manifestObstacle ?? app.delegateObstacle ?? app.sceneObstacle
        } catch {
            return unread ?? error
        }
    }
}
