import Testing

@testable import SchemeKit

struct ImportedModulesTests {
    @Test(arguments: [
        ("import A", ["A"]), ("  import A.B", ["A"]), ("@testable import A", ["A"]), ("import struct A.B", ["A"]),
        ("public import A", ["A"]), ("internal import A", ["A"]), ("package import A", ["A"]),
        ("fileprivate import A", ["A"]), ("private import A", ["A"]), ("@_spi(X) public import A", ["A"]),
        ("@import A;", ["A"]), ("#import <A/B.h>", ["A"]), ("# include <A/B.h>", ["A"]), ("#import \"A.h\"", []),
        ("import A\r\nimport B\rimport C", ["A", "B", "C"]), ("imported A", []), ("important()", []),
        ("private let import = A", []), ("if A {", []), ("public", []), ("im", []), ("import", []),
    ])
    func areThoseOfTheLines(code: String, names: [String]) {
        #expect(ImportedModules.names(in: Array(code.utf8)) == Set(names))
    }
}
