/** An archive of street tiles around Nashville, and a web server that sends ranges of it. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Entry, headerBytes, pack, writeDirectory } from 'lintel/dist/tiles/archive.js';
import { zxyToTileId } from 'pmtiles';

/** Its last zoom. */
export const maxZoom = 11;

/** An archive of the band of the world around Nashville, in directories below the root, where every fifth tile is one sea. */
export function nashvilleArchive(): Buffer {
  const contents: Buffer[] = [Buffer.from('the sea')];
  const entries: Entry[] = [];
  const ids: [number, string][] = [];
  for (let z = 0; z <= maxZoom; z++)
    for (let x = Math.floor(2 ** z * 0.25); x < Math.ceil(2 ** z * 0.27); x++)
      for (let y = Math.floor(2 ** z * 0.38); y < Math.ceil(2 ** z * 0.4); y++)
        ids.push([zxyToTileId(z, x, y), `${z}/${x}/${y} `.repeat(60)]);
  let end = contents[0]?.length ?? 0;
  for (const [id, text] of ids.sort(([a], [b]) => a - b)) {
    const last = entries.at(-1);
    if (id % 5 === 0) {
      entries.push({ id, run: 1, offset: 0, length: 7 });
    } else {
      const content = Buffer.from(text);
      entries.push({ id, run: 1, offset: end, length: content.length });
      contents.push(content);
      end += content.length;
    }
    assert.ok(last === undefined || last.id < id);
  }
  const leaves: Buffer[] = [];
  const index: Entry[] = [];
  let offset = 0;
  for (let from = 0; from < entries.length; from += 200) {
    const leaf = pack(writeDirectory(entries.slice(from, from + 200)));
    index.push({ id: entries[from]?.id ?? 0, run: 0, offset, length: leaf.length });
    leaves.push(leaf);
    offset += leaf.length;
  }
  const root = pack(writeDirectory(index));
  const metadata = pack(
    Buffer.from(JSON.stringify({ attribution: '<a href="https://x">&copy; Somebody</a>' })),
  );
  const parts = [root, metadata, Buffer.concat(leaves), Buffer.concat(contents)];
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  let at = headerBytes;
  for (const [i, part] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + 16 * i);
    header.writeBigUInt64LE(BigInt(part.length), 16 + 16 * i);
    at += part.length;
  }
  header.set([1, 2, 1, 1, 0, maxZoom], 96);
  return Buffer.concat([header, ...parts]);
}

/** Serves the archive; the address is that of the file. */
export async function serveArchive(): Promise<{ readonly server: Server; readonly url: string }> {
  const bytes = nashvilleArchive();
  const server = createServer((request, response) => {
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const part = bytes.subarray(Number(from), Number(to) + 1);
    response.writeHead(206, { etag: '"one"', 'content-length': part.length }).end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/world.pmtiles` };
}
