/** How many permits an address has had in each year; nothing where they are few or of one year. */
import type { Property } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { beginQuery, groupsQuery, lastDayOf, notBefore, useReleaseOf } from '../api/summary-queries';
import { ColumnChart } from '../charts/column-chart';
import { Part } from '../design/record-parts';
import { notesOf, rowsShown, seriesOf } from '../summary/series';
import { figureOf, periodName } from '../summary/summary';
import { count } from '../words/format';

/** Fewer are read as fast in their list. */
const fewPermits = 4;

export function YearsPart({ property }: { readonly property: Property }) {
  const { lintel } = useService();
  const where = { geo_id: property.id };
  const isMany = property.permit_count >= fewPermits;
  const { data: whole } = useQuery(releaseQuery(lintel));
  const release = useReleaseOf(isMany ? where : {}, whole);
  const { jurisdiction_id: jurisdiction } = property.geo_ids;
  const begin = useQuery({
    ...beginQuery(lintel, { geo_id: jurisdiction ?? property.id }),
    enabled: isMany,
  });
  const { data } = useQuery({
    ...groupsQuery(lintel, { ...where, group_by: ['year'], include_empty: true, limit: 200 }),
    enabled: isMany,
  });
  if (!isMany || !data || !release || begin.data === undefined) return null;
  const from = notBefore(begin.data, release);
  const rows = rowsShown(data.rows, ['year'], from, release);
  const found = seriesOf(rows, 'year', undefined, figureOf('count'));
  if (found.periods.length < 2) return null;
  return (
    <Part title="Over the years">
      <ColumnChart
        title="Permits at this address by year"
        unit="Permits, by start date"
        {...found}
        nameOf={(day) => periodName('year', day)}
        notes={notesOf(release, { begin: from, lastDay: lastDayOf(release) }, found)}
        show={count}
      />
    </Part>
  );
}
