import Foundation
import LibC
import SchemeLinks
import SchemeModel

/// The process that analyzes code, so that code that crashes the parser doesn't end the run.
///
/// It is the same program as the run. It gets one request at a time through its standard input, which is a socket, and ends when
/// the run closes that, or ends itself.
package enum CodeWorker {
    /// The only argument of the program in this process.
    package static let argument = "__analyze-code"

    /// What the process sends first, so that a program that was replaced in the meantime isn't used.
    static let greeting = Array("schemereg \(Release.version) code \(CodeIndex.version) 3\n".utf8)

    private static let socket = STDIN_FILENO

    /// Returns whether this process was started to analyze code.
    ///
    /// - Parameter arguments: All arguments, without the program's name.
    package static func isRequested(by arguments: [[UInt8]]) -> Bool {
        var status = stat()
        return arguments == [Array(argument.utf8)] && fstat(socket, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Answers requests until the run ends.
    package static func run() -> Never {
        ProcessLimits.turnOffCoreFiles()
        ProcessLimits.shareHeap()
        // On Linux, the program is started as `exe`, a link to it.
        Thread.current.name = "schemereg"
        // Descriptors of the run that it didn't mean to pass on would keep files and pipes open.
        for descriptor in (STDERR_FILENO + 1)..<1024 { close(descriptor) }
        // The end of the run closes the socket, also while code is analyzed.
        Thread.detachNewThread {
            var polled = pollfd(fd: socket, events: 0, revents: 0)
            while poll(&polled, 1, -1) <= 0 {}
            _exit(0)
        }
        Socket.send(greeting, to: socket)
        while let request = CodeRequest(reading: { Socket.read($0, from: socket) }),
            let response = response(to: request)
        {
            guard Socket.send(response.encoded, to: socket) else { break }
        }
        _exit(0)
    }

    /// Returns the facts that `request` asks for; `nil` if they can't be encoded.
    private static func response(to request: CodeRequest) -> CodeResponse? {
        let code = request.code
        ProcessLimits.allow(bytes: code.limits.codeBytes + 3 * code.byteCount, seconds: code.seconds)
        defer { ProcessLimits.removeAll() }
        let observer = request.announcesParts ? Announcer(seconds: code.limits.codeFileSeconds) : nil
        let index = CodeIndex(files: code.files, limits: code.limits, observer: observer)
        return CodeAnalysis.encoded(index.facts(of: code.targets), of: code).map(CodeResponse.facts)
    }

    /// Announces each part before it is read, and gives each the same time.
    private struct Announcer: ReadingObserver {
        let seconds: Int

        func didBegin(_ part: ReadingPart) {
            ProcessLimits.restartTime(seconds)
            Socket.send(CodeResponse.didBegin(part).encoded, to: socket)
        }

        func didEnd() { Socket.send(CodeResponse.didEnd.encoded, to: socket) }
    }
}
