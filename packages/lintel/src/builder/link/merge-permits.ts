/**
 * Whether rows of two sources are one permit, and the record that they make together, field by field.
 *
 * The same number under the same authority is not enough: departments of one city may number alike. Something else must
 * agree, and nothing may contradict it. The record has the id, the source and the number of the first permit; each
 * other field is that of the first permit in the order of belief that knows it.
 */
import type { Permit, PermitAddress } from '@lintel/contract';
import { dayMs } from '../../base/calendar-date.js';
import { deriveDates, orderDates } from '../../refine/record/dates.js';
import type { PermitRecord } from '../../refine/record/refined.js';
import { tagsBesideType, typeBesideTags } from '../../refine/text/use-tags.js';

/** Dates of one permit in two sources that are farther apart belong to two permits. */
const mostDaysApart = 366;

const dateFields = ['file_date', 'issue_date', 'final_date'] as const;

/** Whether two permits of the same number and authority are one. */
export function isSamePermit(one: Permit, other: Permit): boolean {
  const days = dateFields.flatMap((field) => {
    const [a, b] = [one[field], other[field]];
    return a == null || b == null ? [] : [Math.abs(Date.parse(a) - Date.parse(b)) / dayMs];
  });
  if (days.some((apart) => apart > mostDaysApart)) return false;
  const [a, b] = [one.geo_ids.address_id, other.geo_ids.address_id];
  if (a !== null && a === b) return true;
  const isElsewhere = one.address.street !== null && other.address.street !== null;
  if (isElsewhere && one.address.street !== other.address.street) return false;
  return days.includes(0);
}

type Field = keyof Permit;

/** What belongs together: members are those of the permit that gives the first, or of one that states the same. */
const groups: readonly (readonly Field[])[] = [
  ['description', 'description_derived'],
  ['type', 'subtype'],
  ['record_kind', 'parent_number'],
  ['status', 'status_history'],
  ['property_type', 'property_type_detail'],
  ['property_legal_owner', 'property_owner_type'],
];
const grouped = new Set(groups.flat());

/** Those of the first permit, and those that are worked out of others. */
const notGiven = new Set<Field>([
  'id',
  'number',
  'source_id',
  'jurisdiction',
  'address',
  'geo_ids',
  'start_date',
  'end_date',
  'total_duration',
  'construction_duration',
  'approval_duration',
]);

interface MergedRecord {
  readonly record: PermitRecord;
  /** The permit that gave a field, for those of others than the first; parts of the address as `address.zip_code`. */
  readonly givenBy: ReadonlyMap<string, number>;
}

const isKnown = (value: unknown) =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The record of permits that are one. `belief`: their places in the list, the one that is believed first, first.
 * `placed`: the one whose address it is.
 */
export function mergeRecords(
  permits: readonly [Permit, ...Permit[]],
  belief: readonly number[],
  placed: number,
): MergedRecord {
  const merged: Record<string, unknown> = { ...permits[0] };
  const givenBy = new Map<string, number>();
  const names = new Set(permits.flatMap((permit) => Object.keys(permit) as Field[]));
  const alone = [...names].filter((name) => !grouped.has(name) && !notGiven.has(name)).map((name) => [name]);
  const given = (at: number, name: Field) => permits[at]?.[name];
  for (const [lead = 'id', ...others] of [...groups, ...alone]) {
    const giver = belief.find((at) => isKnown(given(at, lead)));
    const alike = belief.filter((at) => giver === undefined || given(at, lead) === given(giver, lead));
    for (const name of [lead, ...others]) {
      const from = name === lead ? giver : (alike.find((at) => isKnown(given(at, name))) ?? giver);
      if (from === undefined) continue;
      merged[name] = given(from, name);
      if (isKnown(merged[name]) && !isEqual(merged[name], given(0, name))) givenBy.set(name, from);
    }
  }
  const record = { ...(merged as Permit), ...placeOf(permits, belief, placed, givenBy) };
  const dates = datesOf(record);
  const dated = dateFields.map((name) => givenBy.get(name)).find((from) => from !== undefined);
  for (const [name, value] of Object.entries(dates)) {
    if (dated !== undefined && value !== permits[0][name as keyof typeof dates] && !givenBy.has(name)) {
      givenBy.set(name, dated);
    }
  }
  return { record: { ...record, ...dates, ...typeOf(record) }, givenBy };
}

/** The address of a permit, completed by what others of the same address know. */
function placeOf(
  permits: readonly Permit[],
  belief: readonly number[],
  placed: number,
  givenBy: Map<string, number>,
): Pick<Permit, 'address' | 'geo_ids'> {
  const at = permits[placed] ?? permits[0];
  if (at === undefined) throw new Error('no permit to take the address of');
  for (const field of ['address', 'geo_ids'] as const) {
    if (!isEqual(at[field], permits[0]?.[field])) givenBy.set(field, placed);
  }
  const address: Record<string, unknown> = { ...at.address };
  const ids: Record<string, unknown> = { ...at.geo_ids };
  for (const from of belief) {
    const other = permits[from];
    if (other === undefined || from === placed || at.geo_ids.address_id === null) continue;
    if (other.geo_ids.address_id !== at.geo_ids.address_id) continue;
    for (const [into, values, of] of [
      [address, other.address, 'address'],
      [ids, other.geo_ids, 'geo_ids'],
    ] as const) {
      for (const [name, value] of Object.entries(values)) {
        if (into[name] !== null || value === null) continue;
        into[name] = value;
        if (from !== 0) givenBy.set(`${of}.${name}`, from);
      }
    }
  }
  return { address: address as unknown as PermitAddress, geo_ids: ids as unknown as Permit['geo_ids'] };
}

/** The dates in their order, and what follows from them (C8). */
function datesOf({ file_date: file, issue_date: issue, final_date: final }: Permit) {
  const dates = orderDates({ file, issue: issue ?? null, final: final ?? null }, []);
  const { start, end, total, construction, approval } = deriveDates(dates);
  return {
    file_date: dates.file,
    issue_date: dates.issue ?? undefined,
    final_date: dates.final ?? undefined,
    start_date: start,
    end_date: end,
    total_duration: total,
    construction_duration: construction,
    approval_duration: approval,
  };
}

/** Makes type and tags agree (C36). */
function typeOf({ property_type: own, property_type_detail: detail, tags }: Permit) {
  const type = typeBesideTags(own, tags.includes('residential'), tags.includes('commercial'));
  return {
    property_type: type,
    property_type_detail: type === own ? detail : null,
    tags: tagsBesideType([...tags], type),
  };
}
