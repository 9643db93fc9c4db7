import SchemeModel
import SchemeYAML

extension YAMLNode {
    /// Returns the specification with its relative paths rebased from an included file to the project.
    ///
    /// - Parameter folder: The included file's folder, below the project's.
    /// - Source: yonaskolb/XcodeGen, `pathProperties` of Project, Target, TargetSource, Plist and SwiftPackage (seen
    ///   2026-11-22).
    func rebased(to folder: Path) -> YAMLNode {
        guard !folder.bytes.isEmpty, folder != "." else { return self }
        return mappingMembers { member in
            switch member.key {
            case "configFiles": member.value.mappingMembers { $0.value.path(in: folder) }
            case "targets", "targetTemplates": member.value.mappingMembers { $0.value.target(in: folder) }
            case "packages": member.value.mappingMembers { $0.value.memberPath(in: folder) }
            case "localPackages": member.value.mappingElements { $0.path(in: folder) }
            default: member.value
            }
        }
    }

    private func target(in folder: Path) -> YAMLNode {
        mappingMembers { member in
            switch member.key {
            case "configFiles": member.value.mappingMembers { $0.value.path(in: folder) }
            case "info", "entitlements": member.value.memberPath(in: folder)
            case "sources":
                member.value.mappingElements { $0.members == nil ? $0.path(in: folder) : $0.memberPath(in: folder) }
            default: member.value
            }
        }
    }

    /// Returns a mapping with its `path` moved into `folder`.
    private func memberPath(in folder: Path) -> YAMLNode {
        mappingMembers { $0.key == "path" ? $0.value.path(in: folder) : $0.value }
    }

    private func path(in folder: Path) -> YAMLNode {
        guard case .scalar(var scalar) = content else { return self }
        // A path that starts with a variable or a setting also counts as relative.
        scalar.text = folder.appending(Path(scalar.text)).normalized.display
        var node = self
        node.content = .scalar(scalar)
        return node
    }

    /// Returns a mapping with transformed values, and anything else unchanged.
    private func mappingMembers(_ transform: (YAMLMember) -> YAMLNode) -> YAMLNode {
        guard case .mapping(let members) = content else { return self }
        var node = self
        node.content = .mapping(
            members.map { YAMLMember(key: $0.key, keyRange: $0.keyRange, value: transform($0)) }
        )
        return node
    }

    /// Returns a list with transformed elements. A value that isn't a list counts as a single element.
    private func mappingElements(_ transform: (YAMLNode) -> YAMLNode) -> YAMLNode {
        guard case .sequence(let elements) = content else { return transform(self) }
        var node = self
        node.content = .sequence(elements.map(transform))
        return node
    }
}
