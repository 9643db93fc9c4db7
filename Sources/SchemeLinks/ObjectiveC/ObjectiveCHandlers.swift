import SchemeModel

/// Finds the receivers of Objective-C by their words: enough to know that an app has some.
enum ObjectiveCHandlers {
    private static let selectors: [(word: String, kind: Handler.Kind)] = [
        ("openURLContexts", .sceneOpen), ("handleOpenURL", .applicationHandleOpen),
        ("continueUserActivity", .applicationContinue), ("kAEGetURL", .appleEvent),
        ("willConnectToSession", .sceneWillConnect), ("openURLs", .applicationOpen),
    ]

    /// The handlers in `file`, without what they accept.
    static func handlers(in file: SourceFile, target: String?) -> [Handler] {
        var found: [Handler] = []
        func add(_ kind: Handler.Kind, _ range: Range<Int>, looksAt: Set<Handler.Aspect> = []) {
            var place = file.place
            place.range = LineMap(file.bytes).range(range)
            found.append(Handler(kind: kind, place: place, target: target, looksAt: looksAt))
        }
        for (word, kind) in selectors {
            guard let offset = file.offset(ofWord: word) else { continue }
            let reads = kind == .sceneWillConnect && file.contains(word: "URLContexts")
            add(kind, offset..<offset + word.utf8.count, looksAt: reads ? [.urlContexts] : [])
        }
        // `openURL:` is the label of the receiver, and the name of what sends: only the former stands behind
        // `application:(…)app`.
        if let offset = file.openURLLabel {
            let kind: Handler.Kind =
                file.contains(word: "sourceApplication") && !file.contains(word: "options")
                ? .applicationOpenSource : .applicationOpenOptions
            add(kind, offset..<offset + "openURL".utf8.count)
        }
        return found
    }
}

extension SourceFile {
    /// Where `openURL:` stands as the second label of a method `application:openURL:…`.
    fileprivate var openURLLabel: Int? {
        find("openURL") { range in
            guard bytes[range.upperBound...].first == UInt8(ascii: ":") else { return false }
            // Back over the name and the type of the first parameter to its label.
            let before = bytes[..<range.lowerBound].suffix(160)
            guard let closing = before.lastIndex(of: UInt8(ascii: ")")),
                let opening = before[..<closing].lastIndex(of: UInt8(ascii: "("))
            else { return false }
            return before[..<opening].reversed().drop { $0 == 0x20 }.starts(with: Array(":noitacilppa".utf8))
        }
    }
}
