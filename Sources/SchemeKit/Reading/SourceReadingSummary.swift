package import SchemeModel
package import SchemeStore

/// The problems of reading a source, and the counts of what was skipped and of what was stored before.
package struct SourceReadingSummary: Sendable {
    /// What couldn't be read.
    package internal(set) var problems: [Problem] = []
    /// Those of them that concern only code.
    var problemsOfCode: Set<Problem> = []
    /// The number of files that were not opened because of their names, or that are not inputs.
    package internal(set) var othersCount = 0
    /// The folders and links that were skipped.
    package internal(set) var skipped = SkippedCounts()
    /// The counts of what earlier imports stored; `nil` for a new source.
    package internal(set) var storedCounts: RegistryCounts?
    /// Whether there is code in Swift or Objective-C, or a file of Flutter or Capacitor.
    var isOfApp = false
}
