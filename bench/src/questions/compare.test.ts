/** Answers that differ from the raw rows are told, and questions become requests and commands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences, readAnswer } from './compare.js';
import { commandWords, type Question, requestPath } from './question.js';
import { cents, count, daysBetween, localDate, median, percentile, sum, tally, top, week } from './truth.js';

const rows = [
  { zip: '00501', dollars: '10' },
  { zip: '00501', dollars: '25' },
  { zip: '00502', dollars: '1' },
  { zip: null, dollars: '7' },
] as const;
type Row = (typeof rows)[number];
const value = ({ dollars }: Row) => cents(dollars);
const truth = tally(rows, ({ zip }) => [zip], count, sum(value), median(value));
const question: Question = {
  id: 'zips',
  words: 'Permits by ZIP code?',
  by: 'analyst',
  place: 'Somewhere, TX',
  asked: { group_by: 'zip', measures: 'sum_job_value', permit_to: '2024-12-31' },
  columns: ['count', 'sum_job_value'],
  truth: () => truth,
  sql: 'SELECT address_zip_code AS zip, count(*) AS count, sum(job_value) AS sum_job_value FROM permits GROUP BY 1',
};

test('raw rows are summed by group, what is unknown too', () => {
  assert.deepEqual(
    [...truth],
    [
      ['00501', [2, 3_500, 1_750]],
      ['00502', [1, null, null]],
      ['unknown', [1, 700, 700]],
    ],
  );
  assert.deepEqual([...top(truth, 1)].at(-1), ['others', [2, 700, 700]]);
  assert.equal(median<number>((one) => one)([4, 1, 2, 3]), 3);
  assert.equal(percentile<number>(90, (one) => one)([4, 1, 2, 3]), 4);
  assert.equal(daysBetween('2024-02-28', '2024-03-01'), 2);
  assert.equal(daysBetween('2024-03-01', '2024-02-28'), null);
  assert.equal(week('2024-03-03'), '2024-02-26');
  assert.equal(localDate('1704088800000', 'America/Chicago'), '2024-01-01');
  assert.equal(localDate('1704088799000', 'America/Chicago'), '2023-12-31');
});

test('an answer is held against the truth group by group', () => {
  const answer = {
    rows: [
      { zip: '00501', count: 2, sum_job_value: 3_500, others: false },
      { zip: '00502', count: 3, sum_job_value: null, others: false },
      { zip: null, count: 9, sum_job_value: 1, others: true },
    ],
  };
  const right = tally(rows, ({ zip }) => [zip], count, sum(value));
  assert.deepEqual(differences(right, right), []);
  assert.deepEqual(differences(readAnswer(answer, question), right), [
    '00502: 3, null, but in truth 1, null',
    'unknown: no row, but in truth 1, 700',
    'others: 9, 1, but in truth no row',
  ]);
  assert.throws(() => readAnswer({ detail: 'no' }, question), /no rows/);
  assert.throws(() => readAnswer({ rows: [answer.rows[0], answer.rows[0]] }, question), /two rows are 00501/);
});

test('a question is one request and one command', () => {
  assert.equal(
    requestPath(question, 'TX'),
    '/v2/permits/aggregate?group_by=zip&measures=sum_job_value&permit_to=2024-12-31&geo_id=TX',
  );
  assert.equal(
    commandWords({ ...question, place: 'Austin, TX' }).join(' '),
    'permits aggregate --geo issued by Austin, TX --group-by zip --measures sum_job_value --until 2024-12-31',
  );
});
