/// The commands that generate projects.
package enum GeneratorCommand {
    /// Returns the command that generates a project from the file at `path`; `nil` if none does.
    package static func generating(from path: Path) -> String? {
        let name = path.lastComponent
        if name == "Project.swift" || name == "Workspace.swift" { return "tuist generate" }
        if name.hasExtension("yml") || name.hasExtension("yaml") { return "xcodegen" }
        return name.display.hasPrefix("app.config.") ? "npx expo prebuild" : nil
    }
}
