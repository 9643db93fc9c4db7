import FuzzTargets
import LibFuzzer
import SchemeModel

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// usage: fuzz TARGET [OPTIONS OF LIBFUZZER | FOLDER …], fuzz TARGET --seeds FOLDER, fuzz --list
//
// libFuzzer restarts this program for some of its work, and only passes its own options. Hence the variable.
let variable = "SCHEMEREG_FUZZ_TARGET"

@MainActor func run() -> Int32 {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["--list"] {
        for target in FuzzTarget.all {
            print(target.name, target.longestInput, target.dictionary.rawValue, target.input, separator: "\t")
        }
        return 0
    }
    let name = getenv(variable).map { String(cString: $0) } ?? (arguments.isEmpty ? "" : arguments.removeFirst())
    guard let target = FuzzTarget.named(name) else {
        print("there is no target '\(name)'; 'fuzz --list' lists them")
        return 2
    }
    if arguments.first == "--seeds", arguments.count == 2 { return writeSeeds(of: target, to: arguments[1]) }
    setenv(variable, name, 1)
    Fuzzing.target = target
    var strings: [UnsafeMutablePointer<CChar>?] = ([CommandLine.arguments[0]] + arguments).map { strdup($0) } + [nil]
    var count = Int32(strings.count - 1)
    return strings.withUnsafeMutableBufferPointer { buffer in
        var vector = buffer.baseAddress
        return LLVMFuzzerRunDriver(&count, &vector) { Fuzzing.test($0, $1) }
    }
}

/// Writes the seeds, one file each.
func writeSeeds(of target: FuzzTarget, to folder: String) -> Int32 {
    do {
        let seeds = try target.seeds.collect()
        for seed in seeds {
            guard let file = fopen("\(folder)/\(SHA256.hex(of: seed))", "w") else { return 1 }
            fwrite(seed, 1, seed.count, file)
            fclose(file)
        }
        print("\(target.name): \(seeds.count) seeds")
        return 0
    } catch {
        print("\(target.name): \(error)")
        return 1
    }
}

/// The entry points for libFuzzer.
enum Fuzzing {
    nonisolated(unsafe) static var target = FuzzTarget.all[0]
    /// The beginning of the violation to preserve while an input is minimized.
    private static let violation = getenv("SCHEMEREG_FUZZ_VIOLATION").map { String(cString: $0) } ?? ""

    static func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
        do {
            try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
        } catch {
            guard "\(error)".hasPrefix(violation) else { return 0 }
            fatalError("\(target.name): \(error)")
        }
        return 0
    }
}

exit(run())

/// Called by libFuzzer's own main function, which is linked but replaced by this program's.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 { Fuzzing.test(bytes, count) }
