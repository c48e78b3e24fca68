/** Homes authorised in a place by year: the official count, and the permits of this release beside it. */
import type { OfficialCounts, ReleaseInfo } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { officialQuery } from '../api/place-queries';
import { useService } from '../api/service';
import { LineChart } from '../charts/line-chart';
import { Part } from '../design/record-parts';
import { count, counted, percent } from '../words/format';
import type { PlaceProps } from './place-page';

type Year = OfficialCounts['rows'][number];

/** Nothing where the operator has no official counts, or the survey none of this place. */
export function OfficialPart({ place, release }: Pick<PlaceProps, 'place' | 'release'>) {
  const { lintel } = useService();
  const { data } = useQuery(officialQuery(lintel, place.geoId));
  if (data === undefined || data.rows.length === 0) return null;
  const { rows, source, population } = data;
  const newest = rows.at(-1);
  return (
    <Part title="Homes authorized">
      {rows.length > 1 ? (
        <OfficialChart name={place.name} rows={rows} source={source} release={release} />
      ) : (
        <p>{rows.map(sentence).join(' ')}</p>
      )}
      <p className="soft">
        {rows.length > 1 ? compared(rows) : ''} {newest ? perThousand(newest, population) : ''}
        {rows.length > 1 ? '' : ` Source: ${source}.`}
      </p>
    </Part>
  );
}

const day = (year: string) => `${year}-01-01`;

function OfficialChart({
  name,
  rows,
  source,
  release,
}: Pick<OfficialCounts, 'rows' | 'source'> & { readonly name: string; readonly release: ReleaseInfo }) {
  const official = new Map(rows.map(({ period, units }) => [day(period), units]));
  const own = new Map(rows.map(({ period, permits }) => [day(period), permits?.units ?? null]));
  const isKnown = [...own.values()].some((units) => units !== null);
  return (
    <LineChart
      title={`Homes authorized, ${name}`}
      unit="Homes in new residential buildings by year of the permit"
      series={[
        { name: 'Official count', values: official },
        ...(isKnown ? [{ name: 'Permits of this release', values: own }] : []),
      ]}
      months={rows.map(({ period }) => day(period))}
      nameOf={(each) => each.slice(0, 4)}
      partial={new Set(rows.filter(({ permits }) => permits?.partial).map(({ period }) => day(period)))}
      show={(value) => count(value)}
      notes={[
        `Sources: ${source}${isKnown ? `; permits of release ${release.release_id}, ${location.host}` : ''}.`,
        ...(isKnown ? ['Hatched: the release knows a part of the year only.'] : []),
      ]}
    />
  );
}

/** How the newest whole year of both compares. */
function compared(rows: readonly Year[]): string {
  const whole = rows.findLast(({ permits, ratio }) => ratio !== null && permits?.partial === false);
  if (whole?.permits == null || whole.ratio === null) return '';
  return `The permits of this release have ${percent(100 * whole.ratio)} of the homes that were counted officially in ${whole.period}.`;
}

/** Kinds of which there are none are not named. */
function sentence({ period, units, kinds }: Year): string {
  const parts = [
    [kinds.one_unit.units, 'as single houses'],
    [kinds.five_or_more_units.units, 'in buildings of five and more'],
  ] as const;
  const named = parts
    .filter(([homes]) => homes > 0)
    .map(([homes, how]) => `${homes === units ? 'all' : count(homes)} of them ${how}`);
  const homes = `${counted(units, 'home was', 'homes were')} authorized in ${period}`;
  return `${[homes, ...named].join(', ')}.`.replace(', all of them', ', all');
}

function perThousand({ period, units }: Year, population: number | null): string {
  if (population === null) return '';
  const rate = Math.round((units / population) * 10_000) / 10;
  return `${rate} homes in ${period} for 1,000 of its ${count(population)} inhabitants.`;
}
