/** A naive computation of permits' facts after those of one address are shared. */
import type { FactGiver, TagId } from '@lintel/contract';
import type { PermitRecord } from 'lintel/dist/refine/record/refined.js';

const ofPlace = ['property_census_tract', 'property_congressional_district', 'property_lot_size'] as const;
const ofBuilding = [
  'property_type',
  'property_type_detail',
  'property_building_area',
  'property_story_count',
  'property_unit_count',
  'property_year_built',
] as const;

const business = ['commercial', 'office', 'industrial', 'exempt'];

/** The permit with a property type and tags that agree on one use (C36). */
export function withOneUse<T extends Pick<PermitRecord, 'tags' | 'property_type'>>(permit: T): T {
  const has = (tag: TagId) => permit.tags.includes(tag);
  let type = permit.property_type;
  const isTold = type === 'residential' || business.includes(type ?? '');
  if (!isTold && has('residential') && !has('commercial')) type = 'residential';
  if (!isTold && has('commercial') && !has('residential')) type = 'commercial';
  const tags = new Set(permit.tags);
  if (type === 'residential') tags.add('residential');
  if (business.includes(type ?? '')) tags.add('commercial');
  return { ...permit, property_type: type, tags: [...tags].sort() };
}

/** How a published permit violates C36, in words; null where its type and tags agree on one use. */
export function useConflict({ tags, property_type: type }: Pick<PermitRecord, 'tags' | 'property_type'>) {
  const isHome = tags.includes('residential');
  const isBusiness = tags.includes('commercial');
  if (type === 'residential' && !isHome) return 'a home without the tag residential';
  if (business.includes(type ?? '') && !isBusiness) return 'a business without the tag commercial';
  if (isHome && !isBusiness && type !== 'residential') return `the tag residential alone and ${type}`;
  if (isBusiness && !isHome && !business.includes(type ?? '')) return `the tag commercial alone and ${type}`;
  return null;
}

/** Three years after a date. */
const threeYearsAfter = (date: string) => `${Number(date.slice(0, 4)) + 3}${date.slice(4)}`;

const erects = ({ tags }: PermitRecord) => tags.includes('new_construction');
const demolishes = (permit: PermitRecord) => permit.tags.includes('demolition') && !erects(permit);

/** The demolitions and new buildings among the permits, those within three years of one another together. */
function projectsOf(permits: readonly PermitRecord[]): PermitRecord[][] {
  const projects: PermitRecord[][] = [];
  const dated = permits.filter(
    (permit) => permit.start_date !== null && (erects(permit) || demolishes(permit)),
  );
  for (const permit of dated.toSorted((a, b) => ((a.start_date ?? '') < (b.start_date ?? '') ? -1 : 1))) {
    const before = projects.at(-1)?.at(-1)?.start_date ?? null;
    if (before !== null && (permit.start_date ?? '') <= threeYearsAfter(before))
      projects.at(-1)?.push(permit);
    else projects.push([permit]);
  }
  return projects;
}

/** Whether the permits of an address show one building at a time. */
function isOneBuilding(permits: readonly PermitRecord[], projects: readonly PermitRecord[][]): boolean {
  const parcels = new Set(permits.flatMap(({ parcel_number: parcel }) => parcel?.replace(/\W/g, '') ?? []));
  const years = new Set(permits.flatMap(({ property_year_built: built }) => built ?? []));
  const adds = projects.some((project, i) => {
    if (!project.some(erects) || project.some(demolishes)) return false;
    const from = project[0]?.start_date ?? '';
    const earlier = projects[i - 1];
    if (earlier !== undefined) return earlier.some(erects);
    return permits.some(({ start_date: date }) => date !== null && date < from);
  });
  return parcels.size <= 1 && years.size <= 1 && !adds;
}

/** How many projects had changed the address when the permit began; null where that is not known. */
function periodOf(permit: PermitRecord, projects: readonly PermitRecord[][]): number | null {
  if (projects.length === 0) return 0;
  const { start_date: date } = permit;
  if (date === null) return null;
  const isOver = (project: readonly PermitRecord[]) =>
    demolishes(permit) ? (project.at(-1)?.start_date ?? '') < date : (project[0]?.start_date ?? '') <= date;
  return projects.filter(isOver).length;
}

/**
 * The permits, in any order, each with the facts that the others of its address state where it states none: those on
 * which all agree, and of the building only those of the one that stood there on its day.
 */
export function withCarriedFacts<T extends PermitRecord>(permits: readonly T[]): T[] {
  const newestFirst = [...permits].sort((a, b) => {
    const [dateA, dateB] = [a.start_date ?? '', b.start_date ?? ''];
    return dateA === dateB ? (a.id < b.id ? -1 : 1) : dateA < dateB ? 1 : -1;
  });
  return permits.map((permit) => {
    const { address_id } = permit.geo_ids;
    if (address_id === null) return permit;
    const same = newestFirst.filter(({ geo_ids }) => geo_ids.address_id === address_id);
    const projects = projectsOf(same);
    const isOne = isOneBuilding(same, projects);
    const isDisputed = (field: keyof PermitRecord) =>
      new Set(same.map((other) => other[field]).filter((value) => value !== null)).size > 1;
    const told: Record<string, unknown> = { ...permit };
    const joined: Record<string, FactGiver> = {};
    const give = (field: (typeof ofPlace | typeof ofBuilding)[number], givers: readonly T[]) => {
      const giver = isDisputed(field) ? undefined : givers.find((other) => other[field] !== null);
      if (permit[field] !== null || giver === undefined) return;
      told[field] = giver[field];
      joined[field] = { permit_id: giver.id, source_id: null, row_key: null };
    };
    for (const field of ofPlace) give(field, same);
    const period = periodOf(permit, projects);
    const ofPeriod = same.filter((other) => isOne && periodOf(other, projects) === period);
    const built = same.find((other) => other.property_year_built !== null)?.property_year_built ?? 0;
    const isLater = permit.start_date !== null && built > Number(permit.start_date.slice(0, 4));
    for (const field of isLater ? [] : ofBuilding) {
      if (field !== 'property_type_detail' || !isDisputed('property_type')) give(field, ofPeriod);
    }
    if (Object.keys(joined).length > 0) told.property_facts_joined = joined;
    return withOneUse(told as T);
  });
}
