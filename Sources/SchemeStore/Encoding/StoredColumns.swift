/// The columns of the tables that store a manifest, in the order in which ``ManifestWriter`` binds them.
enum StoredColumns {
    static let manifest = """
        id, input_id, path, member, project, target, format, digest, app_id, container_id, bundle_identifier, \
        bundle_identifier_place, name, display_name, version, build, kind, extension_point, is_built, platform_bits, \
        device_bits, configuration_count, entitlement_count, url_type_count, other_key_count, claim_count, \
        resolved_from_count, query_scheme_count, root_key_count, irregularity_count, checksum, clean_checksum, first_import, \
        last_import
        """

    /// The columns for the place of a value.
    static let span = """
        key_path, line, "column", column_utf16, end_line, end_column, end_column_utf16, byte_offset, byte_length, ranges
        """

    static let urlType = """
        manifest_id, position, array_index, role, role_place, identifier, identifier_place, icon, icon_place, \
        schemes_place, \(span)
        """
    static let otherKey = "manifest_id, url_type_position, position, name, name_place"
    static let claim = """
        manifest_id, url_type_position, position, array_index, raw, resolved, state, is_conditional, \(span)
        """
    static let claimProfile = """
        scheme_key, app_id, container_id, is_application, platform_bits, device_bits, audience, adopts, \
        is_public, shared_by_design, is_placeholder, reserved_rank, is_set_aside, chosen_bits, first_import, last_import
        """
    static let resolvedFrom = """
        manifest_id, url_type_position, claim_position, position, source, path, member, key_path, range
        """
    static let queryScheme = "manifest_id, position, scheme, \(span)"
    static let rootKey = "manifest_id, position, name, kind, value, \(span)"
    static let domain = """
        manifest_id, position, entry, service, host, is_wildcard, mode, reversed_host, app_id, container_id, \
        is_application, line, "column"
        """
    static let companion = "manifest_id, position, name, value, path, member, range"
    static let irregularity = "manifest_id, \(irregularityOfAny)"
    static let inputIrregularity = "input_id, \(irregularityOfAny), path"
    private static let irregularityOfAny =
        "position, kind, subject, expected, found, cause, related_range, other_path, other_range, \(span)"
}
