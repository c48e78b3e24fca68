/** The playground: any request of the interface, sent from here, and the same in curl, TypeScript and Python. */
import { type OpenApi, type RequestForm, requestFormsOf } from '@lintel/contract/openapi';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { requestForm } from '../request/request-form';
import { Page } from '../shell/page';
import { AsCode } from './as-code';
import { Asked, useAsk } from './asked';
import { type FoundPlace, newestYear } from './newest-year';
import { useSession } from './session';

export function PlaygroundPage() {
  const { account } = useSession();
  const asked = useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/v2/openapi.json', { signal });
      if (!response.ok) throw new Error(`The service answered ${response.status}.`);
      return requestFormsOf((await response.json()) as OpenApi);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const places = useAsk('GET /places', { query: {} });
  return (
    <Page
      title="Playground"
      lede={
        <p className="lede">
          Requests from here are real: they cost what they cost a program, and are charged to {account.name}.
        </p>
      }
    >
      <Asked of={asked}>
        {(forms) =>
          places.isPending ? (
            <div className="waiting page-block" role="status" aria-label="Loading" />
          ) : (
            <Playground forms={forms} place={places.data?.places[0] ?? null} />
          )
        }
      </Asked>
    </Page>
  );
}

interface PlaygroundProps {
  readonly forms: readonly RequestForm[];
  /** The city with the most permits, which requests begin with; null where there is none. */
  readonly place: FoundPlace | null;
}

function Playground({ forms, place }: PlaygroundProps) {
  const [id, setId] = useState('permit_search');
  const form = forms.find((one) => one.id === id) ?? forms[0];
  if (form === undefined) return null;
  const groups = [...new Set(forms.map(({ group }) => group))];
  return (
    <>
      <label className="field">
        <span className="label">Endpoint</span>
        <select className="input" value={form.id} onChange={({ target }) => setId(target.value)}>
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {forms
                .filter((one) => one.group === group)
                .map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.title} · GET {one.path}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
      <Request key={form.id} form={form} place={place} />
    </>
  );
}

interface RequestProps {
  readonly form: RequestForm;
  readonly place: FoundPlace | null;
}

function Request({ form, place }: RequestProps) {
  const fields = useRef<HTMLDivElement>(null);
  const output = useRef<HTMLDivElement>(null);
  const [address, setAddress] = useState(form.path);
  useEffect(() => {
    if (output.current === null) return;
    // Where a period is asked for, any kind of place is good.
    const hasPeriod = form.fields.some(({ name, filled }) => name === 'permit_from' && filled);
    const made = requestForm(form, {
      key: '',
      withoutKey: 'None: your session',
      keyNote: 'Only to try a key of yours. It is forgotten with this page.',
      onAddress: setAddress,
      output: output.current,
      ...(hasPeriod && place !== null && { values: newestYear(place) }),
    });
    fields.current?.replaceChildren(made);
  }, [form, place]);
  return (
    <div className="columns playground">
      <div ref={fields} />
      <div className="wrapped playground-answer">
        <div ref={output} />
        <AsCode url={address}>
          <h2>The same in a program</h2>
        </AsCode>
      </div>
    </div>
  );
}
