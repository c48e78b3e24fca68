/** Makes what of a release depends on the geography alone, which every build of a release copies. */
import { makeGeographyFiles } from '../packages/lintel/dist/builder/write/geography-files.js';

await makeGeographyFiles();
