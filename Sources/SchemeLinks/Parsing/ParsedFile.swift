#if Links
import Foundation
import SchemeModel
import SwiftParser
@_spi(RawSyntax) import SwiftSyntax

/// The syntax tree of a Swift file, with its declarations and calls by name.
final class ParsedFile: @unchecked Sendable {
    /// Its index in the files.
    let index: Int
    let tree: SourceFileSyntax
    /// The types and extensions, in order.
    private(set) var types: [TypeDeclaration] = []
    /// The types and extensions by path, in order.
    private var typesByPath: [[String]: [TypeDeclaration]] = [:]
    /// The types whose nested types are extended: `Outer` of `extension Outer.Inner`.
    private var outerNames: Set<String> = []
    /// The types and extensions by node.
    private var typesByNode: [SyntaxIdentifier: TypeDeclaration] = [:]
    /// The functions, including local ones, by name.
    private(set) var functions: [String: [FunctionDeclSyntax]] = [:]
    /// The global variables, by name.
    private(set) var variables: [String: [PatternBindingSyntax]] = [:]
    /// The end of the parsed part, and the reason; `nil` if the whole file is parsed.
    let cut: ParserLimits.ParsablePrefix?
    private let place: Place
    private let lines: LineMap
    /// The parent of each node, and its position there, in order and without tokens. Most nodes are only made when they are
    /// asked for: making all takes as long as parsing, and a third of a tree's memory.
    private var ways: [(parent: Int32, position: Int32)] = []
    /// The children that were made, by the number of their parent; protected by `lock`.
    private var children: [Int32: [Syntax]] = [:]
    /// The numbers of calls by the last name of the callee, and of other nodes that can change variables, in order.
    private var called: [String: [Int32]] = [:]
    private var changing: [Int32] = []
    private let lock = NSRecursiveLock()
    /// The bytes of memory that the tree takes, with what is found in it. It only depends on the file.
    ///
    /// Without the nodes that the analysis makes, which take up to a third of that.
    private(set) var treeBytes = 0

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
            Parser.parse(
                source: UnsafeBufferPointer(rebasing: $0[..<bearing.end]),
                maximumNestingLevel: ParserLimits.parserDepth
            )
        }
        collect()
        typesByPath = Dictionary(grouping: types, by: \.path)
        outerNames = Set(types.lazy.filter { $0.isExtension && $0.path.count > 1 }.map { $0.path[0] })
        let declared =
            types.reduce(0) { $0 + $1.members.values.reduce(1) { $0 + $1.count } }
            + functions.values.reduce(0) { $0 + $1.count } + variables.values.reduce(0) { $0 + $1.count }
        treeBytes += bearing.end + declared * Self.declarationBytes
    }

    // Measured with swift-syntax 603 on 64-bit systems.
    /// The bytes of a node or token in the tree.
    private static let nodeBytes = 64
    /// The bytes of the place for a child, which may be empty.
    private static let childBytes = 8
    /// The bytes in ``ways`` for a node, with what the array reserves.
    private static let wayBytes = 16
    /// The bytes of a declaration that is found by its name, with the nodes that are made for it.
    private static let declarationBytes = 1_024

    /// Returns the types and extensions with this path, in order.
    func types(at path: [String]) -> [TypeDeclaration] { typesByPath[path] ?? [] }

    /// Whether it declares the type with this path outside of functions, or declares in an extension what the type inherits
    /// from. An extension of a nested type always counts.
    func declaresType(at path: [String]) -> Bool {
        types(at: path).contains { type in
            path.count > 1 || (type.isExtension ? !type.inherited.isEmpty : !type.isLocal)
        }
    }

    /// Whether it extends the type `name`, or a type in it.
    func extendsType(_ name: String) -> Bool {
        outerNames.contains(name) || types(at: [name]).contains(where: \.isExtension)
    }

    /// Returns the types around `node`, innermost first.
    func types(around node: some SyntaxProtocol) -> [TypeDeclaration] {
        var found: [TypeDeclaration] = []
        var current = node.parent
        while let next = current {
            if let type = type(at: next) { found.append(type) }
            current = next.parent
        }
        return found
    }

    /// The type that `node` declares or extends; `nil` for other nodes.
    func type(at node: Syntax) -> TypeDeclaration? { node.kind.isType ? typesByNode[node.id] : nil }

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

    // MARK: Nodes

    /// The last names of the callees of all calls.
    var calledNames: some Collection<String> { called.keys }

    /// Returns the calls of something with the last name `name`, in order.
    func calls(_ name: String) -> [FunctionCallExprSyntax] {
        guard let numbers = called[name] else { return [] }
        return lock.withLock { numbers.compactMap { node($0).as(FunctionCallExprSyntax.self) } }
    }

    /// Returns the assignments to something with the last name `name`, in order.
    func assignments(to name: String) -> [SequenceExprSyntax] { lock.withLock { changes.assignments[name] ?? [] } }

    /// The names that are passed with `&` or `$`, or changed by a mutating method. Their values are unknown.
    var mutated: Set<String> { lock.withLock { changes.mutated } }

    private lazy var changes: (assignments: [String: [SequenceExprSyntax]], mutated: Set<String>) = {
        var assignments: [String: [SequenceExprSyntax]] = [:]
        var mutated = Set(FileScan.mutating.flatMap { calls($0) }.compactMap { $0.base?.lastName })
        for node in changing.map(node) {
            if let sequence = node.as(SequenceExprSyntax.self) {
                if let name = sequence.assignedName { assignments[name, default: []].append(sequence) }
            } else if let reference = node.as(DeclReferenceExprSyntax.self) {
                mutated.formUnion(reference.projectedNames)
            } else {
                mutated.formUnion(node.as(InOutExprSyntax.self)?.expression.dottedNames ?? [])
            }
        }
        return (assignments, mutated)
    }()

    /// Returns the node with this number.
    private func node(_ number: Int32) -> Syntax {
        guard number > 0 else { return Syntax(tree) }
        let (parent, position) = ways[Int(number)]
        let siblings = children[parent] ?? Array(node(parent).children(viewMode: .all))
        children[parent] = siblings
        return siblings[Int(position)]
    }

    /// Returns the bytes of the nodes and tokens in `raw`.
    private static func bytes(below raw: RawSyntax) -> Int {
        var (bytes, pending) = (0, [raw])
        while let next = pending.popLast() {
            let children = next.layoutView?.children.compactMap { $0 } ?? []
            bytes += children.count * nodeBytes + (next.layoutView?.children.count ?? 0) * childBytes
            pending += children
        }
        return bytes
    }

    /// Walks the tree with an explicit stack, so that deep nesting can't exhaust the thread's.
    private func collect() {
        /// The paths of types, which most nodes share.
        var paths: [[String]] = [[]]
        var pending = [(raw: tree.raw, way: (parent: Int32(0), position: Int32(0)), depth: 0, path: 0, isInside: false)]
        while let (raw, way, depth, path, isInside) = pending.popLast() {
            let number = Int32(ways.count)
            ways.append(way)
            var path = path
            var isInside = isInside
            switch raw.kind {
            case let kind where kind.isType:
                guard let type = TypeDeclaration(node(number), file: self, outer: paths[path], isInside: isInside)
                else { break }
                types.append(type)
                typesByNode[type.node.id] = type
                path = paths.count
                paths.append(type.path)
                isInside = true
            case .functionDecl:
                if let function = node(number).as(FunctionDeclSyntax.self) {
                    functions[function.name.identifierText, default: []].append(function)
                }
                isInside = true
            case .closureExpr, .initializerDecl, .accessorBlock, .subscriptDecl: isInside = true
            case .patternBinding where !isInside:
                if let binding = node(number).as(PatternBindingSyntax.self), let name = binding.name {
                    variables[name, default: []].append(binding)
                }
            case .functionCallExpr:
                if let name = RawFunctionCallExprSyntax(raw)?.calledExpression.raw.lastName {
                    called[name, default: []].append(number)
                }
            case .inOutExpr, .sequenceExpr: changing.append(number)
            case .declReferenceExpr:
                let name = RawDeclReferenceExprSyntax(raw)?.baseName.tokenText
                if name?.first == UInt8(ascii: "$") { changing.append(number) }
            default: break
            }
            treeBytes += Self.nodeBytes + Self.wayBytes
            guard let all = raw.layoutView?.children else { continue }
            treeBytes += all.count * Self.childBytes
            guard depth < Self.depth else {
                treeBytes += Self.bytes(below: raw)
                continue
            }
            let first = pending.count
            for (position, child) in all.lazy.compactMap({ $0 }).enumerated() {
                if child.kind == .token {
                    treeBytes += Self.nodeBytes
                } else {
                    pending.append((child, (number, Int32(position)), depth + 1, path, isInside))
                }
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
#endif
