/** What can be downloaded, what it costs, and how far the download has come. */
import type { PermitSearchParameters } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { callerHeaders } from '../api/key';
import type { ListedPermit } from '../api/list-fields';
import { useService } from '../api/service';
import { queryOf } from '../explorer/filters';
import { count, counted } from '../words/format';
import type { FileFormat, TableFormat } from './formats';
import { LinkPart } from './link-part';
import { cancelDownload, decideDownload, isHeldInMemory, startDownload } from './run-download';
import { type Download, isTable, percentOf, setDownload, useDownload } from './state';

export interface DownloadPanelProps {
  /** Those that are loaded. */
  readonly permits: readonly ListedPermit[];
  /** How many there are in all: exactly, about, or not known. */
  readonly total: { readonly value: number; readonly isExact: boolean } | null;
  readonly parameters: PermitSearchParameters;
  /** What a table for people has: the columns of the screen. */
  readonly fields: readonly (keyof ListedPermit)[];
  /** Name of the file, without its ending. */
  readonly name: string;
}

type Choices<Format> = readonly (readonly [format: Format, label: string, note: string])[];

/** Of the columns on the screen, with the names of contractors. */
const tables: Choices<TableFormat> = [
  ['xlsx', 'Excel', 'these columns, and contractors'],
  ['table', 'CSV', 'the same, to send on'],
];

const formats: Choices<FileFormat> = [
  ['csv', 'CSV', 'all fields, for programs'],
  ['parquet', 'Parquet', 'for DuckDB, Python and R'],
  ['geojson', 'GeoJSON', 'for maps'],
  ['ndjson', 'NDJSON', 'for programs'],
];

export default function DownloadPanel(props: DownloadPanelProps) {
  const download = useDownload();
  return download === null ? <Choice {...props} /> : <Progress download={download} />;
}

function Choice({ permits, total, parameters, fields, name }: DownloadPanelProps) {
  const { lintel, key } = useService();
  const isLoaded = total?.isExact === true && permits.length === total.value;
  const { data: usage } = useQuery({
    queryKey: ['usage', 'download'],
    queryFn: ({ signal }) => lintel.usage({ signal }),
    staleTime: 0,
    enabled: !isLoaded,
  });
  const limit = usage?.credit_limit ?? null;
  const left = usage && limit !== null ? Math.max(0, limit - usage.credits_used) : null;
  const isOver = left !== null && total !== null && total.value > left;
  const start = (format: FileFormat | TableFormat) =>
    void startDownload({
      format,
      fields,
      from: isLoaded && !isTable({ format }) ? permits : parameters,
      headers: callerHeaders(key),
      name: `${name}.${format === 'table' ? 'csv' : format}`,
      total: total?.value ?? null,
    });
  return (
    <>
      <p>
        {total === null
          ? 'All permits of this search.'
          : `${total.isExact ? 'All' : 'About'} ${counted(total.value, 'permit')} of this search.`}
      </p>
      <p className="soft">
        {isLoaded
          ? `They are loaded already: files for programs cost nothing, a table to send on ${counted(permits.length, 'credit')}.`
          : `One credit each${total === null ? '' : `, ${total.isExact ? '' : 'about '}${count(total.value)}`}.`}
        {isLoaded || left === null ? '' : ` You have ${count(left)}.`}
        {isOver ? ' The download stops when they are used up; what has come by then can be saved.' : ''}
      </p>
      {isHeldInMemory(total?.value ?? null) ? (
        <p className="soft">
          This browser holds the file in memory until it is complete: {sizeOf(permits, total?.value ?? null)}.
          Chrome and Edge write it to disk as it comes, and Parquet is the smallest.
        </p>
      ) : null}
      {tables.map(([format, label, note], at) => (
        // Buttons take the place of each other: the focus stays in the dialog.
        <Button
          key={format}
          className="button"
          autoFocus={at === 0}
          isDisabled={isOver}
          onPress={() => start(format)}
        >
          {label} <span className="soft">{note}</span>
        </Button>
      ))}
      {formats.map(([format, label, note]) => (
        <Button key={format} className="button" onPress={() => start(format)}>
          {label} <span className="soft">{note}</span>
        </Button>
      ))}
      <LinkPart name={name} search={queryOf(parameters)} />
    </>
  );
}

/** How much memory all permits take, going by those that are loaded. */
function sizeOf(permits: readonly ListedPermit[], total: number | null): string {
  if (total === null || permits.length === 0) return 'perhaps gigabytes';
  const megabytes = (JSON.stringify(permits).length / permits.length) * total * 1e-6;
  return megabytes < 1000
    ? `about ${count(Math.ceil(megabytes))} MB`
    : `about ${(megabytes / 1000).toFixed(1)} GB`;
}

function Progress({ download }: { readonly download: Download }) {
  const { phase, records, name, reason } = download;
  const isBusy = phase === 'running' || phase === 'waiting';
  return (
    <>
      <p>
        <strong className="file-name">{name}</strong>
      </p>
      {isBusy ? (
        <progress
          className="progress"
          aria-label="Downloaded"
          max={100}
          {...(percentOf(download) === null ? {} : { value: percentOf(download) ?? 0 })}
        />
      ) : null}
      <p className="soft" role="status">
        {phase === 'done'
          ? `Complete: ${amountOf(download)}.`
          : phase === 'failed'
            ? `It failed. ${reason?.message ?? ''}`
            : amountOf(download)}
        {phase === 'waiting' ? '. The connection is lost; trying again…' : ''}
      </p>
      {phase === 'stopped' ? <p>{stops[reason?.code ?? 'other']}</p> : null}
      {phase === 'stopped' ? (
        <>
          <Button className="button" autoFocus onPress={() => decideDownload('continue')}>
            Go on where it stopped
          </Button>
          {records > 0 && !isTable(download) ? (
            <Button className="button" onPress={() => decideDownload('finish')}>
              Save the {count(records)} that have come
            </Button>
          ) : null}
        </>
      ) : null}
      {isBusy || phase === 'stopped' ? (
        <Button
          className="button"
          key={phase === 'stopped' ? 'stopped' : 'busy'}
          autoFocus={isBusy}
          onPress={cancelDownload}
        >
          Cancel
        </Button>
      ) : (
        <Button className="button" autoFocus onPress={() => setDownload(null)}>
          Download something else
        </Button>
      )}
    </>
  );
}

/** What has come: `1,200 of 3,000 permits`, or `84 kB` of a table, whose records nobody counts. */
function amountOf({ format, phase, records, total }: Download): string {
  if (isTable({ format })) return `${count(Math.ceil(records / 1000))} kB`;
  const of = total === null || phase === 'done' ? '' : ` of ${count(Math.max(total, records))}`;
  return `${count(records)}${of} permits`;
}

const stops: Readonly<Record<'connection' | 'credits' | 'key' | 'other', string>> = {
  connection: 'The connection is lost. Nothing is charged twice when it goes on.',
  credits: 'The credits are used up. Go on when some have returned, or save what has come.',
  key: 'The key is not accepted any more.',
  other: 'The service failed to go on.',
};
