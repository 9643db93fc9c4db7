import SchemeModel
import Testing

@testable import SchemeKit

/// `.gitmodules` files list the folders of submodules.
@Suite struct SubmodulesTests {
    @Test func listsPaths() {
        let text = "[submodule \"a\"]\r\n\tpath = Libs/Routes \n\turl = ../path\n[submodule \"b\"]\npath=./B C//D/\n"
        let submodules = Submodules(Array(text.utf8))
        #expect(submodules.paths == ["Libs/Routes", "B C/D"])
        #expect(submodules.contains("Libs/Routes"))
        #expect(submodules.contains("Libs/Routes/Sub"))
        #expect(!submodules.contains("Libs"))
        #expect(!submodules.contains("Libs/Routes2"))
    }

    @Test(arguments: ["", "path", "path =", "=", "url = path = a", "[path]\n", "\u{0}path = \n"])
    func ignoresOtherLines(text: String) {
        #expect(Submodules(Array(text.utf8)).paths.isEmpty)
    }
}
