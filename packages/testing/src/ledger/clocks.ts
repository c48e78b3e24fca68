/**
 * Requirements for every engine of the ledger when the wall clock is wrong: ahead for a while, or set back.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Charge, Ledger, Receipt } from 'lintel/dist/ledger/ledger.js';
import { windowMs } from 'lintel/dist/ledger/window.js';
import { type Engine, noon, order } from './engine.js';

const day = 24 * 60 * 60 * 1000;
const years = 10 * 365 * day;
const named = (name: string) => ({ requestHash: Buffer.from(name.padEnd(16, '.')) });

/** A ledger on a wall clock that can be set, and a monotonic clock. */
async function wronglyTimed({ place, open }: Engine) {
  const clock = { wall: noon, steady: 0 };
  const told: (readonly [string, number])[] = [];
  const ledger = await open(place(), () => clock.wall, {
    monotonic: () => clock.steady,
    events: {
      onClockStep: (stepMs) => told.push(['step', stepMs]),
      onChargesAhead: (_account, untilMs) => told.push(['ahead', untilMs]),
    },
  });
  const pass = (ms: number) => {
    clock.wall += ms;
    clock.steady += ms;
  };
  const { id } = await ledger.createAccount({ name: 'A', plan: 'tiny' });
  return { clock, told, ledger, pass, id };
}

function receiptOf(charge: Charge): Receipt {
  assert.ok(charge.granted);
  return charge.receipt;
}

async function isSound(ledger: Ledger): Promise<void> {
  assert.deepEqual(await ledger.check(), []);
  assert.deepEqual(await ledger.chargesAhead(), []);
}

