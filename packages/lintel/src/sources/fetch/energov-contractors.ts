/**
 * The contractors of an EnerGov permit, from the contacts beside its page. Each contact has a type that the city
 * gives; only firms of a type that says contractor are kept, by name and type. Owners, applicants, persons, telephones
 * and mails are dropped here. A city that shows contacts only to those on the record is asked five times and no more.
 */
import { isObject, type Json, join, recordsOf } from './connector.js';
import type { PortalClient } from './portal-client.js';
import { isOfOnePage } from './portal-fault.js';

export interface Contractor {
  readonly Name: string;
  readonly Type: string;
}

const pageRows = 50;
const mostRefusals = 5;

export class EnergovContractors {
  readonly #client: PortalClient;
  readonly #url: string;
  /** Permits in a row whose contacts were not shown. */
  #refusals = 0;

  constructor(client: PortalClient, address: string) {
    this.#client = client;
    this.#url = join(address, 'api/energov/entity/contacts/search/search');
  }

  /** Null where they are not shown. */
  async of(
    permit: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<readonly Contractor[] | null> {
    if (this.#refusals >= mostRefusals) return null;
    const page = { PageNumber: 1, PageSize: pageRows, SortField: '', IsSortedInAscendingOrder: true };
    const json = JSON.stringify({ ...page, ModuleId: 1, EntityId: permit });
    const found = await this.#asked(json, headers);
    this.#refusals = found === null ? this.#refusals + 1 : 0;
    return found;
  }

  async #asked(json: string, headers: Readonly<Record<string, string>>) {
    const request = { url: this.#url, json, headers, expected: 'the contacts of a permit' };
    try {
      return await this.#client.json(request, contractorsIn);
    } catch (error) {
      if (isOfOnePage(error)) return null;
      throw error;
    }
  }
}

/** Firms of a type of contractor, general ones first. Null where the portal keeps its contacts to itself. */
export function contractorsIn(value: unknown): readonly Contractor[] | null {
  if (!isObject(value)) return null;
  // 204 says that there is none, 412 that only those on the record see them.
  if (value.Success === false && value.StatusCode !== 204) return null;
  const contacts = recordsOf(value.Result ?? [], 'the list "Result" of contacts');
  const firms = new Map<string, Contractor>();
  for (const contact of contacts) {
    const [Name, Type] = [textOf(contact, 'GlobalEntityName'), textOf(contact, 'ContactTypeName')];
    if (Name !== '' && /\bcontractors?\b/i.test(Type)) firms.set(`${Name}\t${Type}`, { Name, Type });
  }
  const rank = ({ Type }: Contractor) => (/^(?:general |prime )?contractor$/i.test(Type) ? 0 : 1);
  return [...firms.values()].sort((a, b) => rank(a) - rank(b));
}

function textOf(contact: Json, name: string): string {
  const text = contact[name];
  return typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : '';
}
