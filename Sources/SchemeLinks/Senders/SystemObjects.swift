#if Links
import SchemeModel
import SwiftSyntax

/// Recognizes the system's objects that open URLs: by name, by type, or by a protocol in the code to which the
/// system's type conforms.
final class SystemObjects {
    private let evaluator: Evaluator
    private var classes: [String: String?] = [:]
    private var walks: [Int: Set<Link.Trait>] = [:]

    /// The system classes that open URLs.
    static let names: Set<String> = ["UIApplication", "NSWorkspace", "NSExtensionContext"]
    /// Returns the type of the system's property `name` that holds such an object; `nil` for other names.
    static func type(ofProperty name: String) -> TypeReference? {
        name == "extensionContext" ? .other("NSExtensionContext") : nil
    }

    /// The maximum number of names before a dot.
    private static let chainLimit = 4

    init(_ evaluator: Evaluator) {
        self.evaluator = evaluator
    }

    /// Returns the system class of `base`; `nil` for other objects.
    func className(of base: ExprSyntax, in file: ParsedFile) -> String? {
        let names = base.dottedNames ?? []
        if names.last == "extensionContext" { return "NSExtensionContext" }
        if Self.isShared(names) { return names.dropLast().last }
        guard names.count <= Self.chainLimit else { return nil }
        switch evaluator.typed(base, in: file) {
        case .unknown(.other(let name)): return Self.names.contains(name) ? name : assigned(base, in: file)
        case .unknown(.nominal(let type)), .type(let type): return className(of: type)
        case nil, .unknown(nil): return assigned(base, in: file)
        default: return nil
        }
    }

    /// Returns the system class of the objects that code assigns to `base`, whose own type is not in the code.
    private func assigned(_ base: ExprSyntax, in file: ParsedFile) -> String? {
        evaluator.value(of: base, in: file).all.lazy.compactMap { value in
            if case .unknown(.other(let name)) = value, Self.names.contains(name) { name } else { nil }
        }.first
    }

    /// Returns the system class of `self` at `node`, inside an extension of such a class.
    func className(around node: some SyntaxProtocol, in file: ParsedFile) -> String? {
        guard let type = file.types(around: node).first, type.isExtension, type.path.count == 1 else { return nil }
        return type.path.last.flatMap { Self.names.contains($0) ? $0 : nil }
    }

    /// Whether these names refer to a shared system object: `["UIApplication", "shared"]`.
    private static func isShared(_ names: [String]) -> Bool {
        let last = names.suffix(2)
        return last.count == 2 && last.last == "shared" && ["UIApplication", "NSWorkspace"].contains(last.first)
    }

    /// Returns the system class that a type that the code declares represents: the one that it extends, or that conforms to it
    /// or has the functions that it requires.
    private func className(of type: NominalType) -> String? {
        let key = type.path.joined(separator: ".")
        if let known = classes[key] { return known }
        let found = makeClassName(of: type)
        classes[key] = .some(found)
        return found
    }

    private func makeClassName(of type: NominalType) -> String? {
        guard let name = type.path.last else { return nil }
        if !type.isDeclared { return type.path.count == 1 && Self.names.contains(name) ? name : nil }
        guard type.isProtocol else { return nil }
        if let system = conformingClass(to: type) { return system }
        // Only `UIApplication` and its wrappers use these options.
        let asksForOpen = type.members("open").contains { member in
            member.isRequirement
                && member.node.tokens(viewMode: .sourceAccurate).contains { $0.text == "OpenExternalURLOptionsKey" }
        }
        return asksForOpen ? "UIApplication" : nil
    }

    /// Returns the system class that code makes conform to the protocol, also through another protocol or a type alias.
    private func conformingClass(to type: NominalType) -> String? {
        let program = evaluator.program
        let name = Set(type.path.suffix(1))
        return Self.names.sorted().first { system in
            [[system], ["UIKit", system]].contains { path in
                program.type(path: path).map { $0.inherits(name) || program.mayInherit($0, from: type) } ?? false
            }
        }
    }

    /// Whether `base` is an object of the code behind a protocol, so that a function of the code forwards its calls.
    func isWrapper(_ base: ExprSyntax?, in file: ParsedFile) -> Bool {
        guard let base, case .unknown(.nominal(let type)) = evaluator.typed(base, in: file), type.isProtocol,
            conformingClass(to: type) == nil
        else { return false }
        // `class App: UIApplication, Opener {}`
        let conforming = evaluator.program.subtypes(of: type, with: "canOpenURL") ?? []
        return !conforming.contains { $0.inherits(["UIApplication"]) && $0.members("canOpenURL").isEmpty }
    }

    // MARK: Access to the application

    /// Returns how code in `file` accesses the application `base`, unless through `UIApplication.shared`.
    func traits(of base: ExprSyntax?, in file: ParsedFile) -> Set<Link.Trait> {
        if let names = base?.dottedNames, Self.isShared(names) { return [] }
        if let known = walks[file.index] { return known }
        let found = Self.detours(in: file)
        walks[file.index] = found
        return found
    }

    private static func detours(in file: ParsedFile) -> Set<Link.Trait> {
        var found: Set<Link.Trait> = []
        for function in file.functions.values.joined() where isWalk(Syntax(function)) { found.insert(.responderChain) }
        for initializer in file.types.flatMap({ $0.members["init"] ?? [] }) where isWalk(Syntax(initializer.node)) {
            found.insert(.responderChain)
        }
        let isByName = file.calls("NSClassFromString").contains {
            $0.firstUnlabeled?.as(StringLiteralExprSyntax.self)?.segments.trimmedDescription == "UIApplication"
        }
        if isByName || isByKey(file) { found.insert(.runtimeName) }
        return found
    }

    /// Whether code gets the application by the name of its property: `perform(NSSelectorFromString("sharedApplication"))`,
    /// `value(forKeyPath: #keyPath(UIApplication.shared))`.
    private static func isByKey(_ file: ParsedFile) -> Bool {
        let named = ["NSSelectorFromString", "Selector", "value"].flatMap { file.calls($0) }
        return named.contains { call in
            guard let name = call.arguments.first?.expression else { return false }
            if let text = name.as(StringLiteralExprSyntax.self) {
                return text.segments.trimmedDescription == "sharedApplication"
            }
            let macro = name.as(MacroExpansionExprSyntax.self)
            return macro?.macroName.text == "keyPath"
                && macro?.arguments.first?.expression.dottedNames == ["UIApplication", "shared"]
        }
    }

    /// Whether the code in `node` walks the responder chain to find the application.
    private static func isWalk(_ node: Syntax) -> Bool {
        var (hasNext, hasCast, isMember) = (false, false, false)
        var last = ""
        for token in node.tokens(viewMode: .sourceAccurate) {
            let text = token.text
            if text == "next", isMember { hasNext = true }
            let isType = text == "UIApplication" && ["as", "?", "!", "is"].contains(last)
            let isSelector = text.hasPrefix("openURL") || text == "perform"
            if isType || isSelector { hasCast = true }
            isMember = text == "."
            last = text
            if hasNext, hasCast { return true }
        }
        return false
    }
}
#endif
