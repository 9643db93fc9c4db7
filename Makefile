# schemereg: `make demo` shows what it does, `make test` runs all tests.

PREFIX ?= /usr/local
SWIFT  ?= swift
BIN     = .build/debug/schemereg
# macOS includes the Swift runtime. Elsewhere it is linked in, so that the binary needs only the system's SQLite and zlib.
ifeq ($(shell uname),Darwin)
RELEASE = -Xlinker -x
else
RELEASE = --static-swift-stdlib --disable-local-rpath -Xlinker -s
endif
ROOT             = $(DESTDIR)$(PREFIX)
MAN              = $(ROOT)/share/man/man1
BASH_COMPLETIONS = $(ROOT)/share/bash-completion/completions
ZSH_COMPLETIONS  = $(ROOT)/share/zsh/site-functions
FISH_COMPLETIONS = $(ROOT)/share/fish/vendor_completions.d
# LINKS=0 builds without the parser for Swift code, whose compilation adds about ten minutes to a release build.
LINKS ?= 1
ifeq ($(LINKS),0)
TRAITS = --disable-default-traits
else
TRAITS =
endif
# What `schemereg --version --verbose` names. Empty outside of a repository.
COMMIT    = $(shell git describe --always --dirty --abbrev=40 --exclude '*' 2>/dev/null)
FORMATTED = Package.swift Plugins Sources Tests Benchmarks Examples/Package.swift Examples/Sources Fuzz

# How long each fuzz target runs.
SECONDS ?= 60

.PHONY: demo example docs test check fuzz torture sanitize format lint generate samples record install uninstall dist clean prerequisites

## Build the tool, then take a tour: import four sample apps, report their conflicts, fix one.
demo: prerequisites
	@Scripts/build-in-one-line $(SWIFT) build --product schemereg $(TRAITS)
	@Scripts/demo $(BIN)

## Build the example program, which uses the library SchemeKit as any other package would, and run it on samples.
example: prerequisites
	@Scripts/try-example

## Write the documentation of the library to .build/documentation.
docs: prerequisites
	@Scripts/build-docs

## Run all tests.
test: prerequisites
	@Scripts/install-prerequisites --for-tests
	SWIFT="$(SWIFT)" Scripts/test $(TRAITS)

## Run everything that a change must pass: format, warnings, generated files, tests, samples.
check: prerequisites lint
	Scripts/build-without-warnings
	Scripts/generate --check
	SWIFT="$(SWIFT)" Scripts/test
	Scripts/samples --check

## Look for inputs that break something, each target for SECONDS. Finds are kept in Fuzz/Finds.
fuzz: prerequisites
	Fuzz/run --seconds $(SECONDS)

## Run all tests with thousands of injected faults, killed processes and damaged files instead of hundreds.
torture: prerequisites
	SCHEMEREG_TORTURE=1 $(SWIFT) test --disable-xctest

## Run all tests with the address sanitizer, then with the thread sanitizer. Each needs a build of its own.
sanitize: prerequisites
	$(SWIFT) test --disable-xctest --sanitize=address --scratch-path .build/address
	$(SWIFT) test --disable-xctest --sanitize=thread --scratch-path .build/thread

format:
	$(SWIFT) format -i -r -p $(FORMATTED)

lint:
	$(SWIFT) format lint --strict -r -p $(FORMATTED)

## Update generated files: embedded SQL and known schemes, the list of rules, the pages of the rules, the manual page.
generate:
	Scripts/generate

## Compare the reports on the samples with the expected ones; `make record` updates those.
samples:
	$(SWIFT) build --product schemereg
	Scripts/samples --check
record:
	$(SWIFT) build --product schemereg
	Scripts/samples --record

## Install the release binary, its manual page, and completions for bash, zsh and fish. The binary runs from any folder, and
## needs only the system's SQLite and zlib.
install: prerequisites
	SCHEMEREG_COMMIT=$(COMMIT) $(SWIFT) build -c release --product schemereg $(RELEASE) $(TRAITS)
	install -d "$(ROOT)/bin" "$(MAN)" "$(BASH_COMPLETIONS)" "$(ZSH_COMPLETIONS)" "$(FISH_COMPLETIONS)"
	install -m 755 .build/release/schemereg "$(ROOT)/bin/schemereg"
	install -m 644 docs/schemereg.1 "$(MAN)/schemereg.1"
	.build/release/schemereg --generate-completion-script bash >"$(BASH_COMPLETIONS)/schemereg"
	.build/release/schemereg --generate-completion-script zsh >"$(ZSH_COMPLETIONS)/_schemereg"
	.build/release/schemereg --generate-completion-script fish >"$(FISH_COMPLETIONS)/schemereg.fish"
uninstall:
	rm -f "$(ROOT)/bin/schemereg" "$(MAN)/schemereg.1" "$(BASH_COMPLETIONS)/schemereg" \
		"$(ZSH_COMPLETIONS)/_schemereg" "$(FISH_COMPLETIONS)/schemereg.fish"

## Pack a release for this machine into dist/: an archive, a Debian package, a bill of materials, and SHA256SUMS.
dist: prerequisites
	@Scripts/install-prerequisites --for-dist
	rm -rf dist
	SCHEMEREG_COMMIT=$(COMMIT) $(SWIFT) build -c release --product schemereg $(RELEASE) $(TRAITS)
	Scripts/dist .build/release/schemereg

clean:
	rm -rf .build dist

prerequisites:
	@Scripts/install-prerequisites
