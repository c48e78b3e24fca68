/**
 * Finds what a record is among those of the same work (C51), and the number of the permit that it belongs to: from the
 * source's own word, else from type and subtype where they are unmistakable (`PERMIT - REINSTATE REVOKED PMT`), else from
 * a description that names the permit which it changes or continues (`REVISION TO PERMIT #100623860`).
 *
 * That a permit is the first one is said by sources only; no text proves it. A word of a source that means none of the
 * kinds gives the defect `record_kind_unknown`.
 */
import type { PermitRecordKind } from '@lintel/contract';
import { memoize } from '../../base/memory/lru-cache.js';
import type { CanonicalPermit } from '../record/canonical.js';
import { type DefectList, note } from '../record/defects.js';
import { textCache } from '../record/limits.js';
import { oneLine, readLine } from '../record/text.js';

/** What a permit is, and to which other it belongs; undefined when unknown. */
export interface RecordKindFinding {
  readonly kind: PermitRecordKind | undefined;
  readonly parent: string | undefined;
  /** What gave the kind. */
  readonly by: 'source' | 'type' | 'subtype' | 'work' | 'description' | null;
}

type Phrases = readonly (readonly [kind: PermitRecordKind, pattern: RegExp])[];

/** Phrases of types, the most telling first. */
const ofTypes: Phrases = [
  ['subpermit', /\bsub-? ?permits?\b/i],
  ['renewal', /\b(?:(?<!urban )renewals?|re-?issue[ds]?|re-?issuance|reinstate(?:[ds]|ment)?)\b/i],
  ['renewal', /\bpermit extension\b|\bextension of permit\b/i],
  ['amendment', /\b(?:amend(?:ed|ments?)?|revis(?:ions?|ed plans?)|addend(?:um|a)|supplemental permit)\b/i],
  ['amendment', /\b(?:construction change|change (?:of )?contractor)\b/i],
  ['master', /\bmaster (?:building )?permit\b(?! appl)/i],
];

/** Words that mean a kind only in a column for it. */
const ofSources: Phrases = [
  ...ofTypes,
  ['renewal', /\b(?:renew(?:ed)?|extension|extended)\b/i],
  ['amendment', /\b(?:revised|supplement(?:al|ary)?|post approval|paa|change)\b/i],
  ['subpermit', /\b(?:sub|subsequent|child|trade|subsidiary|deferred)\b/i],
  ['master', /\b(?:master|parent)\b/i],
  ['initial', /\b(?:initial|original|first|new)\b/i],
  ['application', /\bappli(?:cation|ed)\b/i],
];

const kindIn = (phrases: Phrases) =>
  memoize((text: string) => phrases.find(([, pattern]) => pattern.test(text))?.[0] ?? null, textCache);
const kindOfType = kindIn(ofTypes);
const kindOfWord = kindIn(ofSources);

/** Characters of a description that are read: its beginning says what the permit is for. */
const readLength = 160;
/** Most descriptions have none of these. */
const mayChange = /\brev(?:is|\.)|\bamend|\baddend|\brenew|\bre-?iss|\breinst|\bexten/i;
const permitWords =
  '(?:(?:an?|the|existing|previous(?:ly)?|prior|issued|approved|original|active|expired|bu?i?ldi?n?g|construction) )*(?:permit|pmt|pa|appl?(?:ication)?|dob)?';
const ofNumber = '([a-z]{0,6}[-/]?\\d[\\da-z/-]{3,19}[\\da-z])';
const changes = new RegExp(
  `\\b(?:(rev(?:isions?|\\.)|amend(?:ments?|ed)?|addend(?:um|a))|(?:renew(?:al)?|re-?issu(?:e|ance)|reinstate(?:ment)?|extension))(?: (?:to|of|for))? ${permitWords} ?(?:no\\.?|number|num\\.?)?[ :.#]*#? ?${ofNumber}`,
  'i',
);
/** Other words may be between where the number is called a permit's: `revise tower crane permit #100000001`. */
const changesAfterWords = new RegExp(
  '\\b(?:(revis(?:e|ed|es|ing|ions?)|amend(?:s|ing|ed|ments?)?)|(?:renew(?:al|s|ing)?|re-?issu(?:e|ed|ance)|reinstate(?:s|d|ment)?))' +
    '(?: (?!plans? |see |ref|under |with |separate |per )[\\w-]+[.,]?){0,5} (?:permi?ts?|pmts?|project)' +
    `(?: appl?(?:ication)?)?(?: (?:no\\.?|number|num\\.?))?[ :.#]*#? ?${ofNumber}`,
  'i',
);

/** The permit that the beginning of a description says it changes or continues. */
function changedPermit(description: string | undefined): RecordKindFinding | null {
  if (description === undefined) return null;
  const text = description.slice(0, readLength);
  if (!mayChange.test(text)) return null;
  const line = oneLine(text);
  const found = changes.exec(line) ?? changesAfterWords.exec(line);
  if (found === null) return null;
  const [, amends, number = ''] = found;
  const parent = writtenDate.test(number) ? undefined : number;
  return { kind: amends === undefined ? 'renewal' : 'amendment', parent, by: 'description' };
}

/** The day of a change (`REVISION 2/1/16`) is no number. */
const writtenDate = /^\d{1,2}([-/])\d{1,2}\1(?:\d\d){1,2}$/;

type KindFields = Pick<
  CanonicalPermit,
  'record_kind' | 'parent_number' | 'number' | 'type' | 'subtype' | 'work' | 'description'
>;

/** What a permit is, and the number of the one that it belongs to. */
export function readRecordKind(fields: KindFields, defects: DefectList): RecordKindFinding {
  const changed = changedPermit(fields.description);
  const found = findKind(fields, changed, defects);
  const given = readLine(fields.parent_number, 'parent_number', defects);
  const parent = given ?? (found?.kind === changed?.kind ? changed?.parent : undefined);
  const isOther = parent !== undefined && fold(parent) !== fold(fields.number ?? '');
  return { kind: found?.kind, parent: isOther ? parent : undefined, by: found?.by ?? null };
}

function findKind(
  { record_kind: word, type, subtype, work }: KindFields,
  changed: RecordKindFinding | null,
  defects: DefectList,
): Pick<RecordKindFinding, 'kind' | 'by'> | null {
  if (word !== undefined) {
    const kind = kindOfWord(oneLine(word));
    if (kind !== null) return { kind, by: 'source' };
    note(defects, 'record_kind_unknown', 'record_kind');
  }
  for (const [by, text] of [
    ['type', type] as const,
    ['subtype', subtype] as const,
    ['work', work] as const,
  ]) {
    const kind = text === undefined ? null : kindOfType(text);
    if (kind !== null) return { kind, by };
  }
  return changed;
}

const fold = (number: string) => number.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');
