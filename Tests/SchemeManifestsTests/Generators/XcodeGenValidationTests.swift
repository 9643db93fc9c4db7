import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Dependencies that XcodeGen rejects")
struct XcodeGenValidationTests {
    private static func read(_ dependency: String, rest: String = "") -> ProjectReading {
        let text = """
            name: N
            targets:
              A:
                type: application
                platform: iOS
                dependencies: [\(dependency)]
              B_iOS: {type: framework, platform: iOS}
              C: {type: framework, platform: [iOS, tvOS]}
            aggregateTargets: {All: {targets: [A]}}
            packages: {Kit: {path: Kit}}
            localPackages: [Libraries/Views]
            \(rest)
            """
        return XcodeGenReaderTests.read(text)
    }

    @Test(arguments: [
        ("target: D", "depends on 'D', which is not a target"),
        ("target: C", "depends on 'C', which is not a target"),
        ("target: [A, B_iOS]", "has a dependency that names several targets"),
        ("package: Models", "depends on 'Models', which is not a package"),
    ])
    func nothingIsGeneratedFromThem(dependency: String, mistake: String) throws {
        let reading = Self.read("{\(dependency)}")
        #expect(reading.manifests.isEmpty)
        #expect(reading.settlesManifests)
        let told = try #require(reading.irregularities.first?.irregularity)
        #expect(told.cause == "the specification was skipped, since XcodeGen rejects it: the target 'A' \(mistake)")
        #expect(told.place?.range?.lines?.start.line == 6)
        #expect(reading.irregularities.count == 1)
    }

    @Test(arguments: [
        "target: B_iOS", "target: C_tvOS", "target: All", "target: Other/D", "package: Kit", "package: Views",
        "target: '${NAME}'", "sdk: UIKit.framework", "framework: D.framework", "bundle: D",
    ])
    func othersAreValid(dependency: String) {
        #expect(!Self.read("{\(dependency)}").manifests.isEmpty)
    }

    @Test func aMissingPartMayDefineThem() {
        let reading = Self.read("{target: D}", rest: "include: [other.yml]")
        #expect(!reading.manifests.isEmpty)
        #expect(reading.irregularities.allSatisfy { $0.irregularity.found != "rejected-specification" })
    }
}
