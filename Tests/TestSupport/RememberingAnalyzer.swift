package import SchemeKit
import Synchronization

/// Analyzes equal code once, for runs that check the same files several times, as tests do.
package final class RememberingAnalyzer: CodeAnalyzer {
    private let known = Mutex<[CodeToAnalyze: CodeAnalysis]>([:])

    package init() {}

    package func prepare() {}

    package func analyze(_ code: CodeToAnalyze) -> CodeAnalysis {
        if let analysis = known.withLock({ $0[code] }) { return analysis }
        let analysis = InProcessAnalyzer().analyze(code)
        known.withLock { $0[code] = analysis }
        return analysis
    }

    package func end() {}
}
