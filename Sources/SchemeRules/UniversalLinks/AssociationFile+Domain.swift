import SchemeModel

extension AssociationFile {
    /// The text of rules that says how the domain of a file is known.
    static let originOfDomain: String = {
        let folders = innerFolders.map { "`\($0.display)`" }
        return """
            The domain of an association file comes from its folder (`acme.com/`), from `--aasa DOMAIN=FILE`, or from \
            `association-files` in `.schemereg.yml`. Between that folder and the file, there may only be \
            \(folders.dropLast().joined(separator: ", ")) and \(folders[folders.count - 1]).
            """
    }()
}
