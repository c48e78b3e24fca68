/** `lintel explain`: where a published record comes from, and how an address is understood. */
import { join } from 'node:path';
import type { Address, FoundAddress } from '@lintel/contract';
import { releaseToTrace } from '../../explain/release-to-trace.js';
import type { AddressIndexInfo } from '../../format/address-index/address-index-writer.js';
import type { ExplainedStep } from '../../search/address-search.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { table } from '../terminal/outcome.js';

/** Characters of a search step's output that the text shows. */
const shownChars = 110;
/** Found addresses that are shown. */
const shownResults = 5;

export function defineExplain(explain: CommandGroup): void {
  explain
    .define(
      'permit <id>',
      'Trace a published permit to its raw row, step by step',
      'lintel explain permit 3f2a9c1be07d4856',
    )
    .option('--release <id>', 'a release other than the published one')
    .run(async (installation, options: { release?: string }, id = '') => {
      const { tracePermit } = await import('../../explain/trace-permit.js');
      const { permitText } = await import('../text/trace-permit-text.js');
      const trace = await tracePermit(installation, id, options.release);
      return { data: trace, text: permitText(trace) };
    });
  explain
    .define(
      'contractor <id>',
      'Show which rows are one contractor, by what, and who told its fields',
      'lintel explain contractor 0h3Kd81mQz',
    )
    .option('--release <id>', 'a release other than the published one')
    .run(async (installation, options: { release?: string }, id = '') => {
      const { traceContractor } = await import('../../explain/trace-contractor.js');
      const { contractorText } = await import('../text/trace-contractor-text.js');
      const trace = await traceContractor(installation, id, options.release);
      return { data: trace, text: contractorText(trace) };
    });
  explain
    .define(
      'decision <id>',
      'Trace a published decision to its raw row and the words that decided',
      'lintel explain decision 7c9e6679-7425-50de-944b-e07fc1f90ae7',
    )
    .option('--release <id>', 'a release other than the published one')
    .run(async (installation, options: { release?: string }, id = '') => {
      const { traceDecision } = await import('../../explain/trace-decision.js');
      const { decisionText } = await import('../text/trace-decision-text.js');
      const trace = await traceDecision(installation, id, options.release);
      return { data: trace, text: decisionText(trace) };
    });
  explain
    .define(
      'address <text>',
      'Show how an address is parsed and what each step of its search makes of it',
      'lintel explain address "12 n 03rd st #4, austin tx"',
    )
    .option('--release <id>', 'search a release other than the published one')
    .run(async (installation, options: { release?: string }, text = '') => {
      const { fieldText, defectText } = await import('../text/trace-text.js');
      const parsed = await parseText(installation, text);
      const search = await searchAddress(installation, text, options.release);
      const parts = [`Refined\n${fieldText(parsed)}`];
      if (parsed.defects.length > 0) parts.push(parsed.defects.map(defectText).join('\n'));
      if (search === null) parts.push('No release is published yet, so there is nothing to search in.');
      else {
        parts.push(`Searched in ${search.release}: ${indexText(search.index)}\n${stepTable(search.steps)}`);
        parts.push(resultTable(search.results));
      }
      return { data: { text, parsed, search }, text: parts.join('\n\n') };
    });
  explain
    .define(
      'search <query>',
      'Show the plan of a permit search: its rows, lists and tests',
      'lintel explain search "geo_id=CA&permit_tags=solar&permit_from=2025-01-01"',
    )
    .option('--release <id>', 'release to search (default: the published one)')
    .run(async ({ home }, options: { release?: string }, query = '') => {
      const { explainSearch } = await import('../../explain/explain-search.js');
      const { searchText } = await import('../text/explain-search-text.js');
      const explained = await explainSearch(home, query, options.release);
      return { data: explained, text: searchText(explained) };
    });
}

/** What refinement makes of the text where no source is known. */
async function parseText(installation: Installation, text: string) {
  const { refineFreeRecord } = await import('../../refine/free-record.js');
  const today = new Date().toISOString().slice(0, 10);
  const geography = await installation.geography();
  const { address, geo_ids, defects } = refineFreeRecord({ address: text }, geography, {
    source: null,
    today,
  });
  return { address, geo_ids, defects };
}

/** What each step of the search makes of the text, and the first results; null when no release is published. */
async function searchAddress({ home }: Installation, text: string, releaseId: string | undefined) {
  const { currentReleaseId } = await import('../../format/published.js');
  if (releaseId === undefined && currentReleaseId(home) === null) return null;
  const { addressSearchFile } = await import('../../format/layout.js');
  const { openAddressIndex } = await import('../../search/address-search.js');
  const { RowReader } = await import('../../format/segment/segment-reader.js');
  const { directory, release } = await releaseToTrace(home, releaseId);
  const index = openAddressIndex(join(directory, addressSearchFile));
  const addresses = new RowReader(directory, 'addresses');
  try {
    const { items } = index.search(text, 0, shownResults);
    const results = items.map((found) => {
      const { name, geo_id } = JSON.parse(addresses.row(found.row).toString()) as Address;
      return { name, geo_id, match: found.match, matched_fields: found.matchedFields };
    });
    // The search above has warmed the code, so that the times are those of a running service.
    return { release, index: index.info, steps: index.explain(text), results };
  } finally {
    addresses.close();
    index.close();
  }
}

function indexText({ addresses, streets, names, words, bytes }: AddressIndexInfo): string {
  const [all, ofStreets, ofNames, ofWords] = [addresses, streets, names, words].map((count) =>
    count.toLocaleString('en-US'),
  );
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  return `${all} addresses in ${ofStreets} streets, ${ofNames} street names, ${ofWords} words, ${size}`;
}

function resultTable(
  results: readonly Pick<FoundAddress, 'name' | 'match' | 'matched_fields' | 'geo_id'>[],
): string {
  if (results.length === 0) return 'Nothing was found.';
  return table(
    ['found', 'match', 'by', 'geo_id'],
    results.map(({ name, match, matched_fields, geo_id }) => [
      name,
      match,
      matched_fields.join(', '),
      geo_id,
    ]),
  );
}

function stepTable(steps: readonly ExplainedStep[]): string {
  const rows = steps.map(({ step, micros, output }) => {
    const json = JSON.stringify(output);
    return [step, micros, json.length > shownChars ? `${json.slice(0, shownChars)} …` : json];
  });
  return table(['step', 'µs', 'gives'], rows);
}
