/** Nashville from a file of made-up permits, loaded and served as somebody would, and a browser at it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLintel } from '@lintel/testing/cli/run-lintel.js';
import { TestBrowser } from './browser.js';

const columns =
  'Permit__,Permit_Type_Description,Date_Entered,Date_Issued,Const_Cost,Address,City,State,Purpose,ZIP,Lat,Lon';

export interface LoadedCity {
  readonly browser: TestBrowser;
  close(): Promise<void>;
}

interface Options {
  /** Whether the browser has WebGL. */
  readonly maps: boolean;
  /** Files of the Building Permits Survey by their names in a home. */
  readonly official?: Readonly<Record<string, string>>;
}

/** Loads permits, a line of CSV each. */
export async function loadCity(permits: readonly string[], options: Options): Promise<LoadedCity> {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-city-'));
  const file = join(folder, 'permits.csv');
  writeFileSync(file, [columns, ...permits].join('\n'));
  const home = join(folder, 'home');
  // All visitors of a test come from one address, each with an empty cache: some 60 requests for all parts of the pages.
  mkdirSync(home);
  writeFileSync(join(home, 'lintel.json'), '{ "anonymous_requests_per_minute": 6000 }');
  mkdirSync(join(home, 'official'));
  for (const [name, text] of Object.entries(options.official ?? {})) {
    writeFileSync(join(home, 'official', name), text);
  }
  const city = startLintel(home, 'load', 'nashville-tn', file, '--port', '0', '--json');
  const end = async () => {
    city.child.kill();
    await city.ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [greeting] = await city.says(/^\{"address".*\}$/m);
    const { address } = JSON.parse(greeting) as { address: string };
    const browser = await TestBrowser.start(address, options);
    return {
      browser,
      async close() {
        await browser.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
