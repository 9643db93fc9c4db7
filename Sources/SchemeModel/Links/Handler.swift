/// Code that receives a URL, or a user activity that carries one.
package struct Handler: Hashable, Sendable, Codable {
    /// The API that calls the handler.
    package var kind: Kind
    /// The declaration, or the call that registers it.
    package var place: Place
    /// The name of its target; `nil` when a tree without a project is treated as one app.
    package var target: String?
    /// The name of the type that declares or extends it, with the names of enclosing types; `nil` for a call, or if it is
    /// unknown.
    package var type: String?
    /// The URLs that it handles, in the order of the code.
    package var accepts: [Route]
    /// Whether ``accepts`` is complete: every comparison is understood, the URL is not used in any other way, and nothing is
    /// done for all URLs.
    package var isRouted: Bool
    /// Whether it may do something with URLs that ``accepts`` lacks, even if it doesn't use them: before any comparison, or in
    /// a function that is only known by name. `nil` if this was not examined, or in a registry.
    package var mayTakeOthers: Bool?
    /// The parts of the input that it uses, without duplicates, in the order of ``Aspect``.
    package var looksAt: [Aspect]
    /// The first iOS version on which the code doesn't run, according to `#available`; `nil` if it runs on all.
    package var endsBefore: SystemVersion?
    /// What is lost if it isn't called; `nil` if it does more than to continue what the running app began, or if this was
    /// not examined.
    package var resumption: Resumption?
    /// The type of the user activities that `onContinueUserActivity` waits for; `nil` for other handlers, and if it is unknown.
    package var activityType: String?

    /// Whether it certainly does nothing with what it receives.
    package var takesNothing: Bool { looksAt.isEmpty && (resumption == .nothing || kind == .sceneWillConnect) }

    /// The type of the user activities that carry universal links.
    package static let webActivity = "NSUserActivityTypeBrowsingWeb"

    /// What a handler continues that the running app began.
    package enum Resumption: String, Sendable, Codable {
        /// Nothing: its body is empty, or only returns a constant.
        case nothing
        /// A sign-in that `ASWebAuthenticationSession` completes without the handler.
        case session
        /// A sign-in or a payment in another app, which functions of SDKs complete.
        case anything
    }

    /// The API that calls a handler.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        case onOpenURL
        case applicationOpenOptions = "application(_:open:options:)"
        case applicationOpenSource = "application(_:open:sourceApplication:annotation:)"
        case applicationOpen = "application(_:open:)"
        case applicationHandleOpen = "application(_:handleOpen:)"
        /// Only found if it reads the URL in the launch options.
        case applicationLaunch = "application(_:didFinishLaunchingWithOptions:)"
        case sceneOpen = "scene(_:openURLContexts:)"
        case sceneWillConnect = "scene(_:willConnectTo:options:)"
        case onContinueUserActivity
        case applicationContinue = "application(_:continue:restorationHandler:)"
        case sceneContinue = "scene(_:continue:)"
        case handleUserActivity = "handle(_:)"
        case appleEvent = "NSAppleEventManager"
        case authenticationSession = "ASWebAuthenticationSession"

        /// Whether it receives URLs with a custom scheme that another process opens while the app is running.
        package var receivesURLs: Bool {
            switch self {
            case .onContinueUserActivity, .applicationContinue, .sceneContinue, .handleUserActivity,
                .authenticationSession, .sceneWillConnect, .applicationLaunch:
                false
            default: true
            }
        }

        /// Whether it receives a user activity.
        package var receivesActivities: Bool {
            switch self {
            case .onContinueUserActivity, .applicationContinue, .sceneContinue, .handleUserActivity: true
            default: false
            }
        }
    }

    /// A part of the input that a handler can use, itself or through functions of its target that it calls.
    package enum Aspect: String, Sendable, Codable, CaseIterable {
        /// `urlContexts` of a scene's connection options.
        case urlContexts
        /// `userActivities` of a scene's connection options.
        case userActivities
        /// The connection options as a whole, passed on to other code.
        case options
        /// `sourceApplication`.
        case sourceApplication
        case scheme
        case host
        /// The path or a part of it.
        case path
        case query
        /// The whole URL as a string.
        case text
        /// The whole URL or activity, used by code that is not analyzed.
        ///
        /// Such code is a function outside the code, or a property that stores the URL.
        case elsewhere
        /// The type or the user info of the activity.
        case activity
    }

    package init(
        kind: Kind,
        place: Place,
        target: String?,
        type: String? = nil,
        accepts: [Route] = [],
        isRouted: Bool = false,
        looksAt: Set<Aspect> = []
    ) {
        self.kind = kind
        self.place = place
        self.target = target
        self.type = type
        self.accepts = accepts
        self.isRouted = isRouted
        self.looksAt = Aspect.allCases.filter(looksAt.contains)
    }
}

extension Handler: Comparable {
    package static func < (left: Handler, right: Handler) -> Bool {
        if left.place != right.place { return left.place < right.place }
        return left.kind.rawValue < right.kind.rawValue
    }
}
