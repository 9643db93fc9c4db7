import SchemeModel
import SchemeYAML
import Testing

@testable import SchemeManifests

@Suite("Programs of Expo that keep the values of app.json")
struct KeptExpoValuesTests {
    /// Whether all values are those of a file that has each of them.
    private static func keepsValues(_ program: String) -> Bool {
        let file = """
            {
              "name": "J", "scheme": "j", "extra": {"a": "b"}, "plugins": ["p"],
              "ios": {"bundleIdentifier": "j.j", "infoPlist": {"CFBundleURLTypes": []}, "associatedDomains": ["applinks:j.j"]}
            }
            """
        guard let configuration = try? JSONReader.read(Array(file.utf8)).root else { return false }
        let read = ExpoProgram(path: "/s/app.config.ts", Array(program.utf8), configuration: configuration) { _ in nil }
        return !read.decides && read.keepsDomains
    }

    private static func copies(_ members: String) -> String { "module.exports = ({ config }) => ({ \(members) });\n" }

    @Test(arguments: [
        "...config", "name: 'A', ...config", "...config, extra: { ...config.extra, a: process.env.A },",
        "...config, plugins: [...(config.plugins ?? []), [\"a\", { b: [1, [2]] }]]",
        "...config, plugins: ['a', ...config.plugins]",
        "...config, name: `A ${process.env.B ? `${c}` : 'd'}`, /* a: */ // b:\n",
        "...config, version: version(['a'], [b])", "...config, ios: { ...config.ios, supportsTablet: tablet() }",
        "...(config as ExpoConfig), ios: { ...(config?.ios ?? {}), infoPlist: { ...config.ios?.infoPlist, a: b } }",
        "...config, a: '[]'", "...config, /* [a]: */", "...config, n: a ? [1] : [2]", "...config, slug: 'a', a: /[\"]/",
    ])
    func keepsValues(members: String) {
        #expect(Self.keepsValues(Self.copies(members)))
    }

    @Test(arguments: [
        "const c = config", "const i = config.ios", "const c = { ...config }; c.scheme = 's'",
        "const t = [...config.ios.infoPlist.CFBundleURLTypes]; t.push(1)", "console.log(config)",
        "config.name = 'A'; config.ios.supportsTablet = f()", "if (a) { config.version = '1' }",
    ])
    func keepsValuesBeforeReturningThem(before: String) {
        #expect(Self.keepsValues("module.exports = ({ config }) => { \(before); return config };"))
    }

    @Test(arguments: [
        "name: 'A'", "...configuration", "...config.extra", "...config, scheme: 's'", "...config, ['sch' + 'eme']: 's'",
        "...config, a: '[', [k]: 's'", "...config, a: `${`[`}[`, [k]: 's'", "...config, sch\\u0065me: 's'",
        "...config, ...process.env", "...config, ...JSON.parse(a)", "...config, expo: { ...config.extra }",
        "...config, a: /[\"]/, [k]: \"s\"", "...config, a: 1 } ) ) }", "...config, get [k]() { return 's' }",
        "...config, [k] /* key */: 's'",
        "...config, plugins: [withLinks, ...config.plugins]", "...config, plugins: [...config.plugins, './links']",
        "...config, plugins: [...config.plugins, ...(dev ? ['./links'] : [])]",
        "...config, mods: { ios: { infoPlist: f } }",
        "...(config ?? {}).extra", "...(config), ios: { ...(config.ios ?? {})[dev] }",
        "...config, ios: { ...config.ios }, ios: {}",
    ])
    func mayChangeValues(members: String) {
        #expect(!Self.keepsValues(Self.copies(members)))
    }

    @Test(arguments: [
        "config.scheme = 's'", "change(config)", "config.scheme += 't'",
        "delete config.scheme", "config.ios.scheme ??= 't'", "change(config.ios)", "const c = config; c.scheme = 's'",
        "const a = `${config.scheme = 't'}`", "for (const p of config.plugins) {}", "config.expo = {}",
        "const c = { ...config }; c.ios.bundleIdentifier = 'x'", "change({ ...config })",
        "arguments[0].config.scheme = 't'",
        "const t = config.ios.infoPlist.CFBundleURLTypes; t.push({ CFBundleURLSchemes: ['s'] })",
        "const config = load()", "config['scheme'] = 's'",
    ])
    func mayChangeValuesBeforeReturningThem(before: String) {
        let program = "module.exports = ({ config }) => { \(before); return { ...config } };"
        #expect(!Self.keepsValues(program))
    }
}
