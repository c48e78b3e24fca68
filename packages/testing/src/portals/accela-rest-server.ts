/**
 * Accela's interface for programs on a local port, version 4 of "Construct", with the made-up permits of a city.
 *
 * It wants an app id and names an agency and its environment, searches records by module and days, gives at most
 * `pageCap` from an offset on, and leaves the list out where nothing was found. Errors have a code in a text of JSON.
 */
import type { IncomingMessage } from 'node:http';
import type { AccelaPermit } from './accela-server.js';
import { LocalServer } from './local-server.js';
import { json, type Reply } from './reply.js';

interface Asked {
  readonly module?: string;
  readonly openedDateFrom?: string;
  readonly openedDateTo?: string;
}

export const accelaAppId = '637000000000000001';

export class AccelaRestServer extends LocalServer {
  permits: AccelaPermit[] = [];
  pageCap = 100;
  /** Whether anybody with an app id may read, or only a person who signed in: `token` stands for one. */
  hasAnonymousUser = true;
  token: string | null = null;
  /** Whether pages say how many there are, and whether there are more. */
  counts = true;
  saysMore = true;
  /** Permits that a search gives at most, whatever it counts. */
  cap = Number.POSITIVE_INFINITY;
  ignoresDates = false;
  /** Called before each search; a reply replaces the right one. */
  before: (number: number) => Reply | null = () => null;
  asked = 0;
  readonly searches: Asked[] = [];

  protected reply(request: IncomingMessage, body: string): Reply {
    const { url = '', method, headers } = request;
    const { pathname, searchParams } = new URL(url, this.origin);
    if (pathname === '/robots.txt')
      return accelaFault(404, 'api_not_found', 'The requested api is not found.');
    if (pathname !== '/v4/search/records' || method !== 'POST')
      return accelaFault(404, 'api_not_found', 'The requested api is not found.');
    this.asked += 1;
    const other = this.before(this.asked);
    if (other !== null) return other;
    if (headers['x-accela-appid'] !== accelaAppId || headers['x-app-token'] !== undefined)
      return accelaFault(400, 'bad_request', 'App ID or access token is required.');
    const agency = headers['x-accela-agency'];
    if (agency !== 'ELMCITY') return accelaFault(400, 'bad_request', `Agency ${agency} does not exist`);
    const { authorization } = headers;
    if (authorization !== undefined && authorization !== this.token)
      return accelaFault(401, 'token_expired', 'The current token is expired.');
    if (authorization === undefined && !this.hasAnonymousUser)
      return accelaFault(401, 'anonymous_user_unavailable', 'The requested anonymous user is not available.');
    return this.#search(JSON.parse(body) as Asked, searchParams);
  }

  #search(asked: Asked, query: URLSearchParams): Reply {
    this.searches.push(asked);
    const { openedDateFrom: from = '', openedDateTo: to = '' } = asked;
    const found = this.permits.filter(
      ({ opened }) => asked.module === 'Building' && (this.ignoresDates || (opened >= from && opened <= to)),
    );
    const offset = Number(query.get('offset'));
    const limit = Math.min(Number(query.get('limit') ?? 25), this.pageCap);
    const expand = (query.get('expand') ?? '').split(',');
    const given = found.slice(offset, Math.min(offset + limit, this.cap));
    const page = {
      ...{ offset, limit },
      ...(this.saysMore && { hasmore: offset + limit < Math.min(found.length, this.cap) }),
      ...(this.counts && { total: found.length }),
    };
    if (given.length === 0) return json({ status: 200, page });
    return json({ status: 200, page, result: given.map((permit) => recordOf(permit, expand)) });
  }
}

/** `{status, code, message, more, traceId}`. */
export function accelaFault(status: number, code: string, message: string): Reply {
  return json({ status, code, message, more: null, traceId: '260906171613821-4b814612' }, status);
}

function recordOf(permit: AccelaPermit, expand: readonly string[]): Record<string, unknown> {
  const { id, number, type, opened, status, project } = permit;
  const text = (value: string) => ({ value, text: value });
  return {
    id: `ELMCITY-26REC-00000-${String(id).padStart(5, '0')}`,
    customId: number,
    serviceProviderCode: 'ELMCITY',
    module: 'Building',
    name: project,
    type: { group: 'Building', type: 'Residential', value: 'Building/Residential/New/NA', text: type },
    openedDate: `${opened} 00:00:00`,
    status: text(status),
    jobValue: 12_500,
    ...{ createdBy: 'ANN', assignedUser: 'ANN', inspectorName: 'Ann Example', closedByUser: 'ANN' },
    ...(expand.includes('addresses') && { addresses: [addressOf(id)] }),
    // What was asked for is left out where there is none.
    ...(expand.includes('professionals') && id % 3 > 0 && { professionals: professionalsOf(id) }),
  };
}

function addressOf(id: number): object {
  const text = (value: string) => ({ value, text: value });
  return {
    ...{ streetStart: 100 + id, direction: text('N'), streetName: 'Elm', streetSuffix: text('St') },
    ...{ city: 'Elm City', state: text('KS'), postalCode: '67001', isPrimary: 'Y' },
  };
}

function professionalsOf(id: number): object[] {
  const plumber = {
    ...{
      fullName: 'Sam Example',
      businessName: 'CLEAR PIPES LLC',
      email: 'sam@example.test',
      phone1: '555-0100',
    },
    ...{ licenseNumber: 'CFC0000432', licenseType: { value: 'PLUMB', text: 'Plumbing' }, isPrimary: 'N' },
  };
  const roofer = {
    ...{ fullName: 'Pat Example', businessName: 'BLUE ROOFS OF ELM INC', email: 'pat@example.test' },
    ...{
      licenseNumber: 'CCC0000051',
      licenseType: { value: 'ROOF', text: 'Roofing Contractor' },
      isPrimary: 'Y',
    },
  };
  return id % 3 === 1 ? [plumber, roofer] : [plumber];
}
