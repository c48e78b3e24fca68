/** `GET /v2/meta/quality`: rows, fill and defects of each source, as the build counted them (C45). Free. */
import type { endpoints, ReleaseQuality } from '@lintel/contract';
import { sourceQuality } from '../../explain/data-quality.js';
import type { RowCounts } from '../../format/report.js';
import type { DataHandler } from '../answer/handler.js';

export const quality: DataHandler<typeof endpoints.quality> = ({ release: { id, info, report } }) => {
  const names = new Map(info.sources.map((source) => [source.id, source.name]));
  const body: ReleaseQuality = {
    release_id: id,
    ...rowCounts(report),
    refusals: refusals(report.reasons),
    sources: report.sources.map(sourceQuality).map((source) => ({
      id: source.source,
      name: names.get(source.source) ?? source.source,
      kind: source.kind,
      ...rowCounts(source),
      rows_refined: source.refined,
      rows_defective: source.defective,
      rows_vanished: source.vanished,
      fill: Object.entries(source.fill).map(([field, { records, share, stated }]) => {
        return { field, records, share, is_stated: stated };
      }),
      defects: source.defects.map(({ name, field, count, meaning }) => {
        return { name, field, rows: count, meaning };
      }),
      refusals: refusals(source.refusals),
    })),
  };
  return { body: Buffer.from(JSON.stringify(body)) };
};

function rowCounts({ read, records, merged, quarantined }: RowCounts) {
  return { rows_read: read, records, rows_merged: merged, rows_quarantined: quarantined };
}

/** The most frequent reason first. */
function refusals(reasons: Readonly<Record<string, number>>) {
  return Object.entries(reasons)
    .map(([reason, rows]) => ({ reason, rows }))
    .sort((one, other) => other.rows - one.rows);
}
