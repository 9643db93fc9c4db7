package import SchemeModel

/// Stands in until the reader of binary property lists is merged.
package enum BinaryPropertyReader {
    package static func read(
        _ bytes: [UInt8],
        wanted: WantedKeys,
        limits: Limits
    ) throws(ReadFailure) -> PropertyDocument {
        throw .malformed(pendingIrregularity)
    }
}

/// Stands in until the reader of OpenStep property lists is merged.
package enum OpenStepPropertyReader {
    package static func read(
        _ bytes: [UInt8],
        wanted: WantedKeys,
        limits: Limits
    ) throws(ReadFailure) -> PropertyDocument {
        throw .malformed(pendingIrregularity)
    }
}

private let pendingIrregularity = Irregularity(
    .malformed,
    span: ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: 0)),
    cause: "no reader of this format is merged yet"
)
