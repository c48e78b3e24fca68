/** Where a visitor enters a key of their own. It stays in this tab. */
import { type FormEvent, useId, useState } from 'react';
import { useService } from '../api/service';

export function KeyForm({ onDone }: { readonly onDone?: () => void }) {
  const { key, setKey } = useService();
  const [text, setText] = useState('');
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = text.trim();
    if (given === '') return;
    setKey(given);
    setText('');
    onDone?.();
  };
  return (
    <form className="key-form" onSubmit={submit}>
      <label className="field" htmlFor={id}>
        <span className="label">API key</span>
        <input
          id={id}
          className="input"
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="lk_…"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span className="note">Kept in this tab only, and forgotten when you close it.</span>
      </label>
      <div className="actions">
        <button type="submit" className="button primary">
          Use this key
        </button>
        {key === null ? null : (
          <button
            type="button"
            className="button"
            onClick={() => {
              setKey(null);
              onDone?.();
            }}
          >
            Forget the key in use
          </button>
        )}
      </div>
    </form>
  );
}
