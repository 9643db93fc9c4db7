#if Links
import SchemeModel
import SwiftSyntax

/// The code visible to one target, by name. Files are parsed when a name that they declare is looked up.
final class Program {
    let sources: ParsedFileCache
    /// The target's own files, in order.
    let own: [Int]
    /// All visible files, in order.
    let visible: [Int]
    /// The visible Objective-C code.
    let objectiveC: ObjectiveCProgram
    private var loaded: [Int: ParsedFile] = [:]
    private var declaring: [FileScan.DeclarationKind: [String: [Int]]] = [:]
    private var nominals: [[String]: NominalType?] = [:]
    private var mentioning: [[String]: [Int]?] = [:]
    private var inheriting: [[String]: [Int]?] = [:]
    private var changing: [Bool: [String: [ParsedFile]?]] = [:]

    /// The maximum number of files that declare or mention a name. Names with more are too common to resolve.
    private static let filesForName = 64
    /// The maximum number of files parsed for one target in addition to the relevant ones.
    private static let lazyFiles = 1_000
    private var lazily = 0
    /// The declarations that searches without an index went through.
    var examined = 0

    init(_ sources: ParsedFileCache, target: LinkTarget) {
        self.sources = sources
        let valid = sources.files.indices
        own = Array(Set(target.files.filter(valid.contains))).sorted()
        visible = Array(Set(own + target.visible.filter(valid.contains))).sorted()
        objectiveC = ObjectiveCProgram(sources, own: own, visible: visible)
    }

    /// Whether `file` belongs to the target itself, rather than to a module that it can import.
    func isOwn(_ file: ParsedFile) -> Bool { ownIndices.contains(file.index) }

    private lazy var ownIndices = Set(own)

    /// The target's own files that may call a function `name` whose first argument is labeled `label`.
    func ownFiles(calling name: String, label: String?) -> [ParsedFile] {
        lazyFiles(indices(in: own, with: name) { $0.calls(name, label: label) }) ?? []
    }

    /// The target's own files that use `name` as a member, in order; empty if there are too many to search.
    func ownFiles(mentioning name: String) -> [ParsedFile] {
        lazyFiles(indices(in: own, with: name) { $0.mentionsMember(name) }) ?? []
    }

    /// Returns the files among `indices` that may contain the word `name` and meet `condition`.
    private func indices(in indices: [Int], with name: String, _ condition: (SourceFile) -> Bool) -> [Int] {
        let hash = FileScan.hash(name)
        return indices.filter { sources.scans[$0]?.canContain(hash) == true && condition(sources.files[$0]) }
    }

    /// The target's own files that compare the member `name` of a value, in order; empty if there are too many to search.
    /// If they don't fit into memory, only those that are parsed already.
    func ownFiles(comparing name: String) -> [ParsedFile] {
        let indices = indices(in: own, with: name) { $0.compares(member: name) }
        guard indices.count <= Self.filesForName else { return [] }
        guard fit(indices, into: sources.limits.codeTreeBytes) else { return indices.compactMap { loaded[$0] } }
        return lazyFiles(indices) ?? []
    }

    /// The files of importable modules that contain senders themselves, in order.
    var sendingModuleFiles: [ParsedFile] {
        let indices = visible.filter { !ownIndices.contains($0) && sources.scans[$0]?.canForward == true }
        return indices.count <= Self.filesForName * 4 ? lazyFiles(indices) ?? [] : []
    }

    /// The number of files parsed so far.
    var parsedCount: Int { loaded.count }

    /// The files that were not parsed, to save memory.
    private(set) var refused: Set<Int> = []
    private var treeBytes = 0
    private var admitted: Set<Int> = []

    /// Returns whether the tree of the file with `index` fits into memory with the others of this target. If it does,
    /// reserves the most that it can take.
    private func admit(_ index: Int) -> Bool {
        let most = sources.mostTreeBytes(index)
        guard treeBytes + most <= sources.limits.codeTreeBytes else { return false }
        admitted.insert(index)
        sources.makeRoom(for: index, besides: admitted)
        treeBytes += most
        return true
    }

    /// Whether the trees of the files at `indices` and of those that were parsed take up at most `limit` bytes.
    private func fit(_ indices: [Int], into limit: Int) -> Bool {
        let more = indices.filter { !admitted.contains($0) }.reduce(0) { $0 + sources.mostTreeBytes($1) }
        return more == 0 || treeBytes + more <= limit
    }

