/** `lintel export`: records of a release as CSV, NDJSON, GeoJSON, Parquet, BLDS, or a table for people. */
import { stateCodes } from '@lintel/contract/plain';
import { formatCount } from '../../base/format-number.js';
import { UsageError } from '../../base/usage-error.js';
import { type ExportKind, exportKinds, kindInWords } from '../../export/kinds.js';
import type { Filters } from '../../export/selection.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { calendarDate } from '../terminal/option-value.js';
import { isEverywhere, namedPlace } from '../work/named-place.js';

interface ExportCommandOptions {
  readonly to: string;
  readonly format?: string;
  readonly release?: string;
  readonly geo?: string;
  readonly tags?: string;
  readonly from?: string;
  readonly until?: string;
  readonly where?: string;
  readonly spreadsheetSafe?: true;
  readonly force?: true;
}

export function defineExport(root: CommandGroup): void {
  root
    .define(
      'export [kind]',
      'Write records of the published release into a file',
      'lintel export permits --to solar.csv --geo TX --tags solar --from 2026-01-01',
    )
    .choices('records to export, permits by default', exportKinds)
    .requiredOption(
      '--to <path>',
      'FILE.csv, .ndjson, .geojson (each also .gz), .parquet or .xlsx; DIRECTORY/ for Parquet by state and year; - for standard output',
    )
    .option(
      '--format <name>',
      'csv, ndjson, geojson, parquet, xlsx, table (CSV for people: names, dollars), or blds (the standard of permit files, as CSV), if the file name does not say',
    )
    .option('--geo <place>', 'a state (TX), ZIP code, geo_id, or the name of a city ("Austin, TX")')
    .option(
      '--tags <list>',
      'only permits with all of these tags, or contractors and properties with such permits',
    )
    .option('--from <date>', 'first day, YYYY-MM-DD')
    .option('--until <date>', 'last day, YYYY-MM-DD')
    .option('--where <query>', 'more filters, as in a search request, such as permit_min_job_value=100000')
    .option('--release <id>', 'release to export (default: the published one)')
    .option('--spreadsheet-safe', "put ' before texts of a CSV file that a spreadsheet would run as formulas")
    .option('--force', 'replace an existing file')
    .run(async (installation, options: ExportCommandOptions, kind = 'permits') => {
      const chosen = exportKinds.find((one) => one === kind);
      if (chosen === undefined) {
        throw new UsageError(`There is nothing to export called "${kind}".`, {
          hint: `It is one of ${exportKinds.join(', ')}.`,
        });
      }
      return runExport(installation, options, chosen);
    });
}

async function runExport(installation: Installation, options: ExportCommandOptions, kind: ExportKind) {
  const [
    { exportRecords, exportTarget },
    { selectRecords },
    { openRelease },
    { findRelease },
    { checkRelease },
  ] = await Promise.all([
    import('../../export/export-records.js'),
    import('../../export/selection.js'),
    import('../../releases/open-release.js'),
    import('../../releases/release-store.js'),
    import('../../format/verify-release.js'),
  ]);
  const target = exportTarget(options.to, options.format);
  const directory = findRelease(installation.home, options.release);
  const { id, info, report } = checkRelease(directory);
  const release = openRelease(directory);
  try {
    const place =
      options.geo === undefined || isEverywhere(options.geo) ? null : namedPlace(release, options.geo);
    const selection = selectRecords(
      { directory, release, states: stateCodes },
      kind,
      filtersOf(kind, options, place?.geoId ?? null),
    );
    const permits = info.counts.permits;
    const filled = new Map(
      Object.entries(kind === 'permits' && permits > 0 ? report.fill : {}).map(([field, count]) => [
        field,
        count / permits,
      ]),
    );
    const { progress, signal } = installation;
    const exported = await exportRecords({
      kind,
      selection,
      contractors: release,
      target,
      force: options.force === true,
      isForSpreadsheets: options.spreadsheetSafe === true,
      release: id,
      filled,
      progress,
      signal,
    });
    // Standard output holds the records: nothing else may be written there.
    if (target.path === '-') return null;
    const where = place === null ? '' : ` of ${place.name}`;
    return {
      data: { ...exported, place: place?.geoId ?? null },
      text: `${formatCount(exported.rows)} ${kindInWords(kind)}${where} in ${exported.path}`,
    };
  } finally {
    release.close();
  }
}

/** The filters of the endpoint that searches such records. */
function filtersOf(kind: ExportKind, options: ExportCommandOptions, geoId: string | null): Filters {
  const dates = kind === 'decisions' ? 'decision' : 'permit';
  const named = {
    geo_id: geoId ?? undefined,
    permit_tags: options.tags,
    [`${dates}_from`]: options.from && calendarDate('--from', options.from),
    [`${dates}_to`]: options.until && calendarDate('--until', options.until),
  };
  const further = Object.fromEntries(new URLSearchParams(options.where ?? ''));
  const given = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(given), ...further };
}
