/// A reason why an input could not be checked. A run with a problem exits with 3.
public struct Problem: Hashable, Sendable, Codable {
    /// The kind of problem.
    public enum Code: String, Sendable, Codable, CaseIterable {
        /// The path does not exist.
        case notFound = "not-found"
        /// The path existed when the folder was listed, but not anymore.
        case vanished
        /// The file or folder is not readable.
        case permissionDenied = "permission-denied"
        /// The path is a socket, a device, a pipe or a folder instead of a file.
        case notAFile = "not-a-file"
        /// The file describes a product but declares nothing by itself, such as entitlements or build settings.
        case notAManifest = "not-a-manifest"
        /// The name is not one that a file system allows, such as `..` in a commit.
        case invalidName = "invalid-name"
        /// A link leads out of the source.
        case unfollowedLink = "unfollowed-link"
        /// The operating system could not read the input.
        case inputOutput = "input-output"
        /// The input exceeds a limit, such as the size of a file.
        case overLimit = "over-limit"
        /// The process that reads code crashed, hung or used too much memory.
        case readerFailed = "reader-failed"
        /// A branch adds or changes a part that the check can't see.
        case hiddenChange = "hidden-change"
        /// A program that is not run defines the apps, and no app was found elsewhere, or changes an app's manifest.
        case unreadApp = "unread-app"
        /// No manifest was found, so nothing was checked.
        case nothingFound = "nothing-found"
    }

    /// The kind of problem.
    public var code: Code
    /// A sentence without a period that describes the problem.
    ///
    /// It may quote the input, so reporters must escape it.
    public var message: String
    /// How to fix it, in one sentence without a period; `nil` if there is no general advice.
    public var hint: String?
    /// The input.
    public var place: Place

    package init(code: Code, message: String, hint: String?, place: Place) {
        self.code = code
        self.message = message
        self.hint = hint
        self.place = place
    }
}

extension Problem: Comparable {
    public static func < (left: Problem, right: Problem) -> Bool {
        if left.place != right.place { return left.place < right.place }
        if left.code != right.code { return left.code.rawValue < right.code.rawValue }
        return ByteString(left.message) < ByteString(right.message)
    }
}
