import SchemeModel
import SchemeStore
import TestSupport
import Testing

@Suite("What the schema refuses")
struct ConstraintTests {
    @Test(
        "two rows with one key are told of by the input, in words, and change nothing",
        .enabled(if: !TestServer.isUsed, "files only")
    )
    func twice() throws {
        let folder = try RegistryFolder()
        try folder.write { try $0.take([InputReading("a.plist", [Manifest("com.acme.a", schemes: ["a"])])]) }
        // A row that belongs to no manifest takes the key of the next one's.
        try folder.execute(
            "PRAGMA foreign_keys = OFF; INSERT INTO entitlement (manifest_id, position, name) VALUES (2, 0, 'x')"
        )
        let dump = try folder.dump()
        var manifest = Manifest("com.acme.b", at: "b.plist")
        manifest.entitlements = ["com.apple.developer.web-browser"]
        try folder.write { registry throws in
            let error = #expect(throws: RegistryError.self) { try registry.take([InputReading("b.plist", [manifest])]) }
            let text = error?.description ?? ""
            #expect(text.contains("cannot store what was read from 'b.plist'"))
            #expect(!text.replacing(folder.path.display, with: "").contains { $0.isNumber }, "\(text)")
            #expect(error?.hint?.contains("bug") == true)
        }
        #expect(try folder.dump() == dump)
    }

    @Test("a file that several readers opened is one dependency")
    func dependencies() throws {
        let stamp = FileStamp(size: 1, modified: 2, changed: 3, inode: 4)
        let missing = InputDependency(path: "Package.swift", stamp: nil, digest: nil)
        let read = InputDependency(path: "Package.swift", stamp: stamp, digest: "aa")
        let listed = InputDependency(path: "Package.swift", isManifest: true, stamp: stamp, digest: nil)
        let other = InputDependency(path: "App", stamp: stamp, digest: nil)
        let merged = InputDependency(path: "Package.swift", isManifest: true, stamp: stamp, digest: "aa")
        for order in [
            [missing, read, listed, other], [listed, other, read, missing], [read, listed, missing, other],
        ] {
            var reading = InputReading("p", [])
            reading.dependencies = order
            #expect(reading.dependencies == [other, merged])
        }
        let folder = try RegistryFolder()
        try folder.write { registry throws in
            var reading = InputReading("p", [])
            reading.dependencies = [read, other, read]
            try registry.take([reading])
            #expect(try registry.previousImport(of: "/src/acme").inputs["p"]?.dependencies == [other, read])
        }
    }
}
