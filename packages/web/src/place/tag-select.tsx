/** The choice of one tag, or of any. */
import { useQuery } from '@tanstack/react-query';
import { tagsQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { sentence } from '../words/format';

interface TagSelectProps {
  readonly label: string;
  /** A tag, or `all`. */
  readonly value: string;
  onChange(value: string): void;
}

export function TagSelect({ label, value, onChange }: TagSelectProps) {
  const { lintel } = useService();
  const { data = [] } = useQuery(tagsQuery(lintel));
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="all">Any</option>
        {data.map(({ id }) => (
          <option key={id} value={id}>
            {sentence(id)}
          </option>
        ))}
      </select>
    </label>
  );
}
