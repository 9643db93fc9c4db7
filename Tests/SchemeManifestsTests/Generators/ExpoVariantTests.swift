import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Variants of Expo apps that an environment variable decides between")
struct ExpoVariantTests {
    /// The configurations, bundle identifier and schemes of each variant, and the keys that the program computes.
    static func read(_ text: String, _ files: [String: String] = [:]) -> [String] {
        let package = ["package.json": #"{"name": "p", "dependencies": {"expo": "58.0.0"}}"#]
        let reading = ExpoReaderTests.read(text, package.merging(files) { $1 }, named: "app.config.ts")
        let apps = reading.manifests.map { manifest in
            let identifier = manifest.app.isKnown ? manifest.bundleIdentifier?.value ?? "?" : "?"
            let schemes = manifest.urlTypes.flatMap(\.schemes).map(\.raw).filter { $0 != identifier }
            return (manifest.outcome.configurations + [identifier] + schemes).joined(separator: " ")
        }
        return apps + reading.irregularities.compactMap(\.irregularity.cause)
    }

    private static let isDev = "const isDev = process.env.APP_VARIANT === 'development';\n"
    private static let isPreview = "const isPreview = process.env['APP_VARIANT'] == \"preview\";\n"

    @Test(arguments: [
        "isDev ? 'a-dev' : 'a'", "(!isDev ? 'a' : 'a-dev') as string", "isDev && 'a-dev' || 'a'",
        "`a${isDev ? '-dev' : ''}`", "'a' + (isDev ? '-dev' : '')", "scheme()", "name(isDev)",
        "byVariant(process.env.APP_VARIANT)",
        "schemes[isDev ? 'dev' : 'usual']", "typeof scheme === 'function' && !isDev ? 'a' : 'a-dev'",
        "schemes[process.env.APP_VARIANT ?? 'usual'] ?? schemes.usual",
        "made.scheme",
        "(() => { if (isDev) return 'a-dev'; return 'a' })()",
        "(() => { const { dev: other } = schemes; return isDev ? other : 'a' })()",
        "process.env.APP_VARIANT !== 'development' ? 'a' : 'a-dev'",
        "[isDev ? 'a-dev' : 'a']",
    ])
    func expressionsGiveASchemeForEachVariant(expression: String) {
        let functions = """
            const scheme = (): string => {
              if (isDev) { return 'a-dev'; } else return 'a';
            };
            function name(dev: boolean) { const suffix = dev ? '-dev' : ''; return `a${suffix}`; }
            function byVariant(variant?: string) {
              switch (variant) {
                case 'other':
                case 'development': return 'a-dev';
                default: return 'a';
              }
            }
            const schemes: Record<string, string> = { dev: 'a-dev', 'usual': 'a', development: 'a-dev' };
            const made = isDev ? { scheme: 'a-dev' } : { scheme: 'a' };

            """
        let id = "isDev ? 'x.y.dev' : 'x.y'"
        let read = Self.read(
            "\(Self.isDev)\(functions)export default { scheme: \(expression), ios: { bundleIdentifier: \(id) } };"
        )
        #expect(read.contains { ["default x.y a", "usual x.y a"].contains($0) }, "\(read)")
        #expect(read.contains("development x.y.dev a-dev"), "\(read)")
        #expect(read.allSatisfy { !$0.contains("program") })
    }

    @Test func eachValueThatChangesTheResultIsAVariant() {
        let program = """
            \(Self.isDev)\(Self.isPreview)
            const identifier = () => { if (isDev) return 'x.dev'; if (isPreview) return 'x.preview'; return 'x.y'; };
            export default ({ config }) => ({ ...config, name: 'A', scheme: 's', ios: { bundleIdentifier: identifier() } });
            """
        #expect(Self.read(program) == ["default x.y s", "development x.dev s", "preview x.preview s"])
        let fallback = program.replacing("process.env.APP_VARIANT", with: "(process.env.APP_VARIANT || 'production')")
        #expect(Self.read(fallback).first == "production x.y s")
        let table = """
            const variant = process.env.APP_ENV ?? 'dev';
            const { id } = {};
            const values = { dev: { id: 'x.dev' }, qa: { id: 'x.qa' }, production: { id: 'x.y' } }[variant];
            export default { ...{ scheme: 's' }, ios: { bundleIdentifier: values.id } };
            """
        #expect(Self.read(table) == ["dev x.dev s", "qa x.qa s", "production x.y s"])
    }

    /// Two values with the same result are one variant, and what doesn't decide makes none.
    @Test func equalResultsAreOneVariant() {
        let program = """
            \(Self.isDev)\(Self.isPreview)
            export default {
              name: isDev ? 'A (dev)' : 'A', scheme: 's',
              ios: { bundleIdentifier: isDev || isPreview ? 'x.test' : 'x.y' },
            };
            """
        #expect(Self.read(program) == ["default x.y s", "development preview x.test s"])
        #expect(Self.read(program.replacing("x.test", with: "x.y")) == ["Debug Release x.y s"])
    }

    @Test(arguments: [
        "const { id, scheme } = table[process.env.APP_ENV ?? 'dev'];",
        "const { APP_ENV } = process.env;\nconst { id, scheme } = APP_ENV === 'production' ? table.production : table.dev;",
        "const { id, scheme } = values((process.env.APP_ENV as 'dev' | \"production\") || 'dev');",
        "const { id, scheme } = values(process.env.APP_ENV as Env | undefined);",
    ])
    func membersOfValuesAreConstants(statement: String) {
        let read = Self.read(
            """
            const table = { dev: { id: 'x.dev', scheme: `s-${'dev'}` }, production: { id: 'x.y', scheme: 's' } } as const;
            const values = (env: keyof typeof table) => { return env === 'production' ? table.production : table.dev; };
            export default ({ config }: ConfigContext): ExpoConfig => {
              \(statement)
              return { ...config, scheme, ios: { ...config.ios, bundleIdentifier: id } };
            };
            """
        )
        #expect(read.contains { $0.hasSuffix("x.dev s-dev") } && read.contains("production x.y s"), "\(read)")
    }

    /// The values of `app.json`, which the program changes.
    @Test(arguments: [
        ("...config, ios: { ...config.ios, bundleIdentifier: id }", ["default x.y j", "development x.dev j"]),
        (
            "...config, scheme: isDev ? `${config.scheme}-dev` : config.scheme",
            ["default j.j j", "development j.j j-dev"]
        ),
        (
            "scheme: ['s', config.scheme], ios: isDev ? { bundleIdentifier: id } : config.ios",
            ["default j.j s j", "development x.dev s j"]
        ),
        (
            "...config, ios: { bundleIdentifier: config.ios?.bundleIdentifier + (isDev ? '.dev' : '') }",
            ["default j.j j", "development j.j.dev j"]
        ),
        ("...config, scheme: isDev ? 'a' : config.missing ?? 's'", ["default j.j s", "development j.j a"]),
        // Not known.
        ("...config, ios: { ...config.ios, bundleIdentifier: f(config.ios) }", nil),
        ("...config, scheme: config.ios.scheme.a", nil), ("...config, scheme: `${f(config)}`", nil),
    ])
    func valuesOfTheFileAreCopied(members: String, expected: [String]?) {
        let json =
            #"{"expo": {"name": "J", "scheme": "j", "ios": {"bundleIdentifier": "j.j", "supportsTablet": true}}}"#
        let program =
            "\(Self.isDev)const id = isDev ? 'x.dev' : 'x.y';\nmodule.exports = ({ config }) => ({ \(members) });"
        let files = ["package.json": #"{"dependencies": {"expo": "58.0.0"}}"#, "app.config.js": program]
        let reading = ExpoReaderTests.read(json, files)
        let apps = reading.manifests.map { manifest in
            let identifier = manifest.app.isKnown ? manifest.bundleIdentifier?.value ?? "?" : "?"
            let schemes = manifest.urlTypes.flatMap(\.schemes).map(\.raw).filter { $0 != identifier }
            return (manifest.outcome.configurations + [identifier] + schemes).joined(separator: " ")
        }
        #expect(apps == expected ?? ["Debug Release ? j j.j"])
        #expect(reading.manifests.allSatisfy { $0.origin.path == (expected == nil ? "app.json" : "app.config.js") })
    }

    /// An object of the program may change under another name.
    @Test(arguments: [
        ("const ios = base.ios; if (isDev) ios.bundleIdentifier = 'x.dev';", ["default x.y s", "development x.dev d"]),
        (
            "if (isDev) Object.assign(base.ios, { bundleIdentifier: 'x.dev' });",
            ["default x.y s", "development x.dev d"]
        ),
        ("if (isDev) delete base.ios.bundleIdentifier;", ["default x.y s"]),
        (
            "const copy = { ...base }; copy.ios['bundleIdentifier'] += '.b';",
            ["default x.y.b s", "development x.y.b d"]
        ),
        (
            "const change = (o) => { o.bundleIdentifier = 'x.a'; }; change(base.ios);",
            ["default x.a s", "development x.a d"]
        ),
        ("base.ios[key] = 'x.dev';", nil), ("change(base.ios);", nil), ("for (const k of ks) base.ios[k] = 1", nil),
        ("if (other) { base.ios.bundleIdentifier = 'x.z'; }", nil), ("later(() => { base.ios = {}; });", nil),
        ("const more = { ...load() }; base.ios = { ...base.ios, ...more };", nil), ("[1].map(() => change(base))", nil),
        ("while (a) { const ios = base.ios; ios.bundleIdentifier = 'x.z'; }", nil),
    ])
    func changesOfObjectsAreFollowed(statement: String, expected: [String]?) {
        let read = Self.read(
            """
            \(Self.isDev)let base = { scheme: isDev ? 'd' : 's', ios: { bundleIdentifier: 'x.y' } };
            \(statement)
            module.exports = { ...base };
            """
        )
        let known = read.filter { !$0.contains("program") && !$0.contains(" ? ") }
        #expect(known == expected ?? [], "\(read)")
    }

    @Test(arguments: [
        // Several names, quoted keys, tables in functions and in others, and constants.
        ("const a = 1, b: number = 2; const id = isDev ? 'x.development' : 'x.y';", ["default", "development"]),
        (
            "const id = { 'dev-client': 'x.dev-client', production: 'x.y' }[process.env.APP_VARIANT ?? 'production'];",
            ["production", "dev-client"]
        ),
        (
            "const get = (v) => { const map = { dev: 'x.dev', prod: 'x.y' }; return map[v] ?? map.prod; };\n"
                + "const id = get(process.env.APP_VARIANT);", ["prod", "dev"]
        ),
        (
            "const all = { ids: { qa: 'x.qa', prod: 'x.y' } }; const id = all.ids[process.env.APP_VARIANT || 'prod'];",
            ["prod", "qa"]
        ),
        (
            "const Env = { QA: 'qa' }; const id = process.env.APP_VARIANT === Env.QA ? 'x.qa' : 'x.y';",
            ["default", "qa"]
        ),
        (
            "function get(a: Record<string, string>, dev: boolean) { return dev ? 'x.development' : 'x.y'; }\nconst id = get({}, isDev);",
            ["default", "development"]
        ),
        // Any other value has a result of its own.
        (
            "const v = process.env.APP_VARIANT || 'dev'; const id = isDev || v === 'dev' ? 'x.y' : 'x.other';",
            ["dev", "other"]
        ),
        ("change(process.env); const id = process.env.APP_VARIANT === 'development' ? 'x.development' : 'x.y';", nil),
    ])
    func valuesThatAreUsedAreVariants(statement: String, names: [String]?) {
        let read = Self.read(
            "\(Self.isDev)\(statement)\nexport default { ios: { bundleIdentifier: id }, scheme: 's' };"
        )
        #expect(
            read.filter { !$0.contains("program") }.map { $0.split(separator: " ")[0] }
                == (names ?? ["Debug"]).map { Substring($0) },
            "\(read)"
        )
        for name in (names ?? []).dropFirst() { #expect(read.contains("\(name) x.\(name) s"), "\(read)") }
    }

    /// A value that depends on anything else is not known.
    @Test(arguments: [
        "process.env.SCHEME", "isDev ? 'a-dev' : process.env.SCHEME", "isDev ? 'a' : require('./a').scheme", "later()",
        "isDev ? 'a-dev' : fs.readFileSync('a')", "loop()", "waits()", "isDev ? 'a' : `${process.env.B}`",
        "process.env.OTHER === 'a' ? 'a' : 'b'", "[isDev, other].join('-')", "isDev ? 'a' : new Name('b')",
    ])
    func otherValuesAreComputed(expression: String) {
        let functions = """
            const loop = () => { return loop(); };
            async function waits() { return 'a'; }
            process.env.OTHER = load();

            """
        let read = Self.read(
            "\(Self.isDev)\(functions)export default { scheme: \(expression), ios: { bundleIdentifier: 'x.y' } };"
        )
        #expect(read == ["Debug Release x.y", "it is a program, which computes 'scheme'"], "\(expression)")
    }

    @Test func showsWhereAValueIsWritten() throws {
        let text = "\(Self.isDev)export default { scheme: isDev ? 'd' : 's', ios: { bundleIdentifier: 'x.y' } };"
        let files = ["package.json": #"{"dependencies": {"expo": "58.0.0"}}"#]
        let reading = ExpoReaderTests.read(text, files, named: "app.config.ts")
        let schemes = reading.manifests.flatMap { manifest in
            manifest.urlTypes.flatMap(\.schemes).filter { $0.raw.count == 1 }.map { manifest.place(of: $0.span).range }
        }
        let column = "export default { scheme: isDev ? 'd' : 's".count
        #expect(schemes.map { $0?.lines?.start.column } == [column, column - 6])
    }

    /// Each constant or object contains the one before several times.
    @Test(arguments: [
        "const b$ = b# + b#;", "const b$ = { ...b#, ...b# };", "const b$ = () => b#() + b#();",
        "const b$ = !!b# ? b# : b#;",
    ])
    func manyUsesOfConstantsTakeLittleTime(pattern: String) {
        let constants = (1..<200).map {
            pattern.replacing("$", with: "\($0)").replacing("#", with: "\($0 - 1)") + "\n"
        }
        let program =
            "const b0 = process.env.A;\n\(constants.joined())export default { scheme: b199, ...b199, ios: { bundleIdentifier: 'x.y' } };"
        #expect(!Self.read(program).isEmpty)
    }

    /// Many members use one expression, which has many terms.
    @Test(arguments: [("#", "f||"), ("`${#}`", "''+")])
    func manyUsesOfLongExpressionsTakeLittleTime(pattern: String, term: String) {
        let expression = pattern.replacing("#", with: String(repeating: term, count: 10_000) + "''")
        let members = (0..<3_000).map { "m\($0): a, " }.joined()
        let identifier = "process.env.V === 'x' ? 'x.y' : 'x.z'"
        let program =
            "const a = \(expression);\nexport default { \(members)scheme: a, ios: { bundleIdentifier: \(identifier) } };"
        #expect(!Self.read(program).isEmpty)
    }

    @Test(arguments: ["!", "(", "a => ", "a ? ", "a[", "`${", "{ a: ", "if (a) ", "new ", "f(", "[", "...", "-"])
    func deepExpressionsAreComputed(part: String) {
        let deep = String(repeating: part, count: 20_000)
        #expect(!Self.read("const f = () => { return \(deep)\n}; export default { scheme: \(deep)'a' };").isEmpty)
    }
}
