/**
 * The plain part of the interface: vocabularies, limits, identifiers. It has no schemas, so that worker
 * threads and commands without a service load it in milliseconds, a twentieth of the whole.
 */

export { byteEditDistance, editDistance } from './edit-distance.js';
export * from './id.js';
export * from './limits.js';
export { nearest } from './nearest.js';
export { type Corner, type Ring, readGeometry, readPolygon } from './polygon.js';
export { spreadsheetText } from './spreadsheet.js';
export * from './version.js';
export * from './vocabulary/aggregate.js';
export * from './vocabulary/change.js';
export * from './vocabulary/classification.js';
export * from './vocabulary/date-field.js';
export * from './vocabulary/decision.js';
export * from './vocabulary/empty-reason.js';
export * from './vocabulary/facet.js';
export * from './vocabulary/metered-resource.js';
export * from './vocabulary/property.js';
export * from './vocabulary/record-kind.js';
export * from './vocabulary/sort.js';
export * from './vocabulary/state.js';
export * from './vocabulary/status.js';
export * from './vocabulary/tag.js';
