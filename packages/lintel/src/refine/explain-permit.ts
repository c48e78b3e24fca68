/**
 * Explains how one permit row is refined: for each step the fields that it read, its result and the reason,
 * and what it repaired or refused.
 *
 * It runs the steps of `permit.ts` one by one; the reasons come from the functions that decide.
 */
import type { PropertyFacts, TagId } from '@lintel/contract';
import { UserError } from '../base/user-error.js';
import type { Geography } from '../geography/geography.js';
import { PermitRefiner } from './permit.js';
import type { CanonicalPermit } from './record/canonical.js';
import { type PermitStep, permitStepNames, permitSteps } from './record/canonical.js';
import { deriveDates, type PermitDates } from './record/dates.js';
import type { DefectList } from './record/defects.js';
import type { Defect } from './record/refined.js';
import type { RowContext } from './record/source-context.js';
import { cleanFields } from './record/text.js';
import { explainTags } from './text/explain-tags.js';
import { kindBesideTags, typeOf } from './text/property.js';
import type { RuleMatch } from './text/rule-set.js';
import { findStatus } from './text/status.js';
import { tagsBesideType } from './text/use-tags.js';

/** One step of refinement, as JSON data. */
export interface ExplainedPermitStep {
  readonly step: 'clean' | PermitStep;
  /** The canonical fields that the step reads, if the row has them. */
  readonly input: Readonly<Record<string, string>>;
  readonly output: unknown;
  /** What decided the result, if there was a choice. */
  readonly why: unknown;
  readonly defects: readonly Defect[];
}

interface PermitExplanation {
  readonly steps: readonly ExplainedPermitStep[];
  readonly refiner: PermitRefiner;
  /** The tags from the texts. The property type may add another one (C36). */
  readonly textTags: readonly TagId[];
  readonly defects: readonly Defect[];
}

interface ExplainContext {
  readonly source: RowContext;
  readonly geography: Geography;
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
}

/** The result of each step for the row with this natural key. */
export function explainPermit(
  key: string,
  given: CanonicalPermit,
  context: ExplainContext,
): PermitExplanation {
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
  const refiner = new PermitRefiner(key, fields, { ...context, defects });
  for (const step of permitStepNames) {
    const before = defects.length;
    const result = runStep(refiner, step);
    if (step === 'dates') results.dates = result as PermitDates;
    if (step === 'tags') results.match = result as RuleMatch;
    if (step === 'property') results.facts = result as PropertyFacts;
    steps.push({
      step,
      input: inputOf(step, fields),
      output: outputOf(step, result),
      why: whyOf(step, fields, context.source, results),
      defects: defects.slice(before),
    });
  }
  return { steps, refiner, textTags: results.match?.tags ?? [], defects };
}

/** Results of steps that the reasons of later ones need. */
interface Results {
  dates?: PermitDates;
  match?: RuleMatch;
  facts?: PropertyFacts;
}

/** Runs a step. Throws a UserError that names the step if it fails. */
function runStep(refiner: PermitRefiner, step: PermitStep): unknown {
  try {
    return refiner.run(step);
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

/** The tag that the property type adds to those from the texts, with the reason; nothing if it adds none. */
function whyTag(tags: TagId[], { property_type: type }: PropertyFacts): { tag?: string } {
  const added = tagsBesideType(tags, type).find((tag) => !tags.includes(tag));
  return added === undefined ? {} : { tag: `${added}, because the property type is ${type}` };
}

/** What gave the property type, in refinement's order of precedence. */
function whyProperty(fields: CanonicalPermit, names: ReadonlySet<string>): string {
  const { property_type: given, use } = fields;
  const gave = [...names].filter((name) =>
    /^(?:residential|commercial|new_dwelling|hint:(?:told_|vacant|housing|business|detail_).*)$/.test(name),
  );
  const rules = gave.length === 0 ? 'nothing' : `what the rules gave: ${gave.join(', ')}`;
  const columns = [
    ["the source's own property type", given],
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
