import Testing

@testable import SchemeManifests

@Suite("Running programs of Expo as far as their text shows")
struct ScriptInterpreterTests {
    /// The variants, and what the program computes.
    private static func read(_ text: String, _ files: [String: String] = [:]) -> [String] {
        ExpoVariantTests.read(text, files)
    }

    /// The scheme is `s` if the statements set `value` to it.
    @Test(arguments: [
        "let value = 'a'; if (1 === 1) { value = 's' }", "let value; value = 's'",
        "let value = 'a'; value = value && 's'",
        "let value; value ??= 's'", "let value = 's'; value ||= 'a'", "let value = ''; value += 's'",
        "const value = ' S '.trim().toLowerCase()", "const value = ['s'].join('')", "const value = ['a', 's'][1]",
        "enum E { A = 's' }\nconst value = E.A", "const enum E { A = 's' }\nconst value = E['A']",
        "const { a: { b: value = 's' } } = { a: {} }",
        "const { a, ...rest } = { a: 1, value: 's' }; const { value } = rest",
        "const f = ({ a }: { a: string }, ...more: string[]): string => a; const value = f({ a: 's' })",
        "function f<T extends object>(a: T): T { return a }\nconst value = f<string>('s')",
        "const o = { f(a) { return a }, get g() { return 'a' } }; const value = o.f('s')",
        "const value = (() => { try { return 's' } catch (e) { return 's' } finally { f() } })()",
        "const value = ['a', 's'].filter((a) => a !== 'a').map((a) => a)[0]",
        "const value = ['a', 'b'].includes('b') ? 's' : 'a'", "const value = 'as'.endsWith('s') ? 's' : 'a'",
        "const a = []; a.push('a', 's'); const value = a.length === 2 && a[1]",
        "const value = typeof 'a' === 'a' ? 'b' : 's'",
        "const value = 'a' in { a: 1 } ? 's' : 'a'", "const value = { a: 's' }?.a ?? 'a'",
        "const value = (undefined)?.a.b ?? 's'",
        "const value = null ?? (undefined == null ? 's' : 'a')", "const value = f ? 's' : 's'",
        "f() && g(); const value = 's'",
        "let value; switch ('b') { case 'a': value = 'a'; break; case 'b': case 'c': value = 's' }",
        "const b = 's'; const value = a(); function a() { return b }",
        "const value = Object.freeze({ a: 's' } as const).a",
        "const a = { b: 's' }; for (const c of d) { e(c) } const value = a.b",
        "type A = | 'a'\n  | 'b'\nconst value: A = 's'",
        "interface A { value: string }\ndeclare const value2: A;\nconst value = 's' satisfies string",
        "class A { value = 'a' }\nconst value = 's'", "const value = String('s')",
        "const value = Boolean('a') ? 's' : 'a'",
        "let value = 's'; if (a) { console.log(value) } else { throw new Error(value) }",
        "const value = [...['s']].concat('a')[0]", "const value = `${'s'}`", "label: for (;;) {}\nconst value = 's'",
        "const value = a\n  ? 's'\n  : 's'",
        "const o = { value: 'a', f() { this.value = 's' } }; o.f(); const { value } = o",
        "var value = 'a'; if (1 === 1) { var value = 's' }",
        "const o = { value: 'a' }; delete o.value; const { value } = { value: 's', ...o }",
        "const { value } = (function () { return arguments[0] })({ value: 's' })", "let a = 's'\n++b\nconst value = a",
        "class A { a = 1 }\nconst a = new A(); const value = 's'",
        "const e = 's'; try { a() } catch (e) { e = 'b' }\nconst value = e",
        "const o = { s: 1 }; const value = Object.keys(o).includes('s') ? 's' : 'a'",
        "const o = { s: 1 }; const value = Object.keys(o).join(', ')",
        "async function f() { o.value = 'a' }\nconst o = { value: 's' }; const { value } = o",
        "const a = 's'; const value = ((b = () => a) => { const a = 'b'; return b() })()",
        "function f(a) { var a = a || 's'; return a }\nconst value = f()",
        "const [o] = [{ a: 's' }]; const value = Object.values({ a: 's' })[0]",
        "const m = { default: 's' }; let value; switch (1) { case 1: const n = m.default; value = n }",
        "const value = await 's'", "const value = ((a = 's') => a)()",
        "var value = 's'; function f() { if (a) { var value = 'b' } value = 'c' }\nf()",
        "const value = 's'; for (const value of a) { b(value) }",
    ])
    func runsStatements(statements: String) {
        let read = Self.read("\(statements);\nexport default { scheme: value, ios: { bundleIdentifier: 'x.y' } };")
        #expect(read == ["Debug Release x.y s"], "\(statements)")
    }

