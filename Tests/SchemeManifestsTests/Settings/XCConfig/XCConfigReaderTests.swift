import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Reading .xcconfig files")
struct XCConfigReaderTests {
    static func read(_ files: [String: String], _ path: Path = "/p/main.xcconfig") -> XCConfigReader.Reading {
        XCConfigReader(files: SettingsFileSystem(files), searchFolders: ["/project"]).read(path)
    }

    static let lines: [(text: String, assignments: [String])] = [
        ("A = b", ["A|b"]), ("A=b", ["A|b"]), ("  a_1\t=\tb c  ", ["a_1|b c"]), ("A =", ["A|"]), ("A = b;", ["A|b"]),
        ("A = b ; // c", ["A|b"]), ("A = b;;", ["A|b;"]), ("A = \"x y\"", ["A|\"x y\""]), ("A = b // c", ["A|b"]),
        ("URL = https://host", ["URL|https:"]), ("URL = https:/$()/host", ["URL|https:/$()/host"]),
        ("A = b \\\n  c \\\n d\nB = e", ["A|b c d", "B|e"]), ("A = b \\ // x\nc", ["A|b c"]), ("A = b\\", ["A|b"]),
        ("A = b \\\n\nB = c", ["A|b", "B|c"]), ("A[sdk=iphone*] = b", ["A[sdk=iphone*]|b"]),
        ("A[config=Debug][sdk=*] = b", ["A[config=Debug][sdk=*]|b"]), ("A [sdk=x]= b", ["A[sdk=x]|b"]),
        ("A = 1\rB = 2\r\nC = 3\u{2028}D = 4\u{2029}E = 5", ["A|1", "B|2", "C|3", "D|4", "E|5"]),
        ("// A = b\n\n  // c\nB = d", ["B|d"]), ("A = b = c", ["A|b = c"]),
        ("A = $(inherited) x", ["A|$(inherited) x"]),
        ("nonsense\nA = b", ["A|b"]), ("A.B = c\nD = e", ["D|e"]), ("A[sdk = b\nC = d", ["C|d"]),
        ("#define A\nB = c", ["B|c"]), ("/* A = b */\nC = d", ["C|d"]), ("É = a\nB = é", ["B|é"]),
    ]

    @Test(arguments: lines)
    func assignments(_ text: String, _ assignments: [String]) {
        let found = Self.read(["/p/main.xcconfig": text]).assignments.map { assignment in
            let conditions = assignment.conditions.map { "[\($0.parameter)=\($0.pattern)]" }
            return "\(assignment.name)\(conditions.joined())|\(assignment.value)"
        }
        #expect(found == assignments)
    }

    @Test func everyAssignmentKnowsItsPlace() throws {
        let reading = Self.read(["/p/main.xcconfig": "// é\r\n\tÜ = x\r\nA[sdk=x] = \u{1F389} b \\\n c // d\r\nB =\r\n"]
        )
        let ranges = reading.assignments.map { assignment in
            [assignment.nameRange, assignment.place?.range].map { range in
                range?.lines.map { "\($0.start.line):\($0.start.column)-\($0.end.line):\($0.end.column)" }
            }
        }
        #expect(ranges == [["3:1-3:2", "3:12-4:3"], ["5:1-5:2", "5:1-5:2"]])
        #expect(reading.assignments.first?.place?.path == "/p/main.xcconfig")
        #expect(reading.assignments.first?.place?.range?.byteOffset == 27)
        #expect(reading.diagnostics.map { $0.place?.range?.lines?.start.line } == [2])
    }

    @Test(arguments: [
        "# include \"b\"", "\t#\tinclude \"b\"", "#include \t\"b\" // why", "  #  include?  \"b.xcconfig\"",
        "\u{B}#\u{C}include \"b\"",
    ])
    func blanksAroundTheHashAreNothing(line: String) {
        let reading = Self.read(["/p/main.xcconfig": line, "/p/b.xcconfig": "B = 1"])
        #expect(reading.assignments.map(\.name) == ["B"])
        #expect(reading.diagnostics.isEmpty)
    }

