/// Follows which part of the code is being read, so that the one that ends the process can be named.
///
/// With an observer, code is read on one thread, so that each part that began last is the first to end.
package protocol ReadingObserver: Sendable {
    /// Called before a part is read.
    func didBegin(_ part: ReadingPart)
    /// Called after the last part that began was read.
    func didEnd()
}

/// A part of the code.
package enum ReadingPart: Hashable, Sendable {
    /// The file at this index in ``CodeIndex/files``.
    case file(Int)
    /// The target at this index among those whose facts are wanted.
    case target(Int)
}

extension Optional where Wrapped == any ReadingObserver {
    /// Returns the result of `body`, which reads `part`.
    func reading<Result>(_ part: ReadingPart, _ body: () -> Result) -> Result {
        guard let observer = self else { return body() }
        observer.didBegin(part)
        defer { observer.didEnd() }
        return body()
    }
}
