/** `lintel source new`: drafts a definition from a file or a portal, and lists what is left to decide. */

import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { writeWhole } from '../../base/files/write-whole.js';
import { shellWord } from '../../base/shell-word.js';
import { type SourceKind, sourceKinds } from '../../base/source-kind.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import type { Jurisdiction } from '../../sources/definition/catalog-schema.js';
import type { Draft, Sample } from '../../sources/draft/draft-definition.js';
import type { FileSample } from '../../sources/draft/read-sample.js';
import { inWords } from '../../sources/mapping/in-words.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { nextStep } from '../terminal/next-step.js';
import { wholeNumber } from '../terminal/option-value.js';
import { table, wrapLines } from '../terminal/outcome.js';
import { portalOptions } from '../work/portal-options.js';

interface NewOptions {
  readonly id: string;
  readonly name?: string;
  readonly kind: string;
  readonly state?: string;
  readonly city?: string;
  readonly county?: string;
  readonly geoid?: string;
  readonly rows: string;
  readonly columns?: string;
  readonly out?: string;
  readonly rest?: boolean;
  readonly agency?: string;
  readonly baseUrl?: string;
}

/** Most rows that a draft is made of. */
const maxRows = 100_000;
/** Columns without a place in the mapping that the text shows. */
const shownColumns = 40;
/** Candidates of an open field that the text shows beside the first. */
const shownOthers = 2;

export function defineSourceNew(group: CommandGroup): void {
  group
    .define(
      'new <data>',
      'Draft a definition from a file, or from the address of a dataset or a portal',
      'lintel source new permits.csv --id elm-city-ks --city "Elm City" --state KS',
    )
    .makesHome()
    .requiredOption('--id <id>', 'id of the new source, such as elm-city-ks')
    .option('--name <name>', 'name to show to people')
    .option('--kind <kind>', 'permits, contractors, decisions or properties', 'permits')
    .option('--state <code>', 'state that the rows are from (default: what most of them say)')
    .option('--city <name>', 'city that issues the permits (default: what most rows say)')
    .option('--county <name>', 'county that issues the permits, if no city does')
    .option('--geoid <digits>', 'Census GEOID of the place (default: looked up by its name)')
    .option('--rows <count>', 'rows to draft from', '2000')
    .option('--columns <names>', 'names of the columns of a table without a header, with commas between')
    .option('--rest', 'of an Accela portal: read its interface for programs, with LINTEL_ACCELA_APP_ID')
    .option('--agency <code>', 'with --rest: what Accela calls the agency, where the address does not say it')
    .option('--base-url <url>', 'read a portal at another address, such as a mirror')
    .option('--out <file>', 'file to write (default: ID.json)')
    .run(async (installation, options: NewOptions, data = '') => {
      const path = resolve(options.out ?? `${options.id}.json`);
      if (existsSync(path))
        throw new UserError(`${path} already exists.`, { hint: 'Name another file with --out.' });
      const limit = wholeNumber('--rows', options.rows, 1, maxRows);
      const names = options.columns?.split(',').map((name) => name.trim());
      const { leftOut, draft, ...sample } = await drafted(installation, data, options, limit, names);
      const { makeSource } = await import('../../sources/source/catalog-source.js');
      // A draft that would not load is our fault, and is noticed here.
      const definition = named(draft.definition, options.id, path);
      const source = makeSource(definition, path);
      writeWhole(path, `${JSON.stringify(definition, null, 2)}\n`);
      const usable = sample.rows.filter((row) => source.rowKey(row) !== null).length;
      const { knownOfPlace, knownText } = await import('../../sources/ingest/same-place.js');
      const { sources } = await installation.catalog();
      const known = knownOfPlace(source, columnsOf(sample), sources);
      const noted = knownText(source.context.jurisdiction, known);
      const columns = draft.unmapped.map(({ name, example }) => ({ column: name, example }));
      return {
        data: {
          file: path,
          definition,
          is_blds: draft.isBlds,
          fields: draft.fields,
          open: draft.open,
          unmapped: columns,
          questions: draft.questions,
          known,
        },
        text: [
          ...(noted === null ? [] : [wrapLines(noted)]),
          ...leftOut.map((reason) => wrapLines(`Note: ${reason}`)),
          draftText(
            { ...draft, definition: source.definition },
            path,
            `${usable} of ${sample.rows.length}`,
            nextStep(installation, `source check ${shellWord(path)} ${rowsOption(data)}`),
          ),
        ].join('\n\n'),
      };
    });
}

/** A definition takes its id from its file; one that does not have that name says it. */
function named(definition: Draft['definition'], id: string, path: string): Draft['definition'] {
  return definition.id !== undefined || basename(path) === `${id}.json` ? definition : { id, ...definition };
}

function columnsOf({ rows, columns = [] }: Sample): string[] {
  return [...new Set([...rows.flatMap((row) => Object.keys(row)), ...[...columns].map(({ name }) => name)])];
}

