/// What opens a URL on some kinds of device.
package protocol DeviceAnswer: Hashable {
    /// The kinds of device, each represented by its native platform.
    var devices: PlatformSet { get set }
    /// One claim of each app that the answer is about, ordered by place.
    var claims: [Claim] { get }
}

extension Array where Element: DeviceAnswer {
    /// Adds an answer. Kinds of device with the same answer are merged.
    package mutating func add(_ answer: Element) {
        let same = firstIndex { other in
            var moved = answer
            moved.devices = other.devices
            return moved == other
        }
        if let same { self[same].devices.formUnion(answer.devices) } else { append(answer) }
    }
}
