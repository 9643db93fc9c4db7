import SchemeModel
import SchemeStore
import Testing
import TestSupport

@testable import SchemeKit

@Suite struct SourceReaderTests {
    private struct Damaged: Error {}

    private let folder: TemporaryFolder
    private let reader: SourceReader

    init() throws {
        folder = try TemporaryFolder()
        for number in 0..<200 { try folder.write("app\(number)/Info.plist", "<plist><dict/></plist>") }
        let root = Path(folder.path)
        let source = Source(name: folder.path, root: root, kind: .tree, isNamed: false, paths: [""])
        let plan = SourcePlan(source: source, starts: [Discovery.Start(path: "", kind: .folder)])
        reader = SourceReader(plan, options: InputOptions(paths: [root]), in: .process())
    }

    @Test func readsEverythingThatIsNotKnown() throws {
        var reader = reader
        var paths: Set<Path> = []
        _ = try reader.read { paths.insert($0.path) }
        #expect(paths.count == 200)
        let first: Path = "app0/Info.plist"
        let stamp = try POSIXFileSystem().stamp(of: Path(folder.path).appending(first))
        let known = PreviousInput(stamp: stamp, readerVersion: InputReader.version)
        reader.previous = { PreviousImport(inputs: [first: known]) }
        var unchanged: [Path] = []
        _ = try reader.read { if case .unchanged = $0.status { unchanged.append($0.path) } }
        #expect(unchanged == [first])
    }

    /// The registry is read while another thread walks.
    @Test func endsTheWalkIfTheRegistryCannotBeRead() throws {
        var reader = reader
        reader.previous = { throw Damaged() }
        for _ in 0..<20 {
            #expect(throws: Damaged.self) { try reader.read { _ in Issue.record("nothing is read") } }
        }
    }
}
