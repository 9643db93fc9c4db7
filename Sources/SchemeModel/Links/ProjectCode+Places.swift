extension ProjectCode {
    /// Returns a copy with each place replaced by the result of `change`.
    package func changingPlaces(_ change: (Place) -> Place) -> ProjectCode {
        var copy = self
        for index in copy.targets.indices {
            copy.targets[index].facts.changePlaces(change)
            copy.targets[index].acceptances.forEachInPlace { $0.place = change($0.place) }
        }
        return copy
    }
}

extension LinkFacts {
    /// Replaces each place with the result of `change`.
    package mutating func changePlaces(_ change: (Place) -> Place) {
        links.forEachInPlace {
            $0.place = change($0.place); $0.via = $0.via.map(change)
        }
        handlers.forEachInPlace { handler in
            handler.place = change(handler.place)
            handler.accepts.forEachInPlace { $0.place = change($0.place) }
        }
        schemeComparisons.forEachInPlace { $0.place = change($0.place) }
        widgetURLConflicts.forEachInPlace { hierarchy in
            hierarchy.root = change(hierarchy.root)
            hierarchy.members.forEachInPlace { member in
                member.place = change(member.place)
                member.link = change(member.link)
                member.value.via = member.value.via.map(change)
            }
        }
        widgets.forEachInPlace { widget in
            widget.place = change(widget.place)
            widget.links.forEachInPlace { shown in
                shown.place = change(shown.place)
                shown.value.via = shown.value.via.map(change)
            }
        }
        activityAttributes.forEachInPlace { $0.place = change($0.place) }
        delegates.forEachInPlace { $0.place = change($0.place) }
        entryPoint = entryPoint.map(change)
        if var cycle = lifeCycle {
            if let place = cycle.entry?.place { cycle.entry?.place = change(place) }
            cycle.configurations.forEachInPlace { $0.place = change($0.place) }
            lifeCycle = cycle
        }
        problems.forEachInPlace { $0.place = change($0.place) }
    }
}

extension Array {
    fileprivate mutating func forEachInPlace(_ body: (inout Element) -> Void) {
        for index in indices { body(&self[index]) }
    }
}
