/** Names of people and organizations, which others read in pages and mails. */
import { maxNameLength } from '@lintel/contract/account';
import { APIError } from 'better-auth/api';
import { printableLine } from '../base/printable.js';

/** Throws for a name that others could not read. A person may have none: then the address stands for it. */
export function checkName(name: string | undefined): void {
  if (name === undefined || (name.length <= maxNameLength && name === printableLine(name))) return;
  throw new APIError('BAD_REQUEST', { message: `A name has at most ${maxNameLength} letters, in one line.` });
}

/** The same for an organization, which must have one: an account of the ledger is called by it. */
export function checkOrganizationName(name: string | undefined): void {
  checkName(name);
  if (name === undefined || name.trim() !== '') return;
  throw new APIError('BAD_REQUEST', { message: 'Give the organization a name.' });
}
