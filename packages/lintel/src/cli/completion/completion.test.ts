/** The completion scripts in the shells themselves. A shell that is not installed is skipped. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createProgram } from '../program.js';
import { bashCompletion } from './bash.js';
import { fishCompletion } from './fish.js';
import { commandTree } from './tree.js';
import { zshCompletion } from './zsh.js';

const commands = commandTree(createProgram());

/** What follows the words of a line, and some of what must be offered; nothing where the list is empty. */
const cases: readonly [string, readonly string[]][] = [
  ['lintel per', ['permits']],
  ['lintel permits ', ['search', 'get']],
  ['lintel permits search --ta', ['--tags', '--table']],
  ['lintel permits search --status ', ['active', 'final', 'in_review', 'inactive']],
  ['lintel permits search --tags so', ['solar', 'solar_battery_storage']],
  ['lintel permits search --tags solar,-batt', ['solar,-battery']],
  ['lintel permits search --columns id,address_ci', ['id,address_city']],
  ['lintel metrics current TX --tag al', ['all']],
  ['lintel metrics current TX --property-type vac', ['vacant land']],
  ['lintel permits search --property-type office,vac', ['office,vacant land']],
  ['lintel keys cr', ['create']],
  ['lintel completion f', ['fish']],
  ['lintel export con', ['contractors']],
  ['lintel permits search --geo X', []],
  // Ids of the home, for which the script asks the program: here a function that repeats what it is asked.
  ['lintel publish rel', ['release-id']],
  ['lintel report --source sou', ['source-id']],
  ['lintel accounts show acc', ['account-id']],
];
const skip = (shell: string) => spawnSync(shell, ['-c', 'true']).status !== 0 && `${shell} is missing`;

function check(offer: (line: string) => string[]): void {
  for (const [line, wanted] of cases) {
    const offered = offer(line);
    for (const word of wanted) assert.ok(offered.includes(word), `${line}: ${offered.join(' ')}`);
    if (wanted.length === 0) assert.deepEqual(offered, [], line);
  }
}

test('bash completes commands, options and vocabularies', { skip: skip('bash') }, () => {
  const script = bashCompletion(commands);
  check((line) => {
    const complete = `lintel() { echo $4-id; }
${script}
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_lintel
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const output = execFileSync('bash', ['--norc', '-c', complete, 'bash', ...line.split(' ')]);
    // A space is offered as it has to be typed.
    return output.toString().replaceAll('\\ ', ' ').split('\n').filter(Boolean);
  });
});

const directory = mkdtempSync(join(tmpdir(), 'lintel-completion-'));
after(() => rmSync(directory, { recursive: true, force: true }));

test('fish completes commands, options and vocabularies', { skip: skip('fish') }, () => {
  // As a file: the script is longer than an argument may be.
  const script = join(directory, 'lintel.fish');
  writeFileSync(script, fishCompletion(commands));
  check((line) => {
    const output = execFileSync('fish', [
      '--no-config',
      '-c',
      `function lintel; echo $argv[4]-id; end; source ${script}; complete -C '${line}'`,
    ]);
    const words = output.toString().split('\n').filter(Boolean);
    return words.map((word) => word.split('\t')[0] ?? '');
  });
});

test('zsh reads the script, and offers every command and option with its values', {
  skip: skip('zsh'),
}, () => {
  const script = zshCompletion(commands);
  // What zsh offers is drawn on a terminal; here its own functions are replaced by ones that print what they are given.
  const complete = `compdef() { : }
${script}
_arguments() { print -rl -- "$@" }
_describe() { print -rl -- "\${(@P)2}" }
words=("$@") CURRENT=$#
_lintel`;
  const given = (line: string) =>
    execFileSync('zsh', ['-f', '-c', complete, 'zsh', ...line.split(' ')]).toString();
  assert.match(given('lintel '), /^permits:Search permits/m);
  assert.match(given('lintel permits '), /^search:.*\nget:/m);
  assert.match(
    given('lintel permits search --ta'),
    /^--tags\[.*\]:value:_sequence compadd - \$_lintel_values_/m,
  );
  assert.match(script, /^typeset -ga _lintel_values_\d+=\(residential .* 'vacant land' .*\)$/m);
  assert.match(
    given('lintel publish '),
    /^\*:id:\{compadd -- \$\(lintel completion zsh --ids release .*\)\}$/m,
  );
  assert.match(given('lintel completion '), /^1:choice:\(bash zsh fish\)$/m);
});
