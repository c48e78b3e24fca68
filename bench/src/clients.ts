/**
 * Asks a demo service by the programs that people have, and says of each: pass, fail or not here.
 *
 *   node bench/dist/clients.js [part of a name]…
 *
 * Programs come from Debian (curl, wget, gdal-bin, python3-owslib, qgis, python3-pandas, r-base-core, libreoffice-calc,
 * gnumeric, libxml2-utils) and, fetched by npx, from npm. Ends with status 1 if one fails.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { DemoService } from '@lintel/testing/clients/demo-service.js';
import { parse } from 'csv-parse/sync';
import { withDuckDb } from 'lintel/dist/tables/duckdb.js';

const query = 'geo_id=TX';
const root = join(import.meta.dirname, '..', '..');
/** Debian's own Python, which has Debian's libraries, whatever other Python is first in the path. */
const python = '/usr/bin/python3';
const runFile = promisify(execFile);

/** What a client is asked with. */
interface Asked {
  readonly url: string;
  readonly key: string;
  /** An empty directory. */
  readonly scratch: string;
  /** Permits of Texas as CSV, and how many they are. */
  readonly csv: string;
  readonly permits: number;
}

interface Client {
  readonly name: string;
  /** A program that must be here, and a library that its Python must have. */
  readonly needs?: string;
  readonly library?: string;
  /** Throws if an answer is wrong; returns what was seen. */
  readonly run: (asked: Asked) => Promise<string>;
}

async function run(program: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen', LC_ALL: 'C.UTF-8' };
  const { stdout } = await runFile(program, args, { env, timeout: 300_000, maxBuffer: 1 << 27 });
  return stdout;
}

const npx = (name: string, ...args: readonly string[]) => run('npx', '--yes', name, ...args);

function same(what: string, seen: unknown, expected: unknown): string {
  if (String(seen) !== String(expected)) throw new Error(`${what}: ${seen} instead of ${expected}`);
  return `${expected} ${what}`;
}

function holds(what: string, text: string, pattern: RegExp): string {
  if (!pattern.test(text)) throw new Error(`${what} is missing in: ${text.slice(0, 600)}`);
  return what;
}

const address = ({ url }: Asked, format: string) => `${url}/v2/export/permits?${query}&format=${format}`;
const csvRows = (text: string) => parse(text).length - 1;

/** Clients that take a table: each must find all permits. */
const tables: readonly Client[] = [
  {
    name: 'curl, password',
    needs: 'curl',
    run: async (asked) => {
      const text = await run('curl', '-sf', '-u', `key:${asked.key}`, address(asked, 'csv'));
      return same('rows', csvRows(text), asked.permits);
    },
  },
  {
    name: 'curl, Link to the next page',
    needs: 'curl',
    run: async ({ url, key, permits }) => {
      let [next, seen] = [`${url}/v2/permits/search?${query}&permit_from=2000-01-01&permit_to=2030-01-01`, 0];
      while (next !== '') {
        const text = await run('curl', '-sfi', '-H', `X-API-Key: ${key}`, next);
        const [head = '', body = '{}'] = text.split('\r\n\r\n');
        seen += (JSON.parse(body) as { items: unknown[] }).items.length;
        const link = /^link: .*<([^>]+)>; rel="?next/im.exec(head)?.[1];
        next = link === undefined ? '' : new URL(link, url).href;
      }
      return same('records', seen, permits);
    },
  },
  {
    name: 'wget, password',
    needs: 'wget',
    run: async (asked) => {
      const login = ['--user', 'key', '--password', asked.key, '--auth-no-challenge'];
      return same('rows', csvRows(await run('wget', '-qO-', ...login, address(asked, 'csv'))), asked.permits);
    },
  },
  {
    name: 'DuckDB, Parquet',
    run: async (asked) => {
      const answer = await fetch(address(asked, 'parquet'), { headers: { 'x-api-key': asked.key } });
      const file = join(asked.scratch, 'permits.parquet');
      writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
      return withDuckDb(asked.scratch, async (connection) => {
        const reader = await connection.runAndReadAll(`SELECT count(*) FROM '${file}'`);
        return same('rows', reader.getRows()[0]?.[0], asked.permits);
      });
    },
  },
  {
    name: 'pandas',
    needs: python,
    library: 'pandas',
    run: async (asked) => {
      const script = `import sys, pandas, base64
login = base64.b64encode(("key:" + sys.argv[2]).encode()).decode()
frame = pandas.read_csv(sys.argv[1], storage_options={"Authorization": "Basic " + login}, parse_dates=["start_date"])
assert frame.start_date.dtype.kind == "M", frame.dtypes
print(len(frame))`;
      const seen = await run(python, '-c', script, address(asked, 'csv'), asked.key);
      return same('rows', seen.trim(), asked.permits);
    },
  },
  {
    name: 'R',
    needs: 'Rscript',
    run: async (asked) => {
      const login = Buffer.from(`key:${asked.key}`).toString('base64');
      const script = `x <- read.csv(url("${address(asked, 'csv')}", headers = c(Authorization = "Basic ${login}")))
cat(nrow(x))`;
      return same('rows', await run('Rscript', '-e', script), asked.permits);
    },
  },
  {
    name: 'LibreOffice, xlsx',
    needs: 'soffice',
    run: async (asked) => {
      const answer = await fetch(address(asked, 'xlsx'), { headers: { 'x-api-key': asked.key } });
      writeFileSync(join(asked.scratch, 'book.xlsx'), Buffer.from(await answer.arrayBuffer()));
      const profile = `-env:UserInstallation=file://${asked.scratch}/office`;
      const to = ['--convert-to', 'csv:Text - txt - csv (StarCalc):44,34,76', '--outdir', asked.scratch];
      await run('soffice', profile, '--headless', ...to, join(asked.scratch, 'book.xlsx'));
      const rows = readFileSync(join(asked.scratch, 'book.csv'), 'utf8').split(/^/m).length;
      if (rows < asked.permits) throw new Error(`${rows} lines of ${asked.permits} permits`);
      return `${rows} lines`;
    },
  },
  {
    name: 'Gnumeric, csv',
    needs: 'ssconvert',
    run: async (asked) => {
      const [from, to] = [join(asked.scratch, 'g.csv'), join(asked.scratch, 'g.txt')];
      writeFileSync(from, asked.csv);
      await run('ssconvert', from, to);
      return same('rows', csvRows(readFileSync(to, 'utf8')), asked.permits);
    },
  },
];

