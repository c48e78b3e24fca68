/** What changed between this release and one before it: numbers, and the first of the records. */
import type { Change, ChangeCount, EarlierRelease } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { comparedReleasesQuery, firstChangesQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { Part } from '../design/record-parts';
import { Failure } from '../shell/failure';
import { count, sentence, words } from '../words/format';

const types = ['new', 'changed', 'rekeyed', 'vanished'] as const;
type ChangeType = (typeof types)[number];

interface Chosen {
  readonly kind: ChangeCount['kind'];
  readonly change: ChangeType;
}

export function ChangesPart({
  isFirst,
}: {
  /** Whether no release came before this one, so that there is little to wait for. */
  readonly isFirst: boolean;
}) {
  const { lintel } = useService();
  const { data, error, refetch } = useQuery(comparedReleasesQuery(lintel));
  const [from, setFrom] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) {
    return isFirst ? (
      <Part title="What changed">
        <div className="waiting page-line" />
      </Part>
    ) : (
      <div className="waiting page-block" />
    );
  }
  const earlier = data.earlier.find(({ release_id }) => release_id === from) ?? data.earlier[0];
  if (earlier === undefined) {
    return (
      <Part title="What changed">
        <p className="soft">
          Nothing to compare with yet: this is the first release that was published here, or those before it
          are gone.
        </p>
      </Part>
    );
  }
  const choose = (
    <label className="field inline-field">
      <span className="label">Since</span>
      <select
        className="input"
        value={earlier.release_id}
        onChange={({ target }) => {
          setFrom(target.value);
          setChosen(null);
        }}
      >
        {data.earlier.map(({ release_id }) => (
          <option key={release_id}>{release_id}</option>
        ))}
      </select>
    </label>
  );
  return (
    <Part title="What changed" aside={choose}>
      {earlier.changes.every((counts) => types.every((change) => counts[change] === 0)) ? (
        <p>Nothing: both releases have the same records.</p>
      ) : (
        <Numbers earlier={earlier} chosen={chosen} onChoose={setChosen} />
      )}
      {chosen ? <Records from={earlier.release_id} {...chosen} /> : null}
    </Part>
  );
}

function Numbers({
  earlier,
  chosen,
  onChoose,
}: {
  readonly earlier: EarlierRelease;
  readonly chosen: Chosen | null;
  onChoose(chosen: Chosen): void;
}) {
  return (
    <div className="scroll-x">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Records</th>
            {types.map((change) => (
              <th scope="col" className="number" key={change}>
                {changeNames[change]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {earlier.changes.map((counts) => (
            <tr key={counts.kind}>
              <th scope="row">{sentence(counts.kind)}</th>
              {types.map((change) => (
                <td className="number" key={change}>
                  {counts[change] === 0 ? (
                    <span className="soft">0</span>
                  ) : (
                    <button
                      type="button"
                      className="link"
                      aria-pressed={chosen?.kind === counts.kind && chosen.change === change}
                      aria-label={`Show ${count(counts[change])} ${change} ${counts.kind}`}
                      onClick={() => onChoose({ kind: counts.kind, change })}
                    >
                      {count(counts[change])}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const changeNames: Readonly<Record<ChangeType, string>> = {
  new: 'New',
  changed: 'Changed',
  rekeyed: 'New id',
  vanished: 'Vanished',
};

/** The first changes of a kind and type. */
function Records({ from, kind, change }: Chosen & { readonly from: string }) {
  const { lintel } = useService();
  const { data, error, refetch } = useQuery(firstChangesQuery(lintel, from, kind, change));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <div className="waiting page-line" />;
  return (
    <>
      <ul className="change-list">
        {data.map((each) => (
          <li key={each.id}>
            <RecordLink change={each} />
            {each.changes.length > 0 ? (
              <span className="soft">{each.changes.map(({ field }) => words(field)).join(', ')}</span>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="soft">
        The first {count(data.length)}. All of them: <code>/v2/meta/changes?from={from}</code>
      </p>
    </>
  );
}

function RecordLink({
  change: { id, kind, change },
}: {
  readonly change: Pick<Change, 'id' | 'kind' | 'change'>;
}) {
  if (change === 'vanished' || kind === 'decisions') return <code>{id}</code>;
  const to = {
    permits: '/permits/$id',
    contractors: '/contractors/$id',
    properties: '/properties/$id',
  } as const;
  return (
    <Link to={to[kind]} params={{ id }}>
      <code>{id}</code>
    </Link>
  );
}
