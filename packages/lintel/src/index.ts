/** The rooms of Lintel for programs that embed it. */
export type * from './geography/geography.js';
export type * from './ledger/ledger.js';
export type * from './raw/raw-store.js';
export type * from './refine/canonical.js';
export type * from './refine/refined.js';
export type * from './refine/source.js';
export type * from './refine/source-context.js';
export type * from './release/store/release.js';
