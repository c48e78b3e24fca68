/** `GET /v2/contractors/{id}/spellings`: how sources write a contractor, and why it is one (C45). */
import type { ContractorSpellings, endpoints } from '@lintel/contract';
import { linkedSpellings } from '../../explain/linked-spellings.js';
import type { DataHandler } from '../answer/handler.js';

export const contractorSpellings: DataHandler<typeof endpoints.contractor_spellings> = async ({
  query: { id, size },
  release,
}) => {
  const stored = await release.spellings(id);
  if (stored === null) return null;
  const body: ContractorSpellings = { id, spellings: linkedSpellings(stored).slice(0, size) };
  return {
    body: Buffer.from(JSON.stringify(body)),
    isEmpty: false,
    sought: { records: 'permits', places: [], from: null, to: null },
  };
};
