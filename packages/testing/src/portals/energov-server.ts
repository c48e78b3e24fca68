/**
 * A portal of permit software on a local port: EnerGov Citizen Self Service as cities run it, with made-up permits.
 *
 * It wants the headers of its tenant and a whole body, ignores dates, gives at most the first 10,000 rows of a search (or
 * `ceiling`), a page at most as large as `pageCap`, and knows no order but its own few.
 */
import type { IncomingMessage } from 'node:http';
import { LocalServer } from './local-server.js';
import { htmlPage, json, type Reply } from './reply.js';

interface EnergovPermit {
  readonly CaseId: string;
  readonly CaseNumber: string;
  readonly CaseType: string;
  readonly CaseWorkclass: string | null;
  CaseStatus: string;
  readonly ApplyDate: string | null;
  readonly IssueDate: string | null;
  readonly FinalDate: string | null;
  readonly Description: string;
  readonly ProjectName: string | null;
  readonly MainParcel: string;
  readonly ModuleName: number;
  readonly Address: Readonly<Record<string, unknown>>;
}

const root = '/apps/selfservice';
const dayMs = 86_400_000;
/** All made-up permits were applied for before this. */
export const energovEndMs = Date.UTC(2026, 5, 30);

/** `count` permits, one a day back from the last, with the dirt of real portals; the same in every run. */
export function energovPermits(count: number, perDay = 1): EnergovPermit[] {
  return Array.from({ length: count }, (_, at) => {
    const appliedMs = energovEndMs - Math.floor(at / perDay) * dayMs - (at % perDay) * 1000;
    const applied = new Date(appliedMs).toISOString();
    const kind = ['BLDR', 'ELEC', 'MECH'][at % 3];
    return {
      CaseId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      CaseNumber: `${kind}-${applied.slice(2, 4)}-${String(at).padStart(6, '0')}${at % 5 === 0 ? '  ' : ''}`,
      CaseType: at % 2 === 0 ? 'Residential - New' : 'Electrical',
      CaseWorkclass: at % 4 === 0 ? null : 'New',
      CaseStatus: at % 3 === 0 ? 'Issued' : 'Finaled',
      // Without a zone, with a fraction of any length.
      ApplyDate: `${applied.slice(0, 19)}${['', '.1', '.1234567'][at % 3]}`,
      IssueDate: at % 7 === 0 ? '0001-01-01T00:00:00' : applied.slice(0, 19),
      FinalDate: at % 3 === 0 ? null : at % 50 === 1 ? '2610-01-01T00:00:00' : applied.slice(0, 19),
      Description: `New house ${at}`,
      ProjectName: null,
      MainParcel: `0${at}`,
      ModuleName: 2,
      Address: {
        AddressLine1: String(100 + at),
        PreDirection: 'N',
        AddressLine2: 'Elm',
        StreetTypeName: 'St',
        PostDirection: '',
        UnitOrSuite: at % 10 === 0 ? '2B' : '',
        City: at % 6 === 0 ? null : 'Elm City',
        StateName: 'KS',
        PostalCode: '67001',
        FullAddress: `${100 + at} N Elm St Elm City KS 67001`,
      },
    };
  });
}

interface Asked {
  readonly Keyword: string;
  readonly PageNumber: number;
  readonly PageSize: number;
  readonly SortBy?: string;
  readonly SortAscending?: boolean;
  readonly PermitCriteria?: unknown;
  readonly LicenseCriteria?: unknown;
}

export class EnergovServer extends LocalServer {
  permits: EnergovPermit[] = [];
  pageCap = 100;
  ceiling = 10_000;
  /** Orders that it knows; for any other it gives no result. */
  orders: readonly string[] = ['ApplyDate', 'IssueDate'];
  robots: string | null = null;
  /** Whether contacts are shown, are shown to those on the record only, or are not to be had. */
  contacts: 'shown' | 'refused' | 'gone' = 'shown';
  /** The searches so far, by keyword, order and page. */
  readonly searches: Asked[] = [];
  readonly paths: string[] = [];
  /** Called before each search; a reply replaces the right one. */
  before: (number: number) => Reply | null = () => null;

  get url(): string {
    return `${this.origin}${root}`;
  }