// It ends without taking QGIS down, which crashes where there is no screen.
const qgis = `import os, sys
from qgis.core import QgsApplication, QgsVectorLayer
application = QgsApplication([], False)
application.initQgis()
uri = f"url='{sys.argv[1]}/ogc/' typename='permits' username='gis' password='{sys.argv[2]}' maxNumFeatures='200'"
layer = QgsVectorLayer(uri, "permits", "OAPIF")
assert layer.isValid(), layer.error().message()
print("|".join(f"{field.name()}:{field.typeName()}" for field in layer.fields()))
print(sum(1 for _ in layer.getFeatures()), flush=True)
os._exit(0)`;

const owslib = `import sys
from owslib.ogcapi.features import Features
for slash in ("", "/"):
    service = Features(sys.argv[1] + "/ogc" + slash, auth=None, headers={"X-API-Key": sys.argv[2]})
    assert service.feature_collections() == ["permits", "counties", "states"], service.feature_collections()
    assert "job_value_dollars" in service.collection_queryables("permits")["properties"]
    print(len(service.collection_items("permits", limit=20)["features"]))`;

const maps: readonly Client[] = [
  {
    name: 'GDAL (ogrinfo), types',
    needs: 'ogrinfo',
    run: async ({ url, key }) => {
      const login = ['--config', 'GDAL_HTTP_USERPWD', `gis:${key}`];
      const text = await run('ogrinfo', '-ro', '-so', `OAPIF:${url}/ogc`, 'permits', ...login);
      holds('final_date as Date', text, /^final_date: Date/m);
      return holds('dates, whole numbers and amounts', text, /^job_value_dollars: Real/m);
    },
  },
  {
    name: 'GDAL (ogr2ogr), counties',
    needs: 'ogr2ogr',
    run: async ({ url, key }) => {
      const login = ['--config', 'GDAL_HTTP_USERPWD', `gis:${key}`, '-where', "state = 'TX'"];
      const text = await run(
        'ogr2ogr',
        '-f',
        'GeoJSON',
        '/vsistdout/',
        `OAPIF:${url}/ogc`,
        'counties',
        ...login,
      );
      return same('counties', (JSON.parse(text) as { features: unknown[] }).features.length, 254);
    },
  },
  {
    name: 'QGIS, OGC API Features',
    needs: python,
    library: 'qgis.core',
    run: async ({ url, key }) => {
      const [fields = '', features = ''] = (await run(python, '-c', qgis, url, key)).trim().split('\n');
      holds('job_value_dollars', fields, /job_value_dollars:/);
      if (!(Number(features) > 0)) throw new Error(`${features} features`);
      return `${fields.split('|').length} columns, ${features} features`;
    },
  },
  {
    name: 'OWSLib',
    needs: python,
    library: 'owslib',
    run: async ({ url, key }) =>
      same('features', (await run(python, '-c', owslib, url, key)).trim(), '20\n20'),
  },
];

