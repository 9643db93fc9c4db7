import SchemeModel
import SchemeYAML

/// A JavaScript or TypeScript program that exports the configuration of an app.
struct ScriptProgram {
    /// What it exports in some environments.
    struct Variant {
        /// The values of the variable that decides, or `default`; empty if none decides.
        var names: [String]
        var export: ScriptExport
    }

    private let tokens: ScriptTokens
    private let statements: [ScriptStatement]
    private let map: TextMap
    private let folder: Path
    private let files: ScriptFiles
    private let configuration: YAMLNode?
    /// The keys of the values that decide.
    private let keys: [[String]]
    /// The steps that may still be run.
    private var steps = Self.mostStepsInAll

    /// The numbers of variables and values that are tried. Programs distinguish between two or three, and some read ten others.
    private static let (mostNames, mostValues) = (16, 12)
    /// The steps of one run, and of all.
    private static let (mostSteps, mostStepsInAll) = (50_000, 400_000)

    /// Reads the text of a program; `nil` if it isn't one.
    ///
    /// - Parameters:
    ///   - folder: The folder of the program.
    ///   - keys: The keys of the values that decide.
    ///   - configuration: The values that the program gets as `config`; `nil` if there are none.
    ///   - contents: Returns the bytes of another file; `nil` if it can't be read.
    init?(
        _ bytes: [UInt8],
        in folder: Path,
        deciding keys: [[String]],
        configuration: YAMLNode?,
        contents: @escaping (Path) -> [UInt8]?
    ) {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(bytes[mark...])
        guard String(validating: text, as: UTF8.self) != nil, let tokens = ScriptTokens(text), !tokens.all.isEmpty
        else { return nil }
        self.tokens = tokens
        statements = ScriptParser(ScriptFile(tokens), 0..<tokens.all.count).statements()
        map = TextMap(text, storage: .utf8(mark: mark))
        (self.folder, self.keys, self.configuration) = (folder, keys, configuration)
        files = ScriptFiles(contents: contents)
    }

    /// Returns what the program exports in each environment that it distinguishes by one variable, with the usual one first; empty if
    /// its text doesn't show it.
    mutating func variants() -> [Variant] {
        let (usual, names, _, _) = run(ScriptEnvironment())
        if case .known(let export) = usual { return [Variant(names: [], export: export)] }
        let tried = names.prefix(Self.mostNames)
        for name in tried {
            if let found = variants(for: name, isAlone: false) { return found }
        }
        // Several variables decide. All but one are taken for missing.
        var most: [Variant] = []
        for name in tried {
            if let found = variants(for: name, isAlone: true), found.count > most.count { most = found }
        }
        if !most.isEmpty { return most }
        if case .partlyKnown(let export) = usual { return [Variant(names: [], export: export)] }
        return []
    }

    private enum Result {
        case known(ScriptExport)
        case partlyKnown(ScriptExport)
        /// The program throws an error.
        case failed
        case unknown

        var export: ScriptExport? { if case .known(let export) = self { export } else { nil } }
    }

    private mutating func run(
        _ environment: ScriptEnvironment
    ) -> (result: Result, names: [String], values: [String], fallbacks: Set<String>) {
        let room = min(steps, Self.mostSteps)
        let interpreter = ScriptInterpreter(environment, files, work: room)
        defer { steps -= room - max(0, interpreter.work) }
        let result: Result
        switch interpreter.run(statements, in: folder, configuration: configuration) {
        case .failed: result = .failed
        case .exported(let value):
            let export = ScriptExport(value, in: tokens, map, at: exportPlace, changedKeys: interpreter.changedKeys)
            result = export.map { $0.isKnown(keys) ? .known($0) : .partlyKnown($0) } ?? .unknown
        }
        return (result, environment.names, environment.values, environment.fallbacks)
    }

    /// The token that stands for what the program exports.
    private var exportPlace: Int {
        tokens.all.indices.first {
            tokens.has(.name("export"), .name("default"), at: $0) || tokens.has(.name("module"), .mark("."), at: $0)
        } ?? 0
    }

    /// Returns the variants that the environment variable `name` decides between; `nil` if it doesn't, or if a result isn't known.
    ///
    /// - Parameter isAlone: Whether all other variables are taken for missing.
    private mutating func variants(for name: String, isAlone: Bool) -> [Variant]? {
        // It has a value that the program doesn't mention.
        let (other, _, seen, fallbacks) = run(ScriptEnvironment(name, ScriptEnvironment.anyValue, isAlone: isAlone))
        var values = seen
        let standard = run(ScriptEnvironment(name, isAlone: isAlone)).result
        var found: [(name: String?, export: ScriptExport)] = []
        switch standard {
        case .known(let export): found.append((nil, export))
        case .failed: break
        case .partlyKnown, .unknown: return nil
        }
        var index = 0
        while index < values.count {
            guard values.count <= Self.mostValues else { return nil }
            let (result, _, more, _) = run(ScriptEnvironment(name, values[index], isAlone: isAlone))
            values += more.filter { !values.contains($0) }
            switch result {
            case .known(let export): found.append((values[index], export))
            case .failed: break
            case .partlyKnown, .unknown: return nil
            }
            index += 1
        }
        // Nobody builds an app without an identifier.
        let identified = found.filter { !isUnidentified($0.export) }
        if !identified.isEmpty { found = identified }
        var variants: [Variant] = []
        let compared = keys + ExpoConfiguration.domainKeys
        for (name, export) in found {
            if let index = variants.firstIndex(where: { $0.export.equals(export, in: compared) }) {
                variants[index].names += name.map { [$0] } ?? []
            } else {
                variants.append(Variant(names: name.map { [$0] } ?? [], export: export))
            }
        }
        guard !variants.isEmpty else { return nil }
        if found[0].name == nil {
            // Other values than these give the usual result as well.
            let identifier = found[0].export.value(for: ExpoConfiguration.identifierKey)?.string
            variants[0].names.removeAll {
                !fallbacks.contains($0) && !Manifest.isRelease(configuration: $0) || $0 == identifier
            }
            if variants[0].names.isEmpty { variants[0].names = [values.contains("default") ? "unset" : "default"] }
        }
        // Any other value gives one result, or none that is known.
        if let export = other.export, !isUnidentified(export) || identified.isEmpty,
            !variants.contains(where: { $0.export.equals(export, in: compared) })
        {
            variants.append(Variant(names: ["other"], export: export))
        }
        return variants
    }

    private func isUnidentified(_ export: ScriptExport) -> Bool {
        export.value(for: ExpoConfiguration.identifierKey)?.string == nil
    }
}
