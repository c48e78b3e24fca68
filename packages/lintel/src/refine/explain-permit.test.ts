import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadGeography } from '../geography/load.js';
import { explainPermit } from './explain-permit.js';
import { contextOfState } from './free-record.js';
import { permitFields } from './record/canonical.js';
import { refine } from './refine.js';
import { explainTags } from './text/explain-tags.js';
import { permitRules } from './text/rule-set.js';

const geography = loadGeography();
const today = '2026-11-21';
const source = contextOfState('TX', geography);
const frame = { source, geography, today };

test('an explanation shows which words in which field gave a tag', () => {
  const { gave } = explainTags({ type: 'Electrical', description: 'Replace water heater, Kitchen remodel' });
  const found = (tag: string) => gave.find(({ gives }) => gives === tag)?.found ?? [];
  assert.ok(
    found('water_heater').some(({ field, words }) => field === 'description' && /water heater/.test(words)),
  );
  assert.ok(found('kitchen_remodel').some(({ words }) => words === 'Kitchen remodel'));
  assert.ok(found('electrical').some(({ field, words }) => field === 'category' && words === 'Electrical'));
});

test('an explanation shows what was struck out and which rules gave nothing', () => {
  const { gave, struckOut } = explainTags({ description: 'Reroof, no electrical work, new "windows"' });
  assert.ok(struckOut.some(({ words }) => words.startsWith('no electrical')));
  assert.ok(!gave.some(({ gives }) => gives === 'electrical'));
  assert.ok(gave.some(({ gives }) => gives === 'reroof'));
});

const words = fc.constantFrom(
  ...'new replace install kitchen remodel roof reroof no electrical permit pool deck - , . water heater house'.split(
    ' ',
  ),
  ...'commercial 200 amp panel by others existing & non residential addition solar é Ñ'.split(' '),
);
const text = fc.array(words, { maxLength: 14 }).map((list) => list.join(' '));

test("the reasons are refinement's own: they give its tags, and their words are in the text", () => {
  fc.assert(
    fc.property(text, text, text, (type, use, description) => {
      const texts = { type, use, description };
      const { gave, heldBack } = explainTags(texts);
      const { names } = permitRules().match(texts);
      assert.deepEqual(
        gave.map(({ gives }) => gives),
        [...names],
      );
      for (const { found } of [...gave, ...heldBack]) {
        assert.ok(found.length > 0);
        for (const { field, words: quoted } of found) {
          assert.ok(
            quoted !== '' &&
              (field === 'category' || field === 'alone' ? type : texts[field]).includes(quoted),
            quoted,
          );
        }
      }
    }),
    { numRuns: 400 },
  );
});

test('an explained row is refined like any other, and each defect belongs to one step', () => {
  const fields = fc.dictionary(
    fc.constantFrom(...permitFields),
    fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom('0', '1/1/1900', 'expired', '-5', '12 N 3rd St'),
    ),
  );
  fc.assert(
    fc.property(fields, (given) => {
      const { steps, refiner, defects } = explainPermit('k', given, frame);
      const refined = refine({ kind: 'permits', key: 'k', fields: given }, source, geography, { today });
      if (refined.kind === 'permit') {
        assert.deepEqual(refiner.record(), refined.record);
        assert.deepEqual(defects, refined.defects);
      } else assert.equal(refined.kind, 'refused');
      assert.deepEqual(
        steps.flatMap((step) => step.defects),
        defects,
      );
      assert.doesNotThrow(() => JSON.stringify(steps));
    }),
    { numRuns: 200 },
  );
});

test('the explanation of status and property shows what gave them', () => {
  const step = (name: string, given: Record<string, string>) =>
    explainPermit('k', given, frame).steps.find((one) => one.step === name);
  assert.deepEqual(step('status', { status_raw: '(3) ISSUED' })?.why, {
    status: 'active',
    by: 'shared table',
    word: 'issued',
  });
  assert.deepEqual(step('property', { use: 'Office' })?.why, { type: 'the use, "Office"' });
  assert.deepEqual(step('dates', { issue_date: '0001-01-01' })?.defects, [
    { name: 'date_placeholder', field: 'issue_date' },
  ]);
  assert.deepEqual(step('clean', { description: 'a\u0000b' })?.output, { description: 'ab' });
});
