import Foundation
import Testing
import TestSupport

/// Completions in shells.
@Suite struct CompletionTests {
    /// Returns the completions of bash for the last word of `line`, using the script that `make install` installs.
    private func offers(after line: [String]) throws -> Set<String> {
        let script = CommandRun.run(["--generate-completion-script", "bash"], in: "/")
        #expect(script.code == 0 && script.errors.isEmpty)
        let folder = try TemporaryFolder()
        try folder.write("schemereg.bash", script.output)
        let complete = """
            PATH=$(dirname "$1"):$PATH; shift
            exec bash -c '
                source ./schemereg.bash
                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
                _schemereg schemereg "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                printf "%s\\n" "${COMPREPLY[@]}"
            ' bash "$@"
            """
        let run = try ChildProcess.shell(complete, [Repository.binary] + line, folder: folder.path)
        return Set(run.text.split(separator: "\n").map(String.init))
    }

    @Test(arguments: [
        (["schemereg", "exp"], ["explain"]),
        (["schemereg", "check", "--fail-o"], ["--fail-on"]),
        (["schemereg", "explain", "undef"], ["undefined-target"]),
        (["schemereg", "check", "--rule", "undef"], ["undefined-target"]),
        (["schemereg", "check", "--against", "sch"], ["schemereg.bash"]),
        (["schemereg", "check", "--baseline", "sch"], ["schemereg.bash"]),
        (["schemereg", "check", "--write-baseline", "sch"], ["schemereg.bash"]),
        (["schemereg", "check", "--known", "sch"], ["schemereg.bash"]),
        (["schemereg", "check", "--config", "sch"], ["schemereg.bash"]),
        (["schemereg", "diff", "sch"], ["schemereg.bash"]),
        (["schemereg", "known", "import", "sch"], ["schemereg.bash"]),
    ])
    func bashOffers(line: [String], words: [String]) throws {
        #expect(try offers(after: line).sorted() == words)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func everyShellHasAScript(shell: String) {
        let run = CommandRun.run(["--generate-completion-script", shell], in: "/")
        #expect(run.code == 0 && run.output.contains("schemereg") && run.errors.isEmpty)
    }
}
