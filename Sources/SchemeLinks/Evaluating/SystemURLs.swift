#if Links
/// The values of the system's URL constants.
enum SystemURLs {
    /// Members of `UIApplication`, by name.
    ///
    /// - Source: Values read from UIKit on devices and simulators; names from
    ///   developer.apple.com/documentation/uikit/uiapplication/opensettingsurlstring and related pages, seen
    ///   2026-11-22.
    static let members = [
        "openSettingsURLString": "app-settings:",
        "openNotificationSettingsURLString": "app-settings:notifications",
        "openDefaultApplicationsSettingsURLString": "app-settings:default-applications",
    ]

    /// The same constants by their global names.
    static let globals = Dictionary(
        uniqueKeysWithValues: members.map { ("UIApplication" + $0.key.capitalizingFirst, $0.value) }
    )
}
#endif