    /// Parses those of the files at `indices` that fit into memory, on all processors.
    ///
    /// Chooses them on one thread, by what only depends on the files, so that each run parses the same ones. A tree that
    /// exists takes up less than was reserved for it, which leaves room for more.
    func parse(_ indices: [Int]) {
        var batch: [Int] = []
        func finish() {
            if batch.count > 1 { sources.parse(batch) }
            for index in batch {
                guard let file = sources.file(index) else { continue }
                loaded[index] = file
                treeBytes += file.treeBytes - sources.mostTreeBytes(index)
                sources.note(file.treeBytes, of: index)
            }
            batch = []
        }
        for index in indices where sources.scans[index] != nil && !admitted.contains(index) {
            if !admit(index) {
                finish()
                guard admit(index) else {
                    refused.insert(index)
                    continue
                }
            }
            batch.append(index)
        }
        finish()
    }

    /// The syntax tree of the file with `index`.
    func file(_ index: Int) -> ParsedFile? {
        if let known = loaded[index] { return known }
        parse([index])
        return loaded[index]
    }

    /// The files that declare `name` as this kind, in order; empty if there are too many to be useful.
    func files(declaring name: String, as kind: FileScan.DeclarationKind) -> [ParsedFile] {
        let indices = indices(declaring: name, as: kind)
        guard indices.count <= Self.filesForName else { return [] }
        // Without a variable, its value is unknown. Without a type or function, the rest would be misread.
        return (kind == .variable ? filesForValues(indices) : lazyFiles(indices)) ?? []
    }

    /// Whether a file declares `name` as this kind.
    func declares(_ name: String, as kind: FileScan.DeclarationKind) -> Bool {
        !indices(declaring: name, as: kind).isEmpty
    }

    private func indices(declaring name: String, as kind: FileScan.DeclarationKind) -> [Int] {
        if let known = declaring[kind]?[name] { return known }
        let hash = FileScan.hash(name)
        let indices = visible.filter { sources.scans[$0]?.declares(hash, as: kind) ?? false }
        declaring[kind, default: [:]][name] = indices
        return indices
    }

    /// The files that contain all of `words`, in order; `nil` if there are too many to search.
    func files(mentioning words: [String]) -> [ParsedFile]? { indices(mentioning: words).flatMap(filesForValues) }

    /// The files that contain all of `words` and may declare a type that inherits from the first one or conforms to it, in
    /// order; `nil` if too many contain them.
    func files(inheritingFrom words: [String]) -> [ParsedFile]? {
        if let known = inheriting[words] { return known.flatMap(filesForValues) }
        let indices = indices(mentioning: words)?.filter { sources.files[$0].mayInherit(from: words[0]) }
        inheriting[words] = .some(indices)
        return indices.flatMap(filesForValues)
    }

    private func indices(mentioning words: [String]) -> [Int]? {
        if let known = mentioning[words] { return known }
        let all = words.reduce(visible) { found, word in indices(in: found, with: word) { $0.contains(word: word) } }
        let result = all.count <= Self.filesForName ? all : nil
        mentioning[words] = .some(result)
        return result
    }

    /// The files that may call the function `name`, in order; `nil` if it may have other callers: if too many files mention
    /// it, or one uses it other than as a declaration, a call or a label.
    func files(calling name: String) -> [ParsedFile]? {
        guard let indices = indices(mentioning: [name]),
            !indices.contains(where: { sources.files[$0].usesAsValue(name) })
        else { return nil }
        return filesForValues(indices.filter { sources.files[$0].calls(name) })
    }

    /// The files that may create values of a type called `name`, in order; `nil` if too many mention it.
    func files(constructing name: String) -> [ParsedFile]? {
        let files = indices(mentioning: [name])?.filter { index in
            let file = sources.files[index]
            return file.calls(name) || file.calls("Self") || file.mentionsMember("init")
        }
        return files.flatMap(filesForValues)
    }

    /// The files that may change something called `name`, in order; `nil` if there are too many. Unless `isBare`, only
    /// changes to a member count.
    func files(changing name: String, isBare: Bool) -> [ParsedFile]? {
        if let known = changing[isBare]?[name] { return known }
        let indices = indices(in: visible, with: name) { $0.changes(name, isBare: isBare) }
        let result = indices.count <= Self.filesForName ? filesForValues(indices) : nil
        changing[isBare, default: [:]][name] = .some(result)
        return result
    }

    /// The syntax trees of files that values depend on; `nil` if there are too many, or if they don't fit into the memory for
    /// them. Then the values are unknown. The rest of the memory is for files that the target can't be read without.
    private func filesForValues(_ indices: [Int]) -> [ParsedFile]? {
        fit(indices, into: sources.limits.codeTreeBytes / 4 * 3) ? lazyFiles(indices) : nil
    }

