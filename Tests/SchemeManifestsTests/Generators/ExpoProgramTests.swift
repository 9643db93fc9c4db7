import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Reading programs that configure Expo")
struct ExpoProgramTests {
    private static let package = ["package.json": #"{"name": "p", "dependencies": {"expo": "58.0.0"}}"#]

    /// The name, bundle identifier and schemes of the app, and the keys that the program computes.
    private static func read(_ text: String, _ files: [String: String] = package) -> String {
        let reading = ExpoReaderTests.read(text, files, named: "app.config.ts")
        let apps = reading.manifests.prefix(1).map { manifest in
            let schemes = manifest.urlTypes.flatMap(\.schemes).map(\.raw)
            let name = manifest.appDescription.name ?? "?"
            let identifier = manifest.app.isKnown ? manifest.bundleIdentifier?.value ?? "?" : "?"
            return ([name, identifier] + schemes).joined(separator: " ")
        }
        let unread = reading.irregularities.compactMap(\.irregularity.cause)
        return (apps + unread).joined(separator: "; ")
    }

    private static let skipped = "it is a program, which may compute the app's bundle identifier, schemes and domains"

    private static let object = "{ name: 'A', scheme: 's', ios: { bundleIdentifier: 'x.y' } }"

    @Test(arguments: [
        "export default \(object);", "module.exports = \(object)", "export default \(object) satisfies ExpoConfig;",
        "export default { expo: \(object), name: 'B' };", "export default () => (\(object));",
        "export default ({ config }: ConfigContext): ExpoConfig => (\(object));",
        "export default ({ config }) => { const a = load(); return \(object) as ExpoConfig; };",
        "export default function ({ config }: ConfigContext): ExpoConfig { return { ...config, \(object.dropFirst()); }",
        "export default function ({ config }) { return \(object); }",
        "module.exports = function () { return \(object) }",
        "const app: ExpoConfig = \(object);\nexport default app;",
        "const app = (): ExpoConfig => (\(object));\nmodule.exports = app;",
        "function app() { return \(object) }\nexport default app",
        "export default ({ config }) => ({ ...config, \(object.dropFirst()));",
        "/* export default {} */ const r = /[{'\"/]/; // {\nexport default \(object)",
        "export default { ...\(object) };", "const app = \(object);\nmodule.exports = { expo: app };",
        "const app = \(object);\nexport default { ...app, version: app.ios.version ?? '1' };",
        "const a = f()\nmodule.exports = \(object)", "const t = `${a ? `{` : '}'}`;\nexport default \(object)",
    ])
    func findsTheExportedObject(program: String) {
        #expect(Self.read(program) == "A x.y s x.y", "\(program)")
    }

    /// Another object may be exported, or the object may be changed.
    @Test(arguments: [
        "async function app() { return \(object) }\nexport default app", "export default withPlugins(\(object));",
        "export default async () => (\(object));",
        "export default () => { if (a) { return \(object); } return b; };",
        "export default { scheme: 's', ios: { bundleIdentifier: 'x.y', ...base } };",
        "export default { [key]: 't', ios: { bundleIdentifier: 'x.y' } };", "export default { slug: 'a', ...more };",
        "module.exports = function () { return \(object) }().a;",
        "const app = \(object);\nchange(app);\nexport default { ...app };",
        "export default () => { if (a) return \(object); throw b }", "export default () => { return\n\(object) }",
        "module.exports = () => () => (\(object));", "module.exports = function* () { return \(object) }",
        "if (a) module.exports = \(object);", "if (a) { module.exports = \(object); }",
        "export default { scheme: 's'",
        "export default 'a\n' + \(object)", "export default b || \(object)", "export { app as default }",
    ])
    func doesNotReadOtherPrograms(program: String) {
        #expect(Self.read(program) == Self.skipped, "\(program)")
    }

    /// The program changes the object, or names it otherwise.
    @Test(arguments: [
        ("const app = \(object);\napp.scheme = 't';\nexport default app;", "A x.y t x.y"),
        ("module.exports = \(object);\nmodule.exports.scheme = 't';", "A x.y t x.y"),
        ("module.exports = \(object);\nmodule.exports['scheme'] = 't';", "A x.y t x.y"),
        ("module.exports = \(object);\nObject.assign(module.exports, { scheme: 't' });", "A x.y t x.y"),
        ("const app = \(object);\napp.scheme = 't';\nmodule.exports = { expo: app };", "A x.y t x.y"),
        (
            "const app = \(object), other = app;\nother.ios.scheme = 't';\nexport default { expo: app };",
            "A x.y s t x.y"
        ),
        ("export default { expo: { name: 'B' }, expo: \(object) };", "A x.y s x.y"),
        ("export default \(object) as any || b", "A x.y s x.y"),
        ("export default { get scheme() { return 't' }, \(object.dropFirst())", "A x.y s x.y"),
        (
            "const a = () => { return { scheme: 'n' } };\nexport default () => { a(); return \(object); };",
            "A x.y s x.y"
        ),
        ("const app = \(object);\nexport { app as default };", "A x.y s x.y"),
    ])
    func followsChangesOfTheExportedObject(program: String, result: String) {
        #expect(Self.read(program) == result, "\(program)")
    }

    @Test(arguments: [
        ("scheme: f(), ios: { bundleIdentifier: 'x.y' }", "A x.y x.y; 'scheme'"),
        ("scheme: 's', ios: { bundleIdentifier: dev ? 'x.d' : 'x.y' }", "A ? s; 'ios.bundleIdentifier'"),
        ("scheme: ['s', T], ios: { bundleIdentifier: 'x.y' }", "A x.y s x.y; 'scheme'"),
        ("scheme: 's', ios: { ...base, bundleIdentifier: 'x.y' }", "A x.y s x.y; 'ios.scheme', …"),
        ("scheme: undefined, ios: { bundleIdentifier: 'x.y' }", "A x.y x.y"),
        ("scheme, ios: { bundleIdentifier: `x.y` }", "A x.y c x.y"),
        ("scheme: scheme as string, 'ios': { \"bundleIdentifier\": ID! }", "A ? c; 'ios.bundleIdentifier'"),
        ("scheme: `${scheme}-${f()}`, ios: { bundleIdentifier: 'x.y' }", "A x.y x.y; 'scheme'"),
        ("scheme: later, ios: { bundleIdentifier: 'x.y' }", "A x.y l x.y"),
        ("scheme: cast, ios: { bundleIdentifier: 'x.y' }", "A x.y ab x.y"),
        ("scheme: second, ios: { bundleIdentifier: 'x.y' }", "A x.y a x.y"),
        ("scheme: part, ios: { bundleIdentifier: 'x.y' }", "A x.y a x.y"),
        ("scheme: given, ios: { bundleIdentifier: 'x.y' }", "A x.y a x.y"),
        ("scheme: joined, ios: { bundleIdentifier: 'x.y' }", "A x.y ac x.y"),
        ("scheme: hidden, ios: { bundleIdentifier: 'x.y' }", "A x.y x.y; 'scheme'"),
        ("slug: 'a'", "A ?"),
        ("scheme: 's', ios: { bundleIdentifier: 'x.y' }, plugins: ['a', ...more]", "A x.y s x.y; 'plugins'"),
        ("scheme: 's', ios: { bundleIdentifier: 'x.y' }, plugins: ['a'], mods: { ios: {} }", "A x.y s x.y; 'mods'"),
        ("scheme: 's', ios: { bundleIdentifier: 'x.y' }, platforms: all", "A x.y s x.y; 'platforms'"),
        ("scheme: 's', ios: { bundleIdentifier: 'x.y' }, platforms: ['web']", ""),
        ("scheme: typed, ios: { bundleIdentifier: 'x.y' }", "A x.y a x.y"),
        ("scheme: listed, ios: { bundleIdentifier: 'x.y' }", "A x.y a x.y"),
        ("scheme: 's', ios: { bundleIdentifier: 'x.y' }, plugins: [[withA, {}]]", "A x.y s x.y; 'plugins'"),
        ("scheme: 's', ios: { bundleIdentifier: 'x.y', infoPlist: { NSCamera: f() } }", "A x.y s x.y"),
        ("scheme: 's', ios: { bundleIdentifier: 'x.y', entitlements: { 'aps-environment': f() } }", "A x.y s x.y"),
        (
            "scheme: 's', ios: { bundleIdentifier: 'x.y', infoPlist: { CFBundleURLTypes: f() } }",
            "A x.y s x.y; 'ios.infoPlist.CFBundleURLTypes'"
        ),
        (
            "scheme: 's', ios: { bundleIdentifier: 'x.y', associatedDomains: f() }",
            "A x.y s x.y; 'ios.associatedDomains'"
        ),
    ])
    func namesWhatTheProgramComputes(members: String, result: String) {
        let constants = """
            const scheme = 'c', other = 1;
            let later = 'l';
            const joined = 'a' + scheme;
            function inner(given = 'g') { const hidden = 'h'; const a = 1, second = 's'; const { part } = parts; }
            const cast = 'a' as string + 'b';
            const typed = 'a';
            const listed = 'a';
            function more() { const { typed }: Variant = all; const b = 1, listed: string = f(); }
            const second = 'a';
            const part = 'a';
            const given = 'a';

            """
        let cause = "it is a program, which computes "
        let text = constants.replacing("'c', other = 1", with: "'c'") + "export default { name: 'A', \(members) };"
        var read = Self.read(text).replacing(cause, with: "")
        if result.hasSuffix("…"), let end = read.firstRange(of: "', ") ?? read.firstRange(of: "' and ") {
            read = read[..<end.lowerBound] + "', …"
        }
        #expect(read == result, "\(members)")
    }

    /// The function gets the values of a file that doesn't exist.
    @Test(arguments: [
        ("({ config }) => ({ ...config, $, extra: { ...config?.extra } })", true),
        ("({ config }) => { config.ios = f(); return { ...config, $ }; }", true),
        ("({ config }) => { change(config); return { ...config, $ }; }", false),
        ("(config) => ({ ...config, $ })", false),
    ])
    func copiesOfTheConfigurationAddNothing(function: String, isKnown: Bool) {
        let members = "name: 'A', ios: { bundleIdentifier: 'x.y' }"
        let read = Self.read("export default \(function.replacing("$", with: members))")
        #expect(read == (isKnown ? "A x.y x.y" : Self.skipped), "\(read)")
    }

    @Test func doesNotReadDeeplyNestedValues() {
        func program(_ depth: Int) -> String {
            let (start, end) = (String(repeating: "[", count: depth), String(repeating: "]", count: depth))
            return "export default { scheme: \(start)'s'\(end), ios: { bundleIdentifier: 'x.y' } }"
        }
        #expect(Self.read(program(1)) == "p x.y s x.y")
        #expect(Self.read(program(40)) == "p x.y x.y; it is a program, which computes 'scheme'")
        #expect(Self.read(program(90_000)) == Self.skipped)
    }

    /// A function of this kind ignores the file.
    @Test func aProgramThatCopiesNothingReplacesTheFile() {
        func apps(_ program: String) -> [String] {
            let json = #"{"expo": {"name": "J", "scheme": "j", "ios": {"bundleIdentifier": "j.j"}}}"#
            let files = Self.package.merging(["app.config.js": "export default \(program)"]) { $1 }
            return ExpoReaderTests.read(json, files).manifests.map {
                "\($0.origin.path) \($0.app.isKnown) \($0.urlTypes.flatMap(\.schemes).map(\.raw))"
            }
        }
        #expect(apps(Self.object) == [#"app.config.js true ["s", "x.y"]"#])
        #expect(apps("({ config }) => ({ ...config, version: f() })") == [#"app.json true ["j", "j.j"]"#])
        #expect(apps("{ scheme: f(), ios: { bundleIdentifier: 'x.y' } }") == [#"app.json false ["j", "j.j"]"#])
    }

    @Test func readsOnlyTheFirstProgram() {
        let files = Self.package.merging(["app.config.ts": "export default \(Self.object)"]) { $1 }
        let reading = ExpoReaderTests.read("export default \(Self.object)", files, named: "app.config.js")
        #expect(reading.manifests.isEmpty)
    }

    /// A file may change more than the values that the object shows.
    @Test func manyCopiesAndMembersTakeLinearTime() {
        let members = (0..<9_000).map { "k\($0): 1, " }.joined()
        let copies = String(repeating: "...a, ", count: 9_000)
        let text = "export default { expo: { \(copies)\(members)scheme: 's', ios: { bundleIdentifier: 'x.y' } } }"
        #expect(Self.read(text).hasSuffix("x.y s x.y; it is a program, which computes 'plugins' and 'platforms'"))
    }

    @Test func readsNoProgramBesideAFileOrAnInvalidOne() {
        let program = "export default \(Self.object)"
        #expect(Self.read(program, Self.package.merging(["app.config.json": "{"]) { $1 }) == Self.skipped)
        let native = ["ios/A.xcodeproj/project.pbxproj": "{}"]
        #expect(Self.read(program, Self.package.merging(native) { $1 }) == Self.skipped)
    }

    @Test func showsWhereAValueIsWritten() throws {
        let text = "const ID = 'x.y';\nexport default { scheme: 's', ios: { bundleIdentifier: ID } };"
        let reading = ExpoReaderTests.read(text, Self.package, named: "app.config.js")
        let manifest = try #require(reading.manifests.first)
        #expect(manifest.format == .javaScript && manifest.origin.path == "app.config.js")
        let scheme = try #require(manifest.urlTypes.first?.schemes.first)
        #expect(manifest.place(of: scheme.span).range?.byteOffset == 44)
        #expect(manifest.bundleIdentifier.map { manifest.place(of: $0.span).range?.byteOffset } == 12)
    }
}
