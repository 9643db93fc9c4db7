import Dispatch
package import Foundation

extension Process {
    /// Starts the process, which is killed with its group if it still runs after ten minutes, far more than any test takes.
    package func runWithinBounds() throws {
        try run()
        DispatchQueue.global().asyncAfter(deadline: .now() + 600) { [weak self] in
            guard let self, isRunning else { return }
            let process = processIdentifier
            _ = kill(getpgid(process) == process ? -process : process, SIGKILL)
        }
    }
}
