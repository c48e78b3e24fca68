/** Forms of the dashboard: fields with labels, one button, and what went wrong in words that are read out. */
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly name: string;
  readonly note?: ReactNode;
}

/** A text field. Its value is in the form's data under its name. */
export function Field({ label, note, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="input"
        {...(note === undefined ? {} : { 'aria-describedby': `${id}-note` })}
      />
      {note === undefined ? null : (
        <span className="note" id={`${id}-note`}>
          {note}
        </span>
      )}
    </div>
  );
}

/** What a form does with its fields; `undefined` for a field that is not there. */
export type Submit<T> = (fields: Readonly<Record<string, string>>) => Promise<T>;

interface FormProps<T> {
  readonly action: Submit<T>;
  readonly button: string;
  readonly onDone?: (result: T, form: HTMLFormElement) => void;
  /** Beside the button. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
  readonly isDangerous?: boolean;
}

/** A form that sends its fields when it is submitted. */
export function Form<T>({ action, button, onDone, aside, children, isDangerous = false }: FormProps<T>) {
  const sending = useMutation({ mutationFn: action });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    );
    sending.mutate(fields, { onSuccess: (result) => onDone?.(result, form) });
  };
  return (
    <form className="form" onSubmit={submit}>
      {children}
      <Problem of={sending} />
      <div className="actions">
        <button
          type="submit"
          className={isDangerous ? 'button danger' : 'button primary'}
          aria-disabled={sending.isPending}
          onClick={(event) => {
            if (sending.isPending) event.preventDefault();
          }}
        >
          {sending.isPending ? 'A moment…' : button}
        </button>
        {aside}
      </div>
    </form>
  );
}

/** Why something did not work; nothing while it works. */
export function Problem({ of }: { readonly of: Pick<UseMutationResult<unknown, Error>, 'error'> }) {
  return (
    <p className="problem" role="alert">
      {of.error?.message}
    </p>
  );
}

/** That something worked; nothing until it has. */
export function Done({ text }: { readonly text: string | null }) {
  return (
    <p className="done" role="status">
      {text}
    </p>
  );
}
