/** docs/agents.md is true: its tools and prompts are those of the server, its request and its programs work. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testService } from '@lintel/testing/http/service.js';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { lintelMcpServer } from './server.js';

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const page = readFileSync(file('docs/agents.md'), 'utf8');
const service = testService();
await service.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = service.app.server.address() as AddressInfo;
const address = `http://127.0.0.1:${port}`;

const client = new Client({ name: 'test', version: '1' });
const [near, far] = InMemoryTransport.createLinkedPair();
await lintelMcpServer({ baseUrl: address, key: service.key.secret }).connect(far);
await client.connect(near);
after(async () => {
  await client.close();
  await service.close();
});

test('the page lists every tool, with the same cost as its description, and no other', async () => {
  const { tools } = await client.listTools();
  const rows = [...page.matchAll(/^\| `(\w+)` +\|[^|]+\| ([^|]+?) +\|$/gm)];
  assert.deepEqual(rows.map(([, name]) => name).sort(), tools.map(({ name }) => name).sort());
  for (const { name, description = '', annotations } of tools) {
    const [, , cost] = rows.find(([, row]) => row === name) ?? [];
    assert.equal(/\bFree\.$/.test(description), cost === 'free', name);
    assert.equal(/Costs 1 credit for each/.test(description), cost !== 'free', name);
    assert.equal(annotations?.readOnlyHint, true, name);
  }
});

test('the page names every prompt and every kind of resource, and texts name tools only', async () => {
  const { prompts } = await client.listPrompts();
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  for (const { name } of prompts) assert.ok(page.includes(`\`${name}\``), name);
  for (const { uriTemplate } of resourceTemplates)
    assert.ok(page.includes(`\`${uriTemplate}\``), uriTemplate);
  const kinds = new Set(resources.map(({ uri }) => /^lintel:\/\/\w+/.exec(uri)?.[0] ?? uri));
  for (const kind of kinds) assert.ok(page.includes(kind), kind);
  const { tools } = await client.listTools();
  const texts = JSON.stringify(await Promise.all(resources.map(({ uri }) => client.readResource({ uri }))));
  assert.doesNotMatch(JSON.stringify(tools) + texts + client.getInstructions(), /GET \/v2|openapi\.json/);
  const named = new Set(
    `${client.getInstructions()}`.match(
      /\b(?:find|search|get|describe|rank|compare)_\w+|\w+_(?:work|durations)/g,
    ),
  );
  for (const name of named)
    assert.ok(
      tools.some((tool) => tool.name === name),
      name,
    );
});

test('what every conversation carries stays small: the list of all tools is at most 24 kB', async () => {
  const { tools } = await client.listTools();
  const size = Buffer.byteLength(JSON.stringify({ tools }));
  assert.ok(size <= 24_000, `${size} bytes`);
});

test('each argument of a tool is described there, with its values, or at the tool that its description names', async () => {
  const { tools } = await client.listTools();
  type Properties = Readonly<Record<string, { readonly description?: string; readonly enum?: unknown }>>;
  const propertiesOf = (tool: string | undefined) =>
    (tools.find(({ name }) => name === tool)?.inputSchema.properties ?? {}) as Properties;
  for (const { name, description = '' } of tools) {
    const [, elsewhere = ''] = /The rest is as in ([a-z_ ]+)\./.exec(description) ?? [];
    const others = elsewhere.split(' and ').map(propertiesOf);
    for (const [argument, property] of Object.entries(propertiesOf(name))) {
      const text = [property, ...others.map((each) => each[argument])].find((each) => each?.description);
      assert.ok(text !== undefined, `${name}: ${argument}`);
      const [, other = '', tool] = /Values: those of (\w+) of (\w+)\./.exec(text.description ?? '') ?? [];
      if (tool !== undefined) assert.match(propertiesOf(tool)[other]?.description ?? '', /alues: \w+, /);
      const [, kind] = /All: lintel:\/\/fields\/(\w+)\./.exec(text.description ?? '') ?? [];
      if (kind !== undefined) await client.readResource({ uri: `lintel://fields/${kind}` });
    }
  }
});

test('one thing has one name in every tool, and every answer says whether there is more', async () => {
  const { tools } = await client.listTools();
  for (const { name, inputSchema, outputSchema } of tools) {
    const wrong = Object.keys(inputSchema.properties ?? {}).filter((argument) =>
      /^(?:id|geo_id|kinds|(?:permit|decision|metric)_(?:from|to)|_max_)/.test(argument),
    );
    assert.deepEqual(
      wrong.filter((argument) => !/^(?:ids|geo_ids)$/.test(argument)),
      [],
      name,
    );
    assert.deepEqual(outputSchema?.required, ['items', 'has_more', 'credits'], name);
  }
});

test('a prompt names the tools that answer it, and a record is a resource', async () => {
  const { tools } = await client.listTools();
  const { messages } = await client.getPrompt({
    name: 'homes_without',
    arguments: { place: 'Austin, TX', tag: 'reroof', since: '2010-01-01' },
  });
  const [{ content } = { content: null }] = messages;
  assert.ok(content?.type === 'text' && content.text.includes('permit_tags=["-reroof"]'));
  const uses = [...content.text.matchAll(/\b(?:find|search|get)_\w+/g)].map(([name]) => name);
  for (const name of uses)
    assert.ok(
      tools.some((tool) => tool.name === name),
      name,
    );
  const without = client.getPrompt({ name: 'homes_without', arguments: { place: 'Austin, TX' } });
  await assert.rejects(without, /The argument tag is missing/);
  await assert.rejects(client.readResource({ uri: 'lintel://permits/nothing' }), /Nothing has this id/);
});

test('the request of the page is answered', async () => {
  const [, shown = ''] = /```sh\n(body=[^`]*)```/.exec(page) ?? [];
  const script = shown.replace('http://127.0.0.1:8080', address);
  const env = { ...process.env, KEY: service.key.secret };
  // Not synchronously: the service is in this process.
  const { stdout } = await promisify(execFile)('sh', ['-c', script.replace('curl', 'curl -s')], { env });
  assert.match(stdout, /"structuredContent":\{.*"credits"/);
});

test('the settings of the page are JSON, and name programs and options that exist', () => {
  const blocks = [...page.matchAll(/```json\n([^`]*)```/g)].map(
    ([, text = '']) => JSON.parse(text) as object,
  );
  assert.equal(blocks.length, 3);
  const help = spawnSync(process.execPath, [file('packages/lintel/bin/lintel.js'), 'mcp', '--help']);
  for (const [option] of page.matchAll(/(?<=lintel mcp .*)--\w+/g)) {
    assert.ok(String(help.stdout).includes(option), option);
  }
});

test('the program for remote services serves with the address and key of its environment, or says how to', async () => {
  const program = file('packages/mcp/bin/lintel-mcp.js');
  const env = { ...process.env, LINTEL_URL: address, LINTEL_KEY: service.key.secret } as Record<
    string,
    string
  >;
  const remote = new Client({ name: 'test', version: '1' });
  await remote.connect(new StdioClientTransport({ command: process.execPath, args: [program], env }));
  const { structuredContent } = await remote.callTool({ name: 'about', arguments: {} });
  const { usage } = structuredContent as { usage: { credit_limit: number } };
  assert.equal(usage.credit_limit, 500);
  await remote.close();
  const { LINTEL_URL: _, ...without } = env;
  const refused = spawnSync(process.execPath, [program], { env: without, encoding: 'utf8' });
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /--url .*--key/);
});
