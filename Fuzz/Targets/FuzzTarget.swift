/// A part of the project that reads what strangers write, and what must hold for any bytes that it is given.
package struct FuzzTarget: Sendable {
    /// The name, as scripts and folders have it: lower case, with hyphens.
    package let name: String
    /// What the bytes are, for people.
    package let input: String
    /// Words that such bytes are made of.
    package let dictionary: Words
    /// The most bytes of an input that is tried; finds may be longer.
    package let longestInput: Int
    /// Which files and texts of the project are inputs to begin with.
    package let seeds: Seeds
    /// Reads `bytes` and checks what must hold.
    ///
    /// - Throws: ``Violation`` when it does not.
    package let check: @Sendable (_ bytes: [UInt8]) throws -> Void

    init(
        _ name: String,
        _ input: String,
        dictionary: Words,
        longestInput: Int = 4096,
        seeds: Seeds,
        check: @escaping @Sendable (_ bytes: [UInt8]) throws -> Void
    ) {
        self.name = name
        self.input = input
        self.dictionary = dictionary
        self.longestInput = longestInput
        self.seeds = seeds
        self.check = check
    }

    /// Every target, in order of name.
    package static let all: [FuzzTarget] = [
        propertyLists, projects, generators, archives, documents, code, decisions, patterns, registry, reports,
    ].joined().sorted { $0.name < $1.name }

    /// The target of this name.
    package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

extension FuzzTarget {
    /// A file of words in `Fuzz/Dictionaries`.
    package enum Words: String, Sendable {
        case plist, project, preprocessor, document, swift, archive, line
        case binaryPlist = "binary-plist"
    }
}

/// Something that must hold for every input, and does not for this one.
package struct Violation: Error, CustomStringConvertible {
    /// What does not hold.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Checks that `condition` holds.
///
/// - Throws: ``Violation`` with `message` when it does not.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard condition else { throw Violation(message()) }
}

extension [UInt8] {
    /// A number made of the bytes, the same in every process: what decides at random and yet the same each time.
    var dice: UInt64 {
        // FNV-1a.
        reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
