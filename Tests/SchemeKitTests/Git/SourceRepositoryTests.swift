import SchemeModel
import Testing

@testable import SchemeKit

/// Finding the repository of a folder.
@Suite struct SourceRepositoryTests {
    /// A repository has the same identity for every form of its address, and no identity contains credentials.
    @Test(arguments: [
        ("https://github.com/acme/wallet", "github.com/acme/wallet"),
        ("https://user:to%40ken@GitHub.com:443/acme/wallet.git/", "github.com/acme/wallet"),
        ("git@github.com:acme/wallet.git", "github.com/acme/wallet"),
        ("ssh://git@github.com:22/acme//wallet.git", "github.com/acme/wallet"),
        ("github.com:acme/Wallet", "github.com/acme/Wallet"), ("ssh://git@[::1]:22/a", "[::1]/a"),
        ("https://a@b@c/x", "c/x"), ("/srv/git/wallet.git", "/srv/git/wallet"),
        ("file:///srv/git/wallet.git", "/srv/git/wallet"),
        ("../wallet", nil), ("", nil), ("https://github.com", nil), ("https://github.com/", nil), (":", nil),
        ("/", nil),
    ])
    func identifies(address: String, expected: String?) {
        #expect(Source.Repository.identity(of: address[...]) == expected)
    }

    @Test(arguments: [
        ("[remote \"origin\"]\n\turl = a\n", "a"), ("  [remote \"origin\"] # x\r\n  URL=\"a b\"\r\n", "a b"),
        ("[remote \"other\"]\nurl = b\n[remote \"origin\"]\nfetch = x\nurl = a ; y\nurl = c\n", "a"),
        ("[remote \"origin\"]\n[core]\nurl = a\n", nil), ("", nil), ("url = a", nil),
        ("[remote \"origin\"]\nurl\n", nil),
    ])
    func findsTheOrigin(configuration: String, expected: String?) {
        #expect(Source.Repository.origin(in: configuration).map(String.init) == expected)
    }
}
