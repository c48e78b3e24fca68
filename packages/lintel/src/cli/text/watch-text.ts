/** What watches found and sent, for people. */
import { formatCount, formatTime } from '../../base/format-number.js';
import type { Delivery } from '../../ledger/deliveries.js';
import type { Watch } from '../../ledger/watches.js';
import type { WatchRound } from '../../watch/run-watches.js';
import { failureText } from '../terminal/define.js';
import { table } from '../terminal/outcome.js';

/** A round in lines; empty if nothing happened. */
export function roundText({ evaluated, attempts }: WatchRound): string {
  const found = evaluated
    .filter(({ matched }) => matched > 0)
    .map(({ watch, matched }) => `${watch.name}: ${formatCount(matched)} new or changed ${watch.kind}.`);
  const sent = attempts.filter(({ result }) => result.state === 'delivered').length;
  const again = attempts.filter(({ result }) => result.state === 'waiting').length;
  const dead = attempts.filter(({ result }) => result.state === 'dead').length;
  const counts = [
    `${formatCount(sent)} delivered`,
    ...(again > 0 ? [`${formatCount(again)} to be tried again`] : []),
    ...(dead > 0 ? [`${formatCount(dead)} given up`] : []),
  ];
  const messages = attempts.length > 0 ? [`Messages of watches: ${counts.join(', ')}.`] : [];
  return [...found, ...messages].join('\n');
}

/** What a person should look at, a line each: failures that are not tried again by themselves. */
export function roundProblems({ evaluated, attempts }: WatchRound): string[] {
  const faults = evaluated.flatMap(({ fault }) => (fault === null ? [] : [failureText(fault)]));
  const dead = attempts.filter(({ result }) => result.state === 'dead');
  return [
    ...faults,
    ...dead.map(
      ({ id, watchName, attempt, result }) =>
        `The message ${id} of "${watchName}" was given up after attempt ${attempt} and is not charged: ${result.answer}. lintel watch replay ${id} sends it again.`,
    ),
  ];
}

export function watchesText(watches: readonly Watch[]): string {
  const rows = watches.map((watch) => [
    watch.id,
    watch.name,
    watch.accountId,
    `${watch.changes.join(' and ')} ${watch.kind}`,
    watch.query,
    `${watch.channel} ${watch.target}`,
    watch.seenRelease ?? 'none',
    watch.pausedMs === null ? 'on' : `paused ${formatTime(watch.pausedMs)}`,
  ]);
  return table(['watch', 'name', 'account', 'of', 'search', 'to', 'seen', 'state'], rows);
}

export function deliveriesText(deliveries: readonly Delivery[]): string {
  const rows = deliveries.map((delivery) => [
    delivery.id,
    delivery.watchId,
    delivery.release,
    delivery.records,
    delivery.credits,
    stateOf(delivery),
    delivery.attempts,
    delivery.answer ?? '',
  ]);
  return table(['message', 'watch', 'release', 'records', 'credits', 'state', 'attempts', 'answer'], rows);
}

function stateOf({ state, dueMs, finishedMs }: Delivery): string {
  return state === 'waiting'
    ? `waits until ${formatTime(dueMs)}`
    : `${state} ${formatTime(finishedMs ?? dueMs)}`;
}
