/// A scheme for which the user chooses the app on one platform.
package struct DefaultAppScheme: Hashable, Sendable, Codable {
    package var scheme: SchemeKey
    package var platform: Platform
    /// The entitlement that makes an app eligible; `nil` if none is required.
    package var entitlement: String?
    /// A description of the choice and where the user makes it.
    package var note: String
    /// The source of the row.
    package var source: String
    /// The date of the last visit, as `2026-11-22`; `nil` if unknown.
    package var seen: String?

    package init(scheme: SchemeKey, platform: Platform, entitlement: String?, note: String, source: String) {
        self.scheme = scheme
        self.platform = platform
        self.entitlement = entitlement
        self.note = note
        self.source = source
    }
}
