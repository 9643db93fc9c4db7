package import SchemeModel

/// Preprocesses an Info.plist as `INFOPLIST_PREPROCESS` makes Xcode do it: `cc -E -P -x c -Wno-trigraphs`.
///
/// `#if`, `#ifdef`, `#ifndef`, `#elif`, `#else`, `#endif`, `#define`, `#undef` and `#include "file"` are followed, macros
/// without arguments are replaced in the text, comments of C are taken out: `//` to the end of the line too, unless the
/// flags say `-traditional`, so an address in a string loses its end as it does in Xcode. Macros with arguments and
/// headers of the system are not supported, and said to be so.
package struct InfoPlistPreprocessor: Sendable {
    private let definitions: [String]
    private let isTraditional: Bool
    private let prefixHeader: Path?
    private let files: any FileAccess
    private let limits: Limits
    private let placing: @Sendable (Path, SourceRange?) -> Place

    /// - Parameters:
    ///   - definitions: the elements of `INFOPLIST_PREPROCESSOR_DEFINITIONS`: `NAME`, `NAME=value`.
    ///   - flags: the elements of `INFOPLIST_OTHER_PREPROCESSOR_FLAGS`; of these `-D`, `-U` and `-traditional` count.
    ///   - prefixHeader: the path of `INFOPLIST_PREFIX_HEADER`, read first.
    ///   - placing: the place of a range in the file at a path.
    package init(
        definitions: [String],
        flags: [String] = [],
        prefixHeader: Path? = nil,
        files: any FileAccess,
        limits: Limits = .standard,
        placing: @escaping @Sendable (Path, SourceRange?) -> Place = { Place(path: $0, range: $1) }
    ) {
        var definitions = definitions
        for flag in flags where flag.hasPrefix("-D") { definitions.append(String(flag.dropFirst(2))) }
        let undefined = Set(flags.filter { $0.hasPrefix("-U") }.map { ByteString(String($0.dropFirst(2))) })
        self.definitions = definitions.filter { definition in
            let name = definition.prefix { $0 != "=" }
            return !undefined.contains(ByteString(String(name)))
        }
        isTraditional = flags.contains { $0.hasPrefix("-traditional") }
        self.prefixHeader = prefixHeader
        self.files = files
        self.limits = limits
        self.placing = placing
    }

    /// The definitions and flags that a target's settings give.
    package init(
        scope: SettingScope,
        prefixHeader: Path? = nil,
        files: any FileAccess,
        placing: @escaping @Sendable (Path, SourceRange?) -> Place = { Place(path: $0, range: $1) }
    ) {
        self.init(
            definitions: scope.evaluateList("INFOPLIST_PREPROCESSOR_DEFINITIONS").value,
            flags: scope.evaluateList("INFOPLIST_OTHER_PREPROCESSOR_FLAGS").value,
            prefixHeader: prefixHeader,
            files: files,
            limits: scope.limits,
            placing: placing
        )
    }

    /// Preprocesses `text`, which is UTF-8 without a byte order mark.
    ///
    /// - Parameter path: where the text was read; included files are looked for beside it.
    package func preprocess(_ text: [UInt8], at path: Path) -> PreprocessedText {
        var run = PreprocessorRun(
            files: files,
            limits: limits,
            placing: placing,
            isTraditional: isTraditional,
            macros: PreprocessorMacros(definitions: definitions, steps: limits.preprocessorSteps)
        )
        if let prefixHeader { run.include(prefixHeader, from: nil, at: 0..<0) }
        run.read(PreprocessorRun.Source(path: path, text: text), isManifest: true)
        return run.result
    }
}
