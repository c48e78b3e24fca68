/** Rows whose texts make patterns try again and again, in every field, alone and mixed at random. */

import { mostMs, timeOf, units } from '@lintel/testing/refine/hostile-texts.js';
import { loadGeography } from 'lintel/dist/geography/load.js';
import { contextOfState } from 'lintel/dist/refine/free-record.js';
import { decisionFields, permitFields } from 'lintel/dist/refine/record/canonical.js';
import type { Canonical } from 'lintel/dist/refine/record/source.js';
import { refine } from 'lintel/dist/refine/refine.js';
import { figure } from '../figures.js';
import type { Attack } from './attack.js';

/** Different pieces of a text, and how often each is repeated. */
const mostPieces = 12;
const mostTimes = 600;
const rowsOfTurn = 100;

export const hostileRows: Attack = {
  name: 'hostile-rows',
  promise: `no row takes more than ${mostMs} ms of processor time, whatever its texts are`,
  async run({ seconds }) {
    const geography = loadGeography();
    const context = contextOfState('TX', geography);
    const today = '2026-06-30';
    const until = performance.now() + seconds * 1000;
    let worst = { ms: 0, text: '' };
    let rows = 0;
    while (performance.now() < until) {
      for (let turn = 0; turn < rowsOfTurn; turn++, rows++) {
        const text = mixture();
        const isDecision = rows % 4 === 0;
        const field = pick(isDecision ? decisionFields : permitFields);
        const ms = timeOf(() => {
          const fields = { [field]: text + Math.random() };
          const row: Canonical = isDecision
            ? { kind: 'decisions', key: 'k', fields: { title: 'A title', ...fields } }
            : { kind: 'permits', key: 'k', fields };
          refine(row, context, geography, { today });
        });
        if (ms > worst.ms) worst = { ms, text: `${field} of ${JSON.stringify(text.slice(0, 60))}…` };
      }
    }
    const seen = `${rows} rows, at most ${figure(worst.ms)} ms (${worst.text})`;
    return { held: worst.ms <= mostMs, seen };
  },
};

function mixture(): string {
  const pieces = Array.from({ length: 1 + Math.floor(Math.random() * mostPieces) }, () =>
    pick(units).repeat(1 + Math.floor(Math.random() ** 3 * mostTimes)),
  );
  return pieces.join('');
}

function pick<T>(list: readonly T[]): T {
  const chosen = list[Math.floor(Math.random() * list.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}
