import Foundation
import SchemeKit

// Checks the paths that it is given, prints what it finds, and exits with 1 if there is an error.
let paths = Array(CommandLine.arguments.dropFirst())
do {
    let report = try SchemeCheck(paths: paths.isEmpty ? ["."] : paths).run()
    for finding in report.findings {
        let line = finding.place.range?.lines?.start.line
        let place = finding.place.path.display + (line.map { ":\($0)" } ?? "")
        print("\(place): \(finding.severity.rawValue): \(finding.message) [\(finding.rule)]")
    }
    for problem in report.problems { print("\(problem.place.path.display): \(problem.message)") }
    print("manifests: \(report.summary.manifests), errors: \(report.summary.errors)")
    exit(report.summary.errors > 0 ? 1 : report.problems.isEmpty ? 0 : 3)
} catch {
    print(error)
    exit(2)
}
