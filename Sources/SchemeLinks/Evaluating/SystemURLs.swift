#if Links
/// The texts of URLs that the system offers as constants.
enum SystemURLs {
    /// Members of `UIApplication`, by name.
    ///
    /// - Source: the values of UIKit's constants as read on devices and simulators; the names:
    ///   developer.apple.com/documentation/uikit/uiapplication/opensettingsurlstring and its neighbors, seen 2026-11-22.
    static let members = [
        "openSettingsURLString": "app-settings:",
        "openNotificationSettingsURLString": "app-settings:notifications",
        "openDefaultApplicationsSettingsURLString": "app-settings:default-applications",
    ]

    /// The same constants by the names that they have outside of a type.
    static let globals = Dictionary(
        uniqueKeysWithValues: members.map { ("UIApplication" + $0.key.capitalizingFirst, $0.value) }
    )
}
#endif
