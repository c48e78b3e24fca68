/** What is measured of states and counties: a metric of the permits of the search, or homes by the official count. */
import { useQuery } from '@tanstack/react-query';
import { officialAreasQuery } from '../api/place-queries';
import { useService } from '../api/service';
import { MetricSelect } from '../place/metric-select';
import type { AreaView } from './areas';
import type { Filters } from './filters';

interface AreaBarProps {
  readonly view: AreaView;
  change(changed: Partial<Filters>): void;
}

const homes = [{ id: 'homes', name: 'Homes, official count' }] as const;

export default function AreaBar({ view: { wanted, metric }, change }: AreaBarProps) {
  const { lintel } = useService();
  const { data: official = [] } = useQuery(officialAreasQuery(lintel, wanted));
  const hasOfficial = official.length > 0 || metric === null;
  return (
    <div className="area-bar">
      <MetricSelect
        value={metric?.id ?? 'homes'}
        choices={hasOfficial ? homes : []}
        onChange={(id) => change({ metric: id === 'permits' ? undefined : id })}
      />
    </div>
  );
}
