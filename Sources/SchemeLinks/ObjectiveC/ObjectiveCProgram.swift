#if Links
/// The Objective-C code visible to one target. Files are read when something in them is looked up.
final class ObjectiveCProgram {
    private let sources: ParsedFileCache
    /// The target's own Objective-C files, in order.
    private let own: [Int]
    /// All visible files, in order; Swift code can name classes for Objective-C.
    private let visible: [Int]
    private var loaded: [Int: ObjectiveCFile] = [:]

    /// The maximum number of files that are searched for one method or for the life cycle.
    private static let searchedFiles = 64

    /// - Parameters:
    ///   - own: The indices of the target's own files, in order.
    ///   - visible: The indices of all files that the target sees, in order.
    init(_ sources: ParsedFileCache, own: [Int], visible: [Int]) {
        self.sources = sources
        self.own = own.filter { sources.files[$0].language == .objectiveC }
        self.visible = visible
    }

    /// The value of a visible string constant; `nil` if none has this name, or if several differ.
    func text(named name: String) -> String? { texts[name] ?? nil }

    /// The possible values of a visible URL constant. There are several if `#if` lines decide.
    func urls(named name: String) -> [String] { urlTexts[name] ?? [] }

    /// The target's own files that have a method with this selector; empty if there are too many to search.
    func files(withMethod selector: String) -> [ObjectiveCFile] {
        guard let word = selector.split(separator: ":").last.map(String.init) else { return [] }
        let indices = own.filter { sources.files[$0].contains(word: word) }
        guard indices.count <= Self.searchedFiles else { return [] }
        return indices.map { file($0) }.filter { $0.method(selector) != nil }
    }

    /// Returns the target's own files that can declare or name a delegate of an application or a scene, in order.
    ///
    /// - Parameter classes: The names of delegates.
    func lifeCycleFiles(of classes: [String]) -> [ObjectiveCFile] {
        let first = own.filter { mentions($0, Self.lifeCycleWords + classes) }.prefix(Self.searchedFiles)
        // A class extension can say that a class is a delegate, and the header which superclass it has.
        let extended = first.flatMap { file($0).delegatesInExtensions }.prefix(Self.extensions)
        guard !extended.isEmpty else { return first.map { file($0) } }
        let headers = own.filter { sources.files[$0].isHeader && mentions($0, Array(extended)) }
        return Set(first + headers.prefix(Self.searchedFiles)).sorted().map { file($0) }
    }

    /// The maximum number of class extensions whose headers are searched.
    private static let extensions = 16

    private func mentions(_ index: Int, _ words: [String]) -> Bool {
        words.contains { sources.files[index].contains(word: $0) }
    }

    private static let lifeCycleWords = [
        "UIApplicationMain", "UIApplicationDelegate", "UISceneDelegate", "UIWindowSceneDelegate",
        "configurationForConnectingSceneSession", "AppDelegate", "SceneDelegate",
    ]

    /// The names of the classes that visible files implement, and of those that Swift code gives to classes.
    private(set) lazy var classes: Set<String> = {
        let word = FileScan.hash("objc")
        return Set(
            visible.flatMap { index -> Set<String> in
                let file = sources.files[index]
                if file.language == .objectiveC { return file.names(after: "@implementation ") }
                return sources.scans[index]?.canContain(word) == true ? file.names(after: "@objc(") : []
            }
        )
    }()

    private func file(_ index: Int) -> ObjectiveCFile {
        if let known = loaded[index] { return known }
        let file = sources.reading(index) { ObjectiveCFile(sources.files[index]) }
        loaded[index] = file
        return file
    }

    private lazy var texts: [String: String?] = {
        var found: [String: String?] = [:]
        for constant in constants where !constant.isURL {
            let (name, text) = (constant.name, constant.text)
            if let known = found[name], known != text { found[name] = .some(nil) } else { found[name] = text }
        }
        return found
    }()

    private lazy var urlTexts = Dictionary(grouping: constants.lazy.filter(\.isURL), by: \.name)
        .mapValues { $0.map(\.text) }

    private lazy var constants = visible.filter { sources.files[$0].language == .objectiveC }
        .flatMap { sources.constants($0) }
}

extension ObjectiveCFile {
    /// The names of the classes that a class extension says are delegates.
    fileprivate var delegatesInExtensions: [String] {
        interfaces.filter { $0.superclass == nil && $0.protocols.contains(where: \.namesDelegate) }
            .map { tokens[$0.name].text }
    }
}
#endif
