/// The start or end of an app's claim on a scheme.
package struct HistoryEntry: Hashable, Sendable, Codable {
    /// The time, in seconds since 1970.
    package var time: Int
    /// The name of the source, which may have been removed from the registry since.
    package var source: String
    package var app: AppID
    /// The platforms of the claim; empty when unknown.
    package var platforms: PlatformSet
    package var scheme: SchemeKey
    /// What happened.
    package var event: Event

    /// What happened to a claim.
    package enum Event: String, Sendable, Codable, CaseIterable {
        case claimed
        case released
    }

    package init(
        time: Int,
        source: String,
        app: AppID,
        platforms: PlatformSet,
        scheme: SchemeKey,
        event: Event
    ) {
        self.time = time
        self.source = source
        self.app = app
        self.platforms = platforms
        self.scheme = scheme
        self.event = event
    }
}
