#if Links
import SchemeModel
import SwiftParser
import SwiftSyntax

/// The syntax tree of a Swift file, with its declarations and calls by name.
final class ParsedFile: @unchecked Sendable {
    /// Its index in the files.
    let index: Int
    let tree: SourceFileSyntax
    /// The types and extensions, in order.
    private(set) var types: [TypeDeclaration] = []
    /// The types and extensions by node.
    private(set) var typesByNode: [SyntaxIdentifier: TypeDeclaration] = [:]
    /// The functions, including local ones, by name.
    private(set) var functions: [String: [FunctionDeclSyntax]] = [:]
    /// The global variables, by name.
    private(set) var variables: [String: [PatternBindingSyntax]] = [:]
    /// The calls, in order, by the last name of the callee.
    private(set) var calls: [String: [FunctionCallExprSyntax]] = [:]
    /// The assignments, by the last name of the target.
    private(set) var assignments: [String: [SequenceExprSyntax]] = [:]
    /// The names that are passed with `&` or `$`, or changed by a mutating method. Their values are unknown.
    private(set) var mutated: Set<String> = []
    /// The end of the parsed part, and the reason; `nil` if the whole file is parsed.
    let cut: ParserLimits.ParsablePrefix?
    private let place: Place
    private let lines: LineMap

    /// The maximum depth of visited nodes. Deeper ones are ignored.
    private static let depth = 2_000

    /// Parses `file`, up to `limits`. Must run on a large stack.
    init(_ file: SourceFile, index: Int, limits: Limits) {
        self.index = index
        place = file.place
        lines = LineMap(file.bytes)
        let bearing = ParserLimits.parsablePrefix(file.bytes, tokens: limits.sourceFileTokens)
        cut = bearing.end < file.bytes.count ? bearing : nil
        tree = file.bytes.withUnsafeBufferPointer {
            Parser.parse(source: UnsafeBufferPointer(rebasing: $0[..<bearing.end]))
        }
        collect()
    }

    /// Returns the types around `node`, innermost first.
    func types(around node: some SyntaxProtocol) -> [TypeDeclaration] {
        var found: [TypeDeclaration] = []
        var current = node.parent
        while let next = current {
            if let type = typesByNode[next.id] { found.append(type) }
            current = next.parent
        }
        return found
    }

    /// Whether it only imports system frameworks used for views and widgets.
    var importsOnlySystem: Bool {
        tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self) }.allSatisfy { declaration in
            declaration.path.first.map { Self.systemModules.contains($0.name.text) } ?? false
        }
    }

    /// Whether it imports the module `name`.
    func imports(_ name: String) -> Bool {
        tree.statements.contains { $0.item.as(ImportDeclSyntax.self)?.path.first?.name.text == name }
    }

    private static let systemModules: Set<String> = [
        "ActivityKit", "AppIntents", "AppKit", "Charts", "Combine", "Foundation", "Intents", "MapKit", "OSLog",
        "Observation", "StoreKit", "SwiftData", "SwiftUI", "UIKit", "WatchKit", "WidgetKit", "os",
    ]

    /// Returns the place of `node`, without surrounding whitespace and comments.
    func place(of node: some SyntaxProtocol) -> Place {
        place(
            from: node.positionAfterSkippingLeadingTrivia.utf8Offset,
            to: node.endPositionBeforeTrailingTrivia.utf8Offset
        )
    }

    /// Returns the place between two offsets.
    func place(from start: Int, to end: Int) -> Place {
        var place = place
        place.range = lines.range(start..<max(start, end))
        return place
    }

    /// Walks the tree with an explicit stack, so that deep nesting can't exhaust the thread's.
    private func collect() {
        /// The paths of types, which most nodes share.
        var paths: [[String]] = [[]]
        var pending = [(node: Syntax(tree), kind: SyntaxKind.sourceFile, depth: 0, path: 0, isInside: false)]
        while let (node, kind, depth, path, isInside) = pending.popLast() {
            var path = path
            var isInside = isInside
            // Casts dominate the cost here, and few nodes are types.
            if kind.isType, let type = TypeDeclaration(node, file: self, outer: paths[path]) {
                types.append(type)
                typesByNode[node.id] = type
                path = paths.count
                paths.append(type.path)
                isInside = true
            } else {
                switch kind {
                case .functionDecl:
                    if let function = node.as(FunctionDeclSyntax.self) {
                        functions[function.name.identifierText, default: []].append(function)
                    }
                    isInside = true
                case .closureExpr, .initializerDecl, .accessorBlock, .subscriptDecl: isInside = true
                case .patternBinding where !isInside:
                    if let binding = node.as(PatternBindingSyntax.self), let name = binding.name {
                        variables[name, default: []].append(binding)
                    }
                case .functionCallExpr:
                    if let call = node.as(FunctionCallExprSyntax.self), let name = call.calleeName {
                        calls[name, default: []].append(call)
                        if FileScan.mutating.contains(name), let changed = call.base?.lastName {
                            mutated.insert(changed)
                        }
                    }
                case .inOutExpr:
                    mutated.formUnion(node.as(InOutExprSyntax.self)?.expression.dottedNames ?? [])
                case .declReferenceExpr:
                    mutated.formUnion(node.as(DeclReferenceExprSyntax.self)?.projectedNames ?? [])
                case .sequenceExpr:
                    if let sequence = node.as(SequenceExprSyntax.self), let name = sequence.assignedName {
                        assignments[name, default: []].append(sequence)
                    }
                default: break
                }
            }
            guard depth < Self.depth else { continue }
            let first = pending.count
            for child in node.children(viewMode: .sourceAccurate) {
                let kind = child.kind
                if kind != .token { pending.append((child, kind, depth + 1, path, isInside)) }
            }
            pending[first...].reverse()
        }
    }
}

