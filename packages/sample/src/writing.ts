/**
 * What a clerk types for a permit: the facts of the permit in the office's spelling, including faults.
 *
 * Shapes arrange these facts in their columns. Absent (undefined) is what the clerk left empty; days stay
 * numbers, as each shape writes dates in its own form, and may be the sentinel or wrong days of the fault
 * table.
 */
import { dayOf } from './calendar.js';
import { type Contractor, typedPhone } from './contractors.js';
import { misspell } from './mess.js';
import { nobody, strangeStatuses } from './office-words.js';
import type { Permit } from './permits.js';
import type { Random } from './random.js';
import { oldAbbreviations } from './words/streets.js';

export interface Written {
  readonly description: string | undefined;
  readonly filed: number | undefined;
  readonly issued: number | undefined;
  readonly finaled: number | undefined;
  /** A word that replaces the office's own, when someone typed an unusual one. */
  readonly strangeStatus: string | undefined;
  /** Whole dollars. */
  readonly value: number | undefined;
  readonly streetNo: string | undefined;
  readonly streetPre: string;
  readonly streetName: string | undefined;
  readonly streetSuffix: string;
  readonly streetPost: string;
  readonly unit: string | undefined;
  readonly city: string;
  readonly zip: string | undefined;
  readonly lat: number | undefined;
  readonly lng: number | undefined;
  readonly contractor: WrittenContractor | undefined;
}

interface WrittenContractor {
  readonly name: string;
  /** Absent where only a name was typed. */
  readonly facts: Contractor | undefined;
  readonly license: string | undefined;
  readonly phone: string | undefined;
  readonly email: string | undefined;
}

/** Days that old systems write for "none". */
const sentinelDays = [dayOf('1900-01-01'), dayOf('1899-12-30'), dayOf('9999-12-31')];
/** Years by which a mistyped final date is in the future. */
const yearsTypedAhead = 70;

export function writePermit(permit: Permit): Written {
  const { mess, random, life, property, work } = permit;
  const { street } = property;
  const nowhere = mess.includes('noAddress');
  const noPoint = nowhere || mess.includes('noPoint');
  const wild = mess.includes('wildPoint');
  const wildLat = permit.index % 2 === 0 ? 0 : 51.48;
  return {
    description: writeDescription(permit),
    filed: mess.includes('noFileDate') ? undefined : life.filed,
    issued: mess.includes('noIssueDate') ? undefined : (life.issued ?? undefined),
    finaled: writeFinal(permit),
    strangeStatus: mess.includes('unknownStatus') ? random.pick(strangeStatuses) : undefined,
    value: writeValue(permit, work.value[0] === 0),
    streetNo: nowhere ? undefined : property.streetNo,
    streetPre: street.pre,
    streetName: nowhere
      ? undefined
      : mess.includes('misspeltStreet')
        ? misspell(street.name, random)
        : street.name,
    streetSuffix: writeSuffix(street.suffix, street.suffixLong, random),
    streetPost: street.post,
    unit: permit.unit ?? undefined,
    city: mess.includes('misspeltCity') ? misspell(street.locality.city, random) : street.locality.city,
    zip: writeZip(permit),
    lat: noPoint ? undefined : wild ? wildLat : property.lat,
    lng: noPoint ? undefined : wild ? 0 : property.lng,
    contractor: writeContractor(permit),
  };
}

const remarks = [
  'Per approved plans.',
  'Subject to field inspection.',
  'No plumbing or electrical work.',
  'Work started without permit, investigation fee paid.',
  'See attached.',
  'To comply with NOV.',
  'All work per code.',
];

function writeDescription({ description, mess, office, random }: Permit): string | undefined {
  if (mess.includes('noDescription')) return undefined;
  let text = random.chance(0.07)
    ? `${description}${description.endsWith('.') ? '' : '.'} ${random.pick(remarks)}`
    : description;
  if (random.chance(office.place.shouting)) text = text.toUpperCase();
  if (mess.includes('misspeltDescription')) text = misspell(text, random);
  if (mess.includes('lineBreak')) text = text.replace(/([,.]) /, '$1\n');
  if (mess.includes('blanks')) text = `  ${text.replaceAll(', ', ',   ')} `;
  return text;
}

function writeFinal({ life, mess, random }: Permit): number | undefined {
  if (mess.includes('sentinelDate')) return random.pick(sentinelDays);
  if (life.finaled === null) return undefined;
  if (mess.includes('impossibleOrder') && life.issued !== null) return life.issued - random.between(20, 700);
  if (mess.includes('futureDate')) return life.finaled + yearsTypedAhead * 365;
  return life.finaled;
}

function writeValue({ mess, random, value }: Permit, without: boolean): number | undefined {
  if (mess.includes('placeholderValue')) return random.below(2);
  return without || mess.includes('noValue') ? undefined : value;
}

function writeSuffix(short: string, long: string, random: Random): string {
  const draw = random.unit();
  if (draw < 0.86) return short;
  if (draw < 0.94) return long;
  return draw < 0.97 ? (oldAbbreviations[short] ?? short) : `${short}.`;
}

function writeZip({ mess, property, random }: Permit): string | undefined {
  const { zip } = property.street.locality;
  if (mess.includes('noZip')) return undefined;
  if (mess.includes('zipPlusFour')) return `${zip}-${random.between(1000, 9899)}`;
  return mess.includes('zipGlued') ? `${zip}${random.between(1000, 9899)}` : zip;
}

function writeContractor(permit: Permit): WrittenContractor | undefined {
  const { contractor, mess, random, index } = permit;
  if (contractor === null || mess.includes('nobodyAsContractor')) {
    if (random.chance(0.3)) return undefined;
    return {
      name: random.pick(nobody),
      facts: undefined,
      license: undefined,
      phone: undefined,
      email: undefined,
    };
  }
  if (mess.includes('noContractor')) return undefined;
  const draw = random.unit();
  const { spellings, phone, email } = contractor;
  return {
    name: (draw < 0.62 ? spellings[0] : random.pick(spellings)) ?? contractor.name,
    facts: contractor,
    license: random.chance(0.82) ? contractor.license : undefined,
    phone: phone !== null && random.chance(0.6) ? typedPhone(phone, index) : undefined,
    email: email !== null && random.chance(0.4) ? email : undefined,
  };
}
