/**
 * Compares the ledger with a plain list of charges: random charges, repeats, refunds, waits of up to a month
 * and restarts, with an injected clock. fast-check prints the seed of a failing walk.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { repeatMs } from 'lintel/dist/ledger/paid-ranges.js';
import { utcDate, windowMs } from 'lintel/dist/ledger/window.js';
import { rounds, seed } from '../base/rounds.js';
import { type Engine, noon, order } from './engine.js';
import { type Entry, returnsAt, usageByDay, usedAt } from './plain-window.js';

const limit = 7;
const day = 24 * 60 * 60 * 1000;

type Step =
  | { kind: 'charge'; credits: number[] }
  | { kind: 'repeat'; name: string; credits: number; handed: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'refund' }
  | { kind: 'reopen' }
  | { kind: 'usage' };

const waits = fc.oneof(
  fc.nat(999),
  fc.nat(2 * repeatMs),
  fc.nat(day),
  fc.nat(windowMs),
  fc.constantFrom(1, repeatMs - 1, repeatMs, windowMs - 1, windowMs),
);

const credits = fc.array(fc.nat(4), { minLength: 1, maxLength: 4 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('charge' as const), credits }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('repeat' as const),
      name: fc.constantFrom('a', 'b'),
      credits: fc.integer({ min: 1, max: 3 }),
      handed: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: waits }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'refund' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'reopen' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'usage' }) },
);

/** The plain list: all charges ever made, and the named requests with what they have paid and when they began. */
class PlainList {
  entries: Entry[] = [];
  readonly #named = new Map<string, Entry>();

  /** Of a named request, `handed` records arrive; the others are given back, unless another one was handed them. */
  charge(credits: number, atMs: number, name?: string, handed = credits): { granted: boolean; used: number } {
    const named = name === undefined ? undefined : this.#named.get(name);
    const before = named !== undefined && atMs - named.atMs < repeatMs ? named : { atMs, credits: 0 };
    const due = Math.max(0, credits - before.credits);
    const used = usedAt(this.entries, atMs) + due;
    if (used > limit) return { granted: false, used: used - due };
    const kept = Math.min(due, Math.max(0, handed - before.credits));
    if (kept > 0) this.entries.push({ atMs, credits: kept });
    if (name !== undefined) this.#named.set(name, { atMs: before.atMs, credits: before.credits + kept });
    return { granted: true, used };
  }
}

/** One walk. */
async function walk({ place, open }: Engine, steps: readonly Step[]): Promise<void> {
  const where = place();
  let now = noon + 123;
  let ledger = await open(where, () => now);
  const account = await ledger.createAccount({ name: 'A', plan: 'tiny' });
  const list = new PlainList();
  for (const action of steps) {
    if (action.kind === 'wait') now += action.ms;
    if (action.kind === 'reopen') {
      await ledger.close();
      ledger = await open(where, () => now);
    }
    if (action.kind === 'charge') {
      const answers = await Promise.all(action.credits.map((n) => ledger.charge(order(account.id, n))));
      for (const [i, n] of action.credits.entries()) {
        const { granted, used } = answers[i] ?? {};
        assert.deepEqual({ granted, used }, list.charge(n, now));
      }
    }
    if (action.kind === 'repeat') {
      const requestHash = Buffer.from(action.name.padEnd(16));
      const charge = await ledger.charge(order(account.id, action.credits, { requestHash }));
      const { granted, used } = charge;
      if (charge.granted && action.handed < action.credits)
        await ledger.refund({ ...charge.receipt, handedTo: action.handed });
      assert.deepEqual({ granted, used }, list.charge(action.credits, now, action.name, action.handed));
    }
    if (action.kind === 'refund') {
      const charge = await ledger.charge(order(account.id, 2));
      if (charge.granted) await ledger.refund(charge.receipt);
    }
    if (action.kind === 'usage') {
      const returns = returnsAt(list.entries, now);
      assert.deepEqual(await ledger.usage(account.id), {
        used: usedAt(list.entries, now),
        limit,
        availableAt: returns === null ? null : utcDate(returns),
        daily: usageByDay(list.entries, now),
      });
    }
  }
  assert.deepEqual(await ledger.check(), []);
  await ledger.close();
}

/** Registers the test. */
export function testModel(engine: Engine): void {
  test(`${engine.name}: random operations give what a plain list of charges gives`, async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), (steps) => walk(engine, steps));
    await fc.assert(property, { numRuns: rounds(engine.runs, engine.runs * 50), seed });
  });
}
