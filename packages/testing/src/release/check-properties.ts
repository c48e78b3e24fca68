/**
 * Checks the property records of a release against its permits: ownership, counts and sums, and the flat
 * names (C42).
 */
import assert from 'node:assert/strict';
import { flatFactsOf, type Permit, type Property } from '@lintel/contract';

type Counts = Record<string, number>;

/** Permits come in result order, the newest first. Returns the number of properties. */
export function checkProperties(permits: readonly Permit[], properties: readonly Property[]): number {
  const byAddress = new Map<string, Permit[]>();
  for (const permit of permits) {
    const others = permit.other_addresses ?? [];
    for (const id of new Set([permit.geo_ids.address_id, ...others.map((other) => other.address_id)])) {
      if (id !== null) byAddress.set(id, [...(byAddress.get(id) ?? []), permit]);
    }
  }
  assert.deepEqual(new Set(properties.map(({ id }) => id)), new Set(byAddress.keys()));
  for (const property of properties) checkProperty(property, byAddress.get(property.id) ?? []);
  return properties.length;
}

function checkProperty(property: Property, permits: readonly Permit[]): void {
  assert.equal(property.geo_ids.address_id, property.id);
  assert.deepEqual(property.address, buildingOf(property.id, permits[0]), property.id);
  const { address: _, geo_ids: __, ...flat } = property;
  const dates = permits.flatMap(({ start_date: date }) => date ?? []).sort();
  const values = permits.flatMap(({ job_value: value }) => value ?? []);
  const tags = count(permits.flatMap((permit) => permit.tags));
  const statuses = count(permits.map(({ status }) => status ?? 'unknown'));
  const expected = {
    permit_count: permits.length,
    first_permit_date: dates[0] ?? null,
    last_permit_date: dates.at(-1) ?? null,
    status_tally: statuses,
    tag_tally: tags,
    ...flatFactsOf(property.address, property),
    contractor_count: new Set(permits.flatMap((permit) => permit.contractor_id ?? [])).size,
    total_job_value: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0),
    tags: Object.keys(tags).sort(),
    statuses: Object.keys(statuses)
      .filter((status) => status !== 'unknown')
      .sort(),
    last_date_by_tag: lastDates(permits),
  };
  const given = Object.fromEntries(
    Object.keys(expected).map((name) => [name, flat[name as keyof typeof flat]]),
  );
  assert.deepEqual(given, expected, property.id);
}

/** The address of the building, as one of its permits states it. */
function buildingOf(id: string, permit: Permit | undefined): Property['address'] | undefined {
  if (permit === undefined) return undefined;
  const places = [{ ...permit.address, ...permit.geo_ids }, ...(permit.other_addresses ?? [])];
  const here = places.find((place) => place.address_id === id);
  if (here === undefined) return undefined;
  const { unit: _, address_id: _a, city_id: _b, county_id: _c, jurisdiction_id: _d, ...building } = here;
  return building;
}

function count(names: readonly string[]): Counts {
  const counts: Counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function lastDates(permits: readonly Permit[]): Record<string, string> {
  const dates: Record<string, string> = {};
  for (const { tags, start_date: date } of permits) {
    for (const tag of tags) if (date !== null && date > (dates[tag] ?? '')) dates[tag] = date;
  }
  return dates;
}
