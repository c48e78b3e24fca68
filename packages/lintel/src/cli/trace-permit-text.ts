/** A permit's trace as text for people: the raw row, what it was mapped to, each step with its reasons, the record. */
import { type DefectName, defectTable } from '../refine/defects.js';
import type { ExplainedPermitStep } from '../refine/explain-permit.js';
import type { FoundPhrase, TagExplanation } from '../refine/explain-tags.js';
import type { Defect } from '../refine/refined.js';
import type { StatusFinding } from '../refine/status.js';
import { table } from './outcome.js';
import type { PermitTrace } from './trace-permit.js';

/** Characters of a value that the text shows; `--json` has all of it. */
const shownChars = 160;

export function traceText(trace: PermitTrace): string {
  const { source, contractor } = trace;
  const origin = [
    ['source', `${source.id} (${source.name})`],
    ['row key', trace.row_key],
    ['first seen', trace.first_seen],
    ['last seen', trace.last_seen],
    ...(trace.vanished === null ? [] : [['vanished', `${trace.vanished}: the source has it no longer`]]),
    ['natural key', trace.key],
  ];
  const resolved = contractor.record?.business_name ?? contractor.record?.name ?? '';
  const link =
    contractor.id === null
      ? 'The permit names no contractor.'
      : `keys ${contractor.keys.join(', ')}\nresolved to ${contractor.id} ${resolved}`.trim();
  return [
    `Permit ${trace.record.id} of the release ${trace.release}`,
    section('Origin', columns(origin)),
    section('Raw row', fieldText(trace.raw)),
    section('Mapped to', fieldText(trace.canonical)),
    ...trace.steps.map(stepText),
    section('Linked contractor', link),
    section('Defects', trace.defects.length === 0 ? 'none' : trace.defects.map(defectText).join('\n')),
    section('Published record', JSON.stringify(trace.record, null, 2)),
    ...(trace.joined.length === 0
      ? []
      : [`Told by an assessor's file or other permits of the address: ${trace.joined.join(', ')}.`]),
    ...(trace.differs.length === 0 ? [] : [differenceText(trace.differs)]),
  ].join('\n\n');
}

function differenceText(names: readonly string[]): string {
  return `Made again from the row as it is now, these fields differ from what was published: ${names.join(', ')}.`;
}

export function section(title: string, body: string): string {
  return `${title}\n${indent(body)}`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

function stepText(step: ExplainedPermitStep): string {
  const parts = [];
  if (Object.keys(step.input).length > 0) parts.push(`reads\n${indent(fieldText(step.input))}`);
  const gives = fieldText(step.output);
  if (gives !== '') parts.push(`gives\n${indent(gives)}`);
  const why = step.why === null ? '' : whyText(step);
  if (why !== '') parts.push(`because\n${indent(why)}`);
  if (step.defects.length > 0) parts.push(`notes\n${indent(step.defects.map(defectText).join('\n'))}`);
  return section(`Step ${step.step}`, parts.join('\n') || 'nothing to do');
}

function whyText({ step, why }: ExplainedPermitStep): string {
  if (step === 'tags') return tagText(why as TagExplanation);
  if (step === 'status') {
    const { by, word } = why as StatusFinding;
    return word === null ? by : `${by}: "${word}"`;
  }
  return fieldText(why);
}

function tagText({ gave, heldBack, struckOut }: TagExplanation): string {
  const lines = gave.map(({ gives, found, with: needs }) => {
    const also = needs === null ? '' : `, after one of ${needs.join(', ')}`;
    return [gives, `${found.map(phraseText).join('; ')}${also}`];
  });
  for (const { gives, found, because } of heldBack) {
    lines.push([`not ${gives}`, `${found.map(phraseText).join('; ')}, but ${because}`]);
  }
  for (const { field, words } of struckOut) lines.push(['struck out', `"${words}" in ${field}`]);
  return columns(lines);
}

function phraseText({ field, phrase, words }: FoundPhrase): string {
  return `"${words}" in ${field} (${phrase})`;
}

/** A defect with its sentence. */
export function defectText({ name, field }: Defect): string {
  return `${name} in ${field}: ${defectTable[name as DefectName] ?? ''}`;
}

/** The known values of a JSON value, a line each, with dotted names. */
export function fieldText(value: unknown): string {
  return columns([...leaves(value, '')]);
}

function* leaves(value: unknown, name: string): Generator<[string, string], void, void> {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') yield [name, shown(String(value))];
  else if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    if (value.length > 0) yield [name, shown(value.join(', '))];
  } else {
    for (const [key, item] of Object.entries(value))
      yield* leaves(item, name === '' ? key : `${name}.${key}`);
  }
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > shownChars ? `${line.slice(0, shownChars)} …` : line;
}

/** Two aligned columns without headings. */
function columns(rows: readonly (readonly string[])[]): string {
  return table(['', ''], rows).split('\n').slice(1).join('\n');
}
