/** A thread in which `lintel refine` refines blocks of a long input. */
import { serveRequests } from '../../base/worker-pool.js';
import { loadGeography } from '../../geography/load.js';
import { loadCatalog } from '../../sources/source/load-catalog.js';
import type { Block } from './filter-lines.js';
import { type RefineOrder, refineBlock } from './refine-blocks.js';

await serveRequests(({ source, sources, today }: RefineOrder) => {
  const settings = {
    geography: loadGeography(),
    source: source === null ? null : loadCatalog({ directory: sources }).require(source).context,
    today,
  };
  return (block: Block) => refineBlock(block, settings);
});
