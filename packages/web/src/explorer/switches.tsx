/** What the explorer shows: permits, states or counties; and on a narrow screen the table or the map. */
import { Icon } from '../design/icons';
import type { AreaKind, Filters } from './filters';

const listNames: Readonly<Record<AreaKind, string>> = { states: 'By state', counties: 'By county' };

export function ListSwitch({
  kinds,
  list,
  change,
}: {
  readonly kinds: readonly AreaKind[];
  readonly list: Filters['list'];
  change(changed: Partial<Filters>): void;
}) {
  if (kinds.length === 0) return null;
  const shown = kinds.find((kind) => kind === list);
  return (
    <fieldset className="switch">
      <legend className="visually-hidden">What is shown</legend>
      {([undefined, ...kinds] as const).map((kind) => (
        <button
          type="button"
          className="button small"
          key={kind ?? 'permits'}
          aria-pressed={shown === kind}
          onClick={() => change({ list: kind })}
        >
          {kind === undefined ? 'Permits' : listNames[kind]}
        </button>
      ))}
    </fieldset>
  );
}

export function ViewSwitch({
  view,
  change,
}: {
  readonly view: Filters['view'];
  change(changed: Partial<Filters>): void;
}) {
  return (
    <fieldset className="switch view-switch">
      <legend className="visually-hidden">View</legend>
      <button
        type="button"
        className="button small"
        aria-pressed={view !== 'map'}
        onClick={() => change({ view: undefined })}
      >
        <Icon name="table" />
        Table
      </button>
      <button
        type="button"
        className="button small"
        aria-pressed={view === 'map'}
        onClick={() => change({ view: 'map' })}
      >
        <Icon name="map" />
        Map
      </button>
    </fieldset>
  );
}
