/**
 * A permit's trace as text for people: the raw row, what it was mapped to, each step with its reasons, the
 * record.
 */

import type { JoinedFact, PermitTrace } from '../../explain/trace-permit.js';
import type { ExplainedPermitStep } from '../../refine/explain-permit.js';
import type { FoundPhrase, TagExplanation } from '../../refine/text/explain-tags.js';
import type { StatusFinding } from '../../refine/text/status.js';
import { columns, indent, nestedWidth, section } from '../terminal/outcome.js';
import { defectsText, defectText, differenceText, fieldText, recordText } from './trace-text.js';

/** The trace of a permit. */
export function permitText(trace: PermitTrace): string {
  const { source, contractor } = trace;
  const origin = [
    ['source', `${source.id} (${source.name})`],
    ['row key', trace.row_key],
    ['first seen', trace.first_seen],
    ['last seen', trace.last_seen],
    ...(trace.vanished === null ? [] : [['vanished', `${trace.vanished}: the source no longer has it`]]),
    ['natural key', trace.key],
  ];
  const resolved = contractor.record?.business_name ?? contractor.record?.name ?? '';
  const link =
    contractor.id === null
      ? 'The permit names no contractor.'
      : `keys ${contractor.keys.join(', ')}\nresolved to ${contractor.id} ${resolved}`.trim();
  return [
    `Permit ${trace.record.id} of the release ${trace.release}`,
    section('Origin', columns(origin, nestedWidth())),
    ...(trace.other_rows.length === 0 ? [] : [section('Further addresses', columns(otherRows(trace)))]),
    ...trace.merged.map(mergedText),
    section('Raw row', fieldText(trace.raw)),
    ...trace.earlier.map(({ run, as_of, columns: names }) =>
      indent(
        `From run ${run} (as of ${as_of}), because later inputs lack these columns: ${names.join(', ')}`,
      ),
    ),
    section('Mapped to', fieldText(trace.canonical)),
    ...trace.steps.map(stepText),
    section('Linked contractor', link),
    defectsText(trace.defects),
    recordText(trace.record),
    ...(trace.joined.length === 0
      ? []
      : [section('Facts of the address', columns(trace.joined.map(joinedText)))]),
    ...trace.tags_of_type.map(
      (tag) => `Tagged ${tag} because the property type is ${trace.record.property_type}.`,
    ),
    ...differenceText(trace.differs),
  ].join('\n\n');
}

function mergedText({ id, source, keys, fields }: PermitTrace['merged'][number]): string {
  const lines = [
    ['source', source],
    ['row key', keys.join(', ')],
    ['id without the first source', id],
    ['gave', fields.length === 0 ? 'nothing that the first source does not say' : fields.join(', ')],
  ];
  return section('The same permit in another source', columns(lines, nestedWidth()));
}

function joinedText({ field, value, given_by: by }: JoinedFact): string[] {
  const shown = value === null ? 'not published' : String(value);
  if ('source' in by) return [field, shown, `from the row "${by.row_key}" of ${by.source}`];
  const known = [by.number, by.start_date].filter((part) => part !== null).join(', ');
  return [field, shown, `from the permit ${by.permit}${known === '' ? '' : ` (${known})`}`];
}

/** The rows of the permit that gave it further addresses. */
function otherRows({ other_rows }: PermitTrace): string[][] {
  return other_rows.map(({ row_key, address, vanished }) => [
    `row ${row_key}`,
    vanished === null ? address : `${address} (vanished ${vanished}, left out)`,
  ]);
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
    if (by === 'nothing') return 'nothing: no status word and no date says more';
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
  return columns(lines, nestedWidth());
}

function phraseText({ field, phrase, words }: FoundPhrase): string {
  return `"${words}" in ${field} (${phrase})`;
}
