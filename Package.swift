// swift-tools-version: 6.1
import PackageDescription

/// Whether this is a build for fuzzing (Fuzz/README.md), in which our own code reports the branches that it takes.
let isFuzzing = Context.environment["SCHEMEREG_FUZZ"] != nil

/// The commit of a release, which the binary names (`make dist`).
let commit = Context.environment["SCHEMEREG_COMMIT"].map { $0.filter { $0.isLetter || $0.isNumber || $0 == "-" } } ?? ""

/// Whether registries on PostgreSQL servers are built without the trait, in tests and CI: with it, SwiftPM would define a symbol
/// for all modules, and build those again that don't use it.
let hasPostgreSQL = Context.environment["SCHEMEREG_POSTGRESQL"] == "1"
let postgreSQL: [SwiftSetting] = hasPostgreSQL ? [.define("PostgreSQL")] : []

/// Whether the plugin is built. SwiftPM builds the tool of a plugin, with swift-syntax, a second time, so builds that only
/// test leave it out with `SCHEMEREG_PLUGIN=0`.
let hasPlugin = Context.environment["SCHEMEREG_PLUGIN"] != "0"

/// Settings that every target of this package shares.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer"])] : [])
    // Set in CI for all steps, since a later build is silent about files that it doesn't compile again.
    + (Context.environment["SCHEMEREG_WARNINGS"] == "errors" ? [.unsafeFlags(["-warnings-as-errors"])] : [])

