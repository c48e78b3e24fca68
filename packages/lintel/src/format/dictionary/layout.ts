/** The files of a field's dictionary, by the name of the field. */
import { columnFile } from '../filters/layout.js';

/** The texts as a JSON array: number `n` is the text at `n - 1`. */
export const dictionaryFile = (field: string) => `permits.${field}.texts.json`;
/** The number of each row's text, 0 without one. */
export const dictionaryColumn = (field: string) => columnFile(field);
/** The rows of each number. */
export const dictionaryPostings = (field: string) => `permits.by-${field.replaceAll('_', '-')}`;
