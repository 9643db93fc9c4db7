#if Links
import SwiftSyntax

extension RouteFinder {
    /// The shared progress of one handler's analysis.
    final class AnalysisState {
        var steps = 0
        /// The number of searched tokens.
        var tokens = 0
        /// The number of new names given to the URL.
        var namesGiven = 0
        /// The functions on the call stack.
        var followed: [SyntaxIdentifier] = []
        /// The calls that get the whole URL.
        var handedOver: Set<SyntaxIdentifier> = []
        /// The calls whose functions were analyzed.
        var entered: Set<SyntaxIdentifier> = []
        /// The local variables that get a value from any URL after their declaration.
        var assigned: Set<String> = []
        /// The functions, with the parts that they get, whose names were noted; see ``Candidate/key``.
        var noted: Set<String> = []
        /// The number of answers about functions that the call stack cut short, because it had the function already or
        /// was full. What is found with their help is only remembered for such a stack.
        var cuts = 0
        /// The parts that functions return, by the parts that they get, and whether other code may get these instead.
        var results: [Question: (part: URLPart?, mayTakeOthers: Bool)] = [:]
        /// Whether functions only read the parts that they get, by ``Candidate/key`` and, if that was cut short, the
        /// depth.
        var purity: [String: Bool] = [:]

        /// What a function returns for the parts that it gets.
        struct Question: Hashable {
            /// The function and the parts; see ``Candidate/key``.
            var key: String
            /// The functions on the call stack, if they cut the answer short.
            var stack: [SyntaxIdentifier] = []
        }

        /// Whether a limit is reached.
        var isOver: Bool { steps >= RouteFinder.stepLimit || tokens >= RouteFinder.tokenLimit }
    }
}
#endif
