/**
 * Permits as a core permits file of the BLDS standard: CSV, one row per permit with its contractor.
 *
 * The standard joins its files on `PermitNum`, so it must be unique for each authority: a permit without a
 * number gets its id instead, one whose number an earlier row has gets its id behind it.
 */
import type { Contractor, Permit } from '@lintel/contract';
import { LruCache } from '../base/memory/lru-cache.js';
import { PermitNumbers } from '../blds/permit-numbers.js';
import type { RecordBytes } from '../format/record.js';
import type { Release } from '../releases/release.js';
import { bldsRow, exportedColumns } from './blds-row.js';
import { csvRow, type Lines } from './text-writer.js';

/** Parsed contractors kept, as permits of one day share them. */
const keptContractors = 10_000;

/** The lines of the file. Contractors are read from the release. */
export function bldsLines(release: Pick<Release, 'records'>): Lines {
  const numbers = new PermitNumbers();
  const contractors = new LruCache<string, Contractor | null>(keptContractors);
  const contractorOf = (id: string) => {
    const kept = contractors.get(id);
    if (kept !== undefined) return kept;
    const [record] = release.records('contractors', [id]);
    const contractor = record === undefined ? null : (JSON.parse(record.toString()) as Contractor);
    contractors.set(id, contractor);
    return contractor;
  };
  const numberOf = ({ number, id, geo_ids }: Permit) => {
    if (number === null) return id;
    return numbers.add(geo_ids.jurisdiction_id ?? '', number).isNew ? number : `${number} ${id}`;
  };
  return {
    head: csvRow(exportedColumns),
    line: (record: RecordBytes) => {
      const permit = JSON.parse(record.toString()) as Permit;
      const contractor = permit.contractor_id === undefined ? null : contractorOf(permit.contractor_id);
      return csvRow(bldsRow(permit, contractor, numberOf(permit)));
    },
    foot: '',
  };
}
