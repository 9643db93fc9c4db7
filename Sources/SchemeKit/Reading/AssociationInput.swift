import SchemeManifests
import SchemeModel
import SchemeReports

extension InputReader {
    /// Reads an association file. Its hosts come from options, from the configuration, or from the name of a folder.
    func readAssociation(_ candidate: Candidate) -> CandidateResult {
        let place = Place(source: source.name, path: candidate.path)
        let contents: FileContents
        do throws(FileError) {
            contents = try context.files.contents(of: absolute(candidate.path), limit: limits.generatorBytes)
        } catch {
            // The configuration or an option may name a file that doesn't exist.
            let problem =
                error == .notFound
                ? Problem(error, reading: "the association file", at: place)
                : Problem(error, of: candidate.path, in: source.name)
            return unreadable(candidate, [problem])
        }
        let given = associationHosts[candidate.path] ?? []
        let hosts = given.isEmpty ? AssociationFileReader.host(ofPath: candidate.path).map { [$0] } ?? [] : given
        let reading = AssociationFileReader(limits: limits).read(contents.bytes, origin: place, hosts: hosts)
        // An input over a limit wasn't read, so what is known about it stays.
        guard reading.problems.isEmpty else { return unreadable(candidate, reading.problems) }
        return CandidateResult(
            reading: InputReading(
                path: candidate.path,
                status: .read(
                    stamp: reliable(contents.stamp, of: candidate),
                    digest: SHA256.hex(of: contents.bytes),
                    manifests: []
                ),
                irregularities: reading.irregularities,
                association: reading.file
            )
        )
    }
}

extension SourcePlan {
    /// Returns the hosts of association files, by path below the source's root: those of options and of the configuration.
    ///
    /// - Parameter options: The hosts by real path.
    func associationHosts(given options: [Path: [String]]) -> [Path: [String]] {
        options.reduce(into: associationHosts) { hosts, option in
            guard let path = option.key.relative(to: source.root) else { return }
            hosts[path, default: []] += option.value
        }
    }
}

extension InputOptions {
    /// Returns the hosts of the association files that the user named, by real path.
    func realAssociationFiles(in context: Context) -> [Path: [String]] {
        associationFiles.reduce(into: [:]) { hosts, file in
            let absolute = context.currentDirectory.appending(file.path)
            // `validate(in:)` has already reported paths that don't exist.
            let real = (try? context.files.realPath(of: absolute)) ?? absolute
            hosts[real, default: []].append(file.host.asciiLowercased)
        }
    }
}

extension InputScan {
    /// Prints a note about association files that can't be compared with apps, because their domains are unknown.
    func reportUnknownDomains(in context: Context) {
        let files = associations.filter { file in
            file.contents.hosts.isEmpty && !file.contents.details.isEmpty && !file.origin.path.isTestCode
                && !file.origin.path.isSampleCode
        }
        guard let first = files.first else { return }
        let served = Set(associations.flatMap(\.contents.hosts).map { ByteString($0) })
        let claims = manifests.flatMap(\.domainClaims).filter {
            $0.isPublicLink && !served.contains(ByteString($0.domain.pattern.associationHost))
        }
        let domains = Set(claims.map { ByteString($0.domain.pattern.associationHost) })
        guard let domain = domains.first else { return }
        let path = PathDisplay(from: context.currentDirectory, sources: sources).text(for: first.origin)
        let others = files.count > 1 ? " and \(TextTerms.count(files.count - 1, "other association file"))" : ""
        context.note(
            "the \(files.count > 1 ? "domains" : "domain") of '\(path)'\(others) \(files.count > 1 ? "are" : "is") unknown, "
                + "so \(files.count > 1 ? "their" : "its") links are not compared with any app"
                + unlisted(claims),
            hint: "pass --aasa \(domains.count == 1 ? domain.string : "DOMAIN")=\(path)"
        )
    }

    /// Returns a clause about the apps of `claims` that no association file of the run lists; empty if a file wasn't understood.
    private func unlisted(_ claims: [DomainClaim]) -> String {
        let unread: [Irregularity.Kind] = [.malformedAssociation, .unreadAssociation]
        guard problems.isEmpty, associations.allSatisfy(\.contents.isWhole),
            !irregularities.contains(where: { unread.contains($0.irregularity.kind) })
        else { return "" }
        let listed = Set(associations.flatMap(\.contents.listedApps).compactMap(\.app))
        let apps = Set(claims.filter(\.isOfReleasedApp).map(\.claim.app.id)).subtracting(listed).map(\.text).sorted()
        guard let first = apps.first?.string else { return "" }
        let others = apps.count > 1 ? " and \(TextTerms.count(apps.count - 1, "other app"))" : ""
        return "; no association file lists \(first)\(others)"
    }
}
