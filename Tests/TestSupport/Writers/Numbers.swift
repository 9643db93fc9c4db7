/// Numbers as binary formats write them.
extension FixedWidthInteger {
    package var little: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
    package var big: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
