import Testing

@testable import SchemeManifests

@Suite("Commands of shell scripts")
struct ShellReaderTests {
    @Test(arguments: [
        ("cp a b", ["cp a b"]), ("  a\tb ;c|d&&e", ["a b", "c", "d", "e"]), ("a \\\n b\r\nc", ["a b", "c"]),
        ("a 'b c'\"d\"e", ["a b cde", "b c"]), ("a # b\nc#d", ["a", "c#d"]), ("a \\# b", ["a # b"]),
        ("a \"b \\\" c\"", ["a b \" c", "b \" c"]), ("echo \"a b\"", ["echo a b"]), ("", []), ("\n;;\n", []),
        ("a 2>&1 >b 2> c <d", ["a d > 1 b c"]), ("a >>b", ["a > b"]), ("a <<X\nb c\nX\nd", ["a", "b c", "d"]),
        ("a <<-'X' | b\nc\n\tX\nd", ["a", "b", "c", "d"]), ("a <<X\nb", ["a", "b"]), ("a <<< b", ["a b"]),
        ("a \"b", ["a b"]), ("a '", ["a "]), ("x=$(a b)", ["x=$", "a b"]), ("$(pwd)/a b", ["$(pwd)/a b"]),
        ("\"\\$(pwd)\"", ["$(pwd)", "$", "pwd"]),
        ("x=$(", ["x=$"]), ("$(a)$(b", ["$(a)$", "b"]),
    ])
    func splits(text: String, expected: [String]) {
        let commands = ShellReader.commands(in: Array(text.utf8))
        let shown = commands.map { command in
            (command.words + (command.outputs.isEmpty ? [] : [">"] + command.outputs)).joined(separator: " ")
        }
        #expect(shown == expected)
    }

    @Test func placesACommandFromItsFirstWordToItsLast() {
        let text = "\n  cp \"a\" b ; # c\n"
        let ranges = ShellReader.commands(in: Array(text.utf8)).map(\.range)
        #expect(ranges == [3..<11])
    }

    @Test func onlyCommandsOutsideOfQuotesAreCertain() {
        let commands = ShellReader.commands(in: Array("sh -c 'a b' || c\nd <<X\ne\nX".utf8))
        #expect(commands.map(\.isText) == [false, true, false, false, true])
        #expect(commands.map(\.isFallback) == [false, false, true, false, false])
    }

    @Test func boundsTextInText() {
        let text = String(repeating: "a \"", count: 10_000) + String(repeating: "<<a <<b\n", count: 10_000)
        #expect(ShellReader.commands(in: Array(text.utf8)).count < 100_000)
    }
}
