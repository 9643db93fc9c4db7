package import SchemeModel
import SchemeReports
import SchemeStore

/// Copies a registry into a new one, from a server to a file or back.
package struct CopyCommand: Command {
    /// The registry to copy, and the new one: files, or addresses of PostgreSQL servers.
    package var source, target: Path

    /// Creates a command with these options.
    package init(from source: Path, to target: Path) {
        self.source = source
        self.target = target
    }

    package func run(in context: Context) throws -> ExitCode {
        for path in [source, target] where path.bytes.isEmpty {
            throw UsageError("the registry is empty", hint: "specify a file or the address of a PostgreSQL server")
        }
        let from = RegistryLocation.resolved(source, in: context)
        let to = RegistryLocation.resolved(target, in: context)
        let counts = try Registry.with(from, for: .reading, in: context) { registry in
            try Registry.with(to, for: .writing, in: context) { other in
                try other.retrying { try registry.copy(into: other) }
                return try other.counts()
            }
        }
        let sizes = [
            TextTerms.count(counts.manifests, "manifest"), TextTerms.count(counts.claims, "claim"),
            TextTerms.count(counts.apps, "app"),
        ]
        let names = [source, target].map { TextEscape.escaped(Registry.name(of: $0)) }
        try context.output.write("copied \(names[0]) to \(names[1]): \(sizes.joined(separator: ", "))\n")
        try context.output.flush()
        return .clean
    }
}
