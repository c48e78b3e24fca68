/**
 * Scores refinement against permits that a person labelled: tags by micro-averaged precision and recall over
 * those that the label is sure of, status and property type by accuracy over labelled values.
 */
import type { FreeRecord } from 'lintel/dist/refine/free-record.js';

/** A labelled permit: raw values under canonical names, and a careful reader's labels. */
export interface LabelledPermit {
  readonly key: string;
  readonly label: {
    readonly tags: readonly string[];
    readonly property_type: string | null;
    readonly status: string | null;
    /** Tags that could be decided either way: left out. */
    readonly unsure: readonly string[];
  };
  readonly [field: string]: unknown;
}

export type Refined = Pick<FreeRecord, 'tags' | 'status' | 'property_type'>;

/** How often a tag was right, given without reason, and missed. */
export interface TagScore {
  readonly right: number;
  readonly extra: number;
  readonly missed: number;
}

/** A field with one value. */
export interface ValueScore {
  /** Items whose label has a value, and how many of them got that value. */
  readonly labelled: number;
  readonly right: number;
  /** Items whose label has none, and how many of them got a value. */
  readonly silent: number;
  readonly invented: number;
}

/** One thing that refinement got wrong. */
export interface Fault {
  /** The tag, `status` or `property_type`. */
  readonly name: string;
  readonly expected: string | null;
  readonly got: string | null;
  readonly key: string;
  readonly text: string;
}

export interface LabelScore {
  readonly items: number;
  readonly tags: TagScore;
  readonly byTag: ReadonlyMap<string, TagScore>;
  readonly status: ValueScore;
  readonly propertyType: ValueScore;
  /** Sorted by name. */
  readonly faults: readonly Fault[];
}

const textFields = ['type', 'work', 'subtype', 'use', 'description', 'status_raw'];

/** The texts of a permit in one line. */
function textOf(permit: LabelledPermit): string {
  const parts = textFields
    .map((field) => [field, permit[field]])
    .filter(([, value]) => value != null && value !== '');
  return parts.map(([field, value]) => `${field}: ${String(value).replace(/\s+/g, ' ')}`).join(' | ');
}

/** Scores what `refine` makes of the permits. */
export function scoreLabels(
  permits: readonly LabelledPermit[],
  refine: (permit: LabelledPermit) => Refined,
): LabelScore {
  const byTag = new Map<string, { right: number; extra: number; missed: number }>();
  const status = { labelled: 0, right: 0, silent: 0, invented: 0 };
  const propertyType = { labelled: 0, right: 0, silent: 0, invented: 0 };
  const faults: Fault[] = [];
  for (const permit of permits) {
    const refined = refine(permit);
    const fault = (name: string, expected: string | null, got: string | null) =>
      faults.push({ name, expected, got, key: permit.key, text: textOf(permit) });
    scoreTags(permit, refined.tags, byTag, fault);
    scoreValue('status', permit.label.status, refined.status, status, fault);
    scoreValue('property_type', permit.label.property_type, refined.property_type, propertyType, fault);
  }
  const tags = { right: 0, extra: 0, missed: 0 };
  for (const { right, extra, missed } of byTag.values()) {
    tags.right += right;
    tags.extra += extra;
    tags.missed += missed;
  }
  faults.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { items: permits.length, tags, byTag, status, propertyType, faults };
}

type Report = (name: string, expected: string | null, got: string | null) => void;

function scoreTags(
  { label }: LabelledPermit,
  given: readonly string[],
  byTag: Map<string, { right: number; extra: number; missed: number }>,
  fault: Report,
): void {
  const unsure = new Set(label.unsure);
  const wanted = new Set(label.tags);
  for (const tag of new Set([...wanted, ...given])) {
    if (unsure.has(tag)) continue;
    const score = byTag.get(tag) ?? { right: 0, extra: 0, missed: 0 };
    byTag.set(tag, score);
    if (!wanted.has(tag)) {
      score.extra += 1;
      fault(tag, null, tag);
    } else if (given.includes(tag)) score.right += 1;
    else {
      score.missed += 1;
      fault(tag, tag, null);
    }
  }
}

function scoreValue(
  name: string,
  expected: string | null,
  got: string | null,
  score: { labelled: number; right: number; silent: number; invented: number },
  fault: Report,
): void {
  if (expected === null) {
    score.silent += 1;
    if (got !== null) score.invented += 1;
  } else {
    score.labelled += 1;
    if (got === expected) score.right += 1;
    else fault(name, expected, got);
  }
}

/** Share of what was given that is right; 1 when nothing was given. */
export function precision({ right, extra }: TagScore): number {
  return right + extra === 0 ? 1 : right / (right + extra);
}

/** Share of what should be given that was; 1 when nothing should. */
export function recall({ right, missed }: TagScore): number {
  return right + missed === 0 ? 1 : right / (right + missed);
}
