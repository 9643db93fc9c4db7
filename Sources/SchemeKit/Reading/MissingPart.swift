import SchemeModel

/// Packages or projects that targets need and that are missing.
struct MissingPart {
    /// What is missing, such as `local package`.
    var what: String
    /// Their paths, in order.
    var paths: [Path]
    /// The products or modules that they provide, in order.
    var products: [String]
    /// The targets that need them, in any order, with duplicates.
    var targets: [String]
    /// Where the first of them is named.
    var place: Place

    private static let mostNames = 3

    /// Returns the irregularity to report.
    ///
    /// - Parameter areSubmodules: Whether all of them are git submodules.
    func irregularity(areSubmodules: Bool) -> Irregularity {
        let names = paths.map(\.display)
        let targets = Set(targets).sorted { ByteString($0) < ByteString($1) }
        let (isOne, isOneTarget) = (names.count == 1, targets.count == 1)
        let cause =
            "the \(what)\(isOne ? "" : "s") \(Self.list(names)), which provide\(isOne ? "s" : "") "
            + "\(Self.list(products)) to the target\(isOneTarget ? "" : "s") \(Self.list(targets)), "
            + "\(isOne ? "is" : "are") missing, so "
            + (isOneTarget ? "\(Self.list(targets)) was only partly checked" : "these targets were only partly checked")
        return Irregularity(
            .missingPart,
            subject: names.prefix(Self.mostNames).joined(separator: ", "),
            found: areSubmodules ? "submodule" : "package",
            cause: cause,
            place: place
        )
    }

    /// Returns up to three names in quotes, and the number of the others.
    static func list(_ names: [String]) -> String {
        names.map { "'\($0)'" }.inWords(atMost: mostNames)
    }
}
