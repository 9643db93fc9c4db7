import Foundation
import SchemeModel
import TestSupport
import Testing

@testable import SchemeManifests

/// Compares the preprocessor with clang, byte by byte.
///
/// Explained differences, which the comparison leaves out or the cases avoid:
/// * White space at the beginning of lines, and empty lines. No value begins a line.
/// * A text that ends in a continued line: clang writes a NUL.
/// * Names with `\u00E9`: clang writes the letter.
/// * What depends on clang's version, the processor or the time, and what isn't supported: unknown on purpose.
@Suite(
    "The preprocessor, compared with clang",
    .enabled(if: Clang.installed != nil, Comment(rawValue: Clang.isMissing))
)
struct PreprocessorComparisonTests {
    /// How many cases are compared; `SCHEMEREG_PREPROCESSOR_CASES=5000` for a thorough run.
    static let count =
        ProcessInfo.processInfo.environment["SCHEMEREG_PREPROCESSOR_CASES"].flatMap { UInt64($0) } ?? 200

    @Test func sameText() throws {
        let clang = try #require(Clang.installed)
        let folder = try TemporaryFolder()
        var compared = 0
        for seed in 0..<Self.count {
            let test = PreprocessorCase(seed: seed)
            for (name, text) in test.files { try folder.write(name, text) }
            let wanted = try clang.output(of: PreprocessorCase.manifest, in: folder.path, flags: test.flags)
            let result = Self.output(of: test)
            if result.diagnostics.isEmpty, result.gaps.isEmpty, let wanted {
                compared += 1
                guard wanted.last != 0, wanted.dropLast().last != 0 else { continue }
                let (mine, theirs) = (Self.lines(result.bytes), Self.lines(wanted))
                #expect(mine == theirs, "seed \(seed), \(test.flags): \(test.files[PreprocessorCase.manifest] ?? "")")
            } else if !result.gaps.contains(where: { if case .unsupported = $0.cause { true } else { false } }) {
                // What stops clang is a fault here, too.
                let isFault = !result.diagnostics.isEmpty || !result.gaps.isEmpty
                #expect(isFault == (wanted == nil), "seed \(seed), \(test.flags), \(result.diagnostics)")
            }
        }
        // Many cases are faults; the others have to be enough.
        #expect(compared > Int(Self.count) / 5)
    }

    static func output(of test: PreprocessorCase) -> PreprocessedText {
        let options = PreprocessorOptions(
            definitions: .init(setting: "DEFINITIONS"),
            flags: .init(setting: "FLAGS", texts: test.flags),
            directory: "/p",
            platform: .iphoneos
        )
        let files = Dictionary(uniqueKeysWithValues: test.files.map { ("/p/" + $0, $1) })
        return InfoPlistPreprocessor(options, files: SettingsFileSystem(files)).preprocess(
            Array((test.files[PreprocessorCase.manifest] ?? "").utf8),
            at: Path("/p/" + PreprocessorCase.manifest)
        )
    }

    /// The lines of `bytes` without what is explained.
    private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: 0x0A).map { Array($0.drop(while: \.isHorizontalSpace)) }.filter { !$0.isEmpty }
    }
}
