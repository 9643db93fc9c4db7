package import SchemeModel

/// The literal values about targets in a Swift package's manifest.
package struct SwiftPackage: Sendable {
    /// A library or an executable, which other packages can use.
    package struct Product: Hashable, Sendable {
        package var name: String
        /// The names of its targets.
        package var targets: [String]
    }

    /// A target with code for products, unlike tests and plugins.
    package struct Target: Hashable, Sendable {
        package var name: String
        /// The possible folders of its code, below the package. The first existing one counts.
        package var folders: [Path]
        /// Paths below the folder that don't belong to it.
        package var excluded: [Path]
        /// If set, only these paths below the folder belong to it.
        package var included: [Path]?
        /// The names of targets and products that it depends on.
        package var dependencies: [String]
        /// Those of ``dependencies`` that remote packages build.
        package var remoteDependencies: Set<String> = []
    }

    /// The products in the manifest's order.
    package private(set) var products: [Product] = []
    /// The targets in the manifest's order.
    package private(set) var targets: [Target] = []
    /// The names of the targets without source code: binary ones and system libraries.
    package private(set) var targetsWithoutCode: Set<String> = []
    /// The paths of local packages that it depends on, as in the manifest.
    package private(set) var packages: [Path] = []
    /// The names that targets may use for remote packages, in lower case.
    private var remotePackages: Set<String> = []
    /// Whether everything about targets could be read.
    package private(set) var isWhole = true
    /// The number of names and paths that further targets may have. Many targets can share one long list.
    private var valuesLeft = 200_000

    /// Reads the manifest from its bytes.
    package init(_ bytes: [UInt8]) {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(bytes[mark...])
        let program = SwiftConstants(text)
        guard let package = program.call(of: "Package") else {
            isWhole = false
            return
        }
        // Later changes are not evaluated.
        if Self.isChanged(text) { isWhole = false }
        for call in calls(package["products"], program) {
            guard spend(on: call["targets"], program) else { return }
            guard let name = program.text(call["name"]), let targets = program.texts(call["targets"]) else {
                isWhole = false
                continue
            }
            products.append(Product(name: name, targets: targets))
        }
        for call in calls(package["dependencies"], program) {
            if let path = call["path"] {
                // The folder of a local package whose path is computed is unknown.
                if let text = program.text(path) { packages.append(Path(text)) }
            } else {
                let location = program.text(call["url"]).map { Path($0).stem }
                let names = [location, program.text(call["id"]), program.text(call["name"])]
                remotePackages.formUnion(names.compactMap { $0?.asciiLowercased })
            }
        }
        for call in calls(package["targets"], program) {
            let lists = ["dependencies", "exclude", "sources"].map { call[$0] }
            guard lists.allSatisfy({ spend(on: $0, program) }) else { return }
            take(target: call, program)
        }
    }

    /// Returns whether a list is within the limit on all values.
    private mutating func spend(on list: SwiftLiteral?, _ program: SwiftConstants) -> Bool {
        valuesLeft -= 1 + (list.flatMap { program.value($0).elements }?.count ?? 0)
        if valuesLeft < 0 { isWhole = false }
        return valuesLeft >= 0
    }

    private static func isChanged(_ text: [UInt8]) -> Bool {
        var tokens = SwiftTokens(text)
        var last: [SwiftTokens.Token] = []
        while let token = tokens.next() {
            if case .word(let name) = token, name == "targets" || name == "products",
                last == [.word("package"), .mark(UInt8(ascii: "."))]
            {
                return true
            }
            last = Array((last + [token]).suffix(2))
        }
        return false
    }

    /// Returns the calls in a list. Other expressions are not read.
    private mutating func calls(_ literal: SwiftLiteral?, _ program: SwiftConstants) -> [SwiftLiteral] {
        guard let literal else { return [] }
        guard let elements = program.value(literal).elements else {
            isWhole = false
            return []
        }
        let calls = elements.map(program.value).filter { $0.call != nil }
        if calls.count < elements.count { isWhole = false }
        return calls
    }

    private mutating func take(target literal: SwiftLiteral, _ program: SwiftConstants) {
        guard let kind = literal.call?.name, kind != "testTarget", kind != "plugin", kind != "macro" else { return }
        if kind == "binaryTarget" || kind == "systemLibrary" {
            if let name = program.text(literal["name"]) { targetsWithoutCode.insert(name) } else { isWhole = false }
            return
        }
        guard let name = program.text(literal["name"]), kind == "target" || kind == "executableTarget" else {
            isWhole = false
            return
        }
        var folders = ["Sources", "Source", "src", "srcs"].map { Path($0).appending(Path(name)) }
        if let path = literal["path"] {
            guard let text = program.text(path) else {
                isWhole = false
                return
            }
            folders = [Path(text)]
        }
        var target = Target(
            name: name,
            folders: folders,
            excluded: (program.texts(literal["exclude"]) ?? []).map { Path($0) },
            included: program.texts(literal["sources"])?.map { Path($0) },
            dependencies: []
        )
        for element in literal["dependencies"].flatMap({ program.value($0).elements }) ?? [] {
            let call = program.value(element)
            guard let name = program.text(element) ?? program.text(call["name"]) else { continue }
            target.dependencies.append(name)
            let package = program.text(call["package"]) ?? name
            if remotePackages.contains(package.asciiLowercased) { target.remoteDependencies.insert(name) }
        }
        targets.append(target)
    }
}