    /// The syntax trees of files in addition to the relevant ones; `nil` if there are too many.
    private func lazyFiles(_ indices: [Int]) -> [ParsedFile]? {
        let missing = indices.filter { loaded[$0] == nil }
        guard lazily + missing.count <= Self.lazyFiles else { return nil }
        lazily += missing.count
        parse(missing)
        return indices.compactMap { file($0) }
    }

    /// The type with exactly this path, even if it is only extended.
    func type(path: [String]) -> NominalType? {
        guard let name = path.last, path.count <= 16 else { return nil }
        if let known = nominals[path] { return known }
        var candidates = files(declaring: name, as: .type)
        // Many types may have a nested type of this name (`Constants`), so files that declare the enclosing type count,
        // too.
        if candidates.isEmpty, path.count > 1 { candidates = files(declaring: path[path.count - 2], as: .type) }
        let declarations = candidates.flatMap { $0.types.filter { $0.path == path } }
        let type = declarations.isEmpty ? nil : NominalType(path: path, declarations: declarations)
        nominals[path] = .some(type)
        return type
    }

    /// The type that `names` refer to inside the type with the path `context`.
    func type(named names: [String], in context: [String], depth: Int = 0) -> NominalType? {
        guard let first = names.first, depth < 8 else { return nil }
        for length in stride(from: context.count, through: 0, by: -1) {
            let outer = Array(context.prefix(length))
            var found: NominalType?
            if let type = type(path: outer + [first]), type.isDeclared || length == 0 {
                found = type
            } else if let alias = alias(first, in: outer, depth: depth) {
                found = alias
            }
            guard var current = found else { continue }
            for name in names.dropFirst() {
                if let inner = type(path: current.path + [name]) {
                    current = inner
                } else if let alias = alias(name, in: current.path, depth: depth) {
                    current = alias
                } else {
                    return nil
                }
            }
            return current
        }
        return nil
    }

    /// The target of the type alias `name` in the type with this path. Includes the inferred `Entry` of a timeline
    /// provider.
    private func alias(_ name: String, in path: [String], depth: Int) -> NominalType? {
        let owners = path.isEmpty ? [] : type(path: path).map { [$0] } ?? []
        for owner in owners {
            for member in owner.members(name) {
                guard let target = member.node.as(TypeAliasDeclSyntax.self)?.initializer.value.dottedPath,
                    target != [name]
                else { continue }
                return type(named: target, in: path, depth: depth + 1)
            }
            guard name == "Entry" else { continue }
            for function in ["placeholder", "snapshot"] {
                for member in owner.members(function) {
                    guard let declaration = member.node.as(FunctionDeclSyntax.self),
                        let result = declaration.signature.returnClause?.type.dottedPath, result != ["Entry"]
                    else { continue }
                    return type(named: result, in: path, depth: depth + 1)
                }
            }
        }
        guard path.isEmpty else { return nil }
        for file in files(declaring: name, as: .type) {
            for item in file.tree.statements {
                guard let alias = item.item.as(TypeAliasDeclSyntax.self), alias.name.identifierText == name,
                    let target = alias.initializer.value.dottedPath, target != [name]
                else { continue }
                return type(named: target, in: [], depth: depth + 1)
            }
        }
        return nil
    }

    /// Resolves `syntax` inside the type with the path `context`.
    func resolve(_ syntax: TypeSyntax, in context: [String], depth: Int = 0) -> TypeReference? {
        guard depth < 16 else { return nil }
        if let optional = syntax.as(OptionalTypeSyntax.self) {
            return resolve(optional.wrappedType, in: context, depth: depth + 1)
        }
        if let unwrapped = syntax.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return resolve(unwrapped.wrappedType, in: context, depth: depth + 1)
        }
        if let array = syntax.as(ArrayTypeSyntax.self) {
            return resolve(array.element, in: context, depth: depth + 1).map { .array($0) }
        }
        if let some = syntax.as(SomeOrAnyTypeSyntax.self) {
            return resolve(some.constraint, in: context, depth: depth + 1)
        }
        if let attributed = syntax.as(AttributedTypeSyntax.self) {
            return resolve(attributed.baseType, in: context, depth: depth + 1)
        }
        guard let path = syntax.dottedPath, let name = path.last else { return nil }
        if path == ["Self"] { return type(path: context).map { .nominal($0) } }
        if let type = type(named: path, in: context), type.isDeclared { return .nominal(type) }
        return .other(name)
    }
}
#endif
