#if Links
import SwiftSyntax

/// The results of names, calls and declarations. The views of a widget use the same ones again and again.
struct KnownResults {
    private var byFrame: [Key: Result] = [:]
    private var others: [Key: Result] = [:]

    /// What is evaluated, and with what.
    struct Key: Hashable {
        let node: SyntaxIdentifier
        let context: Context
    }

    /// What an expression or declaration is evaluated with.
    enum Context: Hashable {
        /// The parameters and `self` of executed code.
        case frame(Frame)
        /// A type itself, for its static variables.
        case type(path: [String])
        /// Any value of a type.
        case anyValue(path: [String])
        /// Anything.
        case anything

        /// Whether it is a frame.
        var isFrame: Bool { if case .frame = self { true } else { false } }
    }

    /// Where something is evaluated.
    struct Position {
        /// The type of a leading dot.
        let expecting: TypeReference?
        /// The number of nested searches for all uses of a name.
        let searches: Int
        /// The number of the evaluation of the innermost variable that code changes; 0 outside of any.
        let variable: Int
    }

    /// The values of an expression or declaration.
    struct Result {
        let values: ValueSet
        fileprivate let position: Position
        let circumstances: Circumstances
    }

    /// The maximum number of results in frames, which take a few hundred bytes each. With more, all are evaluated again.
    /// There are only a few others for each declaration, and they take more steps.
    private static let limit = 20_000

    /// Returns the result for `key` at `position`; `nil` if it isn't known.
    func result(_ key: Key, at position: Position) -> Result? {
        guard let result = (key.context.isFrame ? byFrame : others)[key],
            result.position.expecting == position.expecting,
            !result.circumstances.lacksSearch || result.position.searches == position.searches,
            !result.circumstances.usesVariables || result.position.variable == position.variable
        else { return nil }
        return result
    }

    /// Notes the values for `key` at `position`, unless they may be different the next time.
    mutating func note(_ values: ValueSet, for key: Key, at position: Position, _ circumstances: Circumstances) {
        guard circumstances.areRepeatable else { return }
        let result = Result(values: values, position: position, circumstances: circumstances)
        guard key.context.isFrame else {
            others[key] = result
            return
        }
        if byFrame.count == Self.limit { byFrame = [:] }
        byFrame[key] = result
    }
}
#endif
