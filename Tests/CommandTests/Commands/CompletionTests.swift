import Foundation
import Testing
import TestSupport

/// Completions in shells.
@Suite struct CompletionTests {
    private static let shells = ["bash", "zsh", "fish"]

    /// The runs that print the scripts that `make install` installs, for each shell.
    private static let scripts = Dictionary(
        uniqueKeysWithValues: shells.map { ($0, CommandRun.run(["--generate-completion-script", $0], in: "/")) }
    )

    private func scriptText(for shell: String) throws -> String { try #require(Self.scripts[shell]).output }

    /// Returns the completions of bash for the last word of `line`.
    private func offers(after line: [String], in folder: TemporaryFolder? = nil) throws -> Set<String> {
        let folder = try folder ?? TemporaryFolder()
        try folder.write("schemereg.bash", scriptText(for: "bash"))
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

    /// Creates a folder with a registry, and a project whose targets have names that a shell would evaluate.
    private func names() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("Info.plist", Sample.app("com.contoso.wallet", ("Editor", ["contoso-pay", "contoso-bus"])))
        #expect(CommandRun.run(["import", ".", "--registry", "r.sqlite"], in: folder.path).code == 0)
        let targets = ["Wallet", "Widget", "$(touch ran)", "`touch ran`", "a;b", "-rf"]
        let objects = targets.enumerated().map { number, name in
            "T\(number) = {isa = PBXNativeTarget; name = \"\(name)\"; productType = \"com.apple.product-type.application\";};"
        }
        try folder.write(
            "App.xcodeproj/project.pbxproj",
            """
            // !$*UTF8*$!
            {archiveVersion = 1; objectVersion = 56; rootObject = P; objects = {
            P = {isa = PBXProject; targets = (\(targets.indices.map { "T\($0)" }.joined(separator: ", ")));};
            \(objects.joined(separator: "\n"))
            };}
            """
        )
        return folder
    }

    @Test(arguments: [
        (["schemereg", "show", "--registry", "r.sqlite", "contoso-p"], ["contoso-pay"]),
        (["schemereg", "resolve", "--registry", "r.sqlite", "contoso"], ["contoso-bus", "contoso-pay"]),
        (["schemereg", "conflicts", "--registry", "r.sqlite", "--scheme", "contoso-b"], ["contoso-bus"]),
        (["schemereg", "show", "--registry", "none.sqlite", "contoso"], []),
        (["schemereg", "settings", "App.xcodeproj", "--target", "W"], ["Wallet", "Widget"]),
        (["schemereg", "settings", ".", "--target", ""], ["Wallet", "Widget"]),
    ])
    func bashOffersNames(line: [String], words: [String]) throws {
        let folder = try names()
        #expect(try offers(after: line, in: folder).sorted() == words)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/ran"))
    }

    /// Lines, and the words that complete them.
    private static let lines = [
        ("schemereg explain undef", "undefined-target"),
        ("schemereg show --registry r.sqlite contoso-p", "contoso-pay"),
        ("schemereg settings App.xcodeproj --target Wall", "Wallet"),
    ]

    /// fish answers only in a terminal, which zsh provides.
    @Test(
        .enabled(if: (try? ChildProcess.shell("fish --version && zsh --version").code) == 0, "there is no fish or zsh"),
        arguments: lines
    )
    func fishOffersNames(line: String, whole: String) throws {
        let folder = try names()
        try folder.write("schemereg.fish", scriptText(for: "fish"))
        let script = """
            export HOME="$PWD" PATH="$(dirname "$1"):$PATH"
            cat >complete.zsh <<'END'
            zmodload zsh/zpty
            zpty z env TERM=xterm fish --no-config -i
            zpty -w z 'source schemereg.fish; echo REA''DY'
            zpty -r z shown '*READY*' || exit 1
            zpty -n -w z "$1"$'\\t'
            zpty -r z shown "*$2*"
            print -rn -- "$shown"
            zpty -d z
            END
            zsh -f complete.zsh "$2" "$3"
            """
        let run = try ChildProcess.shell(script, [Repository.binary, line, whole], folder: folder.path)
        #expect(run.text.contains(whole), "\(line): \(run.text)\(run.errors)")
    }

    /// zsh completes in a terminal only, so this asks as its script does.
    @Test(.enabled(if: (try? ChildProcess.shell("zsh --version").code) == 0, "there is no zsh"), arguments: lines)
    func zshOffersNames(line: String, whole: String) throws {
        let folder = try names()
        try folder.write("_schemereg", scriptText(for: "zsh"))
        let script = """
            export HOME="$PWD" PATH="$(dirname "$1"):$PATH"
            cat >answer.zsh <<'END'
            PS1= fpath=($PWD $fpath)
            autoload -Uz compinit; compinit -u -D
            answer() { zle complete-word; print -r -- "GOT: $BUFFER"; }
            zle -N answer
            bindkey '^I' answer
            print READY
            END
            cat >complete.zsh <<'END'
            zmodload zsh/zpty
            zpty z zsh -f -i
            zpty -w z 'source ./answer.zsh'
            zpty -r z shown '*READY*' || exit 1
            zpty -n -w z "$1"$'\\t'
            zpty -r z shown '*GOT: *'$'\\n'
            print -r -- "$shown"
            zpty -d z
            END
            zsh -f complete.zsh "$2"
            """
        let run = try ChildProcess.shell(script, [Repository.binary, line], folder: folder.path)
        #expect(run.text.contains(whole), "\(line): \(run.text)\(run.errors)")
    }

    @Test(arguments: shells)
    func everyShellHasAScript(shell: String) throws {
        let run = try #require(Self.scripts[shell])
        #expect(run.code == 0 && run.output.contains("schemereg") && run.errors.isEmpty)
    }
}
