/** Shares of texts that look like the words of one field: statuses, firms, kinds of work, numbers as they are printed. */
import { looksPersonal } from '../../../refine/contractor/contractor-name.js';
import { findStatus } from '../../../refine/text/status.js';

/** Words of firms: a name with one is hardly a person's or a street's. */
const firm =
  /\b(?:LLC|INC|CORP|LTD|LLP|CO|COMPANY|CONSTRUCTION|CONTRACT(?:ING|ORS?)|BUILDERS?|HOMES|ELECTRIC(?:AL)?|PLUMBING|MECHANICAL|HEATING|COOLING|HVAC|ROOFING|SERVICES?|SOLAR|POOLS?|SIGNS?|REMODELING|RENOVATIONS?|ENTERPRISES|SYSTEMS|RESTORATION)\b\.?/i;
/** Words of kinds of permits. */
const work =
  /\b(?:res(?:idential)?|comm?(?:ercial)?|non-?residential|elec(?:t|trical|tric)?|pl(?:u)?m?b(?:g|ing)?|mech(?:anical)?|hvac|bldg|building|alter(?:ation)?s?|alt\/add|addition|new|repair|remodel|re-?roof(?:ing)?|roof|demo(?:lition)?|gas|permit|sign|pool|fence|solar|occupancy|trade|install(?:ation)?|single.family|multi.?family|mobile home|deck|irrigation)\b/i;
/** A number as an office prints it: digits with letters or marks between. */
const printed = /^(?=.*\d)(?=.*[A-Za-z -])[A-Za-z]{0,6}[- ]?\d[\dA-Za-z /.-]{1,22}$/;

const noDates = { file: null, issue: null, final: null };
const noSource = { statusWords: {}, statusWhenIssued: null, statusWhenFiled: null };

export const statusOf = (text: string) => findStatus(text, noDates, noSource);

/** Share of the texts for which it is true; 0 of none. */
export function shareOf(texts: readonly string[], test: (text: string) => boolean): number {
  return texts.length === 0 ? 0 : texts.filter(test).length / texts.length;
}

/** Statuses of the shared table, and those of a phrase. */
export const isKnownStatus = (text: string) => statusOf(text).by === 'shared table';
export const isAnyStatus = (text: string) => statusOf(text).status !== null;
export const isFirm = (text: string) => firm.test(text) && !/^\d/.test(text) && !/\bowner\b/i.test(text);
export const isPerson = (text: string) => !firm.test(text) && looksPersonal(text);
export const isKindOfWork = (text: string) => work.test(text);
export const isPrinted = (text: string) => printed.test(text);