const documents: readonly Client[] = [
  ...['generate', 'build', 'talk'].map(
    (script): Client => ({
      name: `openapi-typescript, @hey-api/openapi-ts, orval: ${script}`,
      needs: join(root, 'clients/generated/node_modules'),
      run: async ({ url, key }) => {
        const env = { ...process.env, LINTEL_URL: url, LINTEL_KEY: key };
        const { stdout } = await runFile('npm', ['run', '--silent', script], {
          cwd: join(root, 'clients/generated'),
          env,
        });
        return script === 'talk' ? same('answered', stdout.trim().split('\n').length, 3) : 'done';
      },
    }),
  ),
  {
    name: 'swagger-typescript-api',
    run: async ({ url, scratch }) => {
      const to = ['--output', scratch, '--name', 'swagger.ts', '--silent'];
      await npx('swagger-typescript-api@13.13.0', 'generate', '--path', `${url}/v2/openapi.json`, ...to);
      return compiled(join(scratch, 'swagger.ts'));
    },
  },
  {
    name: 'oazapfts',
    run: async ({ url, scratch }) => {
      const made = join(scratch, 'oazapfts.ts');
      await npx('oazapfts@7.5.0', `${url}/v2/openapi.json`, made);
      return holds(
        'a function for each operation',
        readFileSync(made, 'utf8'),
        /export function permitSearch/,
      );
    },
  },
  {
    name: 'Spectral',
    run: async ({ url, scratch }) => {
      const rules = join(scratch, 'spectral.json');
      writeFileSync(rules, JSON.stringify({ extends: ['spectral:oas'] }));
      const to = ['lint', `${url}/v2/openapi.json`, '--ruleset', rules, '--fail-severity', 'warn'];
      return holds('no finding', await npx('@stoplight/spectral-cli@6.16.3', ...to), /No results/);
    },
  },
  {
    name: 'xmllint, Atom',
    needs: 'xmllint',
    run: async ({ url, key, scratch }) => {
      const answer = await fetch(`${url}/feeds/permits.atom?${query}`, { headers: { 'x-api-key': key } });
      writeFileSync(join(scratch, 'feed.xml'), await answer.text());
      const count = 'count(//*[local-name()="entry"])';
      return same('entries', (await run('xmllint', '--xpath', count, join(scratch, 'feed.xml'))).trim(), 20);
    },
  },
];

const agents: readonly Client[] = [
  {
    name: 'MCP inspector, list of tools',
    run: async (asked) => {
      const text = await inspect(asked, 'tools/list');
      const { tools } = JSON.parse(text) as { tools: unknown[] };
      return tools.length > 0 ? `${tools.length} tools` : holds('a tool', text, /name/);
    },
  },
  {
    name: 'MCP inspector, a call',
    run: async (asked) => {
      const text = await inspect(asked, 'tools/call', '--tool-name', 'about');
      return holds('an answer without error', text, /^(?!.*"isError": true).*"content"/s);
    },
  },
];

const inspect = ({ url, key }: Asked, method: string, ...args: readonly string[]) =>
  npx(
    '@modelcontextprotocol/inspector@2.12.0',
    ...['--cli', `${url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${key}`],
    ...['--method', method, ...args],
  );

async function compiled(file: string): Promise<string> {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext'];
  const library = ['--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable'];
  await npx('--package=typescript@5.9.3', 'tsc', ...options, ...library, file);
  return 'compiles strictly';
}

/** Why a client cannot be asked on this machine; null if it can. */
async function missing({ needs, library }: Client): Promise<string | null> {
  if (needs === undefined) return null;
  const paths = needs.includes('/')
    ? [needs]
    : (process.env.PATH ?? '').split(delimiter).map((at) => join(at, needs));
  if (!paths.some((path) => existsSync(path))) return needs;
  if (library === undefined) return null;
  return run(python, '-c', `import ${library}`).then(
    () => null,
    () => `the library ${library} of ${needs}`,
  );
}

/** The complaint of a program is on either output, and its end says most. */
function complaint(error: unknown): string {
  const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
  return `${message.split('\n')[0]} ${`${stdout}${stderr}`.trim().slice(-600)}`.trim();
}

const asked = process.argv.slice(2);
const service = await DemoService.start();
const scratch = mkdtempSync(join(tmpdir(), 'lintel-clients-'));
const tally = { pass: 0, fail: 0, 'not here': 0 };
try {
  const headers = { 'x-api-key': service.key };
  const answer = await fetch(`${service.url}/v2/export/permits?${query}&format=csv`, { headers });
  const csv = await answer.text();
  const permits = csvRows(csv);
  const given: Asked = { url: service.url, key: service.key, scratch, permits, csv };
  const all = [...tables, ...maps, ...documents, ...agents];
  for (const client of all.filter(
    ({ name }) => asked.length === 0 || asked.some((part) => name.includes(part)),
  )) {
    const lacking = await missing(client);
    let [state, told]: [keyof typeof tally, string] = ['not here', `needs ${lacking}`];
    if (lacking === null) {
      [state, told] = await client.run(given).then(
        (seen) => ['pass', seen],
        (error: unknown) => ['fail', complaint(error)],
      );
    }
    tally[state] += 1;
    process.stdout.write(`${state.padEnd(9)} ${client.name}: ${told}\n`);
  }
} finally {
  await service.stop();
  rmSync(scratch, { recursive: true, force: true });
}
process.stdout.write(`${tally.pass} pass, ${tally.fail} fail, ${tally['not here']} not here\n`);
process.exitCode = tally.fail === 0 ? 0 : 1;
