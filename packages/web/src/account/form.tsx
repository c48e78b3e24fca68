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
        // Firefox says "invalid" of an empty field otherwise, before anything was typed.
        aria-invalid={false}
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

/** The credits that something may use in a month. */
export function BudgetField({ credits }: { readonly credits?: number }) {
  return (
    <Field
      label="Credits a month, at most"
      name="budget"
      type="number"
      min={1}
      max={1_000_000_000}
      {...(credits === undefined ? {} : { defaultValue: credits })}
      note="Empty: as many as your account has."
    />
  );
}

/** What was written into it; null for none. */
export const budgetOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** The address with which somebody signs in. */
export function EmailField(field: Omit<FieldProps, 'label' | 'name'>) {
  return <Field label="E-mail" name="email" type="email" autoComplete="username" required {...field} />;
}

type GivenName = Partial<Pick<FieldProps, 'name'>>;

/** A password that somebody has. */
export function PasswordField({ name = 'password', ...field }: Omit<FieldProps, 'name'> & GivenName) {
  return (
    <Field
      name={name}
      type="password"
      autoComplete="current-password"
      maxLength={longestPassword}
      required
      {...field}
    />
  );
}

const longestPassword = 128;

/** A password that somebody chooses. */
export function NewPasswordField(field: Omit<FieldProps, 'label'>) {
  return (
    <Field
      label="New password"
      type="password"
      autoComplete="new-password"
      minLength={10}
      maxLength={longestPassword}
      required
      {...field}
    />
  );
}

/** The six digits that an authenticator app shows. */
export function CodeField({ label }: Pick<FieldProps, 'label'>) {
  return (
    <Field
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*\d{6}\s*"
      title="Six digits"
      required
      autoFocus
    />
  );
}

interface SelectFieldProps {
  readonly label: string;
  readonly name: string;
  readonly defaultValue: string;
  readonly children: ReactNode;
}

/** A choice of one of several. */
export function SelectField({ label, children, ...select }: SelectFieldProps) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select className="input" {...select}>
        {children}
      </select>
    </label>
  );
}

/** Closes a dialog without doing what it is about. */
export function Cancel({ onClose, children = 'Cancel' }: { onClose(): void; readonly children?: string }) {
  return (
    <button type="button" className="button quiet" onClick={onClose}>
      {children}
    </button>
  );
}

/** What a form does with its fields; `undefined` for a field that is not there. */
type Submit<T> = (fields: Readonly<Record<string, string>>) => Promise<T>;

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
