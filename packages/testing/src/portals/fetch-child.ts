/** A process that fetches sources concurrently and is killed by the test; its argument lists them as JSON. */
import { openRawStore } from 'lintel/dist/raw/sqlite-raw-store.js';
import { fetchAll } from 'lintel/dist/sources/fetch/fetch-all.js';
import { type Manner, sourceOf } from './portal-sources.js';
import { startMs } from './portal-test.js';

/** One of the concurrent fetches, each into its own store. */
export interface Lane {
  readonly path: string;
  readonly directory: string;
  readonly url: string;
  readonly dataset: string;
  readonly manner: Manner;
}

const lanes = JSON.parse(process.argv[2] ?? '[]') as Lane[];
await Promise.all(
  lanes.map(async ({ path, directory, url, dataset, manner }) => {
    const store = openRawStore(path, { now: () => startMs });
    await fetchAll({
      store,
      sources: [sourceOf(manner, url, dataset)],
      manners: {
        operator: null,
        requestsPerSecond: 100,
        concurrencyPerHost: 1,
        hostsAtOnce: 1,
        appTokens: {},
        allowHosts: ['127.0.0.1'],
      },
      program: 'Lintel/0',
      directory,
    });
    store.close();
  }),
);
