extension ArraySlice<UInt8> {
    /// The hash FNV-1a of the bytes. Unlike Swift's own hashes, it is the same in every run, so it can be stored.
    ///
    /// - Source: http://www.isthe.com/chongo/tech/comp/fnv/ (64 bits)
    package var fnv1a: UInt64 {
        reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
