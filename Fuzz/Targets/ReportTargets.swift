import Foundation
import SchemeKit
import SchemeModel
import SchemeReports
import Synchronization

#if canImport(FoundationXML)
import FoundationXML
#endif

extension FuzzTarget {
    /// Whole runs, from an untrusted file to the report for a terminal, a browser or a build service.
    static let reports = [
        FuzzTarget(
            "report",
            "what file it is (1 byte), the format of the report (1 byte), the file",
            dictionary: .plist,
            seeds: ReportSample.seeds
        ) {
            bytes in
            guard bytes.count >= 2 else { return }
            let formats = OutputPlan.Format.allCases
            let format = formats[Int(bytes[1]) % formats.count]
            let report = ReportSample.run(ReportSample.files(Int(bytes[0]), Array(bytes[2...])), format)
            try ReportCheck.check(report.output, as: format)
            try ReportCheck.checkText(report.errors)
            try require(!report.errors.contains("unexpected:"), "the run failed: \(report.errors.prefix(500))")
            if bytes.dice % 8 == 0 {
                let again = ReportSample.run(ReportSample.files(Int(bytes[0]), Array(bytes[2...])), format)
                try require(again == report, "two reports differ")
            }
        }
    ]
}

/// A run over a folder with a few files.
enum ReportSample {
    /// The other files in the folder.
    private static let paths: [Path] = [
        "Info.plist", "App.xcodeproj/project.pbxproj", "App.ipa", "project.yml", "Package.swift", "Project.swift",
        "app.json", "A.swift", ".schemereg.yml", "A.xcworkspace/contents.xcworkspacedata",
    ]

    static let seeds: Seeds = {
        let kinds: [Seeds] = [
            Seeds(["plist"], in: []), Seeds(["pbxproj"], in: []), .archives,
            Seeds(["yml"], in: ["XcodeGenReaderTests"]),
            Seeds(["swift"], in: []), Seeds([], in: ["TuistReaderTests"]), Seeds([], in: ["ExpoReaderTests"]),
            Seeds(["swift"], in: ["HandlerTests"]), Seeds([], in: ["ConfigurationReaderTests"]),
            Seeds(["xcworkspacedata"], in: []),
            Seeds(texts: ["caf\u{E9}\n", "-rf\n", "\u{1B}[31m\n", "a\r\n::error::\n"]),
        ]
        return kinds.enumerated().reduce(Seeds(texts: [])) { all, kind in
            all + kind.element.changed { [UInt8(kind.offset), UInt8($0.dice % 9)] + $0 }
        }
    }()

    /// Returns the folder, with `bytes` as the file of this kind.
    static func files(_ kind: Int, _ bytes: [UInt8]) -> [Path: [UInt8]] {
        var files: [Path: [UInt8]] = ["Other/Info.plist": Array(other.utf8)]
        let kind = kind % (paths.count + 1)
        if kind < paths.count {
            files[paths[kind]] = bytes
            if kind == 1 { files["Info.plist"] = Array(ProjectSample.manifest.utf8) }
        } else {
            // The name of a folder, and a manifest in it.
            let name = bytes.prefix { $0 != Path.separator && $0 != 0 }.prefix(200)
            let isName = !name.isEmpty && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
            files[Path(bytes: (isName ? Array(name) : Array("x".utf8)) + Array("/Info.plist".utf8))] = Array(other.utf8)
        }
        return files
    }

    private static let other = """
        <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.other</string>
        <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>wallet</string>
        <string>a</string></array></dict></array></dict></plist>
        """

    struct Printed: Equatable {
        var output: String
        var errors: String
    }

    static func run(
        _ files: [Path: [UInt8]],
        _ format: OutputPlan.Format,
        analyzer: (any CodeAnalyzer)? = nil
    ) -> Printed {
        let (output, errors) = (Buffer(), Buffer())
        let absolute = files.map { (ProjectSample.root.appending($0.key), $0.value) }
        var context = Context(
            now: { 1_795_305_599 },
            environment: { _ in nil },
            currentDirectory: ProjectSample.root,
            files: MemoryFileSystem(Dictionary(uniqueKeysWithValues: absolute)),
            readStandardInput: { _ in [] },
            output: output,
            errors: errors,
            isInterrupted: { false },
            cores: 1
        )
        if let analyzer { context.codeAnalyzer = analyzer }
        let command = CheckCommand(inputs: InputOptions(paths: ["."]), output: OutputPlan(format: format))
        _ = command.exitCode(in: context)
        return Printed(output: output.text, errors: errors.text)
    }

    private final class Buffer: SchemeKit.OutputStream {
        private let bytes = Mutex<[UInt8]>([])

        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
        var terminalWidth: Int? { nil }

        func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
            let bytes = Array(bytes)
            self.bytes.withLock { $0 += bytes }
        }

        func flush() throws(OutputError) {}
    }
}

/// The invariants of all output.
enum ReportCheck {
    /// Checks that `report` is valid in its format and harmless.
    ///
    /// - Throws: ``Violation``.
    static func check(_ report: String, as format: OutputPlan.Format) throws {
        try checkText(report, isCSV: format.rawValue == "csv", isGitHub: format.rawValue == "github")
        switch format.rawValue {
        case "json", "sarif", "gitlab":
            guard !report.isEmpty else { return }
            let value = try? JSONSerialization.jsonObject(with: Data(report.utf8))
            try require(value != nil, "the report is not JSON: \(report.prefix(500))")
        case "junit", "checkstyle":
            guard !report.isEmpty else { return }
            try require(XMLParser(data: Data(report.utf8)).parse(), "the report is not XML: \(report.prefix(500))")
        default: break
        }
    }

    /// Checks that `text` contains no control sequences for terminals or build services.
    ///
    /// - Throws: ``Violation``.
    static func checkText(_ text: String, isCSV: Bool = false, isGitHub: Bool = false) throws {
        for scalar in text.unicodeScalars where TextEscape.isUnsafe(scalar) {
            let isLineEnd = scalar == "\n" || (isCSV && scalar == "\r")
            try require(isLineEnd, "\(TextEscape.escape(scalar)) is not escaped")
        }
        try BuildServices.check(text, isGitHub: isGitHub)
    }
}

/// Commands for build services.
///
/// GitHub's runner removes white space from the start of a line, and looks for `::` there. It looks for `##[` anywhere.
/// White space is the property of Unicode scalars: a space with a combining accent isn't removed. The runner compares by
/// the rules of the user's language, which ignore some marks. That reveals no other commands, because it takes the name
/// of the command from a fixed distance after the start of the match.
///
/// - Source: github.com/actions/runner, ActionCommand.cs, TryParseV2 and TryParse.
enum BuildServices {
    /// Checks that no line of `text` is a command, except for annotations in the GitHub format.
    ///
    /// - Throws: ``Violation``.
    static func check(_ text: String, isGitHub: Bool = false) throws {
        for line in text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }) {
            func contains(_ command: String) -> Bool {
                line.indices.contains { line[$0...].starts(with: command.unicodeScalars) }
            }
            let isCommand = line.drop { $0.properties.isWhitespace }.starts(with: "::".unicodeScalars)
            let isOurs = ["::error file=", "::warning file=", "::notice file="].contains {
                line.starts(with: $0.unicodeScalars)
            }
            let shown = String(String.UnicodeScalarView(line.prefix(200)))
            try require(!isCommand || (isGitHub && isOurs), "a command of GitHub: \(shown)")
            try require(!contains("##["), "a command of a build service: \(shown)")
            try require(!contains("##vso["), "a command of Azure Pipelines: \(shown)")
        }
    }
}
