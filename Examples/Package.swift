// swift-tools-version: 6.1
import PackageDescription

// A program that uses SchemeKit as any other package would. Outside of this repository, replace the path with a URL.
let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Without the trait Links, SchemeKit doesn't read Swift code for links, and builds in a fraction of the time.
        .package(name: "schemereg", path: "..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "print-findings",
            dependencies: [.product(name: "SchemeKit", package: "schemereg")]
        )
    ]
)
