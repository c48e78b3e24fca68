/** What the directory of contractors is asked, as the address of the page has it. */
import type { ContractorClassification } from '@lintel/client';
import { kindOf } from '../api/places';
import { withoutEmpty } from '../explorer/filters';

export interface Directory {
  /** Where: a geo_id; without one everywhere. */
  readonly in?: string | undefined;
  readonly trade?: ContractorClassification | undefined;
  /** A tag that their permits carry. */
  readonly tag?: string | undefined;
  /** A part of the name, or a licence number. */
  readonly name?: string | undefined;
  /** Which come first; without it those with the most matching permits. */
  readonly sort?: 'value' | undefined;
  /** Whether permits of all years count, or of the last 12 months; without it as `yearsOf` says. */
  readonly years?: Years | undefined;
}

export type Years = 'all' | 'last';

/**
 * Which years count: unless it is asked, those of the last 12 months. Everywhere, of records that ended long ago, they
 * would be those of the one authority whose records end last: then all years.
 */
export function yearsOf({ years, in: place }: Directory, isOld: boolean): Years {
  return years ?? (place === undefined && isOld ? 'all' : 'last');
}

/** Every trade, or this does not compile. */
const isTrade: Readonly<Record<ContractorClassification, true>> = {
  general_building_contractor: true,
  general_engineering_contractor: true,
  electrical: true,
  plumbing: true,
  hvac: true,
  roofing: true,
  concrete_and_paving: true,
  demolition_and_excavation: true,
  fencing_and_glazing: true,
  framing_and_carpentry: true,
  landscaping_and_outdoor_work: true,
  specialty_trades: true,
  other: true,
};
export const trades = Object.keys(isTrade) as ContractorClassification[];

export function readDirectory(search: Record<string, unknown>): Directory {
  const { in: place, trade, tag, name, sort, years } = search;
  return {
    in: undefined,
    trade: undefined,
    tag: undefined,
    name: undefined,
    sort: undefined,
    years: undefined,
    ...withoutEmpty<Directory>({
      in: typeof place === 'string' && kindOf(place) !== null ? place : undefined,
      trade: trades.find((known) => known === trade),
      tag: typeof tag === 'string' && /^[a-z_]{2,40}$/.test(tag) ? tag : undefined,
      name: typeof name === 'string' || typeof name === 'number' ? String(name).slice(0, 100) : undefined,
      sort: sort === 'value' ? 'value' : undefined,
      years: years === 'all' || years === 'last' ? years : undefined,
    }),
  };
}
