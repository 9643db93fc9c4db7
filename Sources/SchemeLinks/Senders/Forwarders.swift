#if Links
import SchemeModel
import SwiftSyntax

/// The functions and closures in the code that pass their parameter to the system as a URL. Each call of them is a
/// link.
///
/// They are found by evaluation: with a sample URL as the parameter, exactly this URL must reach a sender.
final class Forwarders {
    /// A function or a closure that forwards a parameter.
    struct Forwarder {
        let name: String
        let kind: Link.Kind
        let file: ParsedFile
        /// The function, or the closure in a property.
        let node: Syntax
        /// The enclosing type; `nil` for a global function.
        let owner: NominalType?
        /// The signature; `nil` for a closure, whose first parameter is the URL.
        let signature: FunctionSignatureSyntax?
        /// The name of the forwarded parameter.
        let parameter: String
        /// The label of that parameter; `nil` if it is unlabeled.
        let label: String?
        /// The places of the senders that get the parameter.
        fileprivate(set) var senders: Set<Place>
    }

    /// A call of a forwarder.
    struct Call {
        let call: FunctionCallExprSyntax
        let file: ParsedFile
        let url: ExprSyntax
        let kind: Link.Kind
    }

    private let evaluator: Evaluator
    private var byName: [String: [Forwarder]] = [:]
    private var found: [Call] = []
    private var seen: Set<SyntaxIdentifier> = []
    /// Whether all functions of a name that take arguments with certain labels are forwarders, by the name and the
    /// labels.
    private var forwardedOnly: [String: Bool] = [:]

    /// The maximum length of a chain of forwarders.
    private static let rounds = 4
    /// The maximum number of forwarders of one target. Real code has fewer.
    private static let limit = 200
    /// The maximum number of calls to check for one target.
    private static let callLimit = 20_000
    private var looked = 0

    /// Finds the forwarders visible to the target, and its own calls of them.
    ///
    /// - Parameters:
    ///   - senders: The senders in `files`.
    ///   - files: The target's own files that can contain senders, and those of modules that it can import.
    init(of senders: [SenderFinder.Sender], among files: [ParsedFile], _ evaluator: Evaluator) {
        self.evaluator = evaluator
        var made: [Forwarder] = []
        for sender in senders where sender.kind.isOpening {
            seen.insert(sender.call.id)
            made += forwarders(of: sender.call, sender.url, sender.kind, in: sender.file)
        }
        for _ in 0..<Self.rounds where !made.isEmpty { made = callers(of: add(made), among: files) }
    }

    /// The calls in the target's own files, ordered by the name of the callee.
    var calls: [Call] { found.filter { program.isOwn($0.file) } }

    /// The places of senders that only forward a parameter.
    var forwardingPlaces: Set<Place> {
        found.isEmpty ? [] : Set(byName.values.joined().filter { called.contains($0.node.id) }.flatMap(\.senders))
    }

    private var called: Set<SyntaxIdentifier> = []
    private var program: Program { evaluator.program }

    /// Adds the new forwarders among `made`, and returns them.
    private func add(_ made: [Forwarder]) -> [Forwarder] {
        var new: [Forwarder] = []
        for forwarder in made {
            guard byName.values.reduce(0, { $0 + $1.count }) < Self.limit else { break }
            var known = byName[forwarder.name] ?? []
            if let index = known.firstIndex(where: { $0.node.id == forwarder.node.id }) {
                known[index].senders.formUnion(forwarder.senders)
            } else {
                known.append(forwarder)
                new.append(forwarder)
            }
            byName[forwarder.name] = known
        }
        return new
    }

