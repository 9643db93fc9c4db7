// swift-tools-version: 5.9
import PackageDescription

let package = Package(
    name: "RouteTable",
    products: [.library(name: "RouteTable", targets: ["RouteTable"])],
    targets: [.target(name: "RouteTable", path: ".")]
)