    @Test(arguments: ["#include\"b\"", "# / include \"b\"", "#includes \"b\"", "#", "# include"])
    func otherDirectivesAreFaults(line: String) {
        let reading = Self.read(["/p/main.xcconfig": line, "/p/b.xcconfig": "B = 1"])
        #expect(reading.assignments.isEmpty)
        #expect(reading.diagnostics.map(\.kind) == [.unexpectedCharacter])
    }

    @Test(arguments: [
        ("Secrets.xcconfig", "Secrets.template.xcconfig"), ("Secrets.xcconfig", "Secrets.xcconfig.example"),
        ("Secrets.xcconfig", "Secrets-Sample.xcconfig"), ("Secrets.xcconfig", "secrets.xcconfig.dist"),
        ("My_Keys.xcconfig", "Template.My-Keys.xcconfig"),
    ])
    func aTemplateNextToAMissingFile(missing: String, template: String) {
        let files = SettingsFileSystem([
            "/p/main.xcconfig": "#include \"keys/\(missing)\"", "/p/keys/\(template)": "",
            "/p/keys/Other.example.xcconfig": "",
        ])
        let access = ProjectFileSystem(files, of: ProjectOrigin(source: nil, root: "/p"), limit: 1000)
        let reading = XCConfigReader(files: access, template: access.template).read("/p/main.xcconfig")
        #expect(reading.missing.map(\.template) == [Path("/p/keys/\(template)")])
    }

    @Test func aFileInAnotherCaseIsRead() {
        let files = ["/s/Main.xcconfig": "#include \"keys/secrets.xcconfig\"", "/s/Keys/Secrets.xcconfig": "A = b"]
        let access = ProjectFileSystem(
            SettingsFileSystem(files),
            of: ProjectOrigin(source: nil, root: "/s"),
            limit: 1000
        )
        let reading = XCConfigReader(files: access).read("/s/main.xcconfig")
        #expect(reading.assignments.map(\.value) == ["b"])
        #expect(reading.respelled.map(\.actual) == ["/s/Main.xcconfig", "/s/Keys/Secrets.xcconfig"])
        #expect(reading.missing.isEmpty)
    }

