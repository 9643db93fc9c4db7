import SwiftUI

public struct Home: View {
    @State private var pier = "1"

    public init() {}

    public var body: some View {
        Text(pier).onOpenURL { url in
            guard url.host == "pier" else { return }
            pier = url.lastPathComponent
        }
    }
}
