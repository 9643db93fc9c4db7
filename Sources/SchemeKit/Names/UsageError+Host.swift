import SchemeModel

extension UsageError {
    /// Creates the error about a URL whose host can't be compared with domains; `nil` for any other URL.
    init?(hostOf url: String) {
        guard let host = WebAddress(url)?.host, !host.isPlainHost else { return nil }
        self.init(
            "the host '\(host)' is not in plain ASCII, so it cannot be compared with the domains of apps",
            hint: "write its ASCII form, such as xn--mnchen-3ya.de for m\u{FC}nchen.de"
        )
    }
}
