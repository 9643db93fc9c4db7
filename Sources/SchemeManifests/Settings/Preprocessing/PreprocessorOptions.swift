internal import SchemeModel

/// How a build preprocesses an Info.plist.
struct PreprocessorOptions: Hashable, Sendable {
    /// What happens to a macro before the first file is read.
    enum Step: Hashable, Sendable {
        /// The text of a `#define` line behind its name.
        case define(String)
        case undefine(String)
        /// Defined as something that isn't known.
        case undecide(String)
    }

    /// A header that is read before the manifest.
    struct Header: Hashable, Sendable {
        /// As it is written.
        var path: Path
        /// The setting that names it.
        var setting: String
        var place: Place?
        /// Whether only its macros count (`-imacros`).
        var isMacrosOnly = false
    }

    var syntax = PreprocessorSyntax()
    var predefined = PredefinedMacros(platform: nil)
    var steps: [Step] = []
    var headers: [Header] = []
    /// The folder that the build works in, where headers of the command line are looked for first.
    var directory: Path = "."
    /// Where `#include "…"` looks after the includer's folder.
    var quoteFolders: [Path] = []
    /// Where every `#include` looks after that.
    var folders: [Path] = []
    /// What isn't known of the macros.
    private(set) var gaps: [PreprocessorGap] = []
    /// Whether it is known which comments the preprocessor removes.
    private(set) var knowsComments = true

    /// The elements of a setting that is a list.
    struct Elements {
        var setting: String
        var texts: [String] = []
        /// Where it is set.
        var place: Place?
        /// Why a part of it isn't known.
        var unknown: UnknownSetting.Cause?
    }

    /// The command line of the build: the definitions, the prefix header, then the other flags.
    ///
    /// `cc -E -P -x c -Wno-trigraphs INPUT -F… -target … -isysroot … -D… -include HEADER FLAGS -o OUTPUT`: so a `-U` among
    /// the flags takes a definition away, and another `-include` is read after the prefix header. Like gcc, clang reads
    /// headers only after all `-D` and `-U`, those of `-imacros` first.
    ///
    /// - Source: swiftlang/swift-build 41aee626, Sources/SWBUniversalPlatform/Specs/Cpp.xcspec,
    ///   Sources/SWBTaskConstruction/TaskProducers/OtherTaskProducers/InfoPlistTaskProducer.swift, and
    ///   Tests/SWBTaskConstructionTests/InfoPlistTaskConstructionTests.swift, `infoPlistPreprocessing`.
    /// - Parameters:
    ///   - definitions: in these and in `flags` a reference that isn't known stands as it is written.
    ///   - directory: the folder that the build works in.
    init(
        definitions: Elements,
        prefixHeader: Header? = nil,
        flags: Elements,
        directory: Path = ".",
        platform: SDKPlatform? = nil,
        isCatalyst: Bool = false
    ) {
        self.directory = directory
        for text in definitions.texts {
            if let step = Self.definition(text) {
                steps.append(step)
            } else {
                let cause = PreprocessorGap.Cause.unknownSetting(definitions.setting, definitions.unknown)
                gaps.append(PreprocessorGap(cause, place: definitions.place))
            }
        }
        if let prefixHeader { headers.append(prefixHeader) }
        var parser = PreprocessorFlags(flags)
        parser.parse()
        steps += parser.steps
        headers += parser.headers
        syntax = parser.syntax
        quoteFolders = parser.quoteFolders.map(resolved)
        folders = (parser.folders + parser.systemFolders).map(resolved)
        predefined = PredefinedMacros(platform: platform, isCatalyst: isCatalyst, isEmpty: parser.leavesOutPredefined)
        gaps += parser.unknown.map { PreprocessorGap(.unknownFlag($0), place: flags.place) }
        // Whether `//` is cut off isn't known then.
        knowsComments = parser.unknown.isEmpty
        if !knowsComments { syntax.allowsLineComments = false }
    }

    /// The step of `NAME`, `NAME=TEXT` or `NAME(PARAMETERS)=TEXT`; `nil` where not even the name is known.
    static func definition(_ text: String) -> Step? {
        guard Variable.first(in: text) == nil else {
            let name = text.prefix { $0 != "=" && $0 != "(" }
            guard let first = name.utf8.first, first.beginsName, name.utf8.allSatisfy(\.continuesName) else {
                return nil
            }
            return .undecide(String(name))
        }
        // What follows the end of the line is dropped.
        let line = text.prefix { !$0.isNewline }
        guard let equals = line.firstIndex(of: "=") else { return .define("\(line) 1") }
        return .define("\(line[..<equals]) \(line[line.index(after: equals)...])")
    }

    func resolved(_ path: Path) -> Path { path.isAbsolute ? path : directory.appending(path).normalized }
}

/// Why it isn't known which macros there are.
struct PreprocessorGap: Hashable, Sendable {
    enum Cause: Hashable, Sendable {
        /// A header that a setting names isn't there.
        case missingHeader(Path, setting: String)
        /// A header that an `#include` line names isn't there.
        case missingInclude(Path)
        /// What a flag does isn't known.
        case unknownFlag(String)
        /// The value of a setting isn't known.
        case unknownSetting(String, UnknownSetting.Cause?)
        /// The run was given up.
        case tooMuchWork
    }

    var cause: Cause
    /// The setting, or the line.
    var place: Place?

    init(_ cause: Cause, place: Place?) {
        self.cause = cause
        self.place = place
    }
}
