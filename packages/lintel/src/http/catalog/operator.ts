/** Who runs the service, from the free text of the settings. */

export interface Operator {
  readonly name: string;
  /** Null where the text has none. */
  readonly email: string | null;
}

const emailPattern = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;

/** Name and e-mail address in a text such as `Elm County <data@elm.example>`. */
export function readOperator(text: string | null): Operator {
  const email = text === null ? undefined : emailPattern.exec(text)?.[0];
  const name = (text ?? '').replace(emailPattern, '').replace(/[\s,;:<>()]+$/, '');
  return { name: name === '' ? 'Operator of this Lintel service' : name, email: email ?? null };
}
