import SwiftUI

extension View {
    public func followingLinks(to open: @escaping (String) -> Void) -> some View {
        onOpenURL { url in
            guard url.host == "line" else { return }
            open(url.lastPathComponent)
        }
    }
}
