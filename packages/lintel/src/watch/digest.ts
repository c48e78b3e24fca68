/** A message as a mail: the same list as text and as simple HTML. What comes from sources is escaped. */
import type { Change, Decision, Permit, PermitEvent } from '@lintel/contract';
import { escapeHtml } from '../base/escape-html.js';
import { formatCount } from '../base/format-number.js';
import { printable, printableLine } from '../base/printable.js';
import type { WatchMessage } from './saved-search.js';

/** Changed fields that an entry names. */
const maxFields = 6;

interface Digest {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** One record of a digest, in plain text. */
interface Entry {
  readonly title: string;
  readonly lines: readonly string[];
}

export function digestOf({ type, data }: WatchMessage): Digest {
  const { watch, total, items } = data;
  const noun = type === 'decisions.changed' ? 'decision' : 'permit';
  const count = `${formatCount(total)} ${noun}${total === 1 ? '' : 's'}`;
  const name = printableLine(watch.name);
  const subject = type === 'watch.test' ? `Test: ${name}` : `${name}: ${count}`;
  const intro =
    type === 'watch.test'
      ? `This is a test of the watch "${name}". Its matches will come to this address.`
      : `New or changed and matching "${name}", from release ${data.from} to ${data.to}: ${count}.`;
  const rest = total - items.length;
  const outro = rest > 0 ? `${formatCount(rest)} more are not listed; search the service for them.` : '';
  const entries = items.map(entryOf);
  return { subject, text: textOf(intro, entries, outro), html: htmlOf(intro, entries, outro) };
}

function entryOf(item: Change): Entry {
  return item.kind === 'decisions' ? decisionEntry(item) : permitEntry(item);
}

function permitEntry({ change, changes, events, record, id }: Change): Entry {
  // A message about permits holds permits only, and a match is never one that vanished.
  const permit = record as Permit;
  const { address } = permit;
  const place = [address.street_no, address.street, address.city, address.state, address.zip_code];
  const value = permit.job_value === null ? null : `$${formatCount(Math.round(permit.job_value / 100))}`;
  return {
    title: `${place.filter(Boolean).join(' ') || 'Without address'}`,
    lines: shown([
      permit.description_derived ?? permit.description,
      [permit.status, permit.start_date, value, permit.tags.join(', ')].filter(Boolean).join(', '),
      `${eventText(events) ?? labelOf(change)} permit ${permit.number ?? ''} of ${permit.jurisdiction ?? 'unknown'} (id ${id})`,
      changedLine(changes),
    ]),
  };
}

function decisionEntry({ change, changes, record, id }: Change): Entry {
  const decision = record as Decision;
  const place = [decision.street, decision.city, decision.state].filter(Boolean).join(' ');
  return {
    title: decision.title ?? 'Without title',
    lines: shown([
      place,
      [decision.category, decision.decision_date].filter(Boolean).join(', '),
      `${labelOf(change)} decision (id ${id})`,
      changedLine(changes),
    ]),
  };
}

const eventWords: Readonly<Record<PermitEvent, string>> = {
  issued: 'issued',
  finaled: 'finaled',
  inspection_failed: 'inspection failed',
};

/** `Issued, inspection failed:`; null where nothing of the kind happened. */
function eventText(events: readonly PermitEvent[] = []): string | null {
  if (events.length === 0) return null;
  const words = events.map((event) => eventWords[event]).join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}:`;
}

const labelOf = (change: Change['change']) => (change === 'new' ? 'New' : 'Changed');

function changedLine(changes: Change['changes']): string | null {
  if (changes.length === 0) return null;
  const shownChanges = changes.slice(0, maxFields);
  const rest = changes.length - shownChanges.length;
  return [
    ...shownChanges.map(({ field, old, new: now }) => `${field}: ${valueText(old)} → ${valueText(now)}`),
    ...(rest > 0 ? [`${rest} fields more`] : []),
  ].join('; ');
}

function valueText(value: unknown): string {
  if (value === null) return 'unknown';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shown(lines: readonly (string | null)[]): string[] {
  return lines.flatMap((line) => (line === null || line === '' ? [] : [printableLine(line)]));
}

function textOf(intro: string, entries: readonly Entry[], outro: string): string {
  const parts = entries.map(({ title, lines }) =>
    [printableLine(title), ...lines.map((line) => `  ${line}`)].join('\n'),
  );
  return printable([intro, ...parts, outro].filter((part) => part !== '').join('\n\n'));
}

function htmlOf(intro: string, entries: readonly Entry[], outro: string): string {
  const items = entries.map(
    ({ title, lines }) =>
      `<li><strong>${escapeHtml(printableLine(title))}</strong>${lines.map((line) => `<br>${escapeHtml(line)}`).join('')}</li>`,
  );
  const list = items.length === 0 ? '' : `<ul>\n${items.join('\n')}\n</ul>\n`;
  const last = outro === '' ? '' : `<p>${escapeHtml(outro)}</p>\n`;
  return `<!doctype html>\n<meta charset="utf-8">\n<p>${escapeHtml(printableLine(intro))}</p>\n${list}${last}`;
}
