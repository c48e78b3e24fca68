/** What the columns of each kind of dataset are called, by canonical field. */
import type { SourceKind } from '../../../base/source-kind.js';
import { contractors } from './contractor-words.js';
import { decisions } from './decision-words.js';
import type { FieldWords } from './field-words.js';
import { permits } from './permit-words.js';
import { properties } from './property-words.js';

/** The fields of each kind that a draft looks for. */
export const fieldWords: Readonly<Record<SourceKind, readonly FieldWords[]>> = {
  permits,
  contractors,
  decisions,
  properties,
};
