import SchemeModel
import SchemeStore

/// The error of a command that reads a registry which doesn't exist yet.
struct NothingImportedError: ReportedError {
    /// The error of opening the registry.
    let cause: RegistryError
    /// Whether commands use this registry without being told.
    let isDefault: Bool

    var message: String { "nothing has been imported yet: \(cause.message)" }

    var hint: String? {
        let option = isDefault ? "" : " --registry \(Self.quoted(cause.path.display))"
        return "import a folder with your apps: schemereg import .\(option)"
    }

    /// Returns a path as it is written in a shell.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "./_-+,@".utf8.contains(byte)
            }
        }
        return isPlain ? path : "'\(path.replacing("'", with: "'\\''"))'"
    }
}

extension RegistryError {
    /// Whether the registry doesn't exist yet.
    var isAbsence: Bool { [.notFound, .folderNotFound, .empty].contains(cause) }
}
