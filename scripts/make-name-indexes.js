/** Makes the search indexes over names of cities and counties, which every build of a release copies. */
import { makeNameIndexes } from '../packages/lintel/dist/builder/write/name-indexes.js';

await makeNameIndexes();
