/** The kinds of work of a place. */
import { useQuery } from '@tanstack/react-query';
import { tagMixQuery } from '../api/place-queries';
import { useService } from '../api/service';
import { BarChart } from '../charts/bar-chart';
import { Part } from '../design/record-parts';
import { Failure } from '../shell/failure';
import { count, sentence } from '../words/format';
import type { PlaceProps } from './place-page';

export function WorkPart({ place, kind }: Omit<PlaceProps, 'releasedAt'>) {
  const { lintel } = useService();
  const { data, error, refetch } = useQuery(tagMixQuery(lintel, kind, place.geoId));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <Part title="Kinds of work">
      {data ? (
        <BarChart
          title={`Permits by tag, ${place.name}`}
          unit="Permits in 12 months; a permit may have several tags"
          bars={data.map(({ tag, permits }) => ({ name: sentence(tag), value: permits }))}
          show={(value) => count(value)}
        />
      ) : (
        <div className="waiting page-block" />
      )}
    </Part>
  );
}
