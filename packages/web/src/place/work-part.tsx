/** The kinds of work of a place. */
import { useQuery } from '@tanstack/react-query';
import { tagMixQuery } from '../api/place-queries';
import { locationOf } from '../api/places';
import { useService } from '../api/service';
import { BarChart } from '../charts/bar-chart';
import { Part } from '../design/record-parts';
import { Failure } from '../shell/failure';
import { notesOf } from '../summary/series';
import { count, date, sentence } from '../words/format';
import type { PlaceProps } from './place-page';

export function WorkPart({ place, release, lastDay }: Pick<PlaceProps, 'place' | 'release' | 'lastDay'>) {
  const { lintel } = useService();
  const { data, error, refetch } = useQuery(tagMixQuery(lintel, locationOf(place), lastDay));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <Part title="Kinds of work">
      {data ? (
        <BarChart
          title={`Permits by tag, ${place.name}`}
          unit={`Permits of the 12 months up to ${date(lastDay)}; a permit may have several tags`}
          bars={data.map(({ tag, permits }) => ({ name: sentence(tag), value: permits }))}
          show={(value) => count(value)}
          notes={notesOf(release, { begin: null, lastDay })}
        />
      ) : (
        <div className="waiting page-block" />
      )}
    </Part>
  );
}
