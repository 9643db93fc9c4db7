import SchemeModel

/// What it means for an app without scenes that the iOS 27 SDK requires them.
struct SceneRequirement {
    /// The major version of the SDK that the app is built with, if that is known and requires scenes.
    private let sdk: Int?

    /// - Parameter manifests: The manifests of the app.
    init(of manifests: [Manifest], _ knowledge: Knowledge) {
        sdk = manifests.linkedSDK(knowledge).flatMap { $0 >= AppLifeCycle.sdkRequiringScenes ? $0 : nil }
    }

    /// Returns `worst` if the app doesn't launch, and a note if it may be built with an earlier SDK.
    func severity(_ worst: Severity = .error) -> Severity { sdk == nil ? .note : worst }

    /// Returns what happens to the app.
    ///
    /// - Parameter what: What doesn't reach it, with a conjunction: `so no URL`.
    func consequence(_ what: String) -> String {
        sdk.map { "does not launch when built with the iOS \($0) SDK, \(what) reaches it" }
            ?? "will not launch when built with the iOS 27 SDK or later, \(what) will reach it"
    }

    /// Why apps need scenes, for descriptions of rules.
    static let why = """
        Apps that are built with the iOS 27 SDK or later must use the scene-based life cycle. Without it, they don't \
        launch, so no URL reaches them.
        """

    /// Returns the severities of findings about scenes, for descriptions of rules.
    ///
    /// - Parameter exceptions: Where the finding stays a note.
    static func severities(except exceptions: String) -> String {
        """
        The finding is a note, because a source tree doesn't show which iOS SDK it is built with, and earlier ones still \
        work. It is an error if the SDK is known to be iOS 27 or later, except \(exceptions). Use `--sdk`, or `sdk` in \
        `.schemereg.yml`, to set it.
        """
    }
}
