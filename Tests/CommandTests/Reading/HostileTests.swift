import Foundation
import Testing
import TestSupport

/// Every file known to break a property-list reader, in processes with limits set by the kernel.
@Suite(.needsShared)
struct HostileTests {
    /// 782 files, and each hostile XML file as UTF-16 in both byte orders.
    static func files(into folder: TemporaryFolder) throws -> [String] {
        let hostile = ProjectFolder.corpus.path + "/hostile"
        let manifest = try String(contentsOfFile: hostile + "/manifest.jsonl", encoding: .utf8)
        var files = try manifest.split(separator: "\n").map { line -> String in
            let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return hostile + "/" + (try #require(row?["file"] as? String))
        }
        #expect(files.count == 782)
        for file in files where file.contains("/killers/") && file.contains("xml") {
            let text = try String(contentsOfFile: file, encoding: .isoLatin1)
            for (name, encoding) in [("le", String.Encoding.utf16LittleEndian), ("be", .utf16BigEndian)] {
                let mark: [UInt8] = name == "le" ? [0xFF, 0xFE] : [0xFE, 0xFF]
                let bytes = mark + Array(try #require(text.data(using: encoding)))
                files.append(try folder.write("\(name)-\((file as NSString).lastPathComponent)", bytes))
            }
        }
        return files
    }

    /// Several files in each process, or one in long runs. All of them together may collide, but the findings about each
    /// file are the same.
    @Test func survivesEachFileAndReportsTheSameForAllTogether() throws {
        let folder = try TemporaryFolder()
        let files = try Self.files(into: folder)
        #expect(files.count == 782 + 10)
        var apart: [String] = []
        let size = TestScale.pick(24, torture: 1)
        for start in stride(from: 0, to: files.count, by: size) {
            let several = Array(files[start..<min(start + size, files.count)])
            let (fault, report) = try Self.check(several, in: folder)
            guard let fault else {
                apart += try Self.lines(of: report)
                continue
            }
            let alone = try several.compactMap { file in
                try Self.check([file], in: folder).fault.map { "\(file): \($0)" }
            }
            Issue.record("\(alone.isEmpty ? ["\(several): \(fault)"] : alone)")
        }
        let together = CommandRun.run(["check", "--format", "json"] + files, in: folder.path)
        #expect([1, 3].contains(together.code))
        func withoutCollisions(_ lines: [String]) -> [String] {
            lines.filter { !$0.hasPrefix("undefined-target") }.sorted()
        }
        #expect(try withoutCollisions(Self.lines(of: together.output)) == withoutCollisions(apart))
    }

    /// Checks files in a process with a minute of processor time, of which the slowest take seconds in a debug build, and 256
    /// MiB of memory, enforced by the kernel. Returns what went wrong, and the report.
    private static func check(
        _ files: [String],
        in folder: TemporaryFolder
    ) throws -> (fault: String?, report: String) {
        let run = try ChildProcess.shell(
            "ulimit -t 60; ulimit -d 262144; tool=$1; shift; exec \"$tool\" check --jobs 2 --format json \"$@\"",
            [Repository.binary] + files,
            folder: folder.path
        )
        if let signal = run.signal { return ("signal \(signal)", run.text) }
        guard let code = run.code, [0, 1, 3].contains(code) else { return ("exit code \(run.code ?? -1)", run.text) }
        return (run.errors.isEmpty ? nil : run.errors, run.text)
    }

    /// Returns the rule or code, place and message of each finding and problem.
    static func lines(of report: String) throws -> [String] {
        let report = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any]
        let findings = try #require(report?["findings"] as? [[String: Any]])
        let problems = try #require(report?["problems"] as? [[String: Any]])
        return (findings + problems).map { row in
            let place = row["place"] as? [String: Any]
            return [row["rule"] ?? row["code"], place?["source"], place?["path"], place?["byteOffset"], row["message"]]
                .map { "\($0 ?? "")" }.joined(separator: " ")
        }
    }
}
