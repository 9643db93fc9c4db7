-- Editions of one product for different platforms: also where a project of its own, or a second one, builds each.

DROP VIEW undefined_targets;
-- Report: which app opens a scheme is undefined, because several applications that can be on one device claim it. One
-- row for each app and scheme; two where the app collides with variants of its own and with other apps. What an app
-- embeds (a helper, a login item) is that app. Without placeholders, which placeholder-scheme reports, without http and
-- https, which open the user's browser, without schemes that reserved-scheme or retired-sdk-scheme says to remove, and without the schemes that only come back to an app's own sessions.
--
-- The tool reports the variants of one product together: one finding for each scheme that they share.
--
-- Two claims collide when their apps and their containers differ, they are not two copies of one manifest without
-- identity or variants one of which has no identity, and there is a kind of device for both on which the user does not choose: certainly among the platforms
-- that they are built for, else possibly among the devices that they may come to be on. Severity, for each pair: error;
-- one step lower when one of them adopts the scheme (role Viewer), one more when the scheme is a public one as well; one
-- lower when only possible; at least note; at most warning when an identity or a platform is unknown. Variants are one
-- step lower; editions of one product that meet only as possible give a note. An app has the severity of its worst pair,
-- and is certain when such a pair is.
--
-- Two apps are editions of one product when one project builds both, or when projects of one source build apps of that name
-- (whatever its case, blanks, hyphens and underscores); and so are the editions of an edition.
--
-- Claims that differ in nothing that matters are one class, so ten thousand apps on one scheme stay cheap: a claim
-- collides with a class unless all of the class lies in its own container. An app inside another, or one that may have
-- variants or editions, has a class of its own, and as a subject meets the others one by one.
CREATE VIEW undefined_targets AS
WITH RECURSIVE contested AS (
    SELECT scheme_key AS scheme
    FROM claim
    WHERE scheme_key IS NOT NULL AND is_application = 1 AND scheme_key NOT IN ('http', 'https')
    GROUP BY scheme_key
    HAVING min(container_id) <> max(container_id)
),
-- Projects that make several apps on one scheme.
family AS (
    SELECT contested.scheme, manifest.input_id
    FROM contested
    CROSS JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application = 1
    JOIN manifest ON manifest.id = claim.manifest_id AND manifest.target IS NOT NULL
    GROUP BY contested.scheme, manifest.input_id
    HAVING min(claim.app_id) <> max(claim.app_id)
),
-- What the apps on a scheme may have in common with other editions: a project, a name in a source.
mark AS MATERIALIZED (
    SELECT contested.scheme, claim.app_id, 'project ' || manifest.input_id AS mark
    FROM contested
    CROSS JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application = 1
        AND claim.shared_by_design = 0 AND claim.is_placeholder = 0 AND claim.is_set_aside = 0
    JOIN manifest ON manifest.id = claim.manifest_id AND manifest.target IS NOT NULL
    UNION
    SELECT named.scheme, named.app_id, 'name ' || named.source_id || ' ' || named.name
    FROM (
        SELECT contested.scheme, claim.app_id, input.source_id,
            replace(replace(replace(lower(CASE
                WHEN manifest.display_name <> '' AND instr(manifest.display_name, '$(') = 0
                    AND instr(manifest.display_name, '${') = 0 AND instr(manifest.display_name, '$[') = 0
                    AND instr(manifest.display_name, '{{') = 0
                    THEN manifest.display_name
                WHEN instr(manifest.name, '$(') = 0 AND instr(manifest.name, '${') = 0
                    AND instr(manifest.name, '$[') = 0 AND instr(manifest.name, '{{') = 0
                    THEN manifest.name
            END), ' ', ''), '-', ''), '_', '') AS name
        FROM contested
        CROSS JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application = 1
            AND claim.shared_by_design = 0 AND claim.is_placeholder = 0 AND claim.is_set_aside = 0
        JOIN manifest ON manifest.id = claim.manifest_id AND manifest.target IS NOT NULL
        JOIN input ON input.id = manifest.input_id
    ) AS named
    WHERE named.name <> ''
),
-- Marks that several apps have, and the products that they lead to.
linked(scheme, mark, product) AS (
    SELECT scheme, mark, mark FROM mark GROUP BY scheme, mark HAVING min(app_id) <> max(app_id)
    UNION
    SELECT linked.scheme, other.mark, linked.product
    FROM linked
    JOIN mark AS own ON own.scheme = linked.scheme AND own.mark = linked.mark
    JOIN mark AS other ON other.scheme = own.scheme AND other.app_id = own.app_id
),
-- Editions, with the first of their products' marks.
edition AS MATERIALIZED (
    SELECT mark.scheme, mark.app_id, min(linked.product) AS product
    FROM linked
    JOIN mark ON mark.scheme = linked.scheme AND mark.mark = linked.mark
    GROUP BY mark.scheme, mark.app_id
),
subject AS (
    SELECT
        claim.scheme_key AS scheme,
        claim.app_id,
        claim.container_id,
        claim.platform_bits,
        claim.device_bits,
        claim.chosen_bits,
        claim.adopts,
        claim.is_public,
        app.is_known,
        CASE WHEN app.is_known THEN '' ELSE manifest.digest END AS copy, -- what two unknown apps may be copies of
        -- What meets the others one by one, by its app: what lies inside another app, variants and editions; 0 for the rest
        CASE
            WHEN claim.app_id <> claim.container_id OR family.input_id IS NOT NULL OR edition.product IS NOT NULL
                THEN claim.app_id
            ELSE 0
        END AS special_app,
        family.input_id AS project, -- NULL where it has no variants
        edition.product, -- NULL where it has no editions
        manifest.target,
        coalesce(manifest.path, X'') AS path
    FROM contested
    CROSS JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application = 1
    JOIN app ON app.id = claim.app_id
    JOIN manifest ON manifest.id = claim.manifest_id
    LEFT JOIN family ON family.scheme = contested.scheme AND family.input_id = manifest.input_id
        AND manifest.target IS NOT NULL
    LEFT JOIN edition ON edition.scheme = contested.scheme AND edition.app_id = claim.app_id
    WHERE claim.shared_by_design = 0 AND claim.is_placeholder = 0 AND claim.is_set_aside = 0
),
class AS (
    SELECT
        scheme, platform_bits, device_bits, chosen_bits, adopts, is_known, copy, special_app,
        min(container_id) AS first_container,
        max(container_id) AS last_container
    FROM subject
    GROUP BY scheme, platform_bits, device_bits, chosen_bits, adopts, is_known, copy, special_app
),
meeting AS (
    SELECT subject.*, class.adopts AS other_adopts, class.is_known AS other_is_known,
        class.platform_bits AS other_platform_bits, class.device_bits AS other_device_bits,
        class.chosen_bits AS other_chosen_bits, class.copy AS other_copy, 0 AS is_variant, 0 AS is_edition
    FROM subject
    JOIN class ON class.scheme = subject.scheme
    WHERE subject.special_app = 0
        AND class.special_app <> subject.app_id
        AND NOT (class.first_container = subject.container_id AND class.last_container = subject.container_id)
    UNION ALL
    SELECT subject.*, other.adopts, other.is_known, other.platform_bits, other.device_bits, other.chosen_bits, other.copy,
        subject.project IS NOT NULL AND subject.project IS other.project
            AND (subject.target = other.target OR subject.path = other.path),
        subject.product IS NOT NULL AND subject.product IS other.product
    FROM subject
    JOIN subject AS other ON other.scheme = subject.scheme
    WHERE subject.special_app <> 0
        AND other.app_id <> subject.app_id
        AND other.container_id <> subject.container_id
),
pair AS (
    SELECT
        scheme,
        container_id,
        is_variant,
        is_edition,
        is_public,
        adopts OR other_adopts AS adopts,
        (adopts OR other_adopts) AND is_public AS adopts_public,
        platform_bits & other_platform_bits & ~(chosen_bits & other_chosen_bits) <> 0 AS is_certain,
        is_known = 0 OR other_is_known = 0 OR platform_bits = 0 OR other_platform_bits = 0 AS is_vague
    FROM meeting
    WHERE NOT (is_known = 0 AND other_is_known = 0 AND copy = other_copy)
        AND NOT (is_variant AND (is_known = 0 OR other_is_known = 0))
        AND ((platform_bits & other_platform_bits) | (device_bits & other_device_bits))
            & ~(chosen_bits & other_chosen_bits) <> 0
),
ranked AS (
    SELECT
        scheme,
        container_id,
        is_variant,
        is_edition,
        is_public,
        is_certain,
        min(max(3 - adopts - adopts_public - (NOT is_certain), 1), CASE WHEN is_vague THEN 2 ELSE 3 END) AS rank
    FROM pair
),
judged AS (
    -- The rank, 1 note to 3 error, doubled, and one more when certain: the greatest is the worst.
    SELECT
        scheme,
        container_id,
        is_variant,
        max(
            2 * CASE
                WHEN is_variant AND is_public THEN 1
                WHEN is_variant THEN max(rank - 1, 1)
                WHEN is_edition AND NOT is_certain THEN 1
                ELSE rank
            END + is_certain
        ) AS weight
    FROM ranked
    GROUP BY scheme, container_id, is_variant
)
SELECT
    iif(judged.is_variant, 'variant-collision', 'undefined-target') AS rule,
    CASE judged.weight / 2 WHEN 3 THEN 'error' WHEN 2 THEN 'warning' ELSE 'note' END AS severity,
    CASE judged.weight % 2 WHEN 1 THEN 'certain' ELSE 'possible' END AS certainty,
    judged.scheme,
    app.key AS app
FROM judged
JOIN app ON app.id = judged.container_id
WHERE NOT EXISTS (
    SELECT 1 FROM session_scheme
    WHERE session_scheme.app_id = judged.container_id AND session_scheme.scheme = judged.scheme
);
