/** What a page is about, in the words and facts that its document has before any script runs. */
import type { Contractor, Permit, Property } from '@lintel/contract';
import { permitTitle } from '@lintel/contract/permit-title';
import { nameCase, titleCase } from '@lintel/contract/title-case';
import type { ServedRelease } from '../../releases/release.js';
import { placeKinds, pointsOfContractor } from './picture.js';

/** What a page is about. */
export interface About {
  readonly title: string;
  /** The heading of the page, where it is not the title. */
  readonly heading?: string;
  /** What stands above the heading of the page. */
  readonly crumbs?: readonly (string | null)[];
  /** What stands below it, where that is not the description. */
  readonly lede?: string;
  readonly description: string;
  /** Terms with values, for readers without scripts. */
  readonly facts: readonly (readonly [term: string, value: string])[];
  /** Whether there is a map to show with a link to it. */
  readonly hasPicture: boolean;
  /** What its address has besides the path, as `?q=…`: such a page is not for search engines. */
  readonly query?: string;
  /** As schema.org has it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What the page of a path is about; null for a path that says nothing of its own. */
export async function aboutPage(
  release: ServedRelease,
  path: string,
  query: URLSearchParams,
): Promise<About | null> {
  if (path === '/') return aboutRelease(release);
  return (await aboutFreePage(release, path, query)) ?? aboutRecord(release, path);
}

/** The same for pages of no record: what they are about costs nobody a credit. */
export async function aboutFreePage(
  release: ServedRelease,
  path: string,
  query: URLSearchParams,
): Promise<About | null> {
  const lasting = lastingPages[path];
  if (lasting !== undefined) return aboutLasting(lasting);
  if (path === '/address') return aboutAddress(query.get('q') ?? '');
  const [, kind = '', id = '', last] = path.split('/');
  if (kind === 'places') {
    const placeKind = placeKinds.find((known) => known === id);
    const place =
      placeKind && last && /^[\w-]{1,20}$/.test(last) ? await release.place(placeKind, last) : null;
    return placeKind === undefined || place === null
      ? null
      : aboutPlace(placeKind, JSON.parse(place.toString()) as { readonly name: string });
  }
  return null;
}

/** Permits of a contractor of which one has a point, if there is to be a map. */
const firstPermits = 50;

async function aboutRecord(release: ServedRelease, path: string): Promise<About | null> {
  const [, kind = '', id = ''] = path.split('/');
  if (!/^[\w-]{1,40}$/.test(id)) return null;
  if (kind !== 'permits' && kind !== 'contractors' && kind !== 'properties') return null;
  const [record] = await release.records(kind, [id]);
  if (record === undefined) return null;
  const known: unknown = JSON.parse(record.toString());
  if (kind === 'permits') return aboutPermit(known as Permit);
  if (kind === 'properties') return aboutProperty(known as Property);
  const points = await pointsOfContractor(release, id, firstPermits);
  return aboutContractor(known as Contractor, points.length > 0);
}

/** Pages that say the same of every release. */
const lastingPages: Readonly<Record<string, Pick<About, 'title' | 'heading' | 'description' | 'lede'>>> = {
  '/contractors': {
    title: 'Contractors',
    description:
      'Contractors by place, trade and kind of work, those with the most building permits first, with what they did.',
  },
  '/compare': {
    title: 'Compare places',
    description:
      'Building permits of up to five states, counties, cities or ZIP codes in one chart: how many, worth what, how long.',
  },
  '/summary': {
    title: 'Building permits in sum',
    description:
      'How many building permits, contractors and dollars, by year, place and kind of work, as a chart and a table.',
  },
  '/query': {
    title: 'Building permits in SQL',
    heading: 'Query',
    description:
      'Questions in SQL to the published release of building permits, which DuckDB answers in your browser, as a table, a chart or a map.',
  },
  '/data': {
    title: 'The data',
    description:
      'Where the building permits come from, how often each field is stated, what changed, and what is wrong with them.',
    lede: 'One immutable release of what permit authorities publish, cleaned and linked. What a source does not state is empty, never a guess.',
  },
};

function aboutLasting(page: Pick<About, 'title' | 'heading' | 'description' | 'lede'>): About {
  const { title: name, description } = page;
  return { ...page, facts: [], hasPicture: false, data: { '@type': 'WebPage', name, description } };
}

/** An address as somebody typed it, which may be any text: its page is for who has the link, not for search engines. */
function aboutAddress(typed: string): About | null {
  const text = typed.trim().slice(0, 100);
  if (text === '') return null;
  const description = `What is being built around ${text}: permits by distance, and how long they should still take.`;
  return {
    ...aboutLasting({ title: `Around ${text}`, heading: text, description }),
    query: `?${new URLSearchParams({ q: text })}`,
  };
}

function aboutRelease({ info }: ServedRelease): About {
  const { from, to } = info.date_range;
  const description = `${info.counts.permits.toLocaleString('en-US')} building permits of ${info.counts.jurisdictions.toLocaleString('en-US')} permit authorities, with contractors, properties and how long works take.`;
  return {
    title: 'Building permits',
    description,
    facts: [
      ['Newest permit', to ?? '–'],
      ['Sources', info.sources.map(({ name }) => name).join(', ')],
    ],
    hasPicture: false,
    data: {
      '@type': 'Dataset',
      name: 'Building permits',
      description,
      dateModified: info.released_at,
      creator: info.sources.map(({ attribution, name }) => ({
        '@type': 'Organization',
        name: attribution ?? name,
      })),
      ...(from !== null && to !== null && { temporalCoverage: `${from}/${to}` }),
    },
  };
}

const placeKindNames = {
  state: 'State',
  county: 'County',
  city: 'City',
  jurisdiction: 'Jurisdiction',
  zip: 'ZIP code',
} as const;

function aboutPlace(kind: keyof typeof placeKindNames, { name }: { readonly name: string }): About {
  const description = `Building permits in ${name}: how many by month, what is built, by whom, and how long it takes.`;
  return {
    title: `Building permits in ${name}`,
    heading: name,
    crumbs: [placeKindNames[kind]],
    description,
    facts: [],
    hasPicture: true,
    data: {
      '@type': 'Dataset',
      name: `Building permits in ${name}`,
      description,
      spatialCoverage: { '@type': 'Place', name },
    },
  };
}

type AddressParts = Pick<Permit['address'], 'street_no' | 'street' | 'city' | 'state' | 'zip_code'>;

/** State, county and city of an address, as they lead to its page. */
const crumbsOf = ({ state, county, city }: Pick<Permit['address'], 'state' | 'county' | 'city'>) => [
  state,
  county && titleCase(county),
  city && titleCase(city),
];

function lineOf({ street_no, street, city, state, zip_code }: AddressParts): string {
  const parts = [[street_no, street], [city], [state, zip_code]].map((words) =>
    words.filter(Boolean).join(' '),
  );
  const [line = '', place = '', code = ''] = parts;
  return [titleCase(line), titleCase(place), code].filter((part) => part !== '').join(', ');
}

/** What is known of an address; nothing where no part is. */
function postal({ street_no, street, city, state, zip_code }: AddressParts) {
  const parts = {
    streetAddress: titleCase([street_no, street].filter(Boolean).join(' ')) || null,
    addressLocality: city && titleCase(city),
    addressRegion: state,
    postalCode: zip_code,
  };
  const isKnown = Object.values(parts).some((part) => part !== null);
  return isKnown ? { '@type': 'PostalAddress', ...parts, addressCountry: 'US' } : null;
}

function placeOf(address: AddressParts & Pick<Permit['address'], 'latlng'>) {
  const [latitude, longitude] = address.latlng ?? [];
  return {
    '@type': 'Place',
    address: postal(address),
    ...(latitude !== undefined && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
  };
}

const known = (facts: readonly (readonly [string, string | null | undefined])[]) =>
  facts.filter((fact): fact is readonly [string, string] => typeof fact[1] === 'string' && fact[1] !== '');

function aboutPermit(permit: Permit): About {
  const where = lineOf(permit.address);
  const what = permit.description_derived ?? permit.description ?? permit.type ?? 'Building permit';
  const title = `Permit ${permit.number ?? permit.id}${where === '' ? '' : `, ${where}`}`;
  return {
    title,
    heading: permitTitle(permit),
    crumbs: [...crumbsOf(permit.address), `Permit ${permit.number ?? permit.id}`],
    description: what,
    lede: where,
    facts: known([
      ['Status', permit.status],
      ['Filed', permit.file_date],
      ['Issued', permit.issue_date],
      ['Final', permit.final_date],
      ['Type', permit.type],
    ]),
    hasPicture: permit.address.latlng !== null,
    data: {
      '@type': 'GovernmentPermit',
      name: title,
      description: what,
      identifier: permit.number,
      validFrom: permit.issue_date,
      issuedBy: permit.jurisdiction && {
        '@type': 'GovernmentOrganization',
        name: titleCase(permit.jurisdiction),
      },
      validIn: {
        '@type': 'AdministrativeArea',
        name: permit.jurisdiction && titleCase(permit.jurisdiction),
        containsPlace: placeOf(permit.address),
      },
    },
  };
}

function aboutContractor(contractor: Contractor, hasPicture: boolean): About {
  const title = nameCase(contractor.business_name ?? contractor.name ?? 'Contractor');
  const { address, permit_count: permits } = contractor;
  const where =
    address === null
      ? ''
      : [address.city && titleCase(address.city), address.state].filter(Boolean).join(', ');
  const description = `${title}${where === '' ? '' : ` of ${where}`}: ${permits.toLocaleString('en-US')} building ${permits === 1 ? 'permit' : 'permits'}, kinds of work, typical values and days.`;
  return {
    title,
    crumbs: ['Contractors', 'Contractor'],
    description,
    facts: known([
      ['License', contractor.license],
      ['Phone', contractor.primary_phone],
    ]),
    hasPicture,
    data: {
      // A business needs an address.
      '@type': address?.street ? 'HomeAndConstructionBusiness' : 'Organization',
      name: title,
      description,
      telephone: contractor.primary_phone,
      ...(address && { address: postal(address) }),
    },
  };
}

function aboutProperty(property: Property): About {
  const title = lineOf(property.address);
  const permits = property.permit_count;
  const [street = title] = title.split(', ');
  return {
    title,
    heading: street,
    crumbs: [...crumbsOf(property.address), 'Property'],
    description: `${permits.toLocaleString('en-US')} building ${permits === 1 ? 'permit' : 'permits'} at ${title}, and what is being built around it.`,
    facts: known([['Last permit', property.last_permit_date]]),
    hasPicture: property.address.latlng !== null,
    data: { ...placeOf(property.address), name: title },
  };
}
