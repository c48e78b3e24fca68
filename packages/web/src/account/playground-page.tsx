/** The playground: any request of the interface, sent from here, and the same in curl, TypeScript and Python. */
import { type OpenApi, type RequestForm, requestFormsOf } from '@lintel/contract/openapi';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { requestForm } from '../request/request-form';
import { Page } from '../shell/page';
import { AsCode } from './as-code';
import { Asked } from './asked';
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
  return (
    <Page
      title="Playground"
      lede={
        <p className="lede">
          Requests from here are real: they cost what they cost a program, and are charged to {account.name}.
        </p>
      }
    >
      <Asked of={asked}>{(forms) => <Playground forms={forms} />}</Asked>
    </Page>
  );
}

function Playground({ forms }: { readonly forms: readonly RequestForm[] }) {
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
      <Request key={form.id} form={form} />
    </>
  );
}

function Request({ form }: { readonly form: RequestForm }) {
  const place = useRef<HTMLDivElement>(null);
  const [address, setAddress] = useState(form.path);
  useEffect(() => {
    const made = requestForm(form, {
      key: '',
      withoutKey: 'None: your session',
      keyNote: 'Only to try a key of yours. It is forgotten with this page.',
      onAddress: setAddress,
    });
    place.current?.replaceChildren(made);
  }, [form]);
  return (
    <div className="columns playground">
      <div ref={place} />
      <aside className="wrapped">
        <AsCode url={address}>
          <h2>The same in a program</h2>
        </AsCode>
      </aside>
    </div>
  );
}
