#if Links
import SchemeModel
import SwiftSyntax

/// A type with all its visible extensions.
final class NominalType {
    let path: [String]
    /// Its declarations, and other than for nested types, the extensions that say what it inherits from.
    let declarations: [TypeDeclaration]
    /// The first declaration; `nil` if only extensions are visible.
    let declaration: TypeDeclaration?
    let isProtocol: Bool
    let isClass: Bool
    let isEnumeration: Bool
    /// The cases of an enumeration, in order.
    let cases: [String]
    /// The types and protocols in its inheritance clauses.
    let inherited: [[String]]
    /// The files that declare or extend it, in order.
    private let files: [Int]
    /// Its declarations and extensions in the files that were parsed, by file.
    private var parts: [Int: [TypeDeclaration]]
    private var members: [String: [TypeDeclaration.Member]] = [:]
    private unowned let program: Program
    /// The types in ``inherited`` that the code declares or extends, once they were looked up.
    var parents: [NominalType]?

    /// Creates the type that these files may declare or extend; fails if they don't. Parses those that declare it.
    ///
    /// Many files extend `View` or `String`. They are parsed when a member is looked up that may be in them.
    init?(path: [String], files: [Int], in program: Program) {
        let sources = program.sources.files
        let isNested = path.count > 1
        // A parsed file tells without a search of its text.
        let declaring = files.filter { index in
            if let file = program.loaded[index] { return file.declaresType(at: path) }
            let (file, name) = (sources[index], path[path.count - 1])
            return isNested ? file.declaresNestedType(name) : file.declaresType(name)
        }
        let extending =
            isNested
            ? []
            : files.filter { index in
                program.loaded[index]?.extendsType(path[0]) ?? sources[index].declares(path[0], as: ["extension"])
            }
        let parsed = program.lazyFiles(declaring) ?? []
        let found = parsed.map { $0.types(at: path) }
        declarations = found.flatMap { $0 }
        guard !declarations.isEmpty || !extending.isEmpty else { return nil }
        (self.path, self.program) = (path, program)
        self.files = Set(declaring + extending).sorted()
        parts = Dictionary(uniqueKeysWithValues: zip(parsed.map(\.index), found))
        declaration = declarations.first { !$0.isExtension }
        isProtocol = declarations.contains(where: \.isProtocol)
        isClass = declarations.contains { $0.node.is(ClassDeclSyntax.self) }
        isEnumeration = declarations.contains { $0.node.is(EnumDeclSyntax.self) }
        cases = declarations.flatMap(\.cases)
        // `extension UIApplication: @retroactive Opener {}`
        inherited = declarations.flatMap { declaration in
            declaration.inherited.compactMap { ($0.as(AttributedTypeSyntax.self)?.baseType ?? $0).dottedPath }
        }
    }

    /// Returns its declarations and extensions that may mention `name`, in order of the files.
    func parts(mentioning name: String) -> [TypeDeclaration] { parts(with: name) { $0.contains(word: name) } }

    /// Returns its declarations and extensions in files that may contain the word `name` and meet `condition`, in order of
    /// the files.
    private func parts(with name: String, where condition: (SourceFile) -> Bool) -> [TypeDeclaration] {
        let hash = FileScan.hash(name)
        // The names of operators aren't words.
        let isWord = name.utf8.allSatisfy(\.isWord)
        let wanted = files.filter { index in
            parts[index] != nil || !isWord
                || program.sources.scans[index]?.canContain(hash) == true
                    && condition(program.sources.files[index])
        }
        for file in program.lazyFiles(wanted.filter { parts[$0] == nil }) ?? [] {
            parts[file.index] = file.types(at: path)
        }
        return wanted.flatMap { parts[$0] ?? [] }
    }

    /// Whether its declaration is visible, and not only extensions.
    var isDeclared: Bool { declaration != nil }

    /// Whether its inheritance clauses have one of `names` as last component.
    func inherits(_ names: Set<String>) -> Bool { inherited.contains { $0.last.map(names.contains) ?? false } }

    /// Its own members called `name`, in order of the files.
    func members(_ name: String) -> [TypeDeclaration.Member] {
        if let known = members[name] { return known }
        let found = parts(with: name) { $0.mayDeclareMember(name) }.flatMap { $0.members[name] ?? [] }
        members[name] = found
        return found
    }

    /// Its initializers other than requirements, in order of the files.
    private(set) lazy var initializers: [(owner: TypeDeclaration, node: InitializerDeclSyntax)] =
        members("init").compactMap { member in
            guard !member.owner.isProtocol else { return nil }
            return member.node.as(InitializerDeclSyntax.self).map { (member.owner, $0) }
        }
}

extension TypeDeclaration.Member {
    /// Whether it is a requirement of a protocol.
    var isRequirement: Bool {
        guard owner.isProtocol, !owner.isExtension else { return false }
        if let function = node.as(FunctionDeclSyntax.self) { return function.body == nil }
        return !node.is(TypeAliasDeclSyntax.self)
    }
}

/// A type, as far as it is known.
indirect enum TypeReference: Equatable {
    case nominal(NominalType)
    case array(TypeReference)
    /// A type that the code doesn't declare, by its last name.
    case other(String)
}

extension NominalType: Equatable {
    static func == (left: NominalType, right: NominalType) -> Bool { left === right }
}
#endif
