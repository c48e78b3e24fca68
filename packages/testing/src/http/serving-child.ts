/**
 * A whole server process on the release in memory and a given ledger, for tests that run several or kill one.
 * Argument: the ledger's file, or its address in PostgreSQL. Prints its address and serves until it is
 * killed.
 */
import { defaultConfig } from 'lintel/dist/base/config.js';
import { createService } from 'lintel/dist/http/service.js';
import { openLedgerOf } from 'lintel/dist/ledger/open-ledger.js';
import { memoryReleaseStore } from './memory-release.js';
import { cursorSecret } from './service.js';

const [where = ''] = process.argv.slice(2);
const free = { credits: 500, requests_per_minute: 1_000_000 };
const config = { ...defaultConfig, plans: { free, unlimited: { ...free, credits: null } } };
const ledger_url = where.startsWith('postgres:') ? where : null;
const ledger = await openLedgerOf(where, { plans: config.plans, ledger_url });
const app = createService({ releases: memoryReleaseStore(), ledger, config, secret: cursorSecret });
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
