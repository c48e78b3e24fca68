/** Files made in the browser, of the permits that are in the table. */
import type { ListedPermit } from '../api/queries';

export type FileKind = 'csv' | 'geojson' | 'ndjson';

const makers: Readonly<
  Record<FileKind, { readonly type: string; make(permits: readonly ListedPermit[]): string }>
> = {
  csv: { type: 'text/csv', make: csvOf },
  geojson: { type: 'application/geo+json', make: geoJsonOf },
  ndjson: {
    type: 'application/x-ndjson',
    make: (permits) => permits.map((permit) => `${JSON.stringify(permit)}\n`).join(''),
  },
};

/** Saves the permits as a file. */
export function downloadPermits(kind: FileKind, permits: readonly ListedPermit[], name: string): void {
  const { type, make } = makers[kind];
  saveFile(new Blob([make(permits)], { type }), `${name}.${kind}`);
}

/** Has the browser save a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const csvFields: readonly (readonly [name: string, read: (permit: ListedPermit) => unknown])[] = [
  ['id', ({ id }) => id],
  ['number', ({ number }) => number],
  ['start_date', ({ start_date }) => start_date],
  ['status', ({ status }) => status],
  ['type', ({ type }) => type],
  ['description', ({ description }) => description],
  ['tags', ({ tags }) => tags.join(';')],
  ['job_value_cents', ({ job_value }) => job_value],
  ['fees_cents', ({ fees }) => fees],
  ['file_date', ({ file_date }) => file_date],
  ['issue_date', ({ issue_date }) => issue_date],
  ['final_date', ({ final_date }) => final_date],
  ['approval_days', ({ approval_duration }) => approval_duration],
  ['construction_days', ({ construction_duration }) => construction_duration],
  ['street_no', ({ address }) => address.street_no],
  ['street', ({ address }) => address.street],
  ['city', ({ address }) => address.city],
  ['state', ({ address }) => address.state],
  ['zip_code', ({ address }) => address.zip_code],
  ['latitude', ({ address }) => address.latlng?.[0]],
  ['longitude', ({ address }) => address.latlng?.[1]],
  ['jurisdiction', ({ jurisdiction }) => jurisdiction],
  ['property_type', ({ property_type }) => property_type],
  ['contractor_id', ({ contractor_id }) => contractor_id],
];

function csvOf(permits: readonly ListedPermit[]): string {
  return csv([
    csvFields.map(([name]) => name),
    ...permits.map((permit) => csvFields.map(([, read]) => read(permit))),
  ]);
}

/**
 * Rows as RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe in front, since texts come from
 * outside.
 */
export function csv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(String(value)) ? `'${String(value)}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function geoJsonOf(permits: readonly ListedPermit[]): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: permits.map(({ address, ...permit }) => ({
      type: 'Feature',
      id: permit.id,
      geometry: address.latlng
        ? { type: 'Point', coordinates: [address.latlng[1], address.latlng[0]] }
        : null,
      properties: { ...permit, address },
    })),
  });
}
