/// The people who install an app, as far as its manifest shows.
package enum Audience: Int, Sendable, Codable, CaseIterable {
    /// Anyone, for all that is known.
    case everyone
    /// Testers and staff: a variant whose bundle identifier or configurations have a name such as `debug` or `Staging`.
    case testers
    /// Developers: sample code, an app that shows a module or hosts tests, or an Expo app that has no bundle identifier yet.
    case developers
}

extension Manifest {
    /// The people who install the app. A built app may have reached anyone.
    package var audience: Audience {
        if isBuilt || isDistrusted { return .everyone }
        if origin.path.isSampleCode || origin.path.isTestCode || isUnidentifiedExpoApp || isForDevelopers || isUnnamed {
            return .developers
        }
        return isTestVariant ? .testers : .everyone
    }

    /// Whether the app is declared by an Expo configuration without a bundle identifier, which no build for devices
    /// accepts.
    package var isUnidentifiedExpoApp: Bool {
        format == .json && !app.isKnown && origin.path.isExpoConfiguration
    }

    /// The configurations that build the app for everyone, as their names show: `Release`, `AppStore`.
    package var releaseConfigurations: [String] { outcome.configurations.filter(Self.isRelease) }

    /// Whether the configuration `name` builds the app for everyone, as its name shows.
    package static func isRelease(configuration name: String) -> Bool {
        let words = Set(words(of: name.utf8))
        return !words.isDisjoint(with: releaseWords) && words.isDisjoint(with: variantWords)
    }

    /// Whether it has the identifier of an example, `com.example.wallet`, so that it can't be in a store.
    private var isUnnamed: Bool { app.text.string.hasPrefix("com.example.") }

    /// Whether the target's name says that it is for tests, or shows a module: `WalletForUITesting`, `LoginDemo`. `SpeedTest` doesn't.
    private var isForDevelopers: Bool {
        guard let target = outcome.target else { return false }
        let words = words(of: target.utf8)
        guard let last = words.last else { return false }
        return last != "test" && testWords.contains(last) || words.count > 1 && exampleWords.contains(last)
    }

    private var isTestVariant: Bool {
        guard outcome.target != nil else { return false }
        let configurations = outcome.configurations
        if !configurations.isEmpty, configurations.allSatisfy({ !variantWords.isDisjoint(with: words(of: $0.utf8)) }) {
            return true
        }
        guard case .known(let identifier) = app else { return false }
        // Its spelling shows words that the identity doesn't: `com.acme.internalQA`.
        let spelled = bundleIdentifier.map { $0.value.asciiLowercased == identifier.string ? $0.value : nil } ?? nil
        let parts = (spelled ?? identifier.string).utf8.split(separator: UInt8(ascii: ".")).dropFirst(2)
        return parts.contains { !variantLabels.isDisjoint(with: words(of: $0)) }
    }
}

extension AppID {
    /// The identifier without the words that mark variants, which is the same for all variants of a product:
    /// `com.contoso.wallet` for `com.contoso.wallet.debug`, `com.contoso.wallet-beta` and `com.contoso.wallet-mainnet`.
    package var productIdentifier: ByteString {
        guard case .known(let identifier) = self else { return text }
        let parts = identifier.string.utf8.split(separator: UInt8(ascii: "."))
        // The first two parts name the company: `com.debug` makes real apps.
        let product = parts.dropFirst(2).enumerated().map { index, part in
            let words = words(of: part)
            // `com.acme.production` may be an app of its own.
            let labels = index == 0 && words.allSatisfy(publicLabels.contains) ? [] : publicLabels
            let others = words.filter { !variantLabels.contains($0) && !labels.contains($0) }
            return others.count == words.count ? String(part) ?? "" : others.joined(separator: "-")
        }
        let company = parts.prefix(2).map { String($0) ?? "" }
        return ByteString((company + product.filter { !$0.isEmpty }).joined(separator: "."))
    }
}

extension Path {
    /// Whether one of its folders has a name for sample code: `Examples`, `FacebookLoginSample`, `demo-app`.
    package var isSampleCode: Bool {
        guard containsStem(of: sampleStems) else { return false }
        return components.dropLast().contains { !sampleWords.isDisjoint(with: words(of: $0)) }
    }

    /// Whether one of its folders has a name for test code: `UITesting`, `WalletTests`, `test-host`. `TestFlight` is
    /// no such name.
    package var isTestCode: Bool {
        guard containsStem(of: testStems) else { return false }
        return components.dropLast().contains { component in
            let words = words(of: component)
            guard let last = words.last else { return false }
            // An app that tries out a package is often named after it: `TestSwiftyDropbox`.
            let isNamedAfterPackage = words.count > 1 && words[0] == "test" && words[1] != "flight"
            return testWords.contains(last) || isNamedAfterPackage
                || (testHostWords.contains(last) && words.contains(where: testWords.contains))
        }
    }
}

extension Path {
    /// Whether one of its folders has a name for files that tests read, which may be invalid on purpose: `Fixtures`,
    /// `tests_fixture`, `WalletTests`.
    package var isFixture: Bool {
        isTestCode || components.dropLast().contains { ["fixture", "fixtures"].contains(words(of: $0).last) }
    }

    /// Whether it contains one of `stems`, ignoring case. Far faster than to look at its words, which most paths don't need.
    private func containsStem(of stems: [[UInt8]]) -> Bool {
        bytes.withUnsafeBufferPointer { text in
            text.indices.contains { start in
                stems.contains { stem in
                    guard text[start] | 0x20 == stem[0], text.count - start >= stem.count else { return false }
                    return stem.indices.allSatisfy { text[start + $0] | 0x20 == stem[$0] }
                }
            }
        }
    }
}

/// Each of ``sampleWords`` begins with one of these.
private let sampleStems = ["demo", "example", "sample", "template", "tutorial"].map { Array($0.utf8) }

/// Each of ``testWords`` begins with it.
private let testStems = [Array("test".utf8)]

private let sampleWords: Set<String> = [
    "demo", "demos", "example", "examples", "sample", "samples", "template", "templates", "tutorial", "tutorials",
]

/// The words at the end of names of apps that show a module.
private let exampleWords: Set<String> = ["demo", "example", "sample"]

private let testWords: Set<String> = ["test", "testing", "tests"]

private let testHostWords: Set<String> = ["app", "apps", "harness", "host"]

private let variantWords: Set<String> = [
    "acc", "acceptance", "adhoc", "alpha", "beta", "canary", "debug", "dev", "develop", "development", "devnet",
    "enterprise", "inhouse", "internal", "mocked", "nightly", "pr", "pre", "prealpha", "preprod", "preview",
    "qa", "rc", "sandbox", "stage", "stagenet", "staging", "test", "testflight", "testing", "testnet", "uat",
]

private let releaseWords: Set<String> = ["appstore", "distribution", "prod", "production", "release", "store"]

/// The words for variants in bundle identifiers. A configuration named Release is for everyone, but the app's usual
/// identifier doesn't end with it.
private let variantLabels = variantWords.union(["release"])

/// The words in bundle identifiers of variants for everyone.
private let publicLabels: Set<String> = ["appstore", "mainnet", "opensource", "prod", "production"]

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
