/** The commands of README and the guides are commands of the program, and do what they say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocks, checkLists, commandLines, testBlocks } from '@lintel/testing/docs/docs-commands.js';
import { createProgram } from './cli/program.js';

test('every block of commands is run, or is not for a stated reason', checkLists);

test('every shown command has the options and the number of arguments that it is shown with', () => {
  const shown = blocks.flatMap(({ page, text }) => commandLines(text).map((words) => ({ page, words })));
  assert.ok(shown.length > 100, String(shown.length));
  for (const { page, words } of shown) {
    const line = `${page}: lintel ${words.join(' ')}`;
    let command = createProgram();
    const rest = [...words];
    for (;;) {
      const sub = command.commands.find((each) => each.name() === rest[0]);
      if (sub === undefined) break;
      command = sub;
      rest.shift();
    }
    if (command.commands.length > 0) {
      // A group by itself, which lists what it is about.
      assert.match(rest[0] ?? '-', /^-/, `${line}: no such command`);
      continue;
    }
    const { operands, unknown } = command.parseOptions(rest);
    assert.deepEqual(unknown, [], line);
    const given = command.registeredArguments;
    const most = given.some(({ variadic }) => variadic) ? Number.POSITIVE_INFINITY : given.length;
    assert.ok(
      operands.length >= given.filter(({ required }) => required).length,
      `${line}: lacks an argument`,
    );
    assert.ok(operands.length <= most, `${line}: ${operands.join(' ')} is too much`);
  }
});

testBlocks();
