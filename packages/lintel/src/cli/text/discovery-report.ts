/**
 * The report on a search of the catalogs for the person who reviews it. Markdown; whatever comes from a portal is
 * escaped, so that it cannot pass for a part of the report.
 */
import { formatCount } from '../../base/format-number.js';
import { printableLine } from '../../base/printable.js';
import type { CatalogOutcome } from '../../sources/discover/discovery.js';

/** What was searched for: a later search of the same says what is new. */
export interface SearchedFor {
  readonly kind: string;
  readonly area: string;
}

/** A dataset in `report.json`. */
export interface ListedDataset {
  readonly identity: string;
  readonly title: string;
  readonly publisher: string | null;
  readonly address: string;
  readonly catalogs: readonly string[];
  readonly score: number;
  /** `YYYY-MM-DD`; null if its catalog does not say. */
  readonly updated: string | null;
}

/** A draft in `report.json`, best first. */
export interface ReportEntry extends ListedDataset {
  readonly id: string;
  /** Path of the definition in the folder. */
  readonly file: string;
  readonly rows: number | null;
  /** The day of the first search that found it. */
  readonly first_found: string;
  /** Whether earlier searches did not find it. */
  readonly is_new: boolean;
  readonly place: string;
  /** Sources of the catalog of the same place and kind. */
  readonly same_place: readonly string[];
  readonly license: string | null;
  readonly fields: readonly {
    readonly field: string;
    readonly from: string;
    readonly sure: number;
    readonly doubt: string | null;
    /** Share of the sample's rows that have a value, 0 to 1. */
    readonly filled: number;
  }[];
  readonly open: readonly {
    readonly field: string;
    readonly reason: string;
    readonly candidates: readonly string[];
  }[];
  readonly questions: readonly string[];
  /** What the trial of the draft on the sample showed to be wrong. */
  readonly faults: readonly string[];
  readonly unread: readonly string[];
  readonly sample: {
    readonly read: number;
    readonly usable: number;
    readonly rows: readonly {
      readonly raw: unknown;
      readonly record: unknown;
      readonly refused: string | null;
    }[];
  };
}

export interface Report {
  readonly search: SearchedFor;
  readonly on: string;
  readonly catalogs: readonly CatalogOutcome[];
  readonly known: readonly string[];
  readonly drafts: readonly ReportEntry[];
  readonly left_out: readonly (ListedDataset & { readonly reason: string })[];
  readonly not_read: readonly ListedDataset[];
}

/** Characters of a value of a row. */
const shownChars = 200;
/** Columns without a place in the mapping that are named. */
const shownColumns = 40;

export function discoveryReport(report: Report): string {
  const { search, on, catalogs, known, drafts, left_out: leftOut, not_read: notRead } = report;
  return `${[
    `# ${search.kind} of ${search.area}`,
    `Searched on ${on}. Nobody has checked these drafts: read what is below, try a definition with \`lintel source check FILE --portal\`, and take it with \`lintel source add FILE\`.`,
    ...catalogs
      .filter(({ failure }) => failure !== null)
      .map(({ name, failure }) => `**${escaped(name)} was not asked to its end.** ${escaped(failure ?? '')}`),
    ...(drafts.length === 0 ? ['No dataset was found that is not in the catalog.'] : [overview(drafts)]),
    ...(known.length === 0 ? [] : [`In the catalog already: ${known.map((id) => `\`${id}\``).join(', ')}.`]),
    ...drafts.map(draftSection),
    ...(leftOut.length === 0
      ? []
      : ['## Left out', bullets(leftOut.map((one) => `${linked(one)}: ${escaped(one.reason)}`))]),
    ...(notRead.length === 0
      ? []
      : [
          '## Not read yet',
          'Search again with a larger `--most`.',
          bullets(notRead.map((one) => `${one.score}: ${linked(one)}`)),
        ]),
  ].join('\n\n')}\n`;
}

function overview(drafts: readonly ReportEntry[]): string {
  return tableOf(
    ['score', 'draft', 'place', 'rows', 'updated', 'title'],
    drafts.map(({ score, id, place, rows, updated, title, is_new: isNew }) => [
      String(score),
      `[${id}](#${id})`,
      escaped(place),
      rows === null ? '?' : formatCount(rows),
      updated ?? '?',
      `${isNew ? '**new** ' : ''}${escaped(title)}`,
    ]),
  );
}

function draftSection(entry: ReportEntry): string {
  const { fields, open, faults, questions, unread, sample } = entry;
  const lacking = [
    ...faults,
    ...open.map(
      ({ field, reason, candidates }) =>
        `"${field}" is open: ${reason}. Candidates: ${candidates.join(', ')}.`,
    ),
    ...questions,
  ];
  const rest = unread.slice(0, shownColumns).map((name) => `\`${oneLine(name).replaceAll('`', '')}\``);
  return [
    `## ${entry.id}`,
    `${linked(entry)}, ${escaped(entry.publisher ?? 'publisher not named')}. Listed by ${entry.catalogs.join(', ')}; first found on ${entry.first_found}. Licence: ${escaped(entry.license ?? 'none stated')}. Definition: [${entry.file}](${entry.file}).`,
    `${formatCount(sample.read)} rows were read, ${formatCount(sample.usable)} usable.`,
    ...(entry.same_place.length === 0
      ? []
      : [
          `The catalog has ${entry.same_place.map((id) => `\`${id}\``).join(', ')} of this place: are these other records?`,
        ]),
    tableOf(
      ['field', 'from', 'sure', 'filled', 'doubt'],
      fields.map(({ field, from, sure, filled, doubt }) => [
        `\`${field}\``,
        escaped(from),
        percent(sure),
        percent(filled),
        escaped(doubt ?? ''),
      ]),
    ),
    ...(lacking.length === 0 ? [] : ['Missing or in doubt:', bullets(lacking.map(escaped))]),
    ...(rest.length === 0 ? [] : [`Columns that are not read: ${rest.join(', ')}.`]),
    ...sample.rows.map(({ raw, record, refused }, index) =>
      [
        `Row ${index + 1}, as sent:`,
        fenced(raw),
        refused === null ? 'becomes' : `is refused: it ${escaped(refused)}.`,
        ...(refused === null ? [fenced(record)] : []),
      ].join('\n\n'),
    ),
  ].join('\n\n');
}

function linked({ title, address }: { readonly title: string; readonly address: string }): string {
  return `[${escaped(title)}](<${address.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}

function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Text from outside, on one line, without a meaning in Markdown or HTML. */
function escaped(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|#~&!]/g, '\\$&');
}

function oneLine(text: string): string {
  return printableLine(text.replace(/\s+/g, ' '));
}

/** A record without its empty fields; JSON keeps line breaks of its values escaped. */
function fenced(value: unknown): string {
  const text = JSON.stringify(
    value,
    (key, part: unknown) => {
      // Ids of places say nothing to a reader.
      if (key === 'geo_ids' || part === null || (Array.isArray(part) && part.length === 0)) return undefined;
      return typeof part === 'string' && part.length > shownChars ? `${part.slice(0, shownChars)}…` : part;
    },
    2,
  );
  return `~~~json\n${printableLines(text)}\n~~~`;
}

function printableLines(text: string): string {
  return text.split('\n').map(printableLine).join('\n');
}