/** The draft of a portal of permit software, whose columns are mapped already, or of a dataset. */
async function drafted(
  installation: Installation,
  data: string,
  options: NewOptions,
  limit: number,
  names: readonly string[] | undefined,
): Promise<FileSample & { readonly draft: Draft }> {
  const { portalDraftOf } = await import('../work/portal-draft.js');
  const ofPortal = /^https?:\/\//.test(data) ? await portalDraftOf(installation, data, options) : null;
  if (ofPortal !== null) {
    const { draft, rows, notes } = ofPortal;
    return { draft, rows, format: { type: 'json' }, leftOut: notes };
  }
  if (options.rest === true || options.agency !== undefined)
    throw new UsageError('--rest and --agency are for the address of a portal of Accela.');
  const sample = await sampleOf(installation, data, limit, names);
  return { ...sample, draft: await draftOf(installation, options, sample) };
}

async function sampleOf(
  installation: Installation,
  data: string,
  limit: number,
  names: readonly string[] | undefined,
): Promise<FileSample> {
  const { readSample, strangeSource } = await import('../../sources/draft/read-sample.js');
  if (!/^https?:\/\//.test(data)) return readSample(data, limit, names);
  const { fetchOfAddress } = await import('../../sources/draft/portal-address.js');
  const { portalRows } = await import('../../sources/fetch/portal-rows.js');
  const { allowedBy } = await import('../../base/host-and-port.js');
  const fetch = fetchOfAddress(data);
  const format = { type: 'json' } as const;
  const source = strangeSource(fetch.protocol === 'file' ? {} : format, fetch);
  const options = portalOptions(installation);
  // An address that was typed allows its host, even a private one.
  const allowHosts = [...options.allowHosts, allowedBy(data)];
  const { columns, items } = await portalRows(source, limit, { ...options, allowHosts });
  const rows = items.flatMap((item) => ('row' in item ? [item.row] : []));
  const listed = columns === null ? {} : { columns: [...columns].map(([name, type]) => ({ name, type })) };
  return { format: source.format, rows, fetch, ...listed, leftOut: [] };
}

async function draftOf(installation: Installation, options: NewOptions, sample: Sample): Promise<Draft> {
  const { draftSample } = await import('../../sources/draft/draft-sample.js');
  return draftSample(sample, { ...options, kind: kindOf(options.kind) }, await installation.geography());
}

function kindOf(text: string): SourceKind {
  const kind = sourceKinds.find((known) => known === text);
  if (kind === undefined) throw new UsageError(`--kind takes ${sourceKinds.join(', ')}, not "${text}".`);
  return kind;
}

/** How `source check` is told of the rows that were drafted from. */
function rowsOption(data: string): string {
  return /^https?:/.test(data) ? '--portal' : `--file ${shellWord(data)}`;
}

function draftText(
  { definition, isBlds, fields, open, unmapped, questions }: Draft,
  path: string,
  usable: string,
  next: string,
): string {
  const mapping = fields.map(({ field, expression, confidence, doubt }) => [
    field,
    inWords(expression),
    `${Math.round(confidence * 100)} %`,
    doubt ?? '',
  ]);
  const left = open.map(({ field, reason, candidates: [first, ...others], answer }) => {
    const or = answer === undefined ? others.slice(0, shownOthers).map(({ column }) => `"${column}"`) : [];
    const why = or.length === 0 ? reason : `${reason}; or ${or.join(', ')}`;
    return `  "${field}": ${JSON.stringify(answer ?? first?.column)},\n      ${why}`;
  });
  const rest = unmapped
    .slice(0, shownColumns)
    .map(({ name, example, nested }) => [
      name,
      nested === undefined ? example.slice(0, 60) : JSON.stringify(nested).slice(0, 60),
    ]);
  const key = (definition.row_key as string[]).map((column) => `"${column}"`).join(' and ');
  const { name, state, geoid } = definition.jurisdiction as Jurisdiction;
  return [
    `Place: ${name}, ${state} (Census GEOID ${geoid})`,
    ...(isBlds ? ['The columns are those of BLDS, the standard of permit files.'] : []),
    `Key: ${key}`,
    table(['field', 'from', 'sure', 'doubt'], mapping),
    ...(left.length === 0
      ? []
      : [
          wrapLines(
            `Left open: add a line to "map" in ${path} where its column is right\n${left.join('\n')}`,
          ),
        ]),
    ...(rest.length === 0
      ? []
      : [`Columns without a place in the mapping\n${table(['column', 'for example'], rest)}`]),
    ...(questions.length === 0
      ? []
      : [wrapLines(`Open questions\n${questions.map((question) => `  - ${question}`).join('\n')}`)]),
    wrapLines(`${path} was written. ${usable} rows have a key.`),
    next,
  ].join('\n\n');
}
