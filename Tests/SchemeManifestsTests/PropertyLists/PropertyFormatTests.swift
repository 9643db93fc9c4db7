import SchemeManifests
import SchemeModel
import Testing

struct PropertyFormatTests {
    @Test(
        arguments: [
            ("bplist00\u{0}", .binary), ("bplist", .binary), ("<plist/>", .xml), ("\n\n  \t<plist/>", .xml),
            ("#include \"a.h\"\n\n# if X\n<plist/>", .xml), ("<html>", .xml), ("{ a = b; }", .openStep),
            ("// !$*UTF8*$!\n{}", .openStep), ("\"a\" = \"b\";", .openStep), ("# only a comment", .unknown),
            ("#!/bin/sh\necho <", .openStep), ("", .unknown), (" \r\n\t", .unknown), ("\u{FEFF}", .unknown),
            ("\u{FEFF}<plist/>", .xml), ("ab\u{0}c", .unknown), ("x", .openStep), ("bplis", .openStep),
        ] as [(String, Manifest.Format)]
    )
    func bytesDecide(_ text: String, format: Manifest.Format) {
        #expect(PropertyFormat.sniff(Array(text.utf8)) == format, "\(text.debugDescription)")
    }

    @Test(arguments: [true, false], [true, false])
    func sixteenBitsAreSeen(isBigEndian: Bool, mark: Bool) {
        #expect(PropertyFormat.sniff(utf16("\n #if X\n <plist/>", isBigEndian: isBigEndian, mark: mark)) == .xml)
        #expect(PropertyFormat.sniff(utf16("{ a = b; }", isBigEndian: isBigEndian, mark: mark)) == .openStep)
        #expect(PropertyFormat.sniff(utf16(" ", isBigEndian: isBigEndian, mark: mark)) == .unknown)
    }

    @Test func thirtyTwoBitsAreSeen() {
        #expect(PropertyFormat.sniff([0, 0, 0, 0x3C, 0, 0, 0, 0x70]) == .xml)
        #expect(PropertyFormat.sniff([0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0]) == .xml)
        #expect(PropertyFormat.sniff([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x7B]) == .unknown)
    }

    @Test(arguments: [
        ("", "the file is empty"), (" \n", "the file contains only whitespace"),
        ("ab\u{0}c", "the file is neither text nor a binary property list"),
    ])
    func unknownFormatsHaveACause(_ text: String, cause: String) {
        #expect(PropertyFormat.unknownCause(Array(text.utf8)) == cause)
    }
}
