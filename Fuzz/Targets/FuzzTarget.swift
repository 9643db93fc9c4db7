/// A component that reads untrusted input, and its invariants for any bytes.
package struct FuzzTarget: Sendable {
    /// The name in scripts and folders, in kebab case.
    package let name: String
    /// A description of the input.
    package let input: String
    /// The dictionary for mutations.
    package let dictionary: Words
    /// The maximum length of generated inputs, in bytes. Saved finds may be longer.
    package let longestInput: Int
    /// The initial inputs.
    package let seeds: Seeds
    /// Reads `bytes` and checks the invariants.
    ///
    /// - Throws: ``Violation`` if one is violated.
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

    /// All targets, ordered by name.
    package static let all: [FuzzTarget] = [
        propertyLists, projects, generators, archives, documents, code, responses, policies, patterns, associations,
        registry,
        reports,
    ].joined().sorted { $0.name < $1.name }

    /// Returns the target with this name.
    package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

extension FuzzTarget {
    /// A dictionary in `Fuzz/Dictionaries`.
    package enum Words: String, Sendable {
        case plist, project, preprocessor, document, swift, archive, line, association
        case binaryPlist = "binary-plist"
    }
}

/// An invariant that doesn't hold for an input.
package struct Violation: Error, CustomStringConvertible {
    /// What is violated.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Checks `condition`.
///
/// - Throws: ``Violation`` with `message` if it is false.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard condition else { throw Violation(message()) }
}

extension [UInt8] {
    /// A hash of the bytes that is the same in every process, for reproducible random choices.
    var dice: UInt64 {
        // FNV-1a.
        reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
