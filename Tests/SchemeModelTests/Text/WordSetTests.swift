import Testing

@testable import SchemeModel

@Suite struct WordSetTests {
    @Test(arguments: [
        ("PlistBuddy App/Info.plist", "Info.plist", true), ("cp \"$SRCROOT/Info.plist\"", "Info.plist", true),
        ("cp $NAME-Info.plist x", "Info.plist", false), ("echo Info.plists", "Info.plist", false),
        ("open My\\ App-Info.plist", "My App-Info.plist", true),
        ("open 'My App-Info.plist'", "My App-Info.plist", true),
        ("open Äpp.plist", "Äpp.plist", true), ("", "Info.plist", false),
    ])
    func findsNames(text: String, name: String, isIn: Bool) {
        #expect(WordSet(Array(text.utf8)).containsAll(of: Array(name.utf8)) == isIn)
    }
}
