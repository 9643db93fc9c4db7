import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
    /// Skips a test in a clone that has no `../shared`.
    package static var needsShared: Self { needsShared("corpus/oracle.jsonl") }

    /// Skips a test in a clone that lacks the file `path` in `../shared`.
    package static func needsShared(_ path: String) -> Self {
        let exists = FileManager.default.fileExists(atPath: ProjectFolder.shared.appending(path: path).path)
        return .enabled(if: exists, "../shared/\(path) doesn't exist")
    }
}
