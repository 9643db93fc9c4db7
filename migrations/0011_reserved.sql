-- Claims on schemes that the system surely opens and on those of discontinued SDKs, which other rules report and which
-- take part in no collision; variants that share a public scheme.

ALTER TABLE claim ADD COLUMN reserved_rank INTEGER NOT NULL DEFAULT 0
    CHECK (reserved_rank BETWEEN 0 AND 3); -- the scheme belongs to the system: 1 note to 3 error; 0 where it does not
ALTER TABLE claim ADD COLUMN is_set_aside INTEGER NOT NULL DEFAULT 0
    CHECK (is_set_aside IN (0, 1)); -- the system surely opens the scheme, or it is that of an SDK that is discontinued

-- Where sdk_demand.evidence_kind is 'query', evidence may be a scheme, ' without ' and another: not where that one is
-- queried too.

-- So that the next import derives all of this from what is there.
DELETE FROM meta WHERE name = 'knowledge';

DROP VIEW reserved_scheme_clashes;
-- Report: applications, other than Apple's, that claim a scheme which the system owns where they run. One row for each
-- app and scheme, with the worst of its claims.
--
-- A claim meets the rows of known_scheme in the categories apple-documented, apple-system and browser whose platforms it
-- is built for; when its platform is unknown, whose platforms it may come to be on. It is an error when such a row is
-- apple-documented with more than low confidence, or of high confidence; else a warning. It is judged on each platform
-- that it shares with those rows, and the worst counts. Where users can choose any app that claims the scheme, it is in
-- order, and so is a public scheme that users can assign anywhere, unless such a row makes it an error. Where an
-- entitlement makes an app eligible, one that has it is in order; one without it gives at most a warning unless it is
-- built, and one whose entitlements are unknown gives a note. An unknown platform gives at most a warning.
CREATE VIEW reserved_scheme_clashes AS
WITH weighed AS (
    SELECT app_id, scheme_key AS scheme, max(2 * reserved_rank + (platform_bits <> 0)) AS weight
    FROM claim
    WHERE reserved_rank > 0 AND is_application = 1
    GROUP BY app_id, scheme_key
)
SELECT
    'reserved-scheme' AS rule,
    CASE weighed.weight / 2 WHEN 3 THEN 'error' WHEN 2 THEN 'warning' ELSE 'note' END AS severity,
    CASE weighed.weight % 2 WHEN 1 THEN 'certain' ELSE 'possible' END AS certainty, -- possible: the platform is unknown
    weighed.scheme,
    app.key AS app
FROM weighed
JOIN app ON app.id = weighed.app_id;
