import Foundation
import LibC
import SchemeLinks
import SchemeModel

/// The process that analyzes code, so that code that crashes the parser doesn't end the run.
///
/// It is the same program as the run. It gets requests through sockets, one for each request at a time, and ends when
/// the run closes its standard input, or ends itself.
package enum CodeWorker {
    /// The first argument of the program in this process. The second is the number of sockets.
    package static let argument = "__analyze-code"
    /// The descriptor of the first socket.
    static let firstSocket: Int32 = 3

    /// What the process sends first, so that a program that was replaced in the meantime isn't used.
    static let greeting = Array("schemereg \(Release.version) code \(CodeIndex.version) 1\n".utf8)

    /// Returns the number of sockets if this process was started to analyze code.
    ///
    /// - Parameter arguments: All arguments, without the program's name.
    package static func sockets(in arguments: [[UInt8]]) -> Int? {
        guard arguments.count == 2, arguments[0] == Array(argument.utf8),
            let count = Int(String(decoding: arguments[1], as: UTF8.self)), 1...64 ~= count,
            (0...count).allSatisfy({ isSocket($0 == 0 ? STDIN_FILENO : firstSocket + Int32($0) - 1) })
        else { return nil }
        return count
    }

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Answers requests until the run ends.
    package static func run(sockets: Int) -> Never {
        ProcessLimits.turnOffCoreFiles()
        // On Linux, the program is started as `exe`, a link to it.
        Thread.current.name = "schemereg"
        // Descriptors of the run that it didn't mean to pass on would keep files and pipes open.
        for descriptor in (firstSocket + Int32(sockets))..<1024 { close(descriptor) }
        let limits = ProcessLimits(threads: sockets)
        for number in 0..<sockets {
            let thread = Thread { serve(firstSocket + Int32(number), limits) }
            thread.stackSize = 8 * 1024 * 1024
            thread.start()
        }
        Socket.send(greeting, to: STDIN_FILENO)
        // The run sends nothing here. Its end closes the socket, however it ends.
        _ = Socket.read(1, from: STDIN_FILENO)
        _exit(0)
    }

    /// The part of a request that ``JobMemory/spare`` allows for, for each of at most 16 sockets.
    private static let requestStep = JobMemory.spare / 16

    private static func serve(_ socket: Int32, _ limits: ProcessLimits) {
        while true {
            var (received, allowed) = (0, 0)
            let request = CodeRequest { count in
                // Numbers become larger, and lists of files grow.
                received += 4 * count + 256
                // Not for each number, because a limit takes system calls.
                if received - allowed > requestStep {
                    limits.add(bytes: received - allowed)
                    allowed = received
                }
                return Socket.read(count, from: socket)
            }
            guard let request else { return }
            let code = request.code
            let bytes = code.limits.codeBytes + 3 * code.byteCount
            let response = limits.allowing(bytes: bytes, seconds: code.seconds) {
                // From here on, the memory of the job includes the request.
                limits.add(bytes: -allowed)
                let observer = request.announcesParts ? Announcer(socket, limits, code.limits.codeSeconds) : nil
                let sources = CodeIndex(files: code.files, limits: code.limits, observer: observer)
                return CodeResponse.facts(CodeAnalysis.encoded(sources.facts(of: code.targets), of: code)).encoded
            }
            guard Socket.send(response, to: socket) else { return }
        }
    }

    /// Announces each part before it is read, and gives each the same time.
    private struct Announcer: ReadingObserver {
        let socket: Int32
        let limits: ProcessLimits
        let seconds: Int

        init(_ socket: Int32, _ limits: ProcessLimits, _ seconds: Int) {
            self.socket = socket
            self.limits = limits
            self.seconds = seconds
        }

        func didBegin(_ part: ReadingPart) {
            limits.restartTime(seconds)
            Socket.send(CodeResponse.didBegin(part).encoded, to: socket)
        }

        func didEnd() { Socket.send(CodeResponse.didEnd.encoded, to: socket) }
    }
}
