// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "parse-all",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")],
    targets: [
        .executableTarget(
            name: "parse-all",
            dependencies: [.product(name: "SwiftParser", package: "swift-syntax")],
            path: "Sources"
        )
    ]
)
