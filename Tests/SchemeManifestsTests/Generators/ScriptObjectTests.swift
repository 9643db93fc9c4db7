import Testing

@testable import SchemeManifests

@Suite("Programs of Expo that keep the values of app.json")
struct ScriptObjectTests {
    private static func script(_ program: String) -> ScriptObject? {
        ScriptObject.variants(exportedBy: Array(program.utf8), deciding: ExpoConfiguration.keys).first?.object
    }

    private static func keepsValues(_ members: String, before: String = "") -> Bool {
        let program = "\(before)\nmodule.exports = ({ config }) => ({ \(members) });\n"
        let keys = ExpoConfiguration.keys + ExpoConfiguration.domainKeys
        guard let script = script(program) else { return false }
        return script.projectChange == nil && !script.addsOwnPlugins && keys.allSatisfy(script.keeps)
    }

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
        #expect(Self.keepsValues(members))
    }

    @Test(arguments: [
        "name: 'A'", "...configuration", "...config.extra", "...config, scheme: 's'", "...config, ['sch' + 'eme']: 's'",
        "...config, a: '[', [k]: 's'", "...config, a: `${`[`}[`, [k]: 's'", "...config, sch\\u0065me: 's'",
        "...config, ...process.env", "...config, ...JSON.parse(a)", "...config, expo: { ...config.extra }",
        "...config, a: /[\"]/, [k]: \"s\"", "...config, a: 1 } ) ) }", "...config, get [k]() { return 's' }",
        "...config, [k] /* key */: 's'", "...config, ...[config.extra][0]",
        "...config, plugins: [withLinks, ...config.plugins]", "...config, plugins: [...config.plugins, './links']",
        "...config, plugins: [...config.plugins, ...(dev ? ['./links'] : [])]",
        "...config, mods: { ios: { infoPlist: f } }",
        "...(config ?? {}).extra", "...(config), ios: { ...(config.ios ?? {})[dev] }",
        "...config, ios: { ...config.ios }, ios: {}",
    ])
    func mayChangeValues(members: String) {
        #expect(!Self.keepsValues(members))
    }

    @Test(arguments: [
        "config.scheme = 's'", "change(config)", "const c = config", "config.scheme += 't'",
        "delete config.scheme", "config.ios.scheme ??= 't'", "change(config.ios)", "const i = config.ios",
        "const a = `${config.scheme = 't'}`", "for (const p of config.plugins) {}", "config.expo = {}",
        "const c = { ...config }", "change({ ...config })", "arguments[0].config.scheme = 't'",
        "const t = [...config.ios.infoPlist.CFBundleURLTypes]",
        "const config = load()", "config['scheme'] = 's'",
    ])
    func mayChangeValuesBeforeReturningThem(before: String) {
        let program = "module.exports = ({ config }) => { \(before); return { ...config } };"
        #expect(Self.script(program)?.keeps(["scheme"]) != true)
    }
}
