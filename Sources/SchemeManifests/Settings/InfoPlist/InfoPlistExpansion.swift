package import SchemeModel

/// Expands the references to settings in the values of an Info.plist, as Xcode does after preprocessing and generation.
///
/// Strings are expanded at every depth, keys never. `$(CFBundleIdentifier)` is the manifest's own identifier. Some keys
/// of a dictionary are removed when their value becomes empty. Elements of an array are never removed, so an undefined
/// setting leaves an empty scheme.
package struct InfoPlistExpansion {
    private let scope: SettingScope
    private let knowsIdentifier: Bool

    /// Creates an expansion.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: The unexpanded text of the manifest's own `CFBundleIdentifier`; `nil` if it has none.
    ///   - place: The location of that text.
    ///   - knowsIdentifier: Whether the build expands exactly that text. It may contain a macro instead.
    package init(
        scope: SettingScope,
        bundleIdentifier: String?,
        place: Place? = nil,
        knowsIdentifier: Bool = true
    ) {
        self.knowsIdentifier = knowsIdentifier
        guard let bundleIdentifier else {
            self.scope = scope
            return
        }
        let key = "CFBundleIdentifier"
        let own = SettingAssignment(ByteString(key), value: bundleIdentifier, place: place)
        self.scope = scope.adding(SettingLevel(.manifest, [own]), types: [key: .string])
    }

    /// Returns one string with its references expanded.
    package func expand(_ text: String) -> SettingResult<String> {
        guard text.utf8.contains(.dollar) else { return SettingResult(value: text, state: .defined) }
        return scope.evaluate(text: text)
    }

    /// A string of a manifest with references.
    package struct ExpandedString: Hashable, Sendable {
        /// The path from the root to the string: `CFBundleURLTypes[0].CFBundleURLName`.
        package var keyPath: String
        /// The location of the string, with its tags or quotes.
        package var element: SourceRange
        package var raw: String
        package var result: SettingResult<String>
    }

    /// Returns `root` with all strings expanded and without the removed keys, and every string with a `$`, in order.
    package func expand(_ root: PropertyNode) -> (node: PropertyNode, expanded: [ExpandedString]) {
        var expanded: [ExpandedString] = []
        return (expand(root, keyPath: "", into: &expanded), expanded)
    }

    private func expand(_ node: PropertyNode, keyPath: String, into expanded: inout [ExpandedString]) -> PropertyNode {
        var node = node
        switch node.content {
        case .scalar(.string(let text)):
            guard text.utf8.contains(.dollar) else { break }
            let result = expand(text)
            let raw = node.written ?? text
            expanded.append(ExpandedString(keyPath: keyPath, element: node.element, raw: raw, result: result))
            node.content = .scalar(.string(result.value))
            let isUnknown = !knowsIdentifier && ProjectScopes.refers(text, to: "CFBundleIdentifier")
            if result.state == .unknown || isUnknown {
                node.origin = .unknown
                node.written = raw
            } else if node.origin == .literal, ByteString(result.value) != ByteString(text) {
                node.origin = .computed
                node.written = raw
            }
        case .scalar:
            break
        case .array(let elements):
            node.content = .array(
                elements.enumerated().map { expand($1, keyPath: "\(keyPath)[\($0)]", into: &expanded) }
            )
        case .dictionary(let members):
            node.content = .dictionary(
                members.compactMap { member in
                    var member = member
                    let path = keyPath.isEmpty ? member.key.string : keyPath + "." + member.key.string
                    member.value = expand(member.value, keyPath: path, into: &expanded)
                    let isEmpty = member.value.content == .scalar(.string(""))
                    return isEmpty && Self.vanishesWhenEmpty(member.key) ? nil : member
                }
            )
        }
        return node
    }

    /// Returns whether Xcode drops the key when its value is an empty string, in any dictionary.
    package static func vanishesWhenEmpty(_ key: ByteString) -> Bool { vanishing.contains(key) }

    private static let vanishing: Set<ByteString> = [
        "CFBundleDevelopmentRegion", "CFBundleExecutable", "CFBundleGetInfoString", "CFBundleIconFile",
        "CFBundleIdentifier", "CFBundleName", "CFBundlePackageType", "CFBundleResourceSpecification",
        "CFBundleShortVersionString", "CFBundleSignature", "CFBundleTypeIconFile", "CFBundleTypeRole",
        "CFBundleVersion", "NSDocumentClass", "NSHelpFile", "NSHumanReadableCopyright", "NSMainNibFile",
        "NSPrincipalClass", "NSStickerSharingLevel", "BuildMachineOSBuild", "DTSwiftPlaygroundsBuild",
        "DTSwiftPlaygroundsVersion", "DTXcode", "DTXcodeBuild",
    ]
}
