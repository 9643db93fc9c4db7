import SchemeModel
import SchemeYAML

/// The files of a program, each read once.
final class ScriptFiles {
    enum Contents {
        case program([ScriptStatement])
        case values(YAMLNode)
    }

    private let contents: (Path) -> [UInt8]?
    private var read: [Path: Contents?] = [:]

    /// The number of files that a program may import. Real ones import three.
    private static let most = 30

    /// - Parameter contents: Returns the bytes of a file; `nil` if it can't be read.
    init(contents: @escaping (Path) -> [UInt8]?) { self.contents = contents }

    /// Returns the file that a program in `folder` imports by this name, and its path; `nil` if it isn't found or understood.
    ///
    /// - Source: nodejs.org/api/modules.html, "All together"; TypeScript handbook, Module Resolution (seen 2026-12-01).
    func file(_ name: String, in folder: Path) -> (path: Path, contents: Contents)? {
        let path = folder.appending(Path(name)).normalized
        for end in ["", ".ts", ".js", ".json", ".mjs", ".cjs", "/index.ts", "/index.js"] {
            let candidate = Path(bytes: path.bytes + end.utf8)
            if read[candidate] == nil {
                guard read.count < Self.most * 8 else { return nil }
                read[candidate] = .some(contents(candidate).flatMap { Self.parsed($0, candidate) })
            }
            if let found = read[candidate] ?? nil { return (candidate, found) }
        }
        return nil
    }

    private static func parsed(_ bytes: [UInt8], _ path: Path) -> Contents? {
        if path.hasExtension("json") {
            // What is wrong with it isn't the program's problem.
            do throws(YAMLError) { return .values(try JSONReader.read(bytes).root) } catch { return nil }
        }
        guard let tokens = ScriptTokens(bytes) else { return nil }
        let file = ScriptFile(tokens) { _ in nil }
        return .program(ScriptParser(file, 0..<tokens.all.count).statements())
    }
}
