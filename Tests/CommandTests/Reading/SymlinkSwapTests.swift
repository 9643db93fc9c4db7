import Foundation
import SchemeModel
import Synchronization
import Testing
import TestSupport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A tree in which folders are replaced with links while it is read: nothing from outside ever shows.
@Suite struct SymlinkSwapTests {
    /// The name in the tree and the target of the link, relative to the tree's folder.
    enum Exchange: String, CaseIterable {
        case folder = "App/Sub"
        case topFolder = "App"
        case file = "App/Sub/Info.plist"
        case code = "App/Sub/Code"
    }

    @Test(arguments: Exchange.allCases, [true, false])
    func showsNothingFromOutside(exchange: Exchange, withProject: Bool) throws {
        let folder = try TemporaryFolder()
        for (place, scheme) in [("tree", "inside-app"), ("outside", "outside-app")] {
            try folder.write("\(place)/App/Sub/Info.plist", Sample.app("com.contoso.\(place)", ("Editor", [scheme])))
            for number in 0..<20 {
                let manifest = Sample.app("com.contoso.\(place)\(number)", ("Editor", ["\(scheme)\(number)"]))
                try folder.write("\(place)/App/Sub/\(number)/Info.plist", manifest)
            }
            let code = "func send() { UIApplication.shared.open(URL(string: \"\(scheme)-link://x\")!) }\n"
            try folder.write("\(place)/App/Sub/Code/A.swift", code)
            if withProject { try folder.write("\(place)/project.yml", Self.specification) }
        }
        let name = folder.path + "/tree/" + exchange.rawValue
        let (spare, target) = (folder.path + "/spare", folder.path + "/outside/" + exchange.rawValue)
        try FileManager.default.createSymbolicLink(atPath: spare, withDestinationPath: target)
        let isDone = Mutex(false)
        let swaps = Mutex(0)
        let thread = Thread {
            while !isDone.withLock({ $0 }) {
                Self.exchange(name, spare)
                swaps.withLock { $0 += 1 }
                usleep(UInt32.random(in: 0...300))
            }
        }
        thread.start()
        defer { isDone.withLock { $0 = true } }
        var (leaks, rounds) = (0, 0)
        // The other thread may start late.
        while rounds < TestScale.pick(3, torture: 300) || swaps.withLock({ $0 }) <= 5 {
            rounds += 1
            for arguments in [["check", ".", "--format", "json"], ["list", "links", "--registry", "r.sqlite"]] {
                if arguments[0] == "list" {
                    _ = CommandRun.run(["import", ".", "--registry", "../r.sqlite"], in: folder.path + "/tree")
                }
                let run = CommandRun.run(arguments, in: folder.path + (arguments[0] == "list" ? "" : "/tree"))
                if run.output.contains("outside-app") || run.errors.contains("outside-app") { leaks += 1 }
            }
        }
        #expect(leaks == 0)
    }

    private static let specification = """
        name: App
        targets:
          App:
            type: application
            platform: iOS
            sources: [App/Sub]
            settings: {INFOPLIST_FILE: App/Sub/Info.plist, PRODUCT_BUNDLE_IDENTIFIER: com.contoso.generated}

        """

    /// Swaps two names.
    private static func exchange(_ first: String, _ second: String) {
        let third = second + "-third"
        _ = rename(first, third)
        _ = rename(second, first)
        _ = rename(third, second)
    }
}
