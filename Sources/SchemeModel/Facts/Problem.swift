/// Something that kept the tool from looking at an input. A problem is never a pass: a run with one exits with 3.
public struct Problem: Hashable, Sendable, Codable {
    /// What kind of thing it was.
    public enum Code: String, Sendable, Codable, CaseIterable {
        /// The path does not exist.
        case notFound = "not-found"
        /// The path was there when the folder was listed and is not any more.
        case vanished
        /// The file or folder may not be read.
        case permissionDenied = "permission-denied"
        /// The path is a socket, a device, a pipe or a folder where a file was wanted.
        case notAFile = "not-a-file"
        /// The file says something about a product and declares nothing by itself: entitlements, build settings.
        case notAManifest = "not-a-manifest"
        /// The name leads elsewhere, or stands for something else; no file system would have given it.
        case invalidName = "invalid-name"
        /// A link leads out of the folder that is read.
        case unfollowedLink = "unfollowed-link"
        /// The operating system failed to read it.
        case inputOutput = "input-output"
        /// The input is beyond one of ``Limits``.
        case overLimit = "over-limit"
        /// No manifest was found, so that nothing was looked at.
        case nothingFound = "nothing-found"
    }

    /// What kind of thing it was.
    public var code: Code
    /// What happened, in one sentence without a full stop. May quote the input; escaped by whoever prints it.
    public var message: String
    /// What to do about it.
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