  protected reply({ url = '', method, headers }: IncomingMessage, body: string): Reply {
    this.paths.push(url);
    if (url === '/robots.txt') {
      return { status: this.robots === null ? 404 : 200, headers: {}, body: this.robots ?? '' };
    }
    if (url === `${root}/api/tenants/gettenantslist`) {
      const favicon = 'x'.repeat(300_000);
      const tenant = { TenantID: 1, TenantName: 'ElmCityKS Prod', TenantUrl: 'home', IsActive: true };
      return json({ Result: [{ ...tenant, TenantFavicon: favicon }], Success: true, StatusCode: 200 });
    }
    const isTenant = headers.tenantid === '1' && headers.tenantname === 'ElmCityKS Prod';
    if (!isTenant) return json({ Message: 'An error has occurred.' }, 500);
    if (url === `${root}/api/energov/search/criteria`) {
      return json({ Result: { Keyword: '', LicenseCriteria: {}, PermitCriteria: {} }, Success: true });
    }
    if (method === 'POST' && url === `${root}/api/energov/search/search`) {
      return this.#search(JSON.parse(body) as Asked);
    }
    if (method === 'POST' && url === `${root}/api/energov/permits/permitdetail`) {
      const { EntityId } = JSON.parse(body) as { EntityId: string };
      const permit = this.permits.find(({ CaseId }) => CaseId === EntityId);
      if (permit === undefined) return json({ Message: 'Not found' }, 404);
      return json({ Result: { PermitId: EntityId, Value: 1000.5, SquareFeet: 900 }, Success: true });
    }
    if (method === 'POST' && url === `${root}/api/energov/entity/contacts/search/search`) {
      const { EntityId } = JSON.parse(body) as { EntityId: string };
      return this.#contacts(this.permits.findIndex(({ CaseId }) => CaseId === EntityId));
    }
    return { status: 404, headers: { 'content-type': 'text/html' }, body: htmlPage };
  }

  /** Owner and applicant beside contractors; the second permit has no contacts, the third a person as contractor. */
  #contacts(at: number): Reply {
    if (this.contacts === 'gone') return json({ Message: 'Not found' }, 404);
    if (this.contacts === 'refused') {
      const ErrorMessage = 'You must be a contact on this record to see it.';
      return json({ Result: null, Success: false, StatusCode: 412, ErrorMessage });
    }
    if (at % 3 === 1) return json({ Result: null, Success: false, StatusCode: 204 });
    const contact = (ContactTypeName: string, GlobalEntityName: string | null) => ({
      ...{ ContactTypeName, GlobalEntityName, FirstName: 'Ann', LastName: 'Example', IsBilling: false },
      ...{ Phone: '555-0100', Email: 'ann@example.test' },
    });
    const firms = [
      contact('Electrical Contractor', ' BRIGHT  WIRES LLC '),
      contact('General Contractor', 'ELM BUILDERS LLC'),
    ];
    const people = [contact('Owner', 'EXAMPLE FAMILY TRUST'), contact('Applicant', null)];
    return json({
      Result: [...people, ...(at % 3 === 0 ? firms : [contact('Contractor', null)])],
      Success: true,
    });
  }

  #search(asked: Asked): Reply {
    if (asked.PermitCriteria === undefined || asked.LicenseCriteria === undefined) {
      return json({ Message: 'An error has occurred.' }, 500);
    }
    const other = this.before(this.searches.push(asked));
    if (other !== null) return other;
    const { Keyword, PageNumber, PageSize, SortBy, SortAscending } = asked;
    if (SortBy !== undefined && !this.orders.includes(SortBy)) return json({ Result: null, Success: false });
    const rows = this.permits.filter(({ CaseNumber }) => CaseNumber.startsWith(Keyword));
    if (SortBy === 'ApplyDate' || SortBy === 'IssueDate') {
      const dateOf = (permit: EnergovPermit) => permit[SortBy] ?? '';
      rows.sort((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1) * (SortAscending === true ? 1 : -1));
    }
    const size = Math.min(PageSize, this.pageCap);
    const first = (PageNumber - 1) * size;
    const EntityResults = rows.slice(first, Math.min(first + size, this.ceiling));
    const TotalPages = Math.ceil(rows.length / size);
    return json({ Result: { EntityResults, TotalPages, TotalFound: rows.length }, Success: true });
  }
}
