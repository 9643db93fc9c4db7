#if Links
import SchemeModel
import SwiftSyntax

/// The code visible to one target, by name, for one reader of it. Files are parsed when a name that they declare is looked up.
final class Program {
    let sources: ParsedFileCache
    /// The target's own files, in order.
    let own: [Int]
    /// All visible files, in order.
    let visible: [Int]
    /// The visible Objective-C code.
    let objectiveC: ObjectiveCProgram
    private(set) var loaded: [Int: ParsedFile] = [:]
    private var declaring: [FileScan.DeclarationKind: [String: [Int]]] = [:]
    /// The types that were looked up, by path.
    var nominals: [[String]: NominalType?] = [:]
    private var mentioning: [[String]: [Int]?] = [:]
    private var inheriting: [[String]: [Int]?] = [:]
    private var withMember: [Member: [String: [Int]?]] = [:]
    private var outermost: [OutermostDeclaration: [String: [Int]]] = [:]
    private var changing: [Bool: [String: [ParsedFile]?]] = [:]

    /// The maximum number of files that declare or mention a name. Names with more are too common to resolve.
    private static let filesForName = 64
    /// The maximum number of files parsed for one reader in addition to the relevant ones.
    private static let lazyFiles = 1_000
    private var lazily = 0
    /// The declarations that searches without an index went through.
    var examined = 0

    /// - Parameter mostTreeBytes: The memory that the trees of its files may take, in bytes.
    init(_ sources: ParsedFileCache, target: LinkTarget, mostTreeBytes: Int) {
        self.sources = sources
        self.mostTreeBytes = mostTreeBytes
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
        guard fit(indices, into: mostTreeBytes) else { return indices.compactMap { loaded[$0] } }
        return lazyFiles(indices) ?? []
    }

    /// The files of importable modules that contain senders themselves, in order.
    var sendingModuleFiles: [ParsedFile] {
        let indices = visible.filter { !ownIndices.contains($0) && sources.scans[$0]?.canForward == true }
        return indices.count <= Self.filesForName * 4 ? lazyFiles(indices) ?? [] : []
    }

    /// The files parsed so far.
    var parsed: Set<Int> { Set(loaded.keys) }

    /// The files that were not parsed, to save memory.
    private(set) var refused: Set<Int> = []
    /// Whether something would be read if there were more memory.
    private(set) var lacksMemory = false
    private let mostTreeBytes: Int
    private var treeBytes = 0
    private var admitted: Set<Int> = []

    /// Whether the result is thrown away, because the code is read again with more memory.
    var isFutile: Bool { lacksMemory && mostTreeBytes < sources.treeLimit }

    deinit {
        loaded = [:]
        sources.release(admitted)
    }

    /// Returns whether the tree of the file with `index` fits into memory with the others of this target. If it does,
    /// reserves the most that it can take.
    private func admit(_ index: Int) -> Bool {
        let most = sources.mostTreeBytes(index)
        guard treeBytes + most <= mostTreeBytes else { return false }
        admitted.insert(index)
        sources.use(index)
        treeBytes += most
        return true
    }

    /// Whether the trees of the files at `indices` and of those that were parsed take up at most `limit` bytes.
    private func fit(_ indices: [Int], into limit: Int) -> Bool {
        let more = indices.filter { !admitted.contains($0) }.reduce(0) { $0 + sources.mostTreeBytes($1) }
        let isSmall = more == 0 || treeBytes + more <= limit
        if !isSmall { lacksMemory = true }
        return isSmall
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
        for index in indices where sources.scans[index] != nil && !admitted.contains(index) && !isFutile {
            if !admit(index) {
                finish()
                guard admit(index) else {
                    refused.insert(index)
                    lacksMemory = true
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
        let indices = indices(declaring: name, as: kind) { _ in true }
        // Without a variable, its value is unknown. Without a type or function, the rest would be misread.
        return (kind == .variable ? filesForValues(indices) : lazyFiles(indices)) ?? []
    }

    /// A kind of declaration outside of types, as its keyword.
    enum OutermostDeclaration: String {
        case function = "func"
        case typeAlias = "typealias"
    }

    /// The files that declare `name` as this kind outside of types, in order; empty if there are too many to be useful.
    func files(declaringOutermost name: String, _ kind: OutermostDeclaration) -> [ParsedFile] {
        let indices =
            outermost[kind]?[name]
            ?? indices(declaring: name, as: kind == .function ? .function : .type) {
                sources.files[$0].declares(name, as: [kind.rawValue], isOutermost: true)
            }
        outermost[kind, default: [:]][name] = indices
        return lazyFiles(indices) ?? []
    }

    /// The indices of the files that declare `name` as this kind and meet `condition`, in order; empty if there are too many
    /// to be useful.
    func indices(
        declaring name: String,
        as kind: FileScan.DeclarationKind,
        where condition: (Int) -> Bool
    ) -> [Int] {
        let indices = indices(declaring: name, as: kind).filter(condition)
        return indices.count <= Self.filesForName ? indices : []
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

    /// A kind of member of types.
    enum Member {
        case property
        case enumerationCase
    }

    /// The files that may declare a member `name` of this kind, in order; `nil` if too many contain the name.
    func files(declaringMember name: String, _ kind: Member) -> [ParsedFile]? {
        if let known = withMember[kind]?[name] { return known.flatMap(filesForValues) }
        let indices = indices(mentioning: [name])?.filter { index in
            let file = sources.files[index]
            return kind == .property ? file.declares(name, as: ["var"]) : file.mayHaveCase(name)
        }
        withMember[kind, default: [:]][name] = .some(indices)
        return indices.flatMap(filesForValues)
    }

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

    /// The files that may create values of the type with this path, in order; `nil` if too many mention it.
    func files(constructing path: [String]) -> [ParsedFile]? {
        guard let name = path.last else { return [] }
        let hash = FileScan.hash(name)
        let files = indices(mentioning: path.reversed())?.filter { index in
            let file = sources.files[index]
            let isInside = sources.scans[index]?.declares(hash, as: .type) == true
            return file.creates(name) || isInside && file.calls("Self") || file.callsImplicitInitializer
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
        fit(indices, into: mostTreeBytes / 4 * 3) ? lazyFiles(indices) : nil
    }

    /// The syntax trees of files in addition to the relevant ones; `nil` if there are too many.
    func lazyFiles(_ indices: [Int]) -> [ParsedFile]? {
        let missing = indices.filter { loaded[$0] == nil }
        guard lazily + missing.count <= Self.lazyFiles else { return nil }
        lazily += missing.count
        parse(missing)
        return indices.compactMap { file($0) }
    }
}
#endif
