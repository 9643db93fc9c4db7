package import SchemeModel

/// What an import changed.
package struct ImportResult: Hashable, Sendable {
    /// The ID of the import; `nil` if nothing changed, so that nothing was written.
    package var importID: Int?
    /// The number of new, changed and removed inputs. An input that became unreadable counts as changed. An input that
    /// was never readable counts as none of these.
    package var added = 0, changed = 0, removed = 0
    /// The number of unchanged inputs.
    package var unchanged = 0
    /// The number of inputs and folders that exist but couldn't be read.
    package var unreadable = 0
    /// The claims that started and ended, ordered by scheme, app, platform. Empty for a source without inputs and
    /// history, whose events follow from its claims.
    package var events: [HistoryEntry] = []
    /// The names of the sources that this source absorbed, in order.
    package var absorbed: [String] = []
    /// The commit in the registry, if it is newer than the imported one, so that nothing was read or written.
    package var newer: Source.Revision?
    /// The counts of a source that was new. For other sources, use ``Registry/counts(of:)``.
    package var counts: RegistryCounts?
}
