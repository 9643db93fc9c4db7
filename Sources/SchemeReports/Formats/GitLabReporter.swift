import SchemeModel

extension FindingFormat {
    /// GitLab's code quality report.
    package static let gitlab = FindingFormat("gitlab", paths: .repository) {
        GitLabReporter(to: $0, context: $1)
    }
}

/// Writes GitLab's code quality report: a JSON array. Omits accepted findings.
///
/// - Source: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format, seen 2026-11-21.
struct GitLabReporter: Reporter {
    private let output: ByteOutput
    private let context: ReportContext
    private var json: JSONWriter

    init(to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.context = context
        json = JSONWriter(to: output)
    }

    mutating func begin() throws { try json.openArray() }

    mutating func report(_ finding: Finding) throws {
        guard finding.accepted == nil else { return }
        let severity =
            switch finding.severity {
            case .error: "major"
            case .warning: "minor"
            case .note: "info"
            }
        try write(FindingText(finding, in: context), finding.rule, severity, finding.place, fingerprint: finding.digest)
    }

    mutating func end(problems: [Problem], summary: Summary) throws {
        for (number, problem) in problems.enumerated() {
            let parts = [problem.code.rawValue, context.paths.name(of: problem.place), problem.message, String(number)]
            let fingerprint = SHA256.hex(of: Array(parts.joined(separator: "\0").utf8))
            try write(FindingText(problem), problem.code.rawValue, "critical", problem.place, fingerprint: fingerprint)
        }
        try json.close()
        try output.flush()
    }

    private mutating func write(
        _ text: FindingText,
        _ check: String,
        _ severity: String,
        _ place: Place,
        fingerprint: String
    ) throws {
        try json.object { json in
            try json.member("description", text.line)
            try json.member("check_name", check)
            try json.member("fingerprint", fingerprint)
            try json.member("severity", severity)
            try json.key("location")
            try json.object { json in
                try json.member("path", context.paths.name(of: place))
                // A line is required even if the file has no lines.
                let region = Region(place)
                try json.key("lines")
                try json.object(inline: true) {
                    try $0.member("begin", region?.startLine ?? 1)
                    try $0.member("end", region?.endLine ?? 1)
                }
            }
        }
    }
}
