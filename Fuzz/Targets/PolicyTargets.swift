import SchemeKit
import SchemeModel
import SchemeRules

extension FuzzTarget {
    /// The readers of a team's policies: configurations, baselines, and tables of known schemes.
    static let policies = [
        FuzzTarget(
            "configuration",
            "a .schemereg.yml",
            dictionary: .document,
            seeds: Seeds(["yml"], in: ["Configuration"])
        ) { bytes in
            let place = Place(source: "fuzz", path: ".schemereg.yml")
            let read = { ConfigurationReader.read(bytes, at: place, limits: .small) }
            let (configuration, mistakes) = read()
            let places = Places(in: bytes)
            for mistake in mistakes {
                if let range = mistake.range { try places.check(range, mistake.message) }
                let line = mistake.line(in: ".schemereg.yml")
                try require(
                    !mistake.message.isEmpty && line.utf8.count < 1 << 16,
                    "a mistake of \(line.utf8.count) bytes"
                )
            }
            let policies =
                configuration.acceptances.map(\.place) + configuration.sharedSchemes.map(\.place)
                + configuration.examples.map(\.place) + configuration.sessionSchemes.map(\.value)
            for range in policies.compactMap(\.range) { try places.check(range, "a policy") }
            for pattern in configuration.exclusions {
                let leavesFolder = pattern.components.contains { $0.elementsEqual("..".utf8) }
                try require(!leavesFolder, "the pattern '\(pattern)' leads out of the folder")
            }
            if bytes.dice % 4 == 0 {
                let again = read()
                try require(again.configuration == configuration && again.mistakes == mistakes, "two readings differ")
            }
        },
        FuzzTarget("baseline", "a baseline", dictionary: .document, seeds: Seeds(["json"], in: ["BaselineTests"])) {
            bytes in
            let baseline: Baseline
            do throws(UsageError) { baseline = try Baseline(bytes, at: "baseline.json") } catch {
                return try require(!error.message.isEmpty, "a mistake without words")
            }
            // A written baseline is read as the same baseline.
            let text = try baseline.text
            try require(try Baseline(text, at: "baseline.json").text == text, "written again it is another")
        },
        FuzzTarget(
            "team-table",
            "a team's table of known schemes",
            dictionary: .line,
            seeds: Seeds(["csv"], in: ["Team"])
        ) { bytes in
            let lines = bytes.count { $0 == 0x0A } + 1
            switch Result(catching: { () throws(TeamTableReader.TableError) in
                try TeamTableReader.read(bytes, name: "team.csv", limits: .small)
            }) {
            case .success(let team):
                try require(1...Limits.small.teamSchemes ~= team.schemes.count, "\(team.schemes.count) schemes")
                for scheme in team.schemes {
                    let isSound = SchemeGrammar.isScheme(scheme.scheme.text.string) && !scheme.owner.isEmpty
                    try require(isSound, "the scheme '\(scheme.scheme)' of '\(scheme.owner)'")
                }
            case .failure(let failure):
                try require(!failure.errors.isEmpty, "a failure without an error")
                for error in failure.errors {
                    try require(!error.reason.isEmpty && error.reason.utf8.count < 2048, "reason: \(error.reason)")
                    try require(
                        1...lines ~= error.line && 1...bytes.count + 1 ~= error.column,
                        "line \(error.line), column \(error.column) of \(lines) lines: \(error.reason)"
                    )
                }
            }
        },
    ]
}
