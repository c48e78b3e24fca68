/**
 * The `lintel` program with all its commands, ready to be run or, by the documentation's tests, to be read.
 */
import { interfaceVersion } from '@lintel/contract/plain';
import { Command } from 'commander';
import { printable } from '../base/printable.js';
import { releaseFormat } from '../format/layout.js';
import { ledgerVersion } from '../ledger/tables.js';
import { defineAccounts } from './command/accounts.js';
import { defineAreas } from './command/areas.js';
import { defineAudit } from './command/audit.js';
import { defineBackup } from './command/backup.js';
import { defineBlds } from './command/blds.js';
import { defineBuild } from './command/build.js';
import { defineBuildWorker } from './command/build-worker.js';
import { defineCompletion } from './command/completion.js';
import { defineConfig } from './command/config.js';
import { defineDemo } from './command/demo.js';
import { defineDiff } from './command/diff.js';
import { defineDoctor } from './command/doctor.js';
import { defineExplain } from './command/explain.js';
import { defineExport } from './command/export.js';
import { defineFetch } from './command/fetch.js';
import { defineIngest } from './command/ingest.js';
import { defineKeys } from './command/keys.js';
import { defineLedger } from './command/ledger.js';
import { defineLinks } from './command/links.js';
import { defineLoad } from './command/load.js';
import { defineLogin, defineLogout } from './command/login.js';
import { defineMap } from './command/map.js';
import { defineMcp } from './command/mcp.js';
import { defineNightly } from './command/nightly.js';
import { defineOfficial } from './command/official.js';
import { defineOperators } from './command/operators.js';
import { defineCoverage, defineMetrics, definePlaces, defineTags } from './command/places.js';
import { definePublish } from './command/publish.js';
import { defineQuarantine } from './command/quarantine.js';
import { defineRaw } from './command/raw.js';
import {
  defineAddresses,
  defineContractors,
  defineDecisions,
  definePermits,
  defineProperties,
} from './command/records.js';
import { defineRefine } from './command/refine.js';
import { defineReleases } from './command/releases.js';
import { defineReport } from './command/report.js';
import { defineRollback } from './command/rollback.js';
import { defineRuns } from './command/runs.js';
import { defineSample } from './command/sample.js';
import { defineServe } from './command/serve.js';
import { defineSource } from './command/source.js';
import { defineSql } from './command/sql.js';
import { defineTables } from './command/tables.js';
import { defineUsage } from './command/usage.js';
import { defineWatch } from './command/watch.js';
import { type CommandGroup, commandGroup } from './terminal/define.js';
import { programOf, version } from './terminal/version.js';

/** What tells one program from another: its version, its day, and what it reads and writes. */
function versionText(): string {
  return [
    `Lintel ${version}${programOf()}, which serves version ${interfaceVersion} of the interface`,
    `Releases of format ${releaseFormat}, ledgers of version ${ledgerVersion}`,
  ].join('\n');
}

/** Words of other programs, and the command that does it here. What is only misspelt the parser finds itself. */
const otherWords: Readonly<Record<string, string>> = {
  pull: 'fetch',
  download: 'fetch',
  import: 'ingest',
  start: 'serve',
  init: 'demo',
  status: 'doctor',
  search: 'permits search',
};

/** What the parser says of a command line, under the name of the program as every other message. */
function misused(text: string, program: Command): string {
  return text
    .replace(/^error:/, 'lintel:')
    .replace(/unknown command '(\w+)'$/m, (said: string, word: string) =>
      Object.hasOwn(otherWords, word) ? `${said}\n(Did you mean ${otherWords[word]}?)` : said,
    )
    .replace(
      /too many arguments for 'search'\. .*/,
      "'search' takes options only: give the place as --geo, such as --geo TX.",
    )
    .replace(/too many arguments for '([^']+)'\. .*/, (_, name: string) => {
      const inner = program.commands.find((command) => command.name() === name)?.commands ?? [];
      if (inner.length === 0) return `'${name}' takes fewer words; quote one that has spaces.`;
      return `'${name}' alone takes no words; its commands are ${inner.map((each) => each.name()).join(', ')}.`;
    });
}

/**
 * A fresh program; `parseAsync` runs it and throws a CommanderError where the process would have ended. With the first
 * word of a command line, only the commands that it is about get their many options.
 */
export function createProgram(firstWord?: string): Command {
  const program = new Command('lintel')
    .description(
      'Turns the building permits that cities publish into one clean data set and serves it as a JSON API.',
    )
    .version(versionText())
    .showHelpAfterError('(see --help)')
    .configureOutput({
      writeOut: (text) => process.stdout.write(printable(text)),
      writeErr: (text) => process.stderr.write(printable(text)),
      outputError: (text, write) => write(misused(text, program)),
    })
    .exitOverride();
  const isAboutAll = firstWord === undefined || ['help', 'completion'].includes(firstWord);
  const root = commandGroup(program, (name) => isAboutAll || name === firstWord);
  root.heading('Start here:');
  defineDemo(root);
  defineLoad(root);
  defineNightly(root);
  root.heading('Find permits:');
  definePermits(root.group('permits', 'Search permits, get them by id'));
  defineContractors(root.group('contractors', 'Search contractors; their permits and metrics'));
  defineProperties(root.group('properties', 'Search properties by what was, or was not, built'));
  defineDecisions(root.group('decisions', 'Search zoning and land-use decisions'));
  defineAddresses(root.group('addresses', 'Find addresses, also misspelt ones'));
  definePlaces(root.group('places', 'Find cities, counties, jurisdictions, states, ZIP codes'));
  defineMetrics(root.group('metrics', 'Counts and averages of a place'));
  defineCoverage(root);
  defineTags(root);
  root.heading('Your account at a service:');
  defineLogin(root);
  defineLogout(root);
  defineUsage(root);
  defineReading(root);
  root.heading('Releases:');
  defineBuild(root);
  defineBuildWorker(root);
  definePublish(root);
  defineRollback(root);
  defineReleases(root);
  defineDiff(root);
  defineReport(root);
  defineExport(root);
  defineSql(root);
  defineTables(root);
  defineExplain(root.group('explain', 'Show where published data comes from'));
  defineRefine(root);
  root.heading('Service:');
  defineServe(root);
  defineMcp(root);
  defineAccounts(root.group('accounts', 'Manage accounts and their plans'));
  defineKeys(root.group('keys', 'Manage API keys'));
  defineLinks(root.group('links', 'Manage links to searches, for spreadsheets'));
  defineOperators(root.group('operators', 'Say who may see the operator view'));
  defineWatch(root.group('watch', 'Watch searches: deliver their new matches by webhook or mail'));
  defineAudit(root);
  defineLedger(root.group('ledger', 'Repair the ledger, or move it'));
  root.heading('Maintenance:');
  defineConfig(root.group('config', 'Check the settings'));
  defineBackup(root);
  defineDoctor(root);
  defineCompletion(root, program);
  program.helpCommand(true);
  return program;
}

function defineReading(root: CommandGroup): void {
  root.heading('Read data:');
  defineFetch(root);
  defineIngest(root);
  defineSample(root);
  defineSource(root.group('source', 'List, describe, check and draft sources'));
  defineOfficial(root.group('official', 'Keep official counts of homes authorized, to compare with'));
  defineAreas(root.group('areas', 'Keep areas of your own, such as council districts'));
  defineMap(root.group('map', 'Fetch street tiles for the map'));
  defineBlds(root.group('blds', 'Check files of the permit standard BLDS'));
  defineRuns(root);
  defineQuarantine(root);
  defineRaw(root.group('raw', 'Copy the raw store into PostgreSQL, or back'));
}
