import Foundation
import SchemeManifests
import SchemeModel
import Testing
import TestSupport

@Suite(.needsShared)
struct CorpusTests {
    /// A row of the oracle: what other readers found in one manifest.
    struct Row: Decodable {
        var repo: String
        var path: String
        var format: String
        var bundle_id_raw: String?
        var url_types: [URLTypeRow]
        var queries_schemes: [String]
        var extension_point: String?

        struct URLTypeRow: Decodable, Equatable {
            var role: String?
            var identifier: String?
            var schemes: [String]?
        }

        var file: String { "manifests/" + repo.replacingOccurrences(of: "/", with: "__") + "/" + path }
    }

    /// `invalid` is one preprocessed manifest, which the others could read only without its `#` lines.
    static let rows =
        ProjectFolder.hasCorpus
        ? try? Corpus.lines("oracle.jsonl", as: Row.self).filter { ["xml", "invalid"].contains($0.format) } : nil

    @Test func manifestsMatchTheReferenceParser() throws {
        let rows = try #require(Self.rows)
        #expect(rows.count == 399)
        for row in rows {
            let bytes = try Corpus.bytes(row.file)
            let origin = Place(path: Path(row.path))
            let reading = ManifestReader().read(bytes, origin: origin, context: ManifestContext(isNamed: true))
            let manifest = try #require(reading.manifests.first, "\(row.file)")
            #expect(reading.problems.isEmpty && !manifest.isMalformed, "\(row.file): \(manifest.irregularities)")
            #expect(
                manifest.urlTypes.map {
                    Row.URLTypeRow(
                        role: $0.role?.value,
                        identifier: $0.identifier?.value,
                        schemes: $0.schemes.map(\.raw)
                    )
                }
                    == row.url_types.map {
                        Row.URLTypeRow(role: $0.role, identifier: $0.identifier, schemes: $0.schemes ?? [])
                    },
                "\(row.file)"
            )
            #expect(manifest.queriesSchemes.map(\.value) == row.queries_schemes, "\(row.file)")
            #expect(manifest.bundleIdentifier?.value == row.bundle_id_raw, "\(row.file)")
            #expect(manifest.extensionPoint == row.extension_point, "\(row.file)")
        }
    }

    /// The manifests among the property lists in trees are found by their names and keys.
    @Test func skipsOnlyFilesThatAreNotManifests() throws {
        let skippedInputs = try #require(Self.rows).filter { row in
            let origin = Place(path: Path(row.path))
            let reading = ManifestReader().read(try Corpus.bytes(row.file), origin: origin, context: ManifestContext())
            return !reading.isCandidate
        }
        #expect(
            skippedInputs.allSatisfy { $0.bundle_id_raw == nil && $0.url_types.isEmpty && $0.queries_schemes.isEmpty }
        )
        let kinds = Set(skippedInputs.map { row in Self.reasons.first { row.path.contains($0) } ?? row.path })
        #expect(kinds == Set(Self.reasons))
    }

    /// The skipped files: themes, export options, Google's settings, and two lists of keys that are none of Apple's.
    static let reasons = [
        ".nnwtheme/", "IPA/Info.plist", "GoogleService-Info.plist", "SystemExtension/Info.plist",
        "Avian.tmbundle/info.plist",
    ]

    struct HostileFile: Decodable {
        var file: String
        var expect: String?
    }

    @Test func whatItsAuthorsCallSoundIsRead() throws {
        let files = try Corpus.lines("hostile/manifest.jsonl", as: HostileFile.self)
            .filter { $0.file.hasPrefix("xml/") && $0.expect == "ok" }
        #expect(files.count == 6)
        for file in files {
            #expect(Reading(try Corpus.bytes("hostile/" + file.file)).document != nil, "\(file.file)")
        }
    }

    /// Every hostile file and every killer of Foundation, as it is and as UTF-16.
    @Test func nothingEndsTheProcess() throws {
        for folder in ["hostile/xml", "hostile/killers"] {
            for name in try Corpus.names(in: folder) where folder == "hostile/xml" || name.hasSuffix(".plist") {
                let bytes = try Corpus.bytes(folder + "/" + name)
                let text = String(decoding: bytes, as: UTF8.self)
                for input in [
                    bytes, utf16(text, isBigEndian: true, mark: true), utf16(text, isBigEndian: false, mark: true),
                ] {
                    let origin = Place(path: "Info.plist")
                    let reading = ManifestReader().read(input, origin: origin, context: ManifestContext(isNamed: true))
                    #expect(reading.manifests.count + reading.problems.count == 1, "\(name)")
                    if folder == "hostile/killers" { #expect(reading.problems.map(\.code) == [.overLimit], "\(name)") }
                }
            }
        }
    }
}
