internal import SchemeModel

/// The options for preprocessing an Info.plist.
struct PreprocessorOptions: Hashable, Sendable {
    /// A change to a macro before the first file is read.
    enum Step: Hashable, Sendable {
        /// The text of a `#define` line after the directive.
        case define(String)
        case undefine(String)
        /// A definition with an unknown value.
        case undecide(String)
    }

    /// A header that is read before the manifest.
    struct Header: Hashable, Sendable {
        /// The path in the setting.
        var path: Path
        /// The setting that names it.
        var setting: String
        var place: Place?
    }

    var syntax = PreprocessorSyntax()
    var predefined = PredefinedMacros(platform: nil)
    var steps: [Step] = []
    var headers: [Header] = []
    /// The working directory of the build, which is searched first for headers on the command line.
    var directory: Path = "."
    /// The folders for every `#include`, after the includer's folder for one in quotes.
    var folders: [Path] = []
    /// The reasons why some macros are unknown.
    private(set) var gaps: [UnknownMacroReason] = []
    /// Whether it is known which comments the preprocessor removes.
    private(set) var knowsComments = true

    /// The elements of a list setting.
    struct Elements {
        var setting: String
        var texts: [String] = []
        /// The location of the setting.
        var place: Place?
        /// The reason why a part of it is unknown.
        var unknown: UnknownSetting.Cause?
    }

    /// Creates the options from the command line of the build.
    ///
    /// The command line has the definitions, the prefix header, then the other flags: `cc -E -P -x c -Wno-trigraphs
    /// INPUT -F… -target … -isysroot … -D… -include HEADER FLAGS -o OUTPUT`. So a `-U` in the flags removes a
    /// definition, and another `-include` is read after the prefix header. Headers are read after all `-D` and `-U`.
    ///
    /// - Source: swiftlang/swift-build 41aee626, Sources/SWBUniversalPlatform/Specs/Cpp.xcspec,
    ///   Sources/SWBTaskConstruction/TaskProducers/OtherTaskProducers/InfoPlistTaskProducer.swift, and
    ///   Tests/SWBTaskConstructionTests/InfoPlistTaskConstructionTests.swift, `infoPlistPreprocessing`.
    /// - Parameters:
    ///   - definitions: The definitions. Here and in `flags`, an unknown reference is kept as in the source.
    ///   - directory: The working directory of the build.
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
                let cause = UnknownMacroReason.Cause.unknownSetting(definitions.setting, definitions.unknown)
                gaps.append(UnknownMacroReason(cause, place: definitions.place))
            }
        }
        if let prefixHeader { headers.append(prefixHeader) }
        let parsed = PreprocessorFlags(flags)
        steps += parsed.steps
        headers += parsed.headers
        syntax = parsed.syntax
        folders = parsed.folders.map { $0.isAbsolute ? $0 : directory.appending($0).normalized }
        predefined = PredefinedMacros(platform: platform, isCatalyst: isCatalyst)
        gaps += parsed.unknown.map { UnknownMacroReason(.unknownFlag($0), place: flags.place) }
        // It is then unknown whether `//` starts a comment.
        knowsComments = parsed.unknown.isEmpty
        if !knowsComments { syntax.allowsLineComments = false }
    }

    /// Returns the step for `NAME`, `NAME=TEXT` or `NAME(PARAMETERS)=TEXT`, or `nil` if even the name is unknown.
    static func definition(_ text: String) -> Step? {
        guard VariableReference.first(in: text) == nil else {
            let name = text.prefix { $0 != "=" && $0 != "(" }
            guard let first = name.utf8.first, first.beginsName, name.utf8.allSatisfy(\.continuesName) else {
                return nil
            }
            return .undecide(String(name))
        }
        // Text after the end of the line is dropped.
        let line = text.prefix { !$0.isNewline }
        guard let equals = line.firstIndex(of: "=") else { return .define("\(line) 1") }
        return .define("\(line[..<equals]) \(line[line.index(after: equals)...])")
    }
}

/// A reason why some macros are unknown.
struct UnknownMacroReason: Hashable, Sendable {
    enum Cause: Hashable, Sendable {
        /// A header named in a setting is missing.
        case missingHeader(Path, setting: String)
        /// A header named in an `#include` line is missing.
        case missingInclude(Path)
        /// The effect of a flag is unknown.
        case unknownFlag(String)
        /// The value of a setting is unknown.
        case unknownSetting(String, UnknownSetting.Cause?)
        /// The run was stopped at a limit.
        case tooMuchWork
        /// The manifest or a header uses something that isn't supported.
        case unsupported(String)

        /// The longest text of an unsupported construct that is kept, in characters.
        static let longestText = 80
    }

    var cause: Cause
    /// The location of the setting or the line.
    var place: Place?

    init(_ cause: Cause, place: Place?) {
        if case .unsupported(let text) = cause {
            self.cause = .unsupported(String(text.prefix(Cause.longestText)))
        } else {
            self.cause = cause
        }
        self.place = place
    }
}
