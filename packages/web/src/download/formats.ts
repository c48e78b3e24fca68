/** Writes permits as a file of a format, as they come: memory holds a part of it. */
import type { ListedPermit } from '../api/list-fields';
import { csv } from '../words/csv';
import { type DownloadColumn, downloadColumns } from './columns';

const fileFormats = ['csv', 'geojson', 'ndjson', 'parquet'] as const;
export type FileFormat = (typeof fileFormats)[number];

export const mediaTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv',
  geojson: 'application/geo+json',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

/** Where the bytes of a file go. */
export interface Sink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

type Permits = AsyncIterable<ListedPermit>;

export async function writePermits(format: FileFormat, permits: Permits, sink: Sink): Promise<void> {
  if (format === 'parquet') return writeParquet(permits, sink);
  const { head, between, foot, lineOf } = texts[format];
  const encoder = new TextEncoder();
  let text = head;
  let isFirst = true;
  for await (const permit of permits) {
    text += (isFirst ? '' : between) + lineOf(permit);
    isFirst = false;
    if (text.length > textTogether) {
      await sink.write(encoder.encode(text));
      text = '';
    }
  }
  await sink.write(encoder.encode(text + foot));
}

/** Characters that are written together. */
const textTogether = 1 << 18;

interface TextFormat {
  readonly head: string;
  readonly between: string;
  readonly foot: string;
  lineOf(permit: ListedPermit): string;
}

const texts: Readonly<Record<Exclude<FileFormat, 'parquet'>, TextFormat>> = {
  csv: {
    head: csv([downloadColumns.map(({ name }) => name)]),
    between: '',
    foot: '',
    lineOf: (permit) => csv([downloadColumns.map(({ read }) => read(permit))]),
  },
  ndjson: { head: '', between: '', foot: '', lineOf: (permit) => `${JSON.stringify(permit)}\n` },
  geojson: {
    head: '{"type":"FeatureCollection","features":[\n',
    between: ',\n',
    foot: '\n]}\n',
    lineOf: (permit) => JSON.stringify(featureOf(permit)),
  },
};

function featureOf(permit: ListedPermit): object {
  const [latitude, longitude] = permit.address.latlng ?? [];
  const isPlaced = latitude !== undefined && longitude !== undefined;
  return {
    type: 'Feature',
    id: permit.id,
    geometry: isPlaced ? { type: 'Point', coordinates: [longitude, latitude] } : null,
    properties: permit,
  };
}

/** Rows that are encoded together. */
const rowGroupRows = 10_000;

async function writeParquet(permits: Permits, sink: Sink): Promise<void> {
  const { ByteWriter, parquetWriteRows } = await import('hyparquet-writer');
  const bytes = new ByteWriter();
  const flush = async () => {
    await sink.write(bytes.getBytes().slice());
    bytes.index = 0;
  };
  const writer = Object.assign(bytes, { flush, finish: flush });
  await parquetWriteRows({
    writer,
    rows: rowsOf(permits),
    columns: downloadColumns.map(({ name }) => ({ name })),
    schema: [
      { name: 'root', num_children: downloadColumns.length },
      ...downloadColumns.map(({ name, type }) => ({
        name,
        repetition_type: 'OPTIONAL' as const,
        ...parquetTypes[type],
      })),
    ],
    rowGroupSize: rowGroupRows,
    createdBy: 'lintel',
  });
}

const parquetTypes = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  date: { type: 'INT32', converted_type: 'DATE' },
  whole: { type: 'INT64' },
  real: { type: 'DOUBLE' },
} as const;

async function* rowsOf(permits: Permits): AsyncGenerator<Record<string, unknown>, void, void> {
  for await (const permit of permits) {
    yield Object.fromEntries(downloadColumns.map((column) => [column.name, parquetValue(column, permit)]));
  }
}

function parquetValue({ type, read }: DownloadColumn, permit: ListedPermit): unknown {
  const value = read(permit);
  if (value === null || value === undefined) return null;
  if (type === 'date') return new Date(`${value}T00:00:00Z`);
  return type === 'whole' ? BigInt(value) : value;
}
