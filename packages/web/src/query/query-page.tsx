/**
 * Questions in SQL to the published release: an editor with the tables beside it, and the answer. DuckDB runs in the
 * visitor's browser. The address holds the question, so that it is a link; who opens one reads it before running it.
 */
import '../design/summary.css';
import '../design/charts.css';
import '../design/query.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useService } from '../api/service';
import { Marked } from '../design/marked';
import { Failure, Notice } from '../shell/failure';
import { Page } from '../shell/page';
import { WaitingPage } from '../shell/waiting-page';
import { count } from '../words/format';
import type { Answer } from './answer';
import { AnswerView } from './answer-view';
import { ask, maxRows, memoryLimit } from './engine';
import { examples } from './examples';
import { completions, type Tables, tablesQuery, wordAtEnd } from './tables';

export function QueryPage() {
  const { data, error, refetch } = useQuery(tablesQuery);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (data === undefined) return <WaitingPage />;
  if (data === null) return <SwitchedOff />;
  return <Questions tables={data} />;
}

function SwitchedOff() {
  return (
    <Notice title="No questions in SQL here">
      <p>
        This service does not hand out its data as files. Its operator opens them with the setting{' '}
        <code>"release_files": "open"</code> and the next publication.
      </p>
    </Notice>
  );
}

type State =
  | { readonly is: 'idle' }
  | { readonly is: 'asking'; readonly cancel: AbortController }
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'answered'; readonly answer: Answer };

function Questions({ tables }: { readonly tables: Tables }) {
  const { settings } = useService();
  const { sql: asked } = useSearch({ from: '/query' });
  const navigate = useNavigate({ from: '/query' });
  const [sql, setSql] = useState(asked ?? examples[0]?.sql ?? '');
  const [state, setState] = useState<State>({ is: 'idle' });
  const run = async (question: string) => {
    if (state.is === 'asking') state.cancel.abort();
    const cancel = new AbortController();
    setState({ is: 'asking', cancel });
    void navigate({ search: { sql: question }, replace: true });
    try {
      const answer = await ask(tables.release, question, cancel.signal);
      setState({ is: 'answered', answer });
    } catch (error) {
      if (cancel.signal.aborted) return;
      setState({ is: 'failed', message: messageOf(error) });
    }
  };
  const cancel = () => {
    if (state.is !== 'asking') return;
    state.cancel.abort();
    setState({ is: 'failed', message: 'The question was canceled.' });
  };
  const choose = (question: string) => {
    setSql(question);
    void run(question);
  };
  return (
    <Page
      title="Query"
      lede={
        <p className="soft">
          Questions in SQL to release {tables.release}. DuckDB answers them in your browser: it is loaded with
          the first question (7 MB), free, and takes up to {memoryLimit} of memory. Up to {count(maxRows)}{' '}
          rows are read.
        </p>
      }
    >
      <nav aria-label="Examples">
        <ul className="questions">
          {[...settings.query_examples, ...examples].map(({ title, sql: question }) => (
            <li key={title}>
              <button type="button" className="button small" onClick={() => choose(question)}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <Editor tables={tables} sql={sql} setSql={setSql} run={() => void run(sql)}>
        {state.is === 'asking' ? (
          <>
            <button type="button" className="button" onClick={cancel}>
              Cancel
            </button>
            <span role="status">Asking …</span>
          </>
        ) : null}
      </Editor>
      {state.is === 'failed' ? (
        <pre className="query-error" role="alert">
          {state.message}
        </pre>
      ) : null}
      {state.is === 'answered' ? <AnswerView answer={state.answer} release={tables.release} /> : null}
    </Page>
  );
}

interface EditorProps {
  readonly tables: Tables;
  readonly sql: string;
  setSql(sql: string): void;
  run(): void;
  /** Beside its buttons. */
  readonly children: ReactNode;
}

/** The question, names that may follow what was typed, and the tables beside it. */
function Editor({ tables, sql, setSql, run, children }: EditorProps) {
  const editor = useRef<HTMLTextAreaElement>(null);
  const [before, setBefore] = useState('');
  const suggested = completions(tables, before);
  const insert = (name: string, from: number) => {
    const to = editor.current?.selectionEnd ?? sql.length;
    setSql(sql.slice(0, from) + name + sql.slice(to));
    setBefore('');
    requestAnimationFrame(() => {
      editor.current?.focus();
      editor.current?.setSelectionRange(from + name.length, from + name.length);
    });
  };
  const complete = (name: string) => insert(name, before.length - wordAtEnd(before).length);
  const onKeyDown = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === 'Enter') run();
    else if (isCommand && event.key === ' ' && suggested[0] !== undefined) complete(suggested[0]);
    else return;
    event.preventDefault();
  };
  return (
    <div className="query-desk">
      <div className="query-editor">
        <textarea
          ref={editor}
          className="input"
          aria-label="Question in SQL"
          spellCheck={false}
          autoCapitalize="off"
          rows={Math.min(20, Math.max(8, sql.split('\n').length + 1))}
          value={sql}
          onChange={({ target }) => {
            setSql(target.value);
            setBefore(target.value.slice(0, target.selectionEnd));
          }}
          onKeyDown={onKeyDown}
        />
        <p className="query-words">
          {suggested.length === 0 ? (
            <span className="soft">Ctrl+Enter runs the question, Ctrl+Space completes a name.</span>
          ) : (
            suggested.map((name) => (
              <button type="button" key={name} className="button small quiet" onClick={() => complete(name)}>
                {name}
              </button>
            ))
          )}
        </p>
        <p className="summary-actions">
          <button type="button" className="button primary" disabled={sql.trim() === ''} onClick={run}>
            Run
          </button>
          <CopyQuestion sql={sql} />
          {children}
        </p>
      </div>
      <Schema tables={tables} insert={(name) => insert(name, editor.current?.selectionStart ?? sql.length)} />
    </div>
  );
}

/** What the engine says of a question; errors of its parser come as JSON. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  try {
    const { exception_type, exception_message } = JSON.parse(text) as Record<string, unknown>;
    return `${exception_type} Error: ${exception_message}`;
  } catch {
    return text;
  }
}

function CopyQuestion({ sql }: { readonly sql: string }) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    const link = new URL('/query', location.href);
    link.searchParams.set('sql', sql);
    await navigator.clipboard.writeText(link.href);
    setCopied(sql);
  };
  return (
    <button type="button" className="button" onClick={() => void copy()}>
      {copied === sql && sql !== '' ? 'Link copied' : 'Copy the link'}
    </button>
  );
}

/** The tables and their columns, each a button that writes its name into the question. */
function Schema({ tables, insert }: { readonly tables: Tables; insert(name: string): void }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1).
    <section className="query-schema" aria-label="Tables and columns" tabIndex={0}>
      {tables.tables.map(({ name, fields }, at) => (
        <details key={name} open={at === 0}>
          <summary>
            {name} <span className="soft">{fields.length} columns</span>
          </summary>
          <ul>
            {fields.map((field) => (
              <li key={field.name}>
                <button type="button" className="link" onClick={() => insert(field.name)}>
                  {field.name}
                </button>{' '}
                <span className="soft">{field.type}</span>
                <p className="soft">
                  <Marked text={field.description} />
                </p>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
