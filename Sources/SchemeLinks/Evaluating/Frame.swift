#if Links
import SchemeModel
import SwiftSyntax

/// The context of evaluated code: its parameters and `self`.
final class Frame {
    let file: ParsedFile
    /// The function, accessor or closure; `nil` for code evaluated by itself.
    let owner: Syntax?
    /// The values of the parameters.
    let bindings: [String: Binding]
    /// `self`.
    let instance: Value
    /// The enclosing frame of a closure.
    let outer: Frame?

    /// The value of a parameter.
    enum Binding {
        case argument(Instance.Argument)
        case values(ValueSet)
    }

    init(
        file: ParsedFile,
        owner: Syntax? = nil,
        bindings: [String: Binding] = [:],
        instance: Value = .unknown(nil),
        outer: Frame? = nil
    ) {
        self.file = file
        self.owner = owner
        self.bindings = bindings
        self.instance = instance
        self.outer = outer
    }

    /// Returns a frame for the code of `closure`.
    func inside(_ closure: ClosureExprSyntax, _ bindings: [String: Binding] = [:]) -> Frame {
        Frame(file: file, owner: Syntax(closure), bindings: bindings, instance: instance, outer: self)
    }

    /// Returns this frame or the outer frame that executes `node`.
    func running(_ node: Syntax) -> Frame? {
        var frame: Frame? = self
        while let current = frame {
            if current.owner?.id == node.id { return current }
            frame = current.outer
        }
        return nil
    }
}

/// By identity.
extension Frame: Hashable {
    static func == (left: Frame, right: Frame) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
#endif