    /// What decides isn't known, or the statements aren't understood.
    @Test(arguments: [
        "let value = 's'; if (a) value = 'b'", "let value = 's'; for (const a of b) { value += a }",
        "const value = a ? 's' : 'b'",
        "let value = 's'; while (a()) value = 'b'", "let value = 's'; try { value = f() } catch {}",
        "const value = a || 's'",
        "let value = 's'; const f = () => { value = 'b' }; a(f)", "const value = a && 's'",
        "const value = new A('s').value",
        "let value = 's'; a.forEach(() => { value = 'b' })",
        "const value = (() => { if (a) return 's'; return 'b' })()",
        "const value = (() => { for (const a of b) { return 's' } return 's' })()", "const value = ['s', ...a][1]",
        "let value = 's'; switch (a) { case 'b': value = 'b' }", "let value = 's'; a ? (value = 'b') : null",
        "let value = 's'; a && (value = 'b')", "const o = { value: 's' }; f(o); const value = o.value",
        "const o = { value: 's' }; const p = [o]; f(p); const value = o.value", "const value = 's'.replace('s', f)",
        "const a = ['s']; a.sort(); const value = a[0]", "let value = 's'; do { value = 'b' } while (a)",
        "const o = { value: 's' }; o[a] = 'b'; const value = o.value", "let value = 's'; value++",
        "const value = async () => 's'",
        "const o = { value: 's' }; class A { b() { o.value = 'b' } }\nnew A().b(); const value = o.value",
        "const value = function* () { yield 's' }()", "const value = 's' + a", "const value = `s${a}`",
        "const value = a.s",
        "const value = { s: 's' }[a]", "let [value] = ['s']",
        "const o = { value: 's' }; with (o) { value = 'b' } const value = o.value",
        "const o = { value: 's' }; class A { static { o.value = 'b' } }\nconst value = o.value",
        "const value = `s${1.0}`",
        "const o = { set a(b) { value = b } }; let value = 's'; o.a = 'b'", "const value = { s: 1 }.isPrototypeOf",
        // The object has other names.
        "const o = { value: 's' }; const p = a ? o : {}; p.value = 'b'; const value = o.value",
        "const o = { value: 's' }; const p = a || o; p.value = 'b'; const value = o.value",
        "const o = { value: 's' }; const p = [o].find(a); p.value = 'b'; const value = o.value",
        "const o = { value: 's' }; const [p] = [o]; p.value = 'b'; const value = o.value",
        "const o = { a: { value: 's' } }; Object.entries(o)[0][1].value = 'b'; const value = o.a.value",
        "const o = { value: 's' }; const p = a(o); o.value = 's'; p.value = 'b'; const value = o.value",
        "class A { b() { o.value = 'b' } }\nconst o = { value: 's' }; new A().b(); const value = o.value",
        "const o = { value: 's' }; const f = (...p) => { p[0].value = 'b' }; f(o); const value = o.value",
        "const o = { value: 's' }; const f = (function () { this.value = 'b' }).bind(o); f(); const value = o.value",
        "const l = ['s']; const m = a ? l : []; m.unshift('b'); const value = l[0]",
        "const o = { value: 's' }; o[a()].value = 'b'; const value = o.value",
        "const value = { value: 's' }.toString", "let value = 's'; function f() { value = 'b' } f.call()",
    ])
    func whatItDoesNotFollowIsUnknown(statements: String) {
        let read = Self.read("\(statements);\nexport default { scheme: value, ios: { bundleIdentifier: 'x.y' } };")
        #expect(read == ["Debug Release x.y", "it is a program, which computes 'scheme'"], "\(statements)")
    }

