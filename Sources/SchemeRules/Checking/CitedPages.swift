import SchemeModel

/// Pages that several rules cite, each for what it says about one subject.
extension RuleDescription.Reference {
    private init(page: String, _ subject: String?, _ address: String) {
        self.init(subject.map { "\(page): \($0)" } ?? page, address, seen: "2026-11-21")
    }

    static func customSchemes(_ subject: String? = nil) -> Self {
        Self(
            page: "Defining a custom URL scheme for your app",
            subject,
            "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app"
        )
    }

    static func schemeSyntax(_ subject: String) -> Self {
        Self(page: "RFC 3986 §3.1", subject, "https://www.rfc-editor.org/rfc/rfc3986#section-3.1")
    }

    static func widgetLinks(_ subject: String) -> Self {
        Self(
            page: "Linking to specific app scenes from your widget or Live Activity",
            subject,
            "https://developer.apple.com/documentation/widgetkit/linking-to-specific-app-scenes-from-your-widget-or-live-activity"
        )
    }

    static func propertyListValues(_ subject: String) -> Self {
        Self(
            page: "Managing your app's information property list values",
            subject,
            "https://developer.apple.com/documentation/bundleresources/managing-your-app-s-information-property-list"
        )
    }

    static func coreFoundationKeys(_ subject: String) -> Self {
        Self(
            page: "Core Foundation Keys",
            subject,
            "https://developer.apple.com/library/archive/documentation/General/Reference/InfoPlistKeyReference/Articles/CoreFoundationKeys.html"
        )
    }

    static func querying(_ subject: String) -> Self {
        Self(
            page: "canOpenURL(_:)",
            subject,
            "https://developer.apple.com/documentation/uikit/uiapplication/canopenurl(_:)"
        )
    }

    static func liveActivityLinks(_ subject: String? = nil) -> Self {
        Self(
            page: "Launching your app from a Live Activity",
            subject,
            "https://developer.apple.com/documentation/activitykit/launching-your-app-from-a-live-activity"
        )
    }
}
