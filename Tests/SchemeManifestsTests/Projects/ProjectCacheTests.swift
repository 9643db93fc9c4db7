import Foundation
import SchemeModel
import Synchronization
import Testing

@testable import SchemeManifests

struct ProjectCacheTests {
    private let cache = ProjectCache()
    private let origin = ProjectOrigin(source: "repo", root: "/repo")

    private func targets(of text: String, in reader: ProjectReader) -> [String]? {
        let files = SettingsFileSystem(["/repo/App.xcodeproj/project.pbxproj": text])
        return reader.targets(ofProjectAt: "App.xcodeproj", of: origin, files: files)?.targets.map(\.name)
    }

    @Test func keepsAProjectUntilItsFileChanges() {
        let reader = ProjectReader(cache: cache)
        let (text, other) = (ProjectText().text, ProjectText(targets: [.init(name: "Other")]).text)
        #expect(targets(of: text, in: reader) == ["App"])
        let digest = SHA256.hex(of: Array(text.utf8))
        let file: Path = "/repo/App.xcodeproj/project.pbxproj"
        #expect(cache.project(at: file, digest: digest, size: 0) { (nil, true) } != nil)
        #expect(cache.project(at: file, digest: "", size: 0) { (nil, true) } == nil)
        #expect(targets(of: text, in: reader) == ["App"])
        #expect(targets(of: other, in: reader) == ["Other"])
    }

    @Test func readsAProjectOnceForSeveralThreads() {
        let reads = Mutex(0)
        let files = SettingsFileSystem(["/repo/App.xcodeproj/project.pbxproj": ProjectText().text])
        var reading = ProjectReading()
        let project = ProjectReader().open(
            "App.xcodeproj",
            origin,
            ProjectFileSystem(files, of: origin, limit: 1_000_000),
            &reading
        )
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            _ = cache.project(at: "/repo/a", digest: project?.digest ?? "", size: 1) {
                reads.withLock { $0 += 1 }
                Thread.sleep(forTimeInterval: 0.02)
                return (project, true)
            }
        }
        #expect(project != nil && reads.withLock { $0 } == 1)
    }

    /// A project with problems is read again, so that they are reported each time.
    @Test func keepsNoProjectBeyondALimit() {
        var limits = Limits.standard
        limits.projectReferences = 0
        let text = ProjectText(base: "A.xcconfig").text
        for _ in 0..<2 { #expect(targets(of: text, in: ProjectReader(limits: limits, cache: cache)) == nil) }
        #expect(targets(of: "{}", in: ProjectReader(cache: cache)) == nil)
    }
}
