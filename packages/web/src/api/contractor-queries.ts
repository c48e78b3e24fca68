/** What pages ask of contractors, as queries: each names what its answer depends on, and is cancelled when unwanted. */
import type { Contractor, Lintel, Permit } from '@lintel/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Directory } from '../contractor/directory-address';
import { addDays } from '../words/format';
import { type ListedPermit, listFields, pageSize } from './list-fields';
import type { Where } from './summary-queries';

export const contractorQuery = (lintel: Lintel, id: string) =>
  queryOptions({
    queryKey: ['contractor', id],
    queryFn: ({ signal }) => lintel.contractors.get(id, {}, { signal }),
  });

/** How sources write a contractor, and why it is one. One credit. */
export const spellingsQuery = (lintel: Lintel, id: string) =>
  queryOptions({
    queryKey: ['spellings', id],
    queryFn: ({ signal }) => lintel.contractors.spellings(id, {}, { signal }),
  });

/** A permit of a contractor, and who else works on it. */
export type ContractorPermit = ListedPermit & Pick<Permit, 'other_contractors'>;

const permitFields = [...listFields, 'other_contractors'] as const;

/** Permits of a contractor, grouped by address, page by page. */
export const contractorPermitsQuery = (lintel: Lintel, id: string) =>
  infiniteQueryOptions({
    queryKey: ['contractor permits', id],
    queryFn: ({ pageParam, signal }) =>
      lintel.contractors
        .permits(id, { size: pageSize, fields: permitFields, cursor: pageParam }, { signal })
        .page(),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });

/** Years of activity that are asked for at first. */
const activeYears = 5;

/**
 * The months with permits of a contractor in the years up to a day; of one that has none in these, all its months. One
 * credit a month.
 */
export const activityQuery = (lintel: Lintel, { id, first_seen_date: first }: Contractor, lastDay: string) =>
  queryOptions({
    queryKey: ['activity', id, lastDay],
    queryFn: async ({ signal }) => {
      const ask = (from: string) =>
        lintel.contractors
          .metrics(
            id,
            {
              tag: 'all',
              property_type: 'all',
              metric_from: from,
              metric_to: lastDay,
              fields: ['permit_count'],
            },
            { signal },
          )
          .toArray();
      const recent = addDays(lastDay, -365 * activeYears);
      const months = await ask(recent);
      return months.length === 0 && first !== null && first < recent ? await ask(first) : months;
    },
  });

/** Contractors active in a place in the last year, those with the most permits first; tallies count that year there. */
export const activeContractorsQuery = (lintel: Lintel, where: Where, releasedAt: string) =>
  queryOptions({
    queryKey: ['contractors', where, releasedAt],
    queryFn: async ({ signal }) => {
      const { items } = await lintel.contractors
        .search(
          {
            ...where,
            permit_from: addDays(releasedAt, -364),
            permit_to: releasedAt,
            sort: 'permit_count',
            size: 12,
            fields: ['name', 'business_name', 'permit_count', 'status_tally'],
          },
          { signal },
        )
        .page();
      return items;
    },
  });

const directoryFields = [
  'name',
  'business_name',
  'license',
  'primary_phone',
  'classification_derived',
  'avg_job_value',
  'total_job_value',
  'permit_count',
  'avg_construction_duration',
  'matching_permit_count',
  'matching_job_value',
] as const;

export type FoundContractor = Pick<Found, (typeof directoryFields)[number] | 'id'>;
type Found = Awaited<ReturnType<ReturnType<Lintel['contractors']['search']>['page']>>['items'][number];

/** Contractors active in the year up to a day, or in all years up to it, page by page. A credit for each. */
export const directoryQuery = (lintel: Lintel, asked: Directory, where: Where, lastDay: string) =>
  infiniteQueryOptions({
    queryKey: ['directory', asked, where, lastDay],
    queryFn: ({ pageParam, signal }) =>
      lintel.contractors
        .search(
          {
            ...where,
            permit_from: asked.years === 'all' ? '1800-01-01' : addDays(lastDay, -364),
            permit_to: lastDay,
            ...(asked.trade === undefined ? {} : { contractor_classification_derived: [asked.trade] }),
            ...(asked.tag === undefined ? {} : { permit_tags: [asked.tag as 'solar'] }),
            ...namedBy(asked.name),
            sort: asked.sort === 'value' ? 'matching_job_value' : 'matching_permit_count',
            include_tallies: false,
            size: pageSize,
            cursor: pageParam,
            fields: directoryFields,
          },
          { signal },
        )
        .page(),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });

/** A text with digits and hardly a word is a licence number. */
function namedBy(text = ''): { contractor_name?: string; contractor_license?: string } {
  if (/\d/.test(text) && !/\p{L}{3}/u.test(text)) return { contractor_license: text };
  return text.length < 3 ? {} : { contractor_name: text };
}
