/** The playground: any request of the interface, sent from here, and the same in curl, TypeScript and Python. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Part } from '../design/record-parts';
import { Page } from '../shell/page';
import { count } from '../words/format';
import { Asked } from './asked';
import { Code, CopyButton } from './dialog';
import { codeOf, languages } from './playground-code';
import {
  type Endpoint,
  endpointsOf,
  firstValues,
  type OpenApi,
  type Parameter,
  readAnswer,
  type ShownAnswer,
  urlOf,
  type Values,
} from './playground-request';
import { useSession } from './session';

export function PlaygroundPage() {
  const { account } = useSession();
  const asked = useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/v2/openapi.json', { signal });
      if (!response.ok) throw new Error(`The service answered ${response.status}.`);
      return endpointsOf((await response.json()) as OpenApi);
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
      <Asked of={asked}>{(endpoints) => <Playground endpoints={endpoints} />}</Asked>
    </Page>
  );
}

function Playground({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  const [id, setId] = useState('permit_search');
  const endpoint = endpoints.find((one) => one.id === id) ?? endpoints[0];
  if (endpoint === undefined) return null;
  const groups = [...new Set(endpoints.map(({ group }) => group))];
  return (
    <>
      <label className="field">
        <span className="label">Endpoint</span>
        <select className="input" value={endpoint.id} onChange={({ target }) => setId(target.value)}>
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {endpoints
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
      <Request key={endpoint.id} endpoint={endpoint} />
    </>
  );
}

function Request({ endpoint }: { readonly endpoint: Endpoint }) {
  const [values, setValues] = useState<Values>(() => firstValues(endpoint));
  const [key, setKey] = useState('');
  const [answer, setAnswer] = useState<ShownAnswer | 'waiting' | null>(null);
  const shown = endpoint.parameters.filter(({ name }) => values[name] !== undefined);
  const more = endpoint.parameters.filter(({ name }) => values[name] === undefined);
  const url = urlOf(endpoint, values);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setAnswer('waiting');
    setAnswer(await readAnswer(url, key.trim()));
  };
  return (
    <div className="columns playground">
      <div className="stack">
        <form className="form" onSubmit={(event) => void send(event)}>
          {shown.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              value={values[parameter.name] ?? ''}
              onChange={(value) => setValues({ ...values, [parameter.name]: value })}
              {...(parameter.isRequired
                ? {}
                : {
                    onRemove: () => {
                      const { [parameter.name]: _removed, ...rest } = values;
                      setValues(rest);
                    },
                  })}
            />
          ))}
          {more.length === 0 ? null : (
            <label className="field">
              <span className="label">Add a parameter</span>
              <select
                className="input"
                value=""
                onChange={({ target }) =>
                  setValues({
                    ...values,
                    [target.value]: more.find(({ name }) => name === target.value)?.example ?? '',
                  })
                }
              >
                <option value="">Choose…</option>
                {more.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
          )}
          <label className="field">
            <span className="label">Key</span>
            <input
              className="input"
              type="password"
              autoComplete="off"
              spellCheck={false}
              placeholder="none: your session"
              value={key}
              onChange={({ target }) => setKey(target.value)}
            />
            <span className="note">Only to try a key of yours. It is forgotten with this page.</span>
          </label>
          <div className="actions">
            <button type="submit" className="button primary" disabled={answer === 'waiting'}>
              Send the request
            </button>
          </div>
        </form>
        <Answer of={answer} />
      </div>
      <aside className="wrapped">
        <AsCode url={url} />
      </aside>
    </div>
  );
}

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  onChange(value: string): void;
  readonly onRemove?: () => void;
}

function ParameterField({ parameter, value, onChange, onRemove }: ParameterFieldProps) {
  const { name, description, choices } = parameter;
  const id = `parameter-${name}`;
  return (
    <div className="field">
      <div className="label-line">
        <label className="label" htmlFor={id}>
          {name}
        </label>
        {onRemove ? (
          <button
            type="button"
            className="button small quiet"
            aria-label={`Leave out ${name}`}
            onClick={onRemove}
          >
            Leave out
          </button>
        ) : null}
      </div>
      {choices === null ? (
        <input
          id={id}
          className="input"
          value={value}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <select
          id={id}
          className="input"
          value={value}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => onChange(target.value)}
        >
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
      <span className="note" id={`${id}-note`}>
        {description.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}
        {parameter.isList ? ' Several are separated by commas.' : ''}
      </span>
    </div>
  );
}

function Answer({ of: answer }: { readonly of: ShownAnswer | 'waiting' | null }) {
  if (answer === null) return null;
  if (answer === 'waiting') return <div className="waiting page-line" role="status" aria-label="Waiting" />;
  return (
    <Part
      title={answer.status === 0 ? 'No answer' : `${answer.status} ${answer.statusText}`}
      aside={answer.body === '' ? null : <CopyButton text={answer.body} label="Copy the answer" />}
    >
      <p role="status">
        {answer.status === 0
          ? answer.body
          : `${count(answer.milliseconds)} ms, ${
              answer.credits === null
                ? 'free'
                : `${count(answer.credits)} ${answer.credits === 1 ? 'credit' : 'credits'}`
            }${answer.remaining === null ? '' : `, ${count(answer.remaining)} left`}`}
      </p>
      {answer.note === null ? null : <p className="soft">{answer.note}</p>}
      {answer.status === 0 || answer.body === '' ? null : <Code label="The answer">{answer.body}</Code>}
    </Part>
  );
}

function AsCode({ url }: { readonly url: string }) {
  const [language, setLanguage] = useState<(typeof languages)[number]>('curl');
  const code = codeOf(language, new URL(url, location.origin).href);
  return (
    <Part
      title="The same in a program"
      aside={
        <fieldset className="segments">
          <legend className="visually-hidden">Language</legend>
          {languages.map((name) => (
            <button
              type="button"
              key={name}
              className={name === language ? 'button small on' : 'button small'}
              aria-pressed={name === language}
              onClick={() => setLanguage(name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      }
    >
      <Code label={`The request in ${language}`}>{code}</Code>
      <CopyButton text={code} />
      <p className="soft">Put a key of yours into the variable LINTEL_KEY first.</p>
    </Part>
  );
}
