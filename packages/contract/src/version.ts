/**
 * The version of the interface (interface 9): `info.version` of the OpenAPI document and `schema_version` of
 * releases.
 */
export const interfaceVersion = '2.0.0';