    /// Collects the calls of `new`, and returns the functions that thereby become forwarders.
    private func callers(of new: [Forwarder], among files: [ParsedFile]) -> [Forwarder] {
        forwardedOnly = [:]
        var made: [Forwarder] = []
        for (name, forwarders) in Dictionary(grouping: new, by: \.name).sorted(by: { $0.key < $1.key }) {
            var places: [Int: ParsedFile] = [:]
            for file in files { places[file.index] = file }
            for label in Set(forwarders.map(\.label)).sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
                for file in program.ownFiles(calling: name, label: label) { places[file.index] = file }
            }
            for file in places.sorted(by: { $0.key < $1.key }).map(\.value) {
                for call in file.calls(name) where !seen.contains(call.id) && !call.isInPreview(of: file) {
                    looked += 1
                    guard looked < Self.callLimit else { return made }
                    guard let (forwarder, url) = meaning(of: call, in: file, among: forwarders) else { continue }
                    seen.insert(call.id)
                    called.insert(forwarder.node.id)
                    found.append(Call(call: call, file: file, url: url, kind: forwarder.kind))
                    made += self.forwarders(of: call, url, forwarder.kind, in: file)
                }
            }
        }
        return made
    }

    // MARK: Finding forwarders

    /// A URL that doesn't occur in real code.
    private static let sample = "schemereg-sample:it"
    /// Parameter types that a URL can be created from.
    private static let types: Set<String> = ["URL", "NSURL", "String", "NSString", "StaticString"]

    /// Returns the function around a sender, and its enclosing closure, if they forward a parameter to it.
    private func forwarders(
        of call: FunctionCallExprSyntax,
        _ url: ExprSyntax,
        _ kind: Link.Kind,
        in file: ParsedFile
    ) -> [Forwarder] {
        guard !url.isLiteral else { return [] }
        let place = call.namePlace(in: file)
        var found: [Forwarder] = []
        var current = call.parent
        while let node = current, file.type(at: node) == nil {
            current = node.parent
            if let closure = node.as(ClosureExprSyntax.self), let (name, owner) = holder(of: closure, in: file) {
                let sample = Frame.Binding.values(ValueSet(.text(URLPattern(Self.sample))))
                let frame = Frame(file: file, owner: Syntax(closure), bindings: ["$0": sample])
                guard comesThrough(url, in: frame) else { continue }
                found.append(
                    Forwarder(
                        name: name,
                        kind: kind,
                        file: file,
                        node: Syntax(closure),
                        owner: owner,
                        signature: nil,
                        parameter: "$0",
                        label: nil,
                        senders: [place]
                    )
                )
            } else if let function = node.as(FunctionDeclSyntax.self), !function.isLocal {
                if let forwarder = forwarder(function, url, kind, place, in: file) { found.append(forwarder) }
                break
            }
        }
        return found
    }

    private func forwarder(
        _ function: FunctionDeclSyntax,
        _ url: ExprSyntax,
        _ kind: Link.Kind,
        _ place: Place,
        in file: ParsedFile
    ) -> Forwarder? {
        let parameters = Array(function.signature.parameterClause.parameters)
        for parameter in parameters.prefix(8) where parameter.type.plainName.map(Self.types.contains) == true {
            var bindings: [String: Frame.Binding] = [:]
            for other in parameters { bindings[other.localName] = .values(.unknown) }
            bindings[parameter.localName] = .values(ValueSet(.text(URLPattern(Self.sample))))
            let frame = Frame(file: file, owner: Syntax(function), bindings: bindings)
            guard comesThrough(url, in: frame) else { continue }
            return Forwarder(
                name: function.name.identifierText,
                kind: kind,
                file: file,
                node: Syntax(function),
                owner: file.types(around: function).first.flatMap { program.type(path: $0.path) },
                signature: function.signature,
                parameter: parameter.localName,
                label: parameters.first?.label,
                senders: [place]
            )
        }
        return nil
    }

    /// Whether `url` evaluates to the sample when a parameter is the sample.
    private func comesThrough(_ url: ExprSyntax, in frame: Frame) -> Bool {
        evaluator.link(url, in: frame).alternatives.contains { $0.isExact && $0.head == Self.sample }
    }

    /// Returns the property that holds `closure`, and its type: `let open: (URL) -> Void = { … }`, or the argument of
    /// an initializer.
    private func holder(of closure: ClosureExprSyntax, in file: ParsedFile) -> (name: String, owner: NominalType)? {
        if let binding = closure.parent?.parent?.as(PatternBindingSyntax.self), let name = binding.name,
            let owner = file.types(around: binding).first.flatMap({ program.type(path: $0.path) })
        {
            return owner.members(name).isEmpty ? nil : (name, owner)
        }
        guard let argument = closure.parent?.as(LabeledExprSyntax.self), let label = argument.label?.identifierText,
            let call = closure.callAround, var names = call.calledExpression.dottedNames
        else { return nil }
        if names.last == "init" { names.removeLast() }
        let path = file.types(around: call).first?.path ?? []
        let type = names == ["Self"] ? program.type(path: path) : program.type(named: names, in: path)
        guard let type, type.members(label).contains(where: { $0.binding?.holdsClosure == true }) else { return nil }
        return (label, type)
    }

    // MARK: Resolving calls

    /// Returns the forwarder that `call` refers to, and the forwarded argument.
    private func meaning(
        of call: FunctionCallExprSyntax,
        in file: ParsedFile,
        among forwarders: [Forwarder]
    ) -> (Forwarder, ExprSyntax)? {
        let arguments = call.allArguments(in: Frame(file: file))
        for forwarder in forwarders {
            guard evaluator.spendOnRoutes() else { return nil }
            if let signature = forwarder.signature {
                guard let bindings = evaluator.bindings(arguments, to: signature, in: forwarder.file),
                    case .argument(let argument)? = bindings[forwarder.parameter], argument.frame.file === file
                else { continue }
                if means(call, forwarder, arguments, in: file) { return (forwarder, argument.value) }
            } else if let url = call.firstUnlabeled, means(call, forwarder, arguments, in: file) {
                return (forwarder, url)
            }
        }
        return nil
    }

    private func means(
        _ call: FunctionCallExprSyntax,
        _ forwarder: Forwarder,
        _ arguments: [Instance.Argument],
        in file: ParsedFile
    ) -> Bool {
        guard let base = call.base, base.dottedNames.map({ ["self"] == $0 || ["Self"] == $0 }) != true else {
            guard call.base != nil || call.calledExpression.unwrapped.is(DeclReferenceExprSyntax.self) else {
                return false
            }
            if call.base == nil, evaluator.localFunction(forwarder.name, around: Syntax(call)) != nil { return false }
            for declaration in file.types(around: call) {
                guard let type = program.type(path: declaration.path) else { continue }
                if let isMeant = isMember(forwarder, of: type, arguments) { return isMeant }
            }
            return forwarder.owner == nil
        }
        switch evaluator.typed(base, in: file) {
        case .unknown(.nominal(let type))?, .type(let type)?: return isMember(forwarder, of: type, arguments) ?? false
        case .instance(let instance)?: return isMember(forwarder, of: instance.type, arguments) ?? false
        case .unknown(.other(let name))?: return forwarder.owner?.path == [name]
        case nil, .unknown(nil)?: return isOnlyMeaning(forwarder, base, arguments)
        default: return false
        }
    }

    /// Whether the function of this name in `type` is `forwarder`; `nil` if `type` has none that accepts `arguments`.
    private func isMember(
        _ forwarder: Forwarder,
        of type: NominalType,
        _ arguments: [Instance.Argument]
    ) -> Bool? {
        guard forwarder.signature != nil else {
            return type.members(forwarder.name).isEmpty ? nil : type === forwarder.owner
        }
        let named = program.members(forwarder.name, of: type)
        guard evaluator.spendOnRoutes(named.count / 4) else { return false }
        let members = named.filter { takes($0, arguments) }
        if !members.isEmpty { return members.contains { $0.node.id == forwarder.node.id } }
        guard let owner = forwarder.owner else { return nil }
        if type.isProtocol, type.members(forwarder.name).contains(where: \.isRequirement) {
            return type.path.last.map { owner.inherits([$0]) || inheritsByClass(owner, $0) } ?? false
        }
        // The superclasses of a system class are unknown.
        let isSystem = !owner.isDeclared && owner.path.count == 1
        let isSubclass = type.isClass && !type.inherited.isEmpty || type.inherits(["View", owner.path.last ?? ""])
        return isSystem && isSubclass ? true : nil
    }

    /// Whether a superclass of `type` conforms to the protocol `name`.
    private func inheritsByClass(_ type: NominalType, _ name: String) -> Bool {
        type.inherited.contains { path in
            program.type(named: path, in: Array(type.path.dropLast())).map { $0 !== type && $0.inherits([name]) }
                ?? false
        }
    }

    /// Whether a call on a value of unknown type can't refer to another function in the code.
    private func isOnlyMeaning(_ forwarder: Forwarder, _ base: ExprSyntax, _ arguments: [Instance.Argument]) -> Bool {
        guard let signature = forwarder.signature else { return false }
        let first = signature.parameterClause.parameters.first?.label
        if first == nil, !forwarder.name.lowercased().contains("url") {
            let holder = base.lastName?.lowercased() ?? ""
            guard ["opener", "application", "workspace"].contains(where: holder.contains) else { return false }
        }
        // It is the same for all calls with these labels, and there may be thousands of them.
        let labels = arguments.map { "\($0.isTrailing) \($0.label ?? "_")" }
        let key = ([forwarder.name] + labels).joined(separator: " ")
        if let known = forwardedOnly[key] { return known }
        let known = Set(byName[forwarder.name]?.map(\.node.id) ?? [])
        let isOnly = program.files(declaring: forwarder.name, as: .function).allSatisfy { file in
            (file.functions[forwarder.name] ?? []).allSatisfy { function in
                function.body == nil || known.contains(function.id)
                    || evaluator.bindings(arguments, to: function.signature, in: file) == nil
            }
        }
        forwardedOnly[key] = isOnly
        return isOnly
    }

    private func takes(_ member: TypeDeclaration.Member, _ arguments: [Instance.Argument]) -> Bool {
        guard let function = member.node.as(FunctionDeclSyntax.self) else { return false }
        return evaluator.bindings(arguments, to: function.signature, in: member.owner.file) != nil
    }
}

extension Link.Kind {
    /// Whether it is a system call that opens a URL or checks whether it can be opened.
    fileprivate var isOpening: Bool {
        switch self {
        case .openURL, .applicationOpen, .extensionContextOpen, .workspaceOpen, .canOpenURL: true
        case .widgetURL, .link, .openURLIntent: false
        }
    }
}

extension ExprSyntax {
    /// Whether it is a literal, or a call with only literals as arguments, so that it can't depend on a parameter.
    fileprivate var isLiteral: Bool {
        // A variable may have the name of a type: `guard let URL = URL(string: link)`.
        !unwrapped.is(DeclReferenceExprSyntax.self)
            && !tokens(viewMode: .sourceAccurate).contains { token in
                switch token.tokenKind {
                case .dollarIdentifier: true
                case .identifier(let name): name.first?.isLowercase == true && name != "string"
                case .keyword(.self): true
                default: false
                }
            }
    }
}

extension PatternBindingSyntax {
    /// Whether its type annotation is a function type.
    fileprivate var holdsClosure: Bool { typeAnnotation?.type.description.contains("->") == true }
}
#endif
