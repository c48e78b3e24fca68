/**
 * A Parquet file of records, and its metadata by GeoParquet 1.1 where they have points
 * (https://geoparquet.org/releases/v1.1.0).
 */
import type { KeyValue } from 'hyparquet';
import { ByteWriter, fileWriter, ParquetWriter, type Writer } from 'hyparquet-writer';
import type { RecordBytes } from '../format/record.js';
import { type Column, pointOf } from './column.js';
import { LineBatch } from './line-batch.js';
import { type Bounds, type EncodedRowGroup, joined, moved, schemaOf } from './row-group.js';
import type { RowGroupPool } from './row-group-pool.js';
import type { TableWriter } from './table-writer.js';

/** Records of a row group at most, and their bytes: threads hold them as objects, in a limited memory. */
const rowGroupRows = 8_192;
const rowGroupBytes = 16 << 20;

/** A file that grows by a row group whenever enough records were added, or `flush` is called. */
export class ParquetTable implements TableWriter {
  rows = 0;
  readonly #columns: readonly Column[];
  readonly #pool: RowGroupPool;
  readonly #batch = new LineBatch();
  readonly #file: ParquetFile;
  /** Resolves when all row groups so far are written, in their order. */
  #written: Promise<void> = Promise.resolve();

  constructor(columns: readonly Column[], path: string, pool: RowGroupPool) {
    this.#columns = columns;
    this.#pool = pool;
    this.#file = new ParquetFile(columns, fileWriter(path));
  }

  /** Bounds of the points that are written. */
  get bounds(): Bounds | null {
    return this.#file.bounds;
  }

  /** Records that are not in a row group yet. */
  get pending(): number {
    return this.#batch.rows;
  }

  add(record: RecordBytes): Promise<void> | void {
    this.#batch.add(record);
    this.rows += 1;
    if (this.pending >= rowGroupRows || this.#batch.bytes >= rowGroupBytes) return this.flush();
  }

  /** Begins a row group of the added records. Resolves when further ones may be added. */
  async flush(): Promise<void> {
    if (this.pending === 0) return;
    await this.#pool.encode(this.#columns, this.#batch.take(), (encoded) => {
      const before = this.#written;
      this.#written = encoded.then(async (group) => {
        await before;
        this.#file.append(group);
      });
      return this.#written;
    });
  }

  async finish(): Promise<void> {
    await this.flush();
    await this.#written;
    await this.#file.finish();
  }

  close(): void {
    // The file writer holds no descriptor between two writes.
  }
}

/** The bytes of a Parquet file, from its row groups. */
class ParquetFile {
  bounds: Bounds | null = null;
  readonly #isPlaced: boolean;
  readonly #writer: Writer;
  readonly #parquet: ParquetWriter;
  readonly #metadata: KeyValue[] = [];

  constructor(columns: readonly Column[], writer: Writer) {
    this.#isPlaced = pointOf(columns) !== null;
    this.#writer = writer;
    // The bounds of the points are known when the file is finished; the writer reads the list then.
    this.#parquet = new ParquetWriter({
      writer,
      schema: schemaOf(columns),
      kvMetadata: this.#metadata,
      createdBy: 'lintel',
    });
  }

  append({ rows, bytes, group, bounds }: EncodedRowGroup): void {
    this.#parquet.row_groups.push(moved(group, this.#writer.offset));
    this.#parquet.num_rows += BigInt(rows);
    this.#writer.appendBytes(bytes);
    this.bounds = joined(this.bounds, bounds);
  }

  async finish(): Promise<void> {
    if (this.#isPlaced) this.#metadata.push({ key: 'geo', value: JSON.stringify(geoMetadata(this.bounds)) });
    await this.#parquet.finish();
  }
}

/** A Parquet file in parts, each of which is a row group. */
export class ParquetStream {
  readonly #writer = new ByteWriter();
  readonly #columns: readonly Column[];
  readonly #pool: RowGroupPool;
  readonly #file: ParquetFile;

  constructor(columns: readonly Column[], pool: RowGroupPool) {
    this.#columns = columns;
    this.#pool = pool;
    this.#file = new ParquetFile(columns, this.#writer);
  }

  /** The bytes of the records, and all that precedes them and was not taken. */
  async rows(records: readonly RecordBytes[]): Promise<Buffer> {
    const batch = new LineBatch();
    for (const record of records) batch.add(record);
    this.#file.append(await this.#pool.encoded(this.#columns, batch.take()));
    return this.#take();
  }

  /** What follows the last record. */
  async foot(): Promise<Buffer> {
    await this.#file.finish();
    return this.#take();
  }

  /** What was written since, which the writer forgets; its offset stays. */
  #take(): Buffer {
    const bytes = Buffer.from(this.#writer.getBytes());
    this.#writer.index = 0;
    return bytes;
  }
}

/** The `geo` metadata of GeoParquet 1.1. Without `crs` coordinates are longitude and latitude on WGS 84. */
export function geoMetadata(bounds: Bounds | null): object {
  const corner = (name: string) => ['bbox', name];
  return {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        encoding: 'WKB',
        geometry_types: ['Point'],
        ...(bounds === null ? {} : { bbox: bounds }),
        covering: {
          bbox: { xmin: corner('xmin'), ymin: corner('ymin'), xmax: corner('xmax'), ymax: corner('ymax') },
        },
      },
    },
  };
}
