import ProjectDescription
import ProjectDescriptionHelpers

let project = Project(
    name: "Barge",
    targets: [
        .target(
            name: "Barge",
            destinations: .iOS,
            product: .app,
            bundleId: .contoso("barge"),
            infoPlist: .extendingDefault(with: [
                "CFBundleURLTypes": [["CFBundleURLName": "com.contoso.barge", "CFBundleURLSchemes": ["contoso-barge", Partner.scheme]]]
            ])
        ),
        .feature("Locks"),
    ]
)
