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
        return inherited.contains("App") ? swiftUIEntry(declaration, at: place) : nil
    }

    /// Returns the entry point if this SwiftUI app starts; `nil` if its delegate isn't fully known.
    private func swiftUIEntry(_ declaration: TypeDeclaration, at place: Place) -> LifeCycleFacts.Entry? {
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

    /// Notes the call that starts the app with a delegate in the code, or a SwiftUI app, as in `main.swift`.
    ///
    /// Code that starts the app in several ways, such as with another delegate in tests, decides at run time: its delegate is
    /// unknown. Code that can also start a SwiftUI app has no known entry point.
    func noteStart(in files: [ParsedFile]) {
        guard facts.entryPoint == nil else { return }
        let calls = files.flatMap { file in
            ["UIApplicationMain", "NSApplicationMain"].flatMap { file.calls($0) }.map { (file: file, call: $0) }
        }
        let apps = files.flatMap(startedApps)
        guard let first = calls.first else { return note(startedApps: apps) }
        guard apps.isEmpty, !facts.delegates.isEmpty else { return }
        let named = calls.compactMap { $0.call.arguments.last?.expression }.filter { !$0.is(NilLiteralExprSyntax.self) }
        let delegates = Set(
            named.map { name in
                // `NSStringFromClass(AppDelegate.self)`
                let names = name.as(FunctionCallExprSyntax.self)?.firstUnlabeled?.dottedNames
                return names?.last == "self" ? names?.dropLast().joined(separator: ".") : nil
            }
        )
        let place = first.call.namePlace(in: first.file)
        cycle.entry = LifeCycleFacts.Entry(
            kind: .call,
            place: place,
            delegate: delegates.count == 1 ? delegates.first ?? nil : nil
        )
        facts.entryPoint = place
    }

    /// Returns the SwiftUI apps that code in the file starts: `WalletApp.main()`.
    private func startedApps(in file: ParsedFile) -> [NominalType] {
        file.calls("main").compactMap { call in
            guard let names = call.base?.dottedNames else { return nil }
            let path = file.types(around: call).first?.path ?? []
            return program.type(named: names, in: path).flatMap { $0.inherits(["App"]) ? $0 : nil }
        }
    }

    /// Notes the entry point if code calls `main()` of one of these SwiftUI apps. One of several may be for tests, but only one of
    /// them may have a delegate.
    private func note(startedApps apps: [NominalType]) {
        let entries = apps.map { app -> LifeCycleFacts.Entry? in
            guard let app = app.declaration, let name = app.nameToken else { return nil }
            return swiftUIEntry(app, at: app.file.place(of: name))
        }
        let known = entries.compactMap(\.self)
        guard known.count == apps.count, Set(known.compactMap(\.delegate)).count <= 1,
            let entry = known.first(where: { $0.delegate != nil }) ?? known.first
        else { return }
        cycle.entry = entry
        facts.entryPoint = entry.place
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
