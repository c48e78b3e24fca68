/**
 * Opens a release for reading. The files are checked by name and size, not by checksum, so opening takes milliseconds
 * at any size; nothing is loaded but small directories.
 */
import { join } from 'node:path';
import type { ReleaseInfo } from '@lintel/contract';
import { type Database, openImmutable, type Statement } from '../../base/sqlite.js';
import { addressSearchFile, citySearchFile, indexFile } from '../layout.js';
import { type AddressIndex, openAddressIndex } from '../search/address-index.js';
import { openPlaceIndex, type PlaceIndex } from '../search/place-index.js';
import type { MetricsQuery, RecordBytes, RecordKind, Release, SearchPage } from './release.js';
import { RowReader, SegmentReader } from './segment-reader.js';
import { checkRelease } from './verify-release.js';

/** Opens the release in `directory`; refuses one that is incomplete or foreign, naming the file. */
export function openRelease(directory: string): Release {
  const { id, info } = checkRelease(directory);
  const open: { close(): void }[] = [];
  const opened = <T extends { close(): void }>(part: T): T => {
    open.push(part);
    return part;
  };
  try {
    const parts = {
      records: {
        permits: opened(new SegmentReader(directory, 'permits')),
        contractors: opened(new SegmentReader(directory, 'contractors')),
        decisions: opened(new SegmentReader(directory, 'decisions')),
      },
      addresses: opened(new RowReader(directory, 'addresses')),
      index: opened(openImmutable(join(directory, indexFile))),
      addressSearch: opened(openAddressIndex(join(directory, addressSearchFile))),
      citySearch: opened(openPlaceIndex(join(directory, citySearchFile))),
    };
    return new FileRelease(id, info, parts, () => {
      for (const part of open.splice(0)) part.close();
    });
  } catch (error) {
    for (const part of open.splice(0)) part.close();
    throw error;
  }
}

interface Parts {
  readonly records: Readonly<Record<RecordKind, SegmentReader>>;
  readonly addresses: RowReader;
  readonly index: Database;
  readonly addressSearch: AddressIndex;
  readonly citySearch: PlaceIndex;
}

/** A release that lies in files of one directory. */
class FileRelease implements Release {
  readonly id: string;
  readonly info: ReleaseInfo;
  readonly #parts: Parts;
  readonly #close: () => void;
  readonly #details: Statement;
  readonly #item: Statement;
  readonly #metrics: Statement;

  constructor(id: string, info: ReleaseInfo, parts: Parts, close: () => void) {
    this.id = id;
    this.info = info;
    this.#parts = parts;
    this.#close = close;
    this.#details = parts.index.prepare('SELECT details AS body FROM place WHERE geo_id = ? AND kind = ?');
    this.#item = parts.index.prepare('SELECT item AS body FROM place WHERE geo_id = ?');
    this.#metrics = parts.index.prepare(
      'SELECT body FROM county_metrics WHERE geo_id = ? AND tag = ? AND property_type = ?',
    );
  }

  records(kind: RecordKind, ids: readonly string[]): RecordBytes[] {
    return this.#parts.records[kind].records(ids);
  }

  place(kind: 'city' | 'county' | 'jurisdiction', geoId: string): RecordBytes | null {
    return body(this.#details.get(geoId, kind));
  }

  countyMetrics(geoId: string, { propertyType, tag }: MetricsQuery): RecordBytes | null {
    return body(this.#metrics.get(geoId, tag, propertyType));
  }

  searchAddresses(text: string, offset: number, size: number): SearchPage {
    const { rows, next } = this.#parts.addressSearch.search(text, offset, size);
    return { items: rows.map((row) => this.#parts.addresses.row(row)), next };
  }

  searchCities(text: string, page: number, size: number): RecordBytes[] {
    const ids = this.#parts.citySearch.search(text, page, size);
    return ids.map((id) => body(this.#item.get(id))).filter((item) => item !== null);
  }

  close(): void {
    this.#close();
  }
}

function body(found: Readonly<Record<string, unknown>> | undefined): RecordBytes | null {
  return typeof found?.body === 'string' ? Buffer.from(found.body) : null;
}
