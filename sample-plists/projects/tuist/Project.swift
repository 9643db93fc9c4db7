import ProjectDescription

enum Variant {
    static let debug: SettingsDictionary = ["QUAY_SCHEME": "contoso-quay-debug"]
    static let release: SettingsDictionary = ["QUAY_SCHEME": "contoso-quay"]
}

let project = Project(
    name: "Quay",
    targets: [
        .target(
            name: "Quay",
            destinations: .iOS,
            product: .app,
            bundleId: "com.contoso.quay",
            infoPlist: .extendingDefault(with: [
                "CFBundleURLTypes": [
                    [
                        "CFBundleTypeRole": "Viewer",
                        "CFBundleURLName": "com.contoso.quay",
                        "CFBundleURLSchemes": ["$(QUAY_SCHEME)"],
                    ]
                ]
            ]),
            entitlements: .dictionary(["com.apple.developer.associated-domains": ["applinks:quay.contoso.com"]]),
            dependencies: [.target(name: "QuayShare")],
            settings: .settings(configurations: [
                .debug(name: .debug, settings: Variant.debug),
                .release(name: .release, settings: Variant.release),
            ])
        ),
        .target(
            name: "QuayShare",
            destinations: .iOS,
            product: .appExtension,
            bundleId: "com.contoso.quay.share",
            infoPlist: .file(path: "Share/Info.plist")
        ),
    ]
)
