import Testing

@testable import SchemeKit

@Suite struct JobMemoryTests {
    private static let mebibyte = 1024 * 1024

    /// The limit beyond the memory of the process at its start and what is spare, in MiB.
    private func allowed(_ memory: JobMemory) -> Int { (memory.limit - JobMemory.spare) / Self.mebibyte - 100 }

    private func memory() -> JobMemory { JobMemory(start: 100 * Self.mebibyte) }

    @Test func jobsAtTheSameTimeGetTheSumOfTheirMemory() {
        var memory = memory()
        memory.begin(300 * Self.mebibyte)
        memory.begin(200 * Self.mebibyte)
        #expect(allowed(memory) == 500)
        memory.finish(300 * Self.mebibyte, used: 350 * Self.mebibyte)
        #expect(allowed(memory) == 200)
    }

    /// Otherwise, the process could not even receive the next request.
    @Test func whatTheAllocatorKeepsIsAllowed() {
        var memory = memory()
        memory.begin(300 * Self.mebibyte)
        memory.finish(300 * Self.mebibyte, used: 250 * Self.mebibyte)
        #expect(allowed(memory) == 150)
        memory.begin(10 * Self.mebibyte)
        #expect(allowed(memory) == 160)
        // It returned everything.
        memory.finish(10 * Self.mebibyte, used: 90 * Self.mebibyte)
        #expect(allowed(memory) == 0)
    }

    @Test func whatTheAllocatorKeepsIsLimited() {
        var memory = memory()
        memory.begin(Self.mebibyte)
        memory.finish(Self.mebibyte, used: 9_000 * Self.mebibyte)
        #expect(allowed(memory) == JobMemory.mostKept / Self.mebibyte)
    }

    @Test func requestsAreAllowedForBeforeTheirJobs() {
        var memory = memory()
        memory.add(70 * Self.mebibyte)
        #expect(allowed(memory) == 70)
        memory.begin(300 * Self.mebibyte)
        #expect(allowed(memory) == 370)
        memory.finish(300 * Self.mebibyte, used: 0)
        memory.add(-70 * Self.mebibyte)
        #expect(allowed(memory) == 0)
    }
}
