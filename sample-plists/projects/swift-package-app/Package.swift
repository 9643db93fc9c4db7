// swift-tools-version: 6.0
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "Fabrikam Sketch",
    platforms: [.iOS("18.0")],
    products: [
        // .iOSApplication(name: "Old", bundleIdentifier: "com.fabrikam.old")
        .iOSApplication(
            name: "Fabrikam Sketch",
            targets: ["AppModule"],
            bundleIdentifier: "com.fabrikam.sketch",
            teamIdentifier: nil,
            displayVersion: "1.0",
            bundleVersion: "1",
            accentColor: .presetColor(.teal),
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [.portrait, .portraitUpsideDown(.when(deviceFamilies: [.pad]))],
            additionalInfoPlistContentFilePath: "AdditionalInfo.plist"
        )
    ],
    targets: [
        .executableTarget(name: "AppModule", path: ".", exclude: ["AdditionalInfo.plist"])
    ]
)
