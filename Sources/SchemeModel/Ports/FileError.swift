/// A reason why a path could not be read.
package enum FileError: Error, Hashable, Sendable {
    case notFound
    case permissionDenied
    /// The path is not a regular file, or not a folder where one was expected.
    case wrongKind(FileKind)
    /// The file is larger than the limit.
    case tooLarge(limit: Int)
    /// The file's size changed while it was read.
    case changedWhileReading
    /// The process that provides the file did not answer in time.
    case tooSlow
    /// A link on the path leads out of the source. Contains the link's path, relative to the source.
    case leadsOut(Path)
    /// The file is encrypted in this checkout, so its content is unknown.
    case encrypted
    /// An error number from the operating system, also for too many links or a name that is too long.
    case system(code: Int32)

    /// Whether the file doesn't exist, may not be reached, or is encrypted. An optional file can then be ignored.
    package var isAbsence: Bool {
        switch self {
        case .notFound, .leadsOut, .encrypted: true
        default: false
        }
    }

    /// The code of the problem to report for it.
    package var problemCode: Problem.Code {
        switch self {
        case .notFound: .notFound
        case .permissionDenied: .permissionDenied
        case .wrongKind: .notAFile
        case .tooLarge, .tooSlow: .overLimit
        case .leadsOut: .unfollowedLink
        case .changedWhileReading, .encrypted, .system: .inputOutput
        }
    }
}