/** Registers the tests. The plan of the account has seven credits. */
export function testClocks(engine: Engine): void {
  const { name } = engine;

  test(`${name}: a clock that leaps while an export is read makes nobody pay twice for a record`, async () => {
    const leaps = [
      [31 * day, -31 * day],
      [-31 * day, 31 * day],
    ] as const;
    for (const [there, back] of leaps) {
      const { clock, ledger, pass, id } = await wronglyTimed(engine);
      const charged = async (from: number, to: number) => {
        pass(1000);
        const records = { from, to };
        const answer = await ledger.charge(
          order(id, to - from, { ...named('export'), records, exportPart: 'further' }),
        );
        return receiptOf(answer).credits;
      };
      assert.equal(await charged(0, 2), 2);
      clock.wall += there;
      assert.deepEqual([await charged(2, 3), await charged(0, 3)], [1, 0], 'before it comes back');
      clock.wall += back;
      assert.deepEqual([await charged(3, 4), await charged(0, 4)], [1, 0], 'when it came back');
      assert.equal(await ledger.paidTo(named('export').requestHash), 4);
      await ledger.close();
    }
  });

  test(`${name}: a clock that ran ten years ahead and came back is noticed, and every credit is repaired`, async () => {
    const { clock, told, ledger, pass, id } = await wronglyTimed(engine);
    await ledger.charge(order(id, 3));
    pass(day);
    clock.wall += years;
    await ledger.charge(order(id, 2));
    await ledger.charge(order(id, 1));
    clock.wall -= years;
    pass(60_000);
    // Until it is repaired, a charge is dated after the window, which is in the future.
    assert.deepEqual((await ledger.charge(order(id, 1))).granted, true);
    assert.deepEqual(
      told.map(([what, ms]) => [what, Math.round(ms / years)]),
      [
        ['step', 1],
        ['step', -1],
        ['ahead', Math.round((noon + years) / years)],
      ],
    );
    const ahead = await ledger.chargesAhead();
    assert.deepEqual(
      ahead.map(({ accountId, credits }) => [accountId, credits]),
      [[id, 4]],
    );
    assert.deepEqual(await ledger.mendClock(), ahead);
    await isSound(ledger);
    const { used, daily } = await ledger.usage(id);
    assert.equal(used, 7, 'what was charged before, during and after counts, each once');
    assert.deepEqual(
      daily.map(({ date, credits }) => [date, credits]),
      [
        ['2026-01-15', 3],
        ['2026-01-16', 4],
      ],
    );
    const rows = await ledger.usageRows({ from: '2026-01-15', to: '2036-12-31' });
    assert.deepEqual(
      rows.map(({ date, requests, credits }) => [date, requests, credits]),
      [
        ['2026-01-15', 1, 3],
        ['2026-01-16', 3, 4],
      ],
    );
    assert.equal((await ledger.charge(order(id, 1))).granted, false, 'no credit came back early');
    clock.wall = noon + windowMs;
    assert.equal((await ledger.charge(order(id, 3))).granted, true, 'the first three came back in time');
    assert.equal((await ledger.charge(order(id, 1))).granted, false);
    clock.wall = noon + day + 60_000 + windowMs;
    assert.equal((await ledger.charge(order(id, 4))).granted, true, 'and the mended four a window later');
    await isSound(ledger);
    const [act] = await ledger.audit(1);
    assert.deepEqual([act?.act, act?.subject], ['ledger.mend_clock', id]);
    assert.match(act?.detail ?? '', /^4 credits dated up to 2036-01-.*; 7 count now, 4 before$/);
    assert.deepEqual(await ledger.mendClock(), [], 'there is nothing left to mend');
    assert.equal((await ledger.audit(9)).length, 2, 'and nothing noted where nothing was mended');
    await ledger.close();
  });

  test(`${name}: a clock that ran five days ahead is noticed though no window is in the future`, async () => {
    const { clock, ledger, id } = await wronglyTimed(engine);
    clock.wall += 5 * day;
    await ledger.charge(order(id, 2));
    clock.wall -= 5 * day;
    assert.equal((await ledger.chargesAhead())[0]?.credits, 2);
    await ledger.mendClock();
    clock.wall += windowMs - 1;
    assert.equal((await ledger.usage(id)).used, 2);
    clock.wall += 1;
    assert.equal((await ledger.usage(id)).used, 0);
    await isSound(ledger);
    await ledger.close();
  });

  test(`${name}: a charge dated in the future is refunded after the repair, and its repeat is recognised`, async () => {
    const { clock, ledger, id } = await wronglyTimed(engine);
    clock.wall += years;
    const plain = receiptOf(await ledger.charge(order(id, 2)));
    const first = receiptOf(await ledger.charge(order(id, 3, named('a'))));
    clock.wall -= years;
    await ledger.mendClock();
    assert.equal((await ledger.usage(id)).used, 5);
    const again = await ledger.charge(order(id, 3, named('a')));
    assert.ok(again.granted && again.repeated, 'a repeat within the minute of the mending');
    for (const receipt of [plain, first, again.receipt]) await ledger.refund(receipt);
    assert.equal((await ledger.usage(id)).used, 0);
    await isSound(ledger);
    await ledger.close();
  });

  test(`${name}: a clock set back a day makes no request free for a day`, async () => {
    const { clock, ledger, id } = await wronglyTimed(engine);
    await ledger.charge(order(id, 2, named('a')));
    clock.wall -= 2_000;
    const again = await ledger.charge(order(id, 2, named('a')));
    assert.ok(again.granted && again.repeated, 'a small step back');
    clock.wall -= day;
    const anew = await ledger.charge(order(id, 2, named('a')));
    assert.ok(anew.granted && !anew.repeated);
    assert.equal(anew.used, 4);
    await ledger.refund(anew.receipt);
    clock.wall += day + 2_000;
    assert.equal((await ledger.usage(id)).used, 2);
    await isSound(ledger);
    await ledger.close();
  });

  test(`${name}: after a clock ran ahead for one account, others and later windows are as they were`, async () => {
    const { clock, ledger, id } = await wronglyTimed(engine);
    const other = await ledger.createAccount({ name: 'B', plan: 'tiny' });
    await ledger.charge(order(other.id, 6));
    const before = await ledger.usage(other.id);
    clock.wall += years;
    await ledger.charge(order(id, 1));
    clock.wall -= years;
    assert.deepEqual(
      (await ledger.mendClock()).map(({ accountId }) => accountId),
      [id],
    );
    assert.deepEqual(await ledger.usage(other.id), before);
    assert.equal((await ledger.charge(order(other.id, 2))).granted, false);
    await ledger.close();
  });
}
