import Testing

@testable import SchemeManifests

@Suite("Programs of Expo that keep the values of app.json")
struct ExpoProgramTextTests {
    private static func keepsValues(_ members: String, before: String = "") -> Bool {
        ExpoProgramText.keepsValues(Array("\(before)\nmodule.exports = ({ config }) => ({ \(members) });\n".utf8))
    }

    @Test(arguments: [
        "...config", "name: 'A', ...config", "...config, extra: { ...config.extra, a: process.env.A },",
        "...config, plugins: [...(config.plugins ?? []), [\"a\", { b: [1, [2]] }], ...more]",
        "...config, name: `A ${process.env.B ? `${c}` : 'd'}`, /* a: */ // b:\n",
        "...config, version: version(['a'], [b])",
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
        // Texts, comments and choices aren't told from keys.
        "...config, a: '[]'", "...config, /* [a]: */", "...config, n: a ? [1] : [2]",
    ])
    func mayChangeValues(members: String) {
        #expect(!Self.keepsValues(members))
    }

    @Test(arguments: ["function f(c) { c[k] = 's' }", "const f = c => Object.assign(c, a)", "const { [k]: a } = b"])
    func mayChangeValuesBeforeReturningThem(before: String) {
        #expect(!Self.keepsValues("...config", before: before))
    }
}
