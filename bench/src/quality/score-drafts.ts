/**
 * How right drafts of definitions are, against definitions that a person made of the same columns.
 *
 * A field is right if the draft reads a column that the person accepts for it, wrong if it reads another one or the
 * field should have none, open if the draft leaves it out.
 */

/** A field as a person would map it. */
interface WantedField {
  /** Fields of which any is right. */
  readonly fields: readonly string[];
  readonly columns: readonly string[];
  /** Whether a person may leave it out as well. */
  readonly isOptional: boolean;
}

interface WantedDefinition {
  readonly url: string;
  readonly fields: readonly WantedField[];
}

/** What is scored of a draft. */
interface ScoredDraft {
  /** Each with the columns that it reads, the one that it trusts most first. */
  readonly fields: readonly { readonly field: string; readonly columns: readonly string[] }[];
  /** Fields that are left open, with the columns that may be it, best first. */
  readonly open: readonly {
    readonly field: string;
    readonly candidates: readonly { readonly column: string }[];
  }[];
}

export interface DraftScore {
  /** Fields that a person would map. */
  readonly wanted: number;
  readonly right: number;
  /** Fields that are not right, but whose first candidate is. */
  readonly offered: number;
  /** Fields that the draft has, right, as good or wrong. */
  readonly drafted: number;
  readonly faults: readonly {
    readonly kind: 'wrong' | 'open';
    readonly field: string;
    readonly text: string;
  }[];
}

/** Definitions in the form of `drafts/development.txt`: after a head, an address and its fields in each paragraph. */
export function readWanted(text: string): WantedDefinition[] {
  const [, ...paragraphs] = text.trim().split(/\n\s*\n/);
  return paragraphs.map((paragraph) => {
    const [url = '', ...lines] = paragraph.split('\n');
    return { url, fields: lines.map(wantedField) };
  });
}

function wantedField(line: string): WantedField {
  const [, names = '', mark, columns = ''] = /^([\w|]+)(\??): (.+)$/.exec(line) ?? [];
  if (names === '') throw new Error(`not a field: ${line}`);
  return { fields: names.split('|'), columns: columns.split('|'), isOptional: mark === '?' };
}

export function scoreDraft(
  { fields: wanted }: WantedDefinition,
  { fields: drafted, open }: ScoredDraft,
): DraftScore {
  const faults: { kind: 'wrong' | 'open'; field: string; text: string }[] = [];
  for (const { field, columns } of drafted) {
    const [column = ''] = columns;
    if (wanted.some((want) => want.fields.includes(field) && want.columns.includes(column))) continue;
    const meant = wanted.find((want) => want.fields.includes(field))?.columns.join(' or ') ?? 'nothing';
    faults.push({ kind: 'wrong', field, text: `${column} instead of ${meant}` });
  }
  const needed = wanted.filter(({ isOptional }) => !isOptional);
  let [right, offered] = [0, 0];
  for (const { fields, columns } of needed) {
    const found = drafted.filter(({ field }) => fields.includes(field));
    if (found.some((draft) => columns.includes(draft.columns[0] ?? ''))) {
      right += 1;
      continue;
    }
    const isOffered = open.some(
      ({ field, candidates: [first] }) => fields.includes(field) && columns.includes(first?.column ?? ''),
    );
    if (isOffered) offered += 1;
    if (found.length > 0) continue;
    const text = `${columns.join(' or ')}${isOffered ? ', offered first' : ''}`;
    faults.push({ kind: 'open', field: fields.join('|'), text });
  }
  return { wanted: needed.length, right, offered, drafted: drafted.length, faults };
}
