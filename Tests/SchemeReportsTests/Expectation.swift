import Foundation
import SchemeModel
import SchemeReports
import Testing
import TestSupport

/// A text that is compared byte for byte with a file in `Expected`.
///
/// `SCHEMEREG_RECORD=1 swift test --filter SchemeReportsTests` rewrites these files, unless `CI` is set.
func expect(_ text: String, equalsFile name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = ProjectFolder.root.appending(path: "Tests/SchemeReportsTests/Expected/\(name)")
    let environment = ProcessInfo.processInfo.environment
    if environment["SCHEMEREG_RECORD"] == "1", environment["CI"] == nil {
        try Data(text.utf8).write(to: file)
        return
    }
    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(
        Array(text.utf8) == Array(expected.utf8),
        "\(name) differs; after reading the difference: SCHEMEREG_RECORD=1 swift test --filter SchemeReportsTests\n\(text)",
        sourceLocation: sourceLocation
    )
}

/// What `body` writes.
func written(_ body: (ByteOutput) throws -> Void) throws -> String {
    var bytes: [UInt8] = []
    let output = ByteOutput { bytes += $0 }
    try body(output)
    try output.flush()
    return try #require(String(bytes: bytes, encoding: .utf8), "what is written is UTF-8")
}

/// Manifests in memory, and the places in them.
struct Inputs {
    /// The text of each path.
    var texts: [String: String]

    static let root: Path = "/src"
    static let source = Source(name: "wallets", root: root, kind: .tree, isNamed: true)

    /// A manifest with one URL type, as Xcode writes it.
    static func manifest(_ identifier: String, _ schemes: String...) -> String { manifest(identifier, schemes) }

    static func manifest(_ identifier: String, _ schemes: [String]) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>CFBundleIdentifier</key>
        \t<string>\(identifier)</string>
        \t<key>CFBundleURLTypes</key>
        \t<array>
        \t\t<dict>
        \t\t\t<key>CFBundleURLSchemes</key>
        \t\t\t<array>
        \(schemes.map { "\t\t\t\t<string>\($0)</string>" }.joined(separator: "\n"))
        \t\t\t</array>
        \t\t</dict>
        \t</array>
        </dict>
        </plist>

        """
    }

    /// The place of the `number`th time that `text` stands in the input at `path`.
    func place(_ path: String, _ text: String, _ number: Int = 1, keyPath: String? = nil) throws -> Place {
        let input = Array(try #require(texts[path]).utf8)
        let wanted = Array(text.utf8)
        let offsets = input.indices.filter { input[$0...].starts(with: wanted) }
        try #require(offsets.count >= number)
        func position(_ offset: Int) -> TextPosition {
            let before = input[..<offset]
            let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            let line = before.count { $0 == 0x0A } + 1
            let units = String(decoding: before[start...], as: UTF8.self).utf16.count
            return TextPosition(line: line, column: offset - start + 1, columnUTF16: units + 1)
        }
        let offset = offsets[number - 1]
        let lines = SourceRange.Lines(start: position(offset), end: position(offset + wanted.count))
        return Place(
            source: Self.source.name,
            path: Path(path),
            keyPath: keyPath,
            range: SourceRange(byteOffset: offset, byteLength: wanted.count, lines: lines)
        )
    }

    /// A context in `/src` that knows these inputs.
    func context(usesColor: Bool = false, width: Int? = nil) -> ReportContext {
        let lines = texts.mapValues { SourceText(utf8: Array($0.utf8)) }
        return ReportContext(
            tool: Tool(version: "0.0.0"),
            paths: PathDisplay(from: Self.root, sources: [Self.source]),
            usesColor: usesColor,
            width: width
        ) { place in
            lines[place.path.display]?.line(place.range?.lines?.start.line ?? 0)
        }
    }
}

/// An app for iOS.
func app(_ identifier: String, _ name: String? = nil, on platforms: PlatformSet = .iOS) -> App {
    App(id: .known(ByteString(identifier)), bundleIdentifier: identifier, name: name, platforms: platforms)
}
