import SchemeModel

/// The names of a block, a function or a file.
final class ScriptScope {
    private let outer: ScriptScope?
    /// Whether it is that of a function or a file, to which `var` belongs.
    private let isWhole: Bool
    var values: [String: ScriptValue] = [:]
    /// How many conditions that aren't known decide whether the block is executed.
    let level: Int

    /// The folder of the file.
    let folder: Path

    init(of folder: Path, level: Int) { (outer, isWhole, self.folder, self.level) = (nil, true, folder, level) }

    init(in outer: ScriptScope, level: Int, isWhole: Bool = false) {
        (self.outer, self.isWhole, folder, self.level) = (outer, isWhole, outer.folder, level)
    }

    /// That of the function or the file.
    var whole: ScriptScope { isWhole ? self : outer?.whole ?? self }

    /// The innermost block that declares `name`; `nil` if none does.
    func declaring(_ name: String) -> ScriptScope? {
        var scope: ScriptScope? = self
        while let current = scope, current.values[name] == nil { scope = current.outer }
        return scope
    }
}