extension SyntaxKind {
    /// Whether it declares or extends a type.
    fileprivate var isType: Bool {
        switch self {
        case .actorDecl, .classDecl, .enumDecl, .extensionDecl, .protocolDecl, .structDecl: true
        default: false
        }
    }
}

/// A declaration or an extension of a type.
final class TypeDeclaration: @unchecked Sendable {
    /// Its name, after the names of enclosing types.
    let path: [String]
    let node: DeclSyntax
    let isExtension: Bool
    let isProtocol: Bool
    /// The types in the inheritance clause.
    let inherited: [TypeSyntax]
    unowned let file: ParsedFile
    /// The members by name. Initializers are called `init`, and each enumeration case has its own name.
    private(set) var members: [String: [Member]] = [:]
    /// The cases of an enumeration, in order.
    let cases: [String]

    /// A declaration in a type.
    struct Member {
        let node: DeclSyntax
        /// The variable, if it is one.
        var binding: PatternBindingSyntax?
        /// The enumeration case, if it is one.
        var element: EnumCaseElementSyntax?
        let isStatic: Bool
        unowned let owner: TypeDeclaration
    }

    init?(_ node: Syntax, file: ParsedFile, outer: [String]) {
        guard let group = node.asProtocol((any DeclGroupSyntax).self), let declaration = DeclSyntax(node) else {
            return nil
        }
        if let named = node.asProtocol((any NamedDeclSyntax).self) {
            path = outer + [named.name.identifierText]
            isExtension = false
        } else if let extended = node.as(ExtensionDeclSyntax.self)?.extendedType.dottedPath {
            path = outer + extended
            isExtension = true
        } else {
            return nil
        }
        self.node = declaration
        self.file = file
        isProtocol = node.is(ProtocolDeclSyntax.self)
        inherited = group.inheritanceClause?.inheritedTypes.map(\.type) ?? []
        var found: [(String, DeclSyntax, PatternBindingSyntax?, EnumCaseElementSyntax?, Bool)] = []
        var pending = Array(group.memberBlock.members.reversed())
        while let item = pending.popLast() {
            let isStatic = item.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers.isStatic ?? false
            if let variable = item.decl.as(VariableDeclSyntax.self) {
                for binding in variable.bindings {
                    if let name = binding.name { found.append((name, item.decl, binding, nil, isStatic)) }
                }
            } else if let function = item.decl.as(FunctionDeclSyntax.self) {
                found.append((function.name.identifierText, item.decl, nil, nil, isStatic))
            } else if item.decl.is(InitializerDeclSyntax.self) {
                found.append(("init", item.decl, nil, nil, false))
            } else if let cases = item.decl.as(EnumCaseDeclSyntax.self) {
                for element in cases.elements {
                    found.append((element.name.identifierText, item.decl, nil, element, true))
                }
            } else if let alias = item.decl.as(TypeAliasDeclSyntax.self) {
                found.append((alias.name.identifierText, item.decl, nil, nil, true))
            } else if let conditional = item.decl.as(IfConfigDeclSyntax.self) {
                for clause in conditional.clauses {
                    if let members = clause.elements?.as(MemberBlockItemListSyntax.self) {
                        pending += members.reversed()
                    }
                }
            }
        }
        cases = found.compactMap { $0.3 == nil ? nil : $0.0 }
        for (name, node, binding, element, isStatic) in found {
            let member = Member(node: node, binding: binding, element: element, isStatic: isStatic, owner: self)
            members[name, default: []].append(member)
        }
    }
}
#endif
