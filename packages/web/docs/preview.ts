/**
 * `npm run docs`: the site for those who write it. Every page is made anew when it is asked for, so a reload shows what
 * was just saved; a link that leads nowhere is shown in place of the page. Try requests of the reference with `npm start`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { base, htmlFileOf } from './addresses.js';
import { makeSite, type SiteFiles } from './site.js';
import { buildAssets } from './write.js';

const port = 8081;
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

const folder = mkdtempSync(join(tmpdir(), 'lintel-docs-site-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit());
const built = await buildAssets('packages/web', folder);
let site: SiteFiles = new Map();

createServer(({ url = base }, response) => {
  const [path = ''] = url.split('?', 1);
  if (!path.startsWith(base)) {
    response.writeHead(302, { location: base }).end();
    return;
  }
  try {
    answer(path.slice(base.length), response);
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
  }
}).listen(port, '127.0.0.1', () => {
  process.stdout.write(`Documentation: http://127.0.0.1:${port}${base}\n`);
});

function answer(name: string, response: ServerResponse): void {
  if (!name.startsWith('assets/')) site = makeSite('.', built);
  const file = site.has(name) ? name : htmlFileOf(name);
  const body = site.get(file) ?? (name.startsWith('assets/') ? readFileSync(join(folder, name)) : undefined);
  const type = types[extname(file)] ?? 'text/plain';
  if (body !== undefined)
    response
      .writeHead(200, { 'content-type': type.startsWith('image/') ? type : `${type}; charset=utf-8` })
      .end(body);
  else response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end(site.get('404.html'));
}
