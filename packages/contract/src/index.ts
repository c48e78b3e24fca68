/** The Lintel interface as data. No I/O: schemas, vocabularies, codecs and tables that every other room reads. */
export * from './id.js';
export * from './resource/address.js';
export * from './resource/contractor.js';
export * from './resource/decision.js';
export * from './resource/metrics.js';
export * from './resource/permit.js';
export * from './resource/place.js';
export * from './resource/release.js';
export * from './resource/tag.js';
export * from './resource/usage.js';
export * from './schema.js';
export * from './vocabulary/classification.js';
export * from './vocabulary/decision.js';
export * from './vocabulary/property.js';
export * from './vocabulary/status.js';
export * from './vocabulary/tag.js';
