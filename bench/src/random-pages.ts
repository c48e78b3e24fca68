/** Paths that ask for pages of random permits, for benchmarks of the service. */
import { RowReader } from 'lintel/dist/format/segment/segment-reader.js';

const pageSize = 50;
/** Different pages: 100,000 records, 100 MB, from anywhere in the release. */
const differentPages = 2000;

/** Paths that ask for random permits of the release. */
export function randomPages(release: string): string[] {
  const reader = new RowReader(release, 'permits');
  const randomId = () => {
    const row = Math.floor(Math.random() * reader.rows);
    return (JSON.parse(reader.row(row).toString()) as { id: string }).id;
  };
  const paths = Array.from({ length: differentPages }, () => {
    const ids = new Set<string>();
    while (ids.size < pageSize) ids.add(randomId());
    return `/v2/permits?${[...ids].map((id) => `id=${id}`).join('&')}`;
  });
  reader.close();
  return paths;
}
