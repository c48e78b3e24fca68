/** `lintel explain`: where a published record comes from, how an address is understood, how permits are searched. */
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import type { Outcome } from '../terminal/outcome.js';

/** Traces the argument's subject in the published release or in the given one. */
type Trace = (installation: Installation, named: string, releaseId: string | undefined) => Promise<Outcome>;

export function defineExplain(group: CommandGroup): void {
  const define = (usage: string, summary: string, example: string, trace: Trace) =>
    group
      .define(usage, summary, `lintel explain ${example}`)
      .option('--release <id>', 'release to look in (default: the published one)')
      .run((installation, { release }: { release?: string }, named = '') =>
        trace(installation, named, release),
      );

  define(
    'permit <id>',
    'Trace a published permit to its raw row, step by step',
    'permit 3f2a9c1be07d4856',
    async (...named) => {
      const { tracePermit } = await import('../../explain/trace-permit.js');
      const { permitText } = await import('../text/trace-permit-text.js');
      const data = await tracePermit(...named);
      return { data, text: permitText(data) };
    },
  );
  define(
    'contractor <id>',
    'Show which rows are one contractor, why, and where its fields come from',
    'contractor 0h3Kd81mQz',
    async (...named) => {
      const { traceContractor } = await import('../../explain/trace-contractor.js');
      const { contractorText } = await import('../text/trace-contractor-text.js');
      const data = await traceContractor(...named);
      return { data, text: contractorText(data) };
    },
  );
  define(
    'decision <id>',
    'Trace a published decision to its raw row and the words behind its fields',
    'decision 7c9e6679-7425-50de-944b-e07fc1f90ae7',
    async (...named) => {
      const { traceDecision } = await import('../../explain/trace-decision.js');
      const { decisionText } = await import('../text/trace-decision-text.js');
      const data = await traceDecision(...named);
      return { data, text: decisionText(data) };
    },
  );
  define(
    'address <text>',
    'Show how an address is parsed and searched, step by step',
    'address "12 n 03rd st #4, austin tx"',
    async (...named) => {
      const { traceAddress } = await import('../../explain/trace-address.js');
      const { addressText } = await import('../text/trace-address-text.js');
      const data = await traceAddress(...named);
      return { data, text: addressText(data) };
    },
  );
  define(
    'search <query>',
    'Show the plan of a permit search: its rows, lists and tests',
    'search "geo_id=CA&permit_tags=solar&permit_from=2025-01-01&permit_to=2025-12-31"',
    async (...named) => {
      const { explainSearch } = await import('../../explain/explain-search.js');
      const { searchText } = await import('../text/explain-search-text.js');
      const data = await explainSearch(...named);
      return { data, text: searchText(data) };
    },
  );
}
