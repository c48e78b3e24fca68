/** Trends of operators: percentiles by steps, the bytes of a home, and what is written of both. */
import assert from 'node:assert/strict';
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { order, testPlans } from '@lintel/testing/ledger/engine.js';
import fc from 'fast-check';
import { openHome } from '../../base/home.js';
import { openLedger } from '../../ledger/open-ledger.js';
import { gateRefusal, publication } from '../../releases/gate-acts.js';
import { AnswerCounts, answersOf, tookWithin } from './answer-counts.js';
import { bytesOf, homeBytes } from './home-bytes.js';
import { keepTrends } from './keep-trends.js';
import { trendsOf } from './trends.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-trends-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const home = openHome(directory);

test('a percentile read from the steps is within a third of the true one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 1.5, max: 59_000, noNaN: true }), { minLength: 1, maxLength: 300 }),
      fc.constantFrom(0.5, 0.99),
      (times, share) => {
        const counts = new AnswerCounts();
        for (const time of times) counts.add(200, time);
        const sorted = times.toSorted((a, b) => a - b);
        const truth = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
        const read = tookWithin(counts.take(), share) ?? 0;
        // The last steps are wider: 20, 30 and 60 s.
        const widest = truth > 20_000 ? 2 : 1.5;
        assert.ok(read <= truth * widest && read >= truth / widest, `${read} for ${truth}`);
      },
    ),
  );
});

test('answers are told apart by status, refusals say nothing of times, and no answers have no percentile', () => {
  const counts = new AnswerCounts();
  for (const status of [200, 304, 404, 429, 499, 503]) counts.add(status, 5);
  const taken = counts.take();
  assert.deepEqual(answersOf(taken), { answered: 2, refused: 3, failed: 1 });
  counts.add(422, 1);
  assert.equal(tookWithin(counts.take(), 0.99), null);
});

test('a file that releases share counts once, and each part has its own bytes', () => {
  for (const name of ['one', 'two']) mkdirSync(join(home.releases, name), { recursive: true });
  writeFileSync(join(home.releases, 'one', 'shared'), 'x'.repeat(100));
  linkSync(join(home.releases, 'one', 'shared'), join(home.releases, 'two', 'shared'));
  writeFileSync(join(home.releases, 'two', 'own'), 'x'.repeat(10));
  writeFileSync(`${home.raw}`, 'x'.repeat(7));
  writeFileSync(`${home.raw}-wal`, 'x'.repeat(3));
  writeFileSync(home.night, 'xx');
  const { free, ...parts } = bytesOf(homeBytes(home)) ?? { free: 0 };
  assert.deepEqual(parts, { raw: 10, releases: 110, tables: 0, ledger: 0, other: 2 });
  assert.ok(free > 0);
});

test('of several processes that serve one home, one looks at its disk', async () => {
  const shared = openHome(mkdtempSync(join(directory, 'shared-')));
  const ledger = openLedger({ path: shared.ledger, plans: testPlans, now: () => Date.UTC(2026, 0, 15, 12) });
  const looks: boolean[] = [];
  const note: typeof ledger.trends.note = async (counts, states) => {
    looks.push(states.size > 0);
    await ledger.trends.note(counts, states);
  };
  const processes = Array.from({ length: 3 }, () => {
    const answers = new AnswerCounts();
    answers.add(200, 5);
    const trends = { ...ledger.trends, note };
    return keepTrends({
      home: shared,
      answers,
      ledger: { trends },
      onError: (error) => assert.fail(String(error)),
    });
  });
  await Promise.all(processes.map((each) => each.write()));
  assert.deepEqual(looks.toSorted(), [false, false, true]);
  const { days } = await trendsOf(ledger, Date.UTC(2026, 0, 15, 13));
  assert.equal(days[0]?.answers.answered, 3);
  assert.notEqual(days[0]?.bytes, null);
  await Promise.all(processes.map((each) => each.close()));
  await ledger.close();
});

test('what is counted is written once, kept while the ledger fails, and read with the verdicts of the gate', async () => {
  const nowMs = Date.UTC(2026, 0, 15, 12);
  const ledger = openLedger({ path: home.ledger, plans: testPlans, now: () => nowMs });
  const answers = new AnswerCounts();
  let fails = true;
  const errors: unknown[] = [];
  const note: typeof ledger.trends.note = async (...given) => {
    if (fails) throw new Error('away');
    await ledger.trends.note(...given);
  };
  const kept = keepTrends({
    home,
    answers,
    ledger: { trends: { ...ledger.trends, note } },
    onError: (error) => errors.push(error),
  });
  for (let at = 0; at < 10; at += 1) answers.add(200, 40);
  await kept.write();
  assert.equal(errors.length, 1);
  fails = false;
  answers.add(500, 40);
  await kept.write();
  await kept.write();
  answers.add(200, 40);
  await kept.close();
  const account = await ledger.createAccount({ name: 'A', plan: 'free' });
  await ledger.charge(order(account.id, 1));
  const judged = { id: 'r2', previous: 'r1', objections: ['permits fell from 5 to 1'] };
  for (const { act, subject, detail } of [
    publication({ id: 'r1', previous: null, objections: [] }),
    gateRefusal(judged),
    publication(judged),
  ])
    await ledger.note(act, subject, detail);
  const { days, verdicts } = await trendsOf(ledger, nowMs);
  const [today, ...others] = days;
  assert.deepEqual([today?.date, others], ['2026-01-15', []]);
  assert.deepEqual(today?.answers, { answered: 11, refused: 0, failed: 1 });
  assert.ok(today?.p99Ms && today.p99Ms > 36 && today.p99Ms <= 48);
  assert.equal(today?.bytes?.releases, 110);
  assert.deepEqual(
    verdicts.map(({ release, verdict, detail }) => [release, verdict, detail]),
    [
      ['r2', 'forced', 'in place of r1; although permits fell from 5 to 1'],
      ['r2', 'refused', 'r1 stays; permits fell from 5 to 1'],
      ['r1', 'passed', ''],
    ],
  );
  assert.deepEqual((await trendsOf(ledger, nowMs + 31 * 86_400_000)).verdicts, []);
  await ledger.close();
});
