/**
 * Explains what refinement makes of one permit row: for each step the fields that it read, what it made of them and why,
 * and what it repaired or refused.
 *
 * The steps are those of `permit.ts`, taken one by one; reasons come from the same functions that decide.
 */
import type { PropertyFacts, TagId } from '@lintel/contract';
import { UserError } from '../base/user-error.js';
import type { Geography } from '../geography/geography.js';
import { PermitReading } from './permit.js';
import type { CanonicalPermit } from './record/canonical.js';
import { deriveDates, type PermitDates } from './record/dates.js';
import type { DefectList } from './record/defects.js';
import type { Defect } from './record/refined.js';
import type { RowContext } from './record/source-context.js';
import { cleanFields } from './record/text.js';
import { type PermitStep, permitStepNames, permitSteps } from './steps.js';
import { explainTags } from './text/explain-tags.js';
import { kindBesideTags, typeOf } from './text/property.js';
import type { RuleMatch } from './text/rule-set.js';
import { findStatus } from './text/status.js';
import { tagsBesideType } from './text/use-tags.js';

/** One step of refinement, as JSON data. */
export interface ExplainedPermitStep {
  readonly step: 'clean' | PermitStep;
  /** The canonical fields that the step reads, as far as the row has them. */
  readonly input: Readonly<Record<string, string>>;
  readonly output: unknown;
  /** What decided, where there was something to decide. */
  readonly why: unknown;
  readonly defects: readonly Defect[];
}

export interface PermitExplanation {
  readonly steps: readonly ExplainedPermitStep[];
  readonly reading: PermitReading;
  /** The tags that the texts tell. The property type may add another one (C36). */
  readonly toldTags: readonly TagId[];
  readonly defects: readonly Defect[];
}

export interface ExplainFrame {
  readonly source: RowContext;
  readonly geography: Geography;
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
}

/** What each step makes of the row with this natural key. */
export function explainPermit(key: string, given: CanonicalPermit, frame: ExplainFrame): PermitExplanation {
  const defects: DefectList = [];
  const steps: ExplainedPermitStep[] = [];
  const fields = cleanFields(given, defects);
  if (defects.length > 0) {
    steps.push({
      step: 'clean',
      input: {},
      output: changed(given, fields),
      why: null,
      defects: [...defects],
    });
  }
  const results: Results = {};
  const reading = new PermitReading(key, fields, { ...frame, defects });
  for (const step of permitStepNames) {
    const before = defects.length;
    const result = taken(reading, step);
    if (step === 'dates') results.dates = result as PermitDates;
    if (step === 'tags') results.match = result as RuleMatch;
    if (step === 'property') results.facts = result as PropertyFacts;
    steps.push({
      step,
      input: inputOf(step, fields),
      output: outputOf(step, result),
      why: whyOf(step, fields, frame.source, results),
      defects: defects.slice(before),
    });
  }
  return { steps, reading, toldTags: results.match?.tags ?? [], defects };
}

/** What the steps so far made, as far as the reasons of later ones need it. */
interface Results {
  dates?: PermitDates;
  match?: RuleMatch;
  facts?: PropertyFacts;
}

/** What a step makes of the row; a UserError that names the step where it fails. */
function taken(reading: PermitReading, step: PermitStep): unknown {
  try {
    return reading.take(step);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UserError(`The step "${step}" fails on this row: ${message}.`, { cause: error });
  }
}

function changed(given: CanonicalPermit, clean: CanonicalPermit): Record<string, string | null> {
  const names = Object.keys(given) as (keyof CanonicalPermit)[];
  return Object.fromEntries(
    names.filter((name) => given[name] !== clean[name]).map((name) => [name, clean[name] ?? null]),
  );
}

function inputOf(step: PermitStep, fields: CanonicalPermit): Record<string, string> {
  const input: Record<string, string> = {};
  for (const field of permitSteps[step]) {
    const text = fields[field];
    if (text !== undefined) input[field] = text;
  }
  return input;
}

/** The result of a step as JSON data. */
function outputOf(step: PermitStep, result: unknown): unknown {
  if (step === 'dates') return { ...(result as PermitDates), ...deriveDates(result as PermitDates) };
  if (step === 'tags') {
    const { names, tags } = result as RuleMatch;
    return { tags, hints: [...names].filter((name) => name.startsWith('hint:')) };
  }
  if (step !== 'property') return result;
  const facts = Object.entries(result as object).filter(([name]) => name.startsWith('property_'));
  return Object.fromEntries(facts);
}

function whyOf(
  step: PermitStep,
  fields: CanonicalPermit,
  source: RowContext,
  { dates, match, facts }: Results,
): unknown {
  if (step === 'tags') return explainTags(fields);
  if (step === 'status' && dates !== undefined) return findStatus(fields.status_raw, dates, source);
  if (step === 'property' && match !== undefined && facts !== undefined) {
    return { type: whyProperty(fields, match.names), ...whyTag(match.tags, facts) };
  }
  return null;
}

/** The tag that the property type adds to those of the texts, with the reason; nothing where it adds none. */
function whyTag(tags: TagId[], { property_type: type }: PropertyFacts): { tag?: string } {
  const added = tagsBesideType(tags, type).find((tag) => !tags.includes(tag));
  return added === undefined ? {} : { tag: `${added}, because the property type is ${type}` };
}

/** What told the property type, in the order in which refinement asks. */
function whyProperty(fields: CanonicalPermit, names: ReadonlySet<string>): string {
  const { property_type: told, use } = fields;
  const gave = [...names].filter((name) =>
    /^(?:residential|commercial|new_dwelling|hint:(?:told_|vacant|housing|business|detail_).*)$/.test(name),
  );
  const rules = gave.length === 0 ? 'nothing' : `what the rules gave: ${gave.join(', ')}`;
  const columns = [
    ["the source's own property type", told],
    ['the use', use],
  ] as const;
  for (const [what, text] of columns) {
    const type = text === undefined ? null : typeOf(text);
    if (type === null) continue;
    const isOverruled = kindBesideTags({ type, detail: null }, names, []).type !== type;
    return isOverruled ? `${rules}; not ${what}, "${text}"` : `${what}, "${text}"`;
  }
  return rules;
}
