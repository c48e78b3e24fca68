/** The thread in which `lintel build` refines, so that both cores of a small machine work. */
import { parentPort } from 'node:worker_threads';
import { loadGeography } from '../geography/load.js';
import { serveRefinery } from '../release/build/refinery.js';
import { loadCatalog } from '../sources/load-catalog.js';

if (parentPort) serveRefinery(parentPort, { catalog: loadCatalog(), geography: loadGeography() });
