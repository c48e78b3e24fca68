/** The prompt of `lintel sql`: statements end with `;`, Tab completes, Ctrl-C drops a line, Ctrl-D ends. */
import { createInterface } from 'node:readline';
import { formatCount } from '../../base/format-number.js';
import { messageOf, UserError } from '../../base/user-error.js';
import type { SqlSession } from '../../tables/ask-tables.js';
import { tableColumns } from '../../tables/describe-tables.js';
import { tableNames } from '../../tables/layout.js';
import { columns } from '../terminal/outcome.js';
import { answerText } from '../text/sql-text.js';

const greeting = (release: string) => `Release ${release}. Tables: ${tableNames.join(', ')}.
.columns TABLE describes one. A statement ends with ; and .quit ends the prompt.`;

/** Reads and answers statements until the input ends. */
export async function askAtPrompt(
  session: SqlSession,
  release: string,
  limit: number,
  signal: AbortSignal,
): Promise<void> {
  process.stdout.write(`${greeting(release)}\n`);
  const input = createInterface({
    input: process.stdin,
    output: process.stdout,
    prompt: 'lintel> ',
    completer: (line: string, done: (error: null, found: [string[], string]) => void) => {
      session.complete(line).then(
        ({ words, from }) => done(null, [[...words], line.slice(from)]),
        () => done(null, [[], line]),
      );
    },
  });
  signal.addEventListener('abort', () => input.close(), { once: true });
  let statement = '';
  const begin = () => {
    statement = '';
    input.setPrompt('lintel> ');
    input.prompt();
  };
  input.on('SIGINT', () => {
    process.stdout.write('\n');
    begin();
  });
  begin();
  for await (const line of input) {
    const words = line.trim();
    if (statement === '' && ['.quit', '.exit', 'exit', 'quit'].includes(words)) break;
    if (statement === '' && (words === '' || words.startsWith('.'))) {
      if (words !== '') process.stdout.write(`${commandAnswer(words)}\n`);
      begin();
      continue;
    }
    statement += `${line}\n`;
    if (!words.endsWith(';')) {
      input.setPrompt('   ...> ');
      input.prompt();
      continue;
    }
    process.stdout.write(`${await answered(session, statement, limit)}\n`);
    begin();
  }
  input.close();
}

async function answered(session: SqlSession, statement: string, limit: number): Promise<string> {
  const begun = performance.now();
  try {
    const answer = await session.ask(statement, limit);
    const count = `${formatCount(answer.rows.length)}${answer.isCut ? ' of more' : ''} rows`;
    return `${answerText(answer)}\n${count} in ${Math.round(performance.now() - begun)} ms`;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [messageOf(error), ...error.list].join('\n');
  }
}

function commandAnswer(words: string): string {
  const [command, name] = words.split(/\s+/);
  const table = tableNames.find((one) => one === name);
  if (command === '.tables') return tableNames.join('\n');
  if (command === '.columns' && table !== undefined) {
    return columns(tableColumns(table).map((column) => [column.name, column.type, column.description]));
  }
  if (command === '.columns') return `.columns takes one of ${tableNames.join(', ')}.`;
  return `There is no ${command}: .tables, .columns TABLE and .quit are known.`;
}
