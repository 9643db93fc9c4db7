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

    @Test func survivesEachFile() throws {
        let folder = try TemporaryFolder()
        let files = try Self.files(into: folder)
        #expect(files.count == 782 + 10)
        for start in stride(from: 0, to: files.count, by: 24) {
            let several = Array(files[start..<min(start + 24, files.count)])
            guard let fault = try Self.fault(of: several) else { continue }
            let alone = try several.compactMap { file in try Self.fault(of: [file]).map { "\(file): \($0)" } }
            Issue.record("\(alone.isEmpty ? ["\(several): \(fault)"] : alone)")
        }
    }

    /// Checks files in a process with 5 s of processor time and 256 MiB of memory, enforced by the kernel, and returns
    /// what went wrong.
    private static func fault(of files: [String]) throws -> String? {
        let run = try ChildProcess.shell(
            "ulimit -t 5; ulimit -d 262144; tool=$1; shift; exec \"$tool\" check \"$@\"",
            [Repository.binary] + files
        )
        if let signal = run.signal { return "signal \(signal)" }
        guard let code = run.code, [0, 1, 3].contains(code) else { return "exit code \(run.code ?? -1)" }
        return run.errors.isEmpty ? nil : run.errors
    }

    @Test func reportsTheSameForAllTogether() throws {
        let folder = try TemporaryFolder()
        let files = try Self.files(into: folder)
        let together = CommandRun.run(["check", "--format", "json"] + files, in: folder.path)
        #expect([1, 3].contains(together.code))
        let all = try Self.lines(of: together)
        var alone: [String] = []
        // One by one in long runs.
        let size = TestScale.pick(16, torture: 1)
        for start in stride(from: 0, to: files.count, by: size) {
            let several = files[start..<min(start + size, files.count)]
            alone += try Self.lines(of: CommandRun.run(["check", "--format", "json"] + several, in: folder.path))
        }
        // Together they may collide, but the findings about each file are the same.
        #expect(all.filter { !$0.hasPrefix("undefined-target") }.sorted() == alone.sorted())
    }

    /// Returns the rule or code, place and message of each finding and problem.
    static func lines(of run: CommandRun) throws -> [String] {
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let findings = try #require(report?["findings"] as? [[String: Any]])
        let problems = try #require(report?["problems"] as? [[String: Any]])
        return (findings + problems).map { row in
            let place = row["place"] as? [String: Any]
            return [row["rule"] ?? row["code"], place?["source"], place?["path"], place?["byteOffset"], row["message"]]
                .map { "\($0 ?? "")" }.joined(separator: " ")
        }
    }
}
