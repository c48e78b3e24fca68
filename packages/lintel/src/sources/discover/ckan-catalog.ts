/** The search of a CKAN portal, `package_search`: a package has several resources, each a file or a table. */
import { isObject, type Json, join, nameOf, recordsOf, withQuery } from '../fetch/connector.js';
import { PortalFault } from '../fetch/portal-fault.js';
import { type FoundDataset, fetchAt, idIn, plainText, timeOf } from './found-dataset.js';
import { type PublicCatalog, pageSize } from './public-catalog.js';

/** A portal in `ckan-portals.json`. */
export interface CkanPortal {
  readonly host: string;
  readonly publisher: string;
  readonly state: string;
}

export function ckanCatalog({ host, publisher, state }: CkanPortal): PublicCatalog {
  const root = `https://${host}`;
  return {
    name: host,
    knowsPlaces: true,
    states: [state],
    request: ({ words }, next) => ({
      url: withQuery(join(root, 'api/3/action/package_search'), {
        q: words,
        rows: pageSize,
        start: next ?? 0,
      }),
    }),
    page(answer, next) {
      if (!isObject(answer) || answer.success !== true || !isObject(answer.result)) {
        throw new PortalFault(`sent ${nameOf(isObject(answer) ? (answer.error ?? answer) : answer)}`);
      }
      const packages = recordsOf(answer.result.results, 'the list "result.results"');
      const end = Number(next ?? 0) + packages.length;
      const hasMore =
        packages.length === pageSize && end < Number(answer.result.count ?? Number.POSITIVE_INFINITY);
      return {
        found: packages.flatMap((entry) => datasetsOf(entry, root, publisher)),
        next: hasMore ? String(end) : null,
      };
    },
  };
}

function datasetsOf(entry: Json, root: string, publisher: string): FoundDataset[] {
  const resources = Array.isArray(entry.resources) ? entry.resources.filter(isObject) : [];
  const name = idIn(entry.name);
  const title = plainText(entry.title) ?? name ?? 'untitled';
  const organization = isObject(entry.organization) ? plainText(entry.organization.title) : null;
  return resources.flatMap((resource) => {
    const table = resource.datastore_active === true ? idIn(resource.id) : null;
    const fetch =
      table === null ? fetchAt(resource.url) : { protocol: 'ckan' as const, base_url: root, dataset: table };
    if (fetch === null) return [];
    const part = plainText(resource.name);
    return [
      {
        catalogs: [new URL(root).host],
        title: part === null || part === title ? title : `${title}: ${part}`,
        description: plainText(entry.notes) ?? '',
        publisher: organization === null ? publisher : `${publisher}, ${organization}`,
        homepage: name === null ? null : `${root}/dataset/${name}`,
        license: plainText(entry.license_title),
        updatedMs: timeOf(utc(resource.last_modified)) ?? timeOf(utc(entry.metadata_modified)),
        isOfficial: true,
        fetch,
        format: fetch.protocol === 'file' ? {} : { type: 'json' as const },
        columns: [],
        rows: null,
        middle: null,
      },
    ];
  });
}

/** CKAN's times are UTC without saying so. */
function utc(time: unknown): unknown {
  return typeof time === 'string' && !/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? `${time}Z` : time;
}
