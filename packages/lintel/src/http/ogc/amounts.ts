/**
 * Amounts, which are in dollars here: map programs take whole numbers for 32 bits and would cut cents off at 21
 * million dollars.
 */
import { columnsOf } from '../../export/columns.js';

const amounts = new Set(
  columnsOf('permits').flatMap(({ name, description }) => (description.includes('US cents') ? [name] : [])),
);

/** Whether the field of a permit is in cents. */
export const isAmount = (field: string) => amounts.has(field);

/** The property of such a field. */
export const inDollars = (field: string) => `${field}_dollars`;
