/** Tests of what is kept of each day for operators, over any engine of the ledger. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, type Engine, noon } from './engine.js';

const measures = (of: Record<string, number>) => new Map(Object.entries(of));
const none = measures({});

export function testTrends({ name, place, open }: Engine): void {
  test(`${name}: what processes count in a day adds up, and of a state the last is kept`, async () => {
    const where = place();
    let nowMs = noon;
    const [one, two] = [await open(where, () => nowMs), await open(where, () => nowMs)];
    await Promise.all([
      one.trends.note(measures({ b: 2, a: 1 }), none),
      two.trends.note(measures({ a: 10, b: 20 }), none),
    ]);
    await one.trends.note(none, measures({ free: 500 }));
    await two.trends.note(none, measures({ free: 400 }));
    nowMs += day;
    await two.trends.note(measures({ a: 7 }), measures({ free: 5_000_000_000_000 }));
    const [first, second] = ['2026-01-15', '2026-01-16'];
    const ofToday = [
      { date: second, measure: 'a', value: 7 },
      { date: second, measure: 'free', value: 5_000_000_000_000 },
    ];
    assert.deepEqual(await one.trends.rows(2), [
      { date: first, measure: 'a', value: 11 },
      { date: first, measure: 'b', value: 22 },
      { date: first, measure: 'free', value: 400 },
      ...ofToday,
    ]);
    assert.deepEqual(await one.trends.rows(1), ofToday);
    nowMs = noon + 400 * day;
    await one.trends.note(measures({ a: 1 }), none);
    assert.equal((await one.trends.rows(1000)).length, 6);
    nowMs += day;
    await one.trends.note(measures({ a: 1 }), none);
    assert.deepEqual(
      [...new Set((await two.trends.rows(1000)).map(({ date }) => date))],
      [second, '2027-02-19', '2027-02-20'],
    );
    await Promise.all([one.close(), two.close()]);
  });

  test(`${name}: what processes do by turns is done by one of them, and again when its time has come`, async () => {
    const where = place();
    let nowMs = noon;
    const [one, two] = [await open(where, () => nowMs), await open(where, () => nowMs)];
    const turns = async () =>
      (await Promise.all([one, two, one, two].map(({ trends }) => trends.takeTurn('disk', 1000)))).filter(
        Boolean,
      ).length;
    assert.equal(await turns(), 1);
    assert.equal(await two.trends.takeTurn('other', 1000), true);
    nowMs += 999;
    assert.equal(await turns(), 0);
    nowMs += 1;
    assert.equal(await turns(), 1);
    assert.deepEqual(await one.trends.rows(1), [], 'a turn is no number of the day');
    await Promise.all([one.close(), two.close()]);
  });

  test(`${name}: acts of a kind are found behind many others`, async () => {
    const ledger = await open(place(), () => noon);
    await ledger.note('release.refuse', 'first', '');
    for (let at = 0; at < 5; at += 1) await ledger.note('key.revoke', `key_${at}`, '');
    await ledger.note('release.publish', 'second', '');
    const found = await ledger.audit(2, ['release.publish', 'release.refuse']);
    assert.deepEqual(
      found.map(({ subject }) => subject),
      ['second', 'first'],
    );
    await ledger.close();
  });
}
