/** The rooms of Lintel for programs that embed it. */
export type * from './geography/geography.js';
export type * from './ledger/ledger.js';
export type * from './raw/raw-store.js';
export type * from './refine/record/canonical.js';
export type * from './refine/record/refined.js';
export type * from './refine/record/source.js';
export type * from './refine/record/source-context.js';
export type * from './releases/release.js';