    @Test func includesAreSplicedInPlace() {
        let reading = Self.read([
            "/p/main.xcconfig": "A = 1\n#include \"sub/b.xcconfig\" // why\nA = 3\n#include? \"local.xcconfig\"",
            "/p/sub/b.xcconfig": "A = 2\n#include \"c\"\n#include \"d\"\n#include \"e.xcconfig\"",
            "/p/sub/c.xcconfig": "C = beside the file that includes it",
            "/p/d.xcconfig": "D = beside what includes that",
            "/project/e.xcconfig": "E = in the folder of the project",
        ])
        #expect(reading.assignments.map(\.name) == ["A", "A", "C", "D", "E", "A"])
        #expect(
            reading.files.map(\.path.display)
                == [
                    "/p/main.xcconfig", "/p/sub/b.xcconfig", "/p/sub/c.xcconfig", "/p/d.xcconfig",
                    "/project/e.xcconfig",
                ]
        )
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.missing.isEmpty)
        #expect(reading.absent.map(\.path) == ["local.xcconfig"])
    }

    @Test func aMissingIncludeIsNamedAndTheRestUsed() {
        let reading = Self.read([
            "/p/main.xcconfig": "#include \"../../Pods/x.xcconfig\"\nA = 1\n#include \"<DEVELOPER_DIR>/y\""
        ])
        #expect(reading.assignments.map(\.name) == ["A"])
        #expect(reading.missing.map(\.path.display) == ["../../Pods/x.xcconfig", "<DEVELOPER_DIR>/y"])
        #expect(reading.missing.first?.place?.range?.lines?.start.column == 11)
        #expect(reading.diagnostics.map(\.kind) == [.missingInclude, .missingInclude])
        #expect(reading.problems.isEmpty)
        let level = reading.level(.targetFile)
        #expect(SettingScope(levels: [level]).evaluate("B").state == .unknown)
        #expect(SettingScope(levels: [level]).evaluate("A").state == .defined)
    }

    @Test func aMissingFileIsMissingAsAWhole() {
        let place = Place(path: "project.pbxproj")
        let reading = XCConfigReader(files: SettingsFileSystem([:])).read("/gone.xcconfig", wantedAt: place)
        #expect(reading.missing == [MissingSettingsFile(path: "/gone.xcconfig", place: place)])
        #expect(reading.diagnostics == [SettingDiagnostic(.missingInclude, subject: "/gone.xcconfig", place: place)])
    }

    @Test func cyclesAreLeftOut() {
        let files = SettingsFileSystem(
            ["/a.xcconfig": "A = 1\n#include \"link\"\nB = 2"],
            links: ["/link.xcconfig": "/a.xcconfig", "/link": "/none"]
        )
        let reading = XCConfigReader(files: files).read("/a.xcconfig")
        #expect(reading.assignments.map(\.name) == ["A", "B"])
        #expect(reading.diagnostics.map(\.kind) == [.cyclicInclude])
        // The same file on two branches is no cycle.
        let twice = Self.read(["/p/main.xcconfig": "#include \"x\"\n#include \"x\"", "/p/x.xcconfig": "A = 1"])
        #expect(twice.assignments.count == 2)
        #expect(twice.files.count == 2)
        #expect(twice.diagnostics.isEmpty)
    }

    @Test func includesAreBounded() {
        var files: [String: String] = [:]
        for index in 0..<40 {
            files["/f\(index).xcconfig"] = "#include \"f\(index + 1)\"\n#include \"f\(index + 1)\"\nA = \(index)"
        }
        files["/f40.xcconfig"] = "A = 40"
        let wide = XCConfigReader(files: SettingsFileSystem(files)).read("/f0.xcconfig")
        #expect(wide.problems.map(\.code) == [.overLimit])
        #expect(wide.missing.map(\.path) == ["/f0.xcconfig"])

        for index in 0..<100 { files["/d\(index).xcconfig"] = "#include \"d\(index + 1)\"" }
        let deep = XCConfigReader(files: SettingsFileSystem(files)).read("/d0.xcconfig")
        #expect(deep.problems.map(\.code) == [.overLimit])

        var limits = Limits.standard
        limits.settingsFileBytes = 10
        let large = XCConfigReader(files: SettingsFileSystem(["/x": "A = 123456789"]), limits: limits).read("/x")
        #expect(large.problems.map(\.code) == [.overLimit])
        #expect(large.assignments.isEmpty)
    }

    @Test func otherEncodingsAreSaid() {
        var files = SettingsFileSystem(["/mark": "\u{FEFF}A = b\nC = d"])
        files.files["/utf16"] = [0xFF, 0xFE, 0x41, 0x00, 0x3D, 0x00]
        files.files["/latin1"] = Array("A = caf".utf8) + [0xE9] + Array("\nB = 1".utf8)
        let mark = XCConfigReader(files: files).read("/mark")
        #expect(mark.assignments.map(\.name) == ["C"])
        #expect(mark.diagnostics.map(\.kind) == [.unexpectedCharacter])
        #expect(mark.assignments.first?.nameRange?.byteOffset == 9)
        let utf16 = XCConfigReader(files: files).read("/utf16")
        #expect(utf16.assignments.isEmpty)
        #expect(utf16.diagnostics.map(\.kind) == [.notText])
        let latin1 = XCConfigReader(files: files).read("/latin1")
        #expect(latin1.assignments.map(\.value) == ["caf\u{FFFD}", "1"])
        #expect(latin1.diagnostics.map(\.kind) == [.notText])
    }
}
