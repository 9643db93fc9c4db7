#if Links
import SchemeModel
import SwiftSyntax

extension TargetReader {
    func noteTypes(in file: ParsedFile) {
        for declaration in file.types {
            let isClass = declaration.node.is(ClassDeclSyntax.self)
            var inherited = declaration.inherited.compactMap { $0.dottedPath }
            // Extensions add protocols. The superclass stays first.
            let all = isClass ? program.type(path: declaration.path)?.inherited ?? [] : []
            inherited += all.filter { !inherited.contains($0) }
            let names = Set(inherited.compactMap(\.last))
            let isDelegate = isClass && names.contains(where: \.namesDelegate)
            if facts.entryPoint == nil, let name = declaration.nameToken,
                let entry = entry(declaration, names, at: file.place(of: name))
            {
                cycle.entry = entry
                facts.entryPoint = entry.place
            }
            guard isDelegate || names.contains("ActivityAttributes"), let name = declaration.nameToken else { continue }
            let type = NamedType(
                name: declaration.path.joined(separator: "."),
                place: file.place(of: name),
                inherited: inherited.map { $0.joined(separator: ".") },
                inheritedInCode: inherited.filter {
                    program.type(named: $0, in: Array(declaration.path.dropLast()))?.isDeclared == true
                }.map { $0.joined(separator: ".") }
            )
            guard isDelegate else {
                facts.activityAttributes.append(type)
                continue
            }
            facts.delegates.append(type)
            // A superclass such as `FlutterAppDelegate` conforms to the protocol. Other rules only know entry points without.
            if cycle.entry == nil, inherited.first?.last?.hasSuffix("AppDelegate") ?? false, declaration.startsApp {
                cycle.entry = LifeCycleFacts.Entry(kind: .delegate, place: type.place, delegate: type.name)
            }
        }
    }

    /// Returns the app's entry point if it is this type, and its delegate is fully known.
    private func entry(
        _ declaration: TypeDeclaration,
        _ inherited: Set<String>,
        at place: Place
    ) -> LifeCycleFacts.Entry? {
        guard declaration.startsApp else { return nil }
        if !inherited.isDisjoint(with: ["UIApplicationDelegate", "NSApplicationDelegate"]) {
            let name = declaration.path.joined(separator: ".")
            return LifeCycleFacts.Entry(kind: .delegate, place: place, delegate: name)
        }
        guard inherited.contains("App") else { return nil }
        // An app for several platforms may have a delegate for each.
        let adapted = declaration.members.values.joined().sorted { $0.node.position < $1.node.position }
            .compactMap { $0.binding?.adaptedDelegate }
        let types = adapted.map { program.type(named: $0, in: declaration.path) }
        guard types.allSatisfy({ $0?.isDeclared == true }) else { return nil }
        return LifeCycleFacts.Entry(
            kind: .swiftUI,
            place: place,
            delegate: types.first??.path.joined(separator: ".")
        )
    }

    /// Notes a call that starts the app with a delegate in the code, as in `main.swift`.
    func noteEntryCall(in files: [ParsedFile]) {
        guard facts.entryPoint == nil, !facts.delegates.isEmpty else { return }
        for file in files {
            guard let call = ["UIApplicationMain", "NSApplicationMain"].compactMap({ file.calls($0).first }).first
            else {
                continue
            }
            let place = call.namePlace(in: file)
            // `NSStringFromClass(AppDelegate.self)`
            let name = call.arguments.last?.expression.as(FunctionCallExprSyntax.self)?.firstUnlabeled?.dottedNames
            let delegate = name?.last == "self" ? name?.dropLast().joined(separator: ".") : nil
            cycle.entry = LifeCycleFacts.Entry(kind: .call, place: place, delegate: delegate)
            facts.entryPoint = place
            return
        }
    }
}

extension String {
    /// Whether a type that inherits from or conforms to one of this name is a delegate of an application or a scene.
    var namesDelegate: Bool {
        hasSuffix("AppDelegate") || hasSuffix("ApplicationDelegate") || hasSuffix("SceneDelegate")
            || ["WKExtensionDelegate", "EXAppDelegateWrapper"].contains(self)
    }
}

extension TypeDeclaration {
    /// Whether an attribute makes it the app's entry point.
    fileprivate var startsApp: Bool {
        let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes.names ?? []
        return !Set(attributes).isDisjoint(with: ["main", "UIApplicationMain", "NSApplicationMain"])
    }

    /// The name in its declaration; `nil` for an extension of a nested type.
    var nameToken: TokenSyntax? {
        if let named = node.asProtocol((any NamedDeclSyntax).self) { return named.name }
        return node.as(ExtensionDeclSyntax.self)?.extendedType.lastToken(viewMode: .sourceAccurate)
    }
}
#endif