// Modules are cut at dependencies: the leaves import only SchemeModel and never each other, and each external
// dependency is imported by exactly one module.
let package = Package(
    name: "schemereg",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "schemereg", targets: ["schemereg"]),
        .library(name: "SchemeKit", targets: ["SchemeKit"]),
    ],
    traits: [
        .default(enabledTraits: ["Links"]),
        .trait(
            name: "Links",
            description: "Reads Swift sources for deep links; without it swift-syntax is not built."
        ),
        .trait(
            name: "PostgreSQL",
            description: "Registries on a PostgreSQL server; needs libpq: libpq-dev on Debian, libpq in Homebrew."
        ),
    ],
    dependencies: [
        // Exact, because Package.resolved is not committed: a release must not change what a clone builds.
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1"),
    ],
    targets: [
        .target(name: "SchemeModel", dependencies: ["SHA256Blocks"], swiftSettings: strict),
        // Glibc, Musl or Darwin, under one name.
        .target(name: "LibC", swiftSettings: strict),
        .target(name: "Threading", dependencies: ["LibC"], swiftSettings: strict),
        // The processor's own instructions, which Swift cannot name. Without them SchemeModel does the same in Swift.
        .target(name: "SHA256Blocks"),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // Yams for its libyaml alone.
        .target(
            name: "SchemeYAML",
            dependencies: ["SchemeModel", .product(name: "Yams", package: "Yams")],
            swiftSettings: strict
        ),
        .target(
            name: "SchemeManifests",
            dependencies: ["SchemeModel", "SchemeYAML", "CZlib"],
            swiftSettings: strict
        ),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // Without the trait, it has the addresses of servers, but no connections.
        .target(
            name: "PostgreSQL",
            dependencies: [
                "LibC",
                .target(name: "CPostgreSQL", condition: hasPostgreSQL ? nil : .when(traits: ["PostgreSQL"])),
            ],
            swiftSettings: strict + postgreSQL
        ),
        // One inline function over a C function that Swift cannot call.
        .systemLibrary(name: "SQLiteDefense", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "SchemeStore",
            dependencies: [
                "LibC",
                "PostgreSQL",
                "SchemeModel",
                "SQLiteDefense",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict + postgreSQL
        ),
        .target(
            name: "SchemeLinks",
            dependencies: [
                "SchemeModel", "Threading",
                .product(name: "SwiftParser", package: "swift-syntax", condition: .when(traits: ["Links"])),
                .product(name: "SwiftSyntax", package: "swift-syntax", condition: .when(traits: ["Links"])),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "SchemeRules",
            dependencies: ["SchemeModel"],
            exclude: ["Knowledge/Tables"],
            swiftSettings: strict
        ),
        // One inline function over system calls that Swift cannot call.
        .systemLibrary(name: "OpenBeneath"),
        .target(name: "SchemeReports", dependencies: ["SchemeModel"], swiftSettings: strict),
        .target(
            name: "SchemeKit",
            dependencies: [
                "LibC", "SchemeModel", "SchemeYAML", "SchemeManifests", "SchemeLinks", "SchemeStore", "SchemeRules",
                "SchemeReports", "BuildInformation", "OpenBeneath", "Threading",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "BuildInformation",
            cSettings: commit.isEmpty ? [] : [.define("SCHEMEREG_COMMIT", to: "\"\(commit)\"")]
        ),
        .executableTarget(
            name: "schemereg",
            dependencies: [
                "LibC", "SchemeKit", "SchemeReports",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        // What several test targets need: the package's folder, seeded random numbers, temporary folders, binary files.
        .target(
            name: "TestSupport",
            dependencies: ["SchemeKit", "CZlib"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .testTarget(name: "SchemeModelTests", dependencies: ["SchemeModel"], swiftSettings: strict),
        .testTarget(name: "ThreadingTests", dependencies: ["Threading"], swiftSettings: strict),
        .testTarget(name: "SchemeYAMLTests", dependencies: ["SchemeYAML", "SchemeModel"], swiftSettings: strict),
        .testTarget(
            name: "SchemeManifestsTests",
            dependencies: ["SchemeManifests", "CZlib", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SchemeLinksTests",
            dependencies: ["SchemeLinks", "SchemeModel", "Threading", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SchemeStoreTests",
            dependencies: ["SchemeStore", .product(name: "GRDB", package: "GRDB.swift"), "TestSupport"],
            swiftSettings: strict + postgreSQL
        ),
        .testTarget(name: "SchemeRulesTests", dependencies: ["SchemeRules", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "SchemeReportsTests",
            dependencies: ["SchemeReports", "TestSupport"],
            exclude: ["Expected"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SchemeKitTests",
            dependencies: [
                "SchemeKit", "SchemeLinks", "SchemeManifests", "SchemeStore", "SchemeRules", "SchemeReports",
                "Threading",
                .product(name: "GRDB", package: "GRDB.swift"), "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: ["schemereg", "TestSupport"],
            swiftSettings: strict + postgreSQL
        ),
    ]
)

if hasPlugin {
    package.products.append(.plugin(name: "SchemeregPlugin", targets: ["SchemeregPlugin"]))
    package.targets.append(
        // `swift package schemereg check`. It needs no permissions: it prints its report, and writes no files.
        .plugin(
            name: "SchemeregPlugin",
            capability: .command(
                intent: .custom(verb: "schemereg", description: "Check apps for problems with their URL schemes.")
            ),
            dependencies: ["schemereg"]
        )
    )
}

// What is fuzzed is always here, since the tests replay earlier finds. libFuzzer itself comes with few toolchains.
package.targets += [
    .target(
        name: "FuzzTargets",
        dependencies: [
            "SchemeKit", "SchemeLinks", "SchemeManifests", "SchemeModel", "SchemeRules", "SchemeStore", "SchemeYAML",
            "SchemeReports", "TestSupport",
        ],
        path: "Fuzz/Targets",
        swiftSettings: strict
    ),
    .testTarget(
        name: "FuzzTests",
        dependencies: ["FuzzTargets", "SchemeManifests", "SchemeModel", "TestSupport"],
        swiftSettings: strict
    ),
]
if isFuzzing {
    package.targets += [
        .systemLibrary(name: "LibFuzzer", path: "Fuzz/LibFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: ["FuzzTargets", "LibFuzzer"],
            path: "Fuzz/Runner",
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]
        ),
    ]
}
