import PostgreSQL
import SchemeModel
import SchemeStore
import Testing

/// Addresses of servers, and the passwords that people write into them.
@Suite struct ServerAddressTests {
    @Test(arguments: [
        ("postgres://ci@db.example/schemes", "postgres://ci@db.example/schemes"),
        ("postgres://ci:secret@db.example:5432/schemes", "postgres://ci@db.example:5432/schemes"),
        ("postgresql://ci:se%40cret@db.example/schemes", "postgresql://ci@db.example/schemes"),
        ("postgres://ci:se@cr/e?t@db.example/schemes", "postgres://ci@db.example/schemes"),
        ("postgres://ci:@db.example/schemes", "postgres://ci@db.example/schemes"),
        ("postgres:///schemes?user=ci&password=secret", "postgres:///schemes?user=ci"),
        ("postgres:///schemes?PassWord=secret&sslmode=require", "postgres:///schemes?sslmode=require"),
        ("postgres:///schemes?pass%77ord=secret", "postgres:///schemes"),
        ("postgres:///schemes?user=ci@acme&password=secret", "postgres:///schemes?user=ci@acme"),
        ("postgres://db:1/x?user=ci@acme&password=secret", "postgres://db@acme"),
        ("postgres://keys.example/x?password=a?password=b", "postgres://keys.example/x"),
        ("postgres://db/x?sslpassword=secret&sslkey=/secret", "postgres://db/x"),
    ])
    func showsNoPassword(uri: String, shown: String) throws {
        let address = try #require(ServerAddress(uri))
        #expect(address.display == shown)
        #expect(Registry.name(of: Path(uri)) == shown)
    }

    @Test(arguments: ["secret", "se@cr/e?t", "se%40cret"])
    func errorsHaveNoPassword(password: String) throws {
        let address = try #require(ServerAddress("postgres://ci:\(password)@db/x"))
        let error = address.withoutSecrets(
            "invalid '\(password)' at '\(password.replacing("%40", with: "@"))'\nhow so\n"
        )
        #expect(error == "invalid '***' at '***'")
    }

    @Test(arguments: ["registry.sqlite", "./postgres", "postgres:/x", "mysql://db/x", ""])
    func otherTextIsAPath(text: String) {
        #expect(ServerAddress(text) == nil)
        #expect(!Registry.isServer(Path(text)))
    }

    @Test(arguments: ["", "a", "a\u{0}b", "\u{0}", "\u{10FFFF}", "\u{10FFFF}0\u{0}", "\u{10FFFE}\u{1F600}"])
    func textsComeBack(text: String) {
        var (bytes, copy): ([UInt8], String) = ([], text)
        copy.withUTF8 { ServerText.append(UnsafeRawBufferPointer($0), to: &bytes) }
        #expect(!bytes.contains(0))
        #expect(bytes.withUnsafeBufferPointer(ServerText.text) == text)
    }
}
