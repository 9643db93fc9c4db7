// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Routes",
    products: [.library(name: "Routes", targets: ["Routes"])],
    targets: [.target(name: "Routes")]
)
