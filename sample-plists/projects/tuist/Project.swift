import ProjectDescription

let project = Project(
    name: "Quay",
    targets: [
        .target(
            name: "Quay",
            destinations: .iOS,
            product: .app,
            bundleId: "com.contoso.quay",
            infoPlist: .extendingDefault(with: ["CFBundleURLTypes": .array(quaySchemes)])
        )
    ]
)
