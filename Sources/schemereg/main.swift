import LibC
import SchemeKit

takeStandardDescriptors()
Interrupt.install()
// The raw arguments, because CommandLine.arguments replaces invalid UTF-8.
let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index -> [UInt8]? in
    CommandLine.unsafeArgv[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
}
exit(run(arguments, in: .process()))
