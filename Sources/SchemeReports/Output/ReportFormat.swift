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
    ]

    /// The name, as in `--format` and `--output`.
    package let rawValue: String
    /// Whether paths are relative to the root of the repository, as build services expect.
    ///
    /// Otherwise they are relative to the current folder.
    package let wantsRepositoryPaths: Bool
    private let makeReporter: @Sendable (ByteOutput, ReportContext) -> any Reporter

    /// Declares a format.
    init(
        _ name: String,
        wantsRepositoryPaths: Bool,
        reporter: @escaping @Sendable (ByteOutput, ReportContext) -> any Reporter
    ) {
        rawValue = name
        self.wantsRepositoryPaths = wantsRepositoryPaths
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
