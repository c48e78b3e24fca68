/** A thread in which `lintel refine` refines blocks of a long input. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadGeography } from '../../geography/load.js';
import { loadCatalog } from '../../sources/source/load-catalog.js';
import type { Block } from './filter-lines.js';
import { type RefineOrder, refineBlock } from './refine-blocks.js';

const { source, sources, today } = workerData as RefineOrder;
const settings = {
  geography: loadGeography(),
  source: source === null ? null : loadCatalog({ directory: sources }).require(source).context,
  today,
};
parentPort?.on('message', (block: Block) => parentPort?.postMessage(refineBlock(block, settings)));
