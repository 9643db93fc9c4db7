# schemereg: `make demo` shows what it does, `make test` runs all tests.

PREFIX ?= /usr/local
SWIFT  ?= swift
export SWIFT
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
# POSTGRESQL=1 builds with registries on PostgreSQL servers, which needs libpq. Tests do so if it is installed.
POSTGRESQL ?= 0
check test torture: POSTGRESQL = $(shell Scripts/has-libpq && echo 1 || echo 0)
export POSTGRESQL
# Nothing here uses the plugin for packages, for which SwiftPM would build the tool a second time.
export SCHEMEREG_PLUGIN = 0
export SCHEMEREG_POSTGRESQL = $(POSTGRESQL)
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

.PHONY: demo example docs test check fuzz torture sanitize bench count format lint generate samples record install uninstall dist clean prerequisites test-prerequisites

## Build the tool, then take a tour: import four sample apps, report their conflicts, fix one.
demo: prerequisites
	@Scripts/build-in-one-line Scripts/build --product schemereg $(TRAITS)
	@Scripts/demo $(BIN)

## Build the example program, which uses the library SchemeKit as any other package would, and run it on samples.
example: prerequisites
	@Scripts/try-example

## Write the documentation of the library to .build/documentation.
docs: prerequisites
	@Scripts/build-docs

## Run all tests.
test: test-prerequisites
	Scripts/with-postgresql Scripts/test $(TRAITS)

## Run everything that a change must pass: format, warnings, generated files, tests, samples.
check: test-prerequisites lint
	Scripts/build-without-warnings
	Scripts/generate --check
	Scripts/with-postgresql Scripts/test $(TRAITS)
	Scripts/samples --check

## Look for inputs that break something, each target for SECONDS. They are kept in Fuzz/Regressions.
fuzz: prerequisites
	Fuzz/run --seconds $(SECONDS)

## Run all tests with thousands of injected faults, killed processes and damaged files instead of hundreds.
torture: test-prerequisites
	Scripts/build --build-tests
	SCHEMEREG_TORTURE=1 Scripts/with-postgresql Scripts/run-tests

## Run all tests with the address sanitizer, then with the thread sanitizer. Each needs a build of its own.
# Leaks are not reported: Foundation loses a buffer for each empty file that it reads. Tests that start the tool as a program
# use the normal build, because its limits on memory leave no room for what sanitizers need.
sanitize: ADDRESS = --sanitize=address --scratch-path .build/address
sanitize: THREAD = --sanitize=thread --scratch-path .build/thread
sanitize: prerequisites
	Scripts/build --product schemereg
	Scripts/build --build-tests $(ADDRESS)
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --skip-build --disable-xctest $(ADDRESS)
	Scripts/build --build-tests $(THREAD)
	TSAN_OPTIONS="suppressions=$(CURDIR)/Scripts/thread-sanitizer.supp" \
		$(SWIFT) test --skip-build --disable-xctest $(THREAD)

## Measure a release build beside other programs, and write docs/performance.md. Takes half an hour on two cores.
bench: prerequisites
	@Scripts/install-prerequisites --for-bench
	SCHEMEREG_COMMIT=$(COMMIT) Scripts/build -c release --product schemereg $(RELEASE) $(TRAITS)
	python3 Benchmarks/bench.py --binary .build/release/schemereg --write

## Count the instructions of five small workloads, and compare them with Benchmarks/instructions.txt.
count: prerequisites
	Scripts/build -c release --product schemereg $(RELEASE) $(TRAITS)
	Benchmarks/instructions

format:
	$(SWIFT) format -i -r -p $(FORMATTED)

lint:
	$(SWIFT) format lint --strict -r -p $(FORMATTED)

## Update generated files: embedded SQL and known schemes, the list of rules, their pages, the manual page, the pictures in the README.
generate:
	Scripts/generate

## Compare the reports on the samples with the expected ones; `make record` updates those.
samples:
	Scripts/build --product schemereg
	Scripts/samples --check
record:
	Scripts/build --product schemereg
	Scripts/samples --record

## Install the release binary, its manual page, and completions for bash, zsh and fish. The binary runs from any folder, and
## needs only the system's SQLite and zlib.
install: prerequisites
	SCHEMEREG_COMMIT=$(COMMIT) Scripts/build -c release --product schemereg $(RELEASE) $(TRAITS)
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
	SCHEMEREG_COMMIT=$(COMMIT) Scripts/build -c release --product schemereg $(RELEASE) $(TRAITS)
	Scripts/dist .build/release/schemereg

clean:
	rm -rf .build dist

prerequisites:
	@Scripts/install-prerequisites
# What they install decides what is built, so they are done before the recipe of a test is expanded.
test-prerequisites: prerequisites
	@Scripts/install-prerequisites --for-tests