    /// A build without the variable, or with one of these values, fails.
    @Test(arguments: [
        "if (!V) throw new Error('V is missing');", "if (V !== 'a' && V !== 'b') { throw new Error(`${V}`); }",
        "if (!V) { console.error('V'); process.exit(1); }", "const f = () => { throw new Error() }; if (!ids[V]) f();",
        "function need(v) { if (!v) { throw new Error() } return v }\nneed(V);",
        "switch (V) { case 'a': case 'b': break; default: throw new Error() }",
    ])
    func failedBuildsAreNoVariants(statement: String) {
        let read = Self.read(
            """
            const V = process.env.V; const ids = { a: 'x.a', b: 'x.b' };
            \(statement)
            export default { scheme: 's', ios: { bundleIdentifier: V === 'a' ? ids.a : ids.b } };
            """
        )
        #expect(read.first == "a x.a s" && read.count == 2 && read[1].hasSuffix("x.b s"), "\(read)")
    }

    private static let values =
        "const values = V === 'production' ? { id: 'x.y', scheme: 's' } : { id: 'x.dev', scheme: 'd' };"

    @Test(arguments: [
        ("import { values } from './env';", "env.ts", "export \(values)"),
        ("import values from './env';", "env.js", "\(values) module.exports = values;"),
        ("import values from './env.js';", "env.js", "\(values) export default values;"),
        ("const { values } = require('./env');", "env.js", "\(values) exports.values = values;"),
        ("import * as env from './env'; const { values } = env;", "env/index.ts", "\(values) export { values };"),
        (
            "const values = require('./env').make(process.env.V);", "env.cjs",
            "exports.make = (V) => { \(values) return values; };"
        ),
        (
            "import { a as values } from './env';", "env.ts",
            "import { A } from './env';\n\(values) export { values as a };"
        ),
        (
            "import Env from './env';\nconst values = Env.data;", "env.ts",
            "\(values) import z from 'zod'; const schema = z.object({ a: z.string() }).merge(z.object({ b: 1 })); export default schema.safeParse(values);"
        ),
    ])
    func readsFilesThatItImports(statement: String, name: String, text: String) {
        let read = Self.read(
            "\(statement)\nexport default { scheme: values.scheme, ios: { bundleIdentifier: values.id } };",
            [name: "const V = process.env.V ?? 'development';\n\(text)"]
        )
        #expect(read == ["development x.dev d", "production x.y s"], "\(statement) \(read)")
    }

    @Test func readsValuesOfOtherFiles() {
        let files = ["app.base.json": #"{"expo": {"scheme": "s", "ios": {"bundleIdentifier": "x.y"}}}"#]
        let program = """
            const base = require('./app.base.json').expo;
            if (process.env.V === 'dev') { base.ios.bundleIdentifier += '.dev'; }
            module.exports = base;
            """
        #expect(Self.read(program, files) == ["default x.y s", "dev x.y.dev s"])
        #expect(
            Self.read(program) == [
                "it is a program, which may compute the app's bundle identifier, schemes and domains"
            ]
        )
    }

    /// Plugins that are functions of packages return the configuration.
    @Test(arguments: [
        ("withSentry(app, { a: 1 })", ["Debug Release x.y s"]),
        ("withIcons(app)", ["Debug Release x.y s"]),
        ("withInfoPlist(app, (c) => c)", ["Debug Release x.y s", "it is a program, which computes 'mods'"]),
        ("change(app)", ["it is a program, which may compute the app's bundle identifier, schemes and domains"]),
    ])
    func pluginsReturnTheConfiguration(expression: String, expected: [String]) {
        let program = """
            import { withSentry } from '@sentry/react-native/expo';
            import { withInfoPlist, withXcodeProject } from 'expo/config-plugins';
            import { change } from 'a';
            const withIcons = (config) => withXcodeProject(config, (c) => { c.modResults.a = 1; return c; });
            const app = { scheme: 's', ios: { bundleIdentifier: 'x.y' } };
            export default \(expression);
            """
        #expect(Self.read(program) == expected)
    }

    /// All variables but one are taken for missing, unless an app has the value of one.
    @Test func severalVariablesDecide() {
        let program = """
            const v = (process.env.A ?? process.env.B ?? '').toLowerCase();
            const isDev = v === 'dev' || v.startsWith('test');
            export default { scheme: SCHEME, ios: { bundleIdentifier: isDev ? 'x.dev' : 'x.y' } };
            """
        #expect(Self.read(program.replacing("SCHEME", with: "'s'")) == ["default x.y s", "dev test x.dev s"])
        #expect(
            Self.read(program.replacing("SCHEME", with: "process.env.SCHEME")).allSatisfy { $0.contains("program") }
        )
    }
}
