/// A format of `list`.
package enum ListFormat: String, CaseIterable, Sendable {
    /// A table that fits the terminal, for people to read.
    case text
    /// For programs to read.
    case json
    /// For spreadsheets.
    case csv

    /// Returns a reporter of this format for a list of `subject`.
    ///
    /// - Parameter isFiltered: Whether only some of the rows are listed.
    package func reporter(
        of subject: ListSubject,
        isFiltered: Bool = false,
        to output: ByteOutput,
        context: ReportContext
    ) -> any ListReporter {
        switch self {
        case .text: TextListReporter(of: subject, isFiltered: isFiltered, to: output, context: context)
        case .json: JSONListReporter(of: subject, to: output, tool: context.tool)
        case .csv: CSVListReporter(of: subject, to: output, context: context)
        }
    }
}
