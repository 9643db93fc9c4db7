/// A format of the reports of `conflicts` and `check`.
///
/// Each format is declared next to its reporter.
package struct FindingFormat: RawRepresentable, CaseIterable, Sendable {
    /// All formats, in the order of the help.
    package static let allCases: [FindingFormat] = [
        .text,
        .concise,
        .json,
        .sarif,
        .github,
        .gitlab,
        .junit,
        .checkstyle,
        .markdown,
        .csv,
        .xcode,
        .rdjson,
        .agent,
    ]

    /// The name, as in `--format` and `--output`.
    package let rawValue: String
    /// What paths in the report are relative to.
    package let paths: Paths
    private let makeReporter: @Sendable (ByteOutput, ReportContext) -> any Reporter

    /// What paths in a report are relative to.
    package enum Paths: Sendable {
        /// The current folder.
        case current
        /// The root of the repository, as build services expect.
        case repository
        /// Nothing: they are absolute.
        case none
    }

    /// Declares a format.
    init(
        _ name: String,
        paths: Paths,
        reporter: @escaping @Sendable (ByteOutput, ReportContext) -> any Reporter
    ) {
        rawValue = name
        self.paths = paths
        makeReporter = reporter
    }

    /// Creates the format with this name; `nil` if there is none.
    package init?(rawValue: String) {
        guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = format
    }

    /// Returns a reporter of this format that writes to `output`.
    package func reporter(to output: ByteOutput, context: ReportContext) -> any Reporter {
        makeReporter(output, context)
    }
}

extension FindingFormat: Hashable {
    package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// The formats of all other output: lists, pages and details.
package enum ReportFormat: String, CaseIterable, Sendable {
    case text
    case json
}
