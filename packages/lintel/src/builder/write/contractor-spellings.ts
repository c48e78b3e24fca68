/** The different ways in which sources write a contractor: what linking brought together (C45). */

import { maxSpellings } from '@lintel/contract/plain';
import { dateText } from '../../base/calendar-date.js';
import type { StoredSpelling } from '../../format/segment/spelling.js';
import type { CountedFacts } from './contractor-record.js';

/** The spellings, the most frequent first; the order of the mentions does not matter. */
export function contractorSpellings(mentions: readonly CountedFacts[]): StoredSpelling[] {
  const found = new Map<string, { -readonly [name in keyof StoredSpelling]: StoredSpelling[name] }>();
  const latest = new Map<string, number>();
  for (const { facts, count, latest: date } of mentions) {
    const { name, business_name, dba, license, primary_phone: phone, primary_email: email } = facts;
    const spelling = { name, business_name, dba, license, phone, email };
    const key = JSON.stringify(spelling);
    const before = found.get(key);
    latest.set(key, Math.max(date, latest.get(key) ?? 0));
    if (before === undefined) found.set(key, { ...spelling, records: count, latest: null });
    else before.records += count;
  }
  return [...found]
    .sort(([a, one], [b, other]) => other.records - one.records || (a < b ? -1 : 1))
    .slice(0, maxSpellings)
    .map(([key, spelling]) => ({ ...spelling, latest: dateText(latest.get(key) ?? 0) }));
}
