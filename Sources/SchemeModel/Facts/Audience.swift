/// The people who install an app, as far as its manifest shows.
package enum Audience: Int, Sendable, Codable, CaseIterable {
    /// Anyone, for all that is known.
    case everyone
    /// Testers and staff: a variant whose bundle identifier or configurations have a name such as `debug` or `Staging`.
    case testers
    /// Developers: sample code, an app that hosts tests, or an Expo app that has no bundle identifier yet.
    case developers
}

extension Manifest {
    /// The people who install the app. A built app may have reached anyone.
    package var audience: Audience {
        if isBuilt { return .everyone }
        if origin.path.isSampleCode || origin.path.isTestCode || isUnidentifiedExpoApp { return .developers }
        return isTestVariant ? .testers : .everyone
    }

    /// Whether the app is declared by an Expo configuration without a bundle identifier, which no build for devices
    /// accepts.
    package var isUnidentifiedExpoApp: Bool {
        guard format == .json, !app.isKnown else { return false }
        return origin.path.lastComponent == "app.json" || origin.path.lastComponent == "app.config.json"
    }

    private var isTestVariant: Bool {
        guard outcome.target != nil else { return false }
        let configurations = outcome.configurations
        if !configurations.isEmpty, configurations.allSatisfy({ !variantWords.isDisjoint(with: words(of: $0.utf8)) }) {
            return true
        }
        guard case .known(let identifier) = app else { return false }
        // The first two parts name the company: `com.debug` makes real apps.
        let parts = identifier.string.utf8.split(separator: UInt8(ascii: ".")).dropFirst(2)
        return parts.contains { !variantWords.isDisjoint(with: words(of: $0)) }
    }
}

extension Path {
    /// Whether one of its folders has a name for sample code: `Examples`, `FacebookLoginSample`, `demo-app`.
    package var isSampleCode: Bool {
        components.dropLast().contains { !sampleWords.isDisjoint(with: words(of: $0)) }
    }

    /// Whether one of its folders has a name for test code: `UITesting`, `WalletTests`, `test-host`. `TestFlight` is
    /// no such name.
    package var isTestCode: Bool {
        components.dropLast().contains { component in
            let words = words(of: component)
            guard let last = words.last else { return false }
            return testWords.contains(last)
                || (testHostWords.contains(last) && words.contains(where: testWords.contains))
        }
    }
}

private let sampleWords: Set<String> = [
    "demo", "demos", "example", "examples", "sample", "samples", "template", "templates", "tutorial", "tutorials",
]

private let testWords: Set<String> = ["test", "testing", "tests"]

private let testHostWords: Set<String> = ["app", "apps", "harness", "host"]

private let variantWords: Set<String> = [
    "adhoc", "alpha", "beta", "canary", "debug", "dev", "develop", "development", "enterprise", "inhouse", "internal",
    "nightly", "preprod", "preview", "qa", "sandbox", "stage", "staging", "test", "testflight", "testing", "uat",
]

/// Returns the words of a name in lower case.
///
/// They end before a non-letter, and before a capital next to a lower-case letter: `Demographics` is one word,
/// `XMLTemplates` are two.
private func words<Name: BidirectionalCollection<UInt8>>(of name: Name) -> [String] {
    let name = Array(name)
    var words: [String] = []
    var word: [UInt8] = []
    func isLower(_ index: Int) -> Bool { name.indices.contains(index) && (0x61...0x7A).contains(name[index]) }
    for (index, byte) in name.enumerated() {
        let isUpper = (0x41...0x5A).contains(byte)
        let isLetter = isUpper || isLower(index)
        let isHump = isUpper && (isLower(index - 1) || isLower(index + 1))
        if (!isLetter || isHump), !word.isEmpty {
            words.append(String(decoding: word, as: UTF8.self))
            word = []
        }
        if isLetter { word.append(byte | 0x20) }
    }
    return word.isEmpty ? words : words + [String(decoding: word, as: UTF8.self)]
}
