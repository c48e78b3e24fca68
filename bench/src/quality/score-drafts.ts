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

export interface WantedDefinition {
  readonly url: string;
  readonly fields: readonly WantedField[];
}

/** A drafted field with the columns that it reads, the one that it trusts most first. */
interface DraftedField {
  readonly field: string;
  readonly columns: readonly string[];
}

export interface DraftScore {
  /** Fields that a person would map. */
  readonly wanted: number;
  readonly right: number;
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
  drafted: readonly DraftedField[],
): DraftScore {
  const faults: { kind: 'wrong' | 'open'; field: string; text: string }[] = [];
  for (const { field, columns } of drafted) {
    const [column = ''] = columns;
    if (wanted.some((want) => want.fields.includes(field) && want.columns.includes(column))) continue;
    const meant = wanted.find((want) => want.fields.includes(field))?.columns.join(' or ') ?? 'nothing';
    faults.push({ kind: 'wrong', field, text: `${column} instead of ${meant}` });
  }
  const needed = wanted.filter(({ isOptional }) => !isOptional);
  let right = 0;
  for (const { fields, columns } of needed) {
    const found = drafted.filter(({ field }) => fields.includes(field));
    if (found.some((draft) => columns.includes(draft.columns[0] ?? ''))) right += 1;
    else if (found.length === 0) {
      faults.push({ kind: 'open', field: fields.join('|'), text: columns.join(' or ') });
    }
  }
  return { wanted: needed.length, right, drafted: drafted.length, faults };
}
