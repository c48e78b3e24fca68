/**
 * The form that sends a request and shows the answer with its cost: of the playground, and below every request of the
 * documentation, which loads no framework.
 */
import { errorAddress, errorOfStatus, errors } from '@lintel/contract/error-table';
import {
  exampleValues,
  type RequestField,
  type RequestForm,
  type RequestValues,
  requestAddress,
} from '@lintel/contract/openapi';
import { copyButton, element, marked } from './elements';
import { type ShownAnswer, sendRequest } from './send';

export interface RequestOptions {
  /** The key to begin with; empty for none. */
  readonly key: string;
  /** Who asks without a key. */
  readonly withoutKey: string;
  /** How long the key is kept. */
  readonly keyNote: string;
  /** In place of the examples of the document, for the fields that are filled in. */
  readonly values?: RequestValues;
  /** Where the answer is shown; in the form without it. */
  readonly output?: HTMLElement;
  /** Told of the address of the request from the first slash, at first and whenever it changes. */
  onAddress(address: string): void;
  /** Told of the key that was sent; null for none. */
  onSend?(key: string | null): void;
}

/** Makes the form of an operation, filled in with a request that should succeed. */
export function requestForm(operation: RequestForm, options: RequestOptions): HTMLFormElement {
  const form = element('form', { className: 'request', noValidate: true });
  form.setAttribute('aria-label', `Request ${operation.id}`);
  const key = element('input', { type: 'password', value: options.key, placeholder: options.withoutKey });
  const keyField = labelled(`${operation.id}-key`, 'API key', key, [options.keyNote]);
  const values = { ...exampleValues(operation), ...options.values };
  const fieldOf = (field: RequestField) => parameterField(operation, field, values);
  const others = operation.fields.filter(({ filled }) => !filled).map(fieldOf);
  const send = element('button', { className: 'button primary', textContent: 'Send the request' });
  const output = options.output ?? element('div');
  output.className = 'request-output';
  output.setAttribute('aria-live', 'polite');
  output.replaceChildren();
  form.append(
    fieldGrid([
      ...operation.fields.filter(({ filled }) => filled).map(fieldOf),
      ...(operation.needsKey ? [keyField] : []),
    ]),
    ...(others.length > 0 ? [moreFields(others)] : []),
    element('div', {}, send),
    ...(options.output === undefined ? [output] : []),
  );
  const address = () => requestAddress(operation, valuesOf(form));
  form.addEventListener('input', () => options.onAddress(address()));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const ownKey = key.value.trim() || null;
    options.onSend?.(ownKey);
    send.disabled = true;
    output.replaceChildren(element('p', { textContent: 'Waiting …' }));
    output.replaceChildren(...answerParts(await sendRequest(address(), ownKey)));
    send.disabled = false;
    if (options.output !== undefined) output.scrollIntoView({ block: 'nearest' });
  });
  options.onAddress(address());
  return form;
}

function valuesOf(form: HTMLFormElement): RequestValues {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

function fieldGrid(fields: readonly HTMLElement[]): HTMLElement {
  return element('div', { className: 'request-fields' }, ...fields);
}

function moreFields(fields: readonly HTMLElement[]): HTMLElement {
  const count = `${fields.length} more ${fields.length === 1 ? 'parameter' : 'parameters'}`;
  return element('details', {}, element('summary', { textContent: count }), fieldGrid(fields));
}

function parameterField(operation: RequestForm, field: RequestField, values: RequestValues): HTMLElement {
  const { name, required, choices, list, example, description } = field;
  const value = values[name] ?? '';
  const input =
    choices === null
      ? element('input', { name, value, placeholder: example })
      : element('select', { name }, ...optionsOf(required ? choices : ['', ...choices]));
  input.value = value;
  const parts = marked(description);
  const note = list === null ? parts : [...parts, ' Several are separated by commas.'];
  return labelled(`${operation.id}-${name}`, required ? `${name} (required)` : name, input, note);
}

function optionsOf(choices: readonly string[]): HTMLElement[] {
  return choices.map((choice) => element('option', { value: choice, textContent: choice }));
}

function labelled(
  id: string,
  text: string,
  input: HTMLInputElement | HTMLSelectElement,
  note: readonly (Node | string)[],
): HTMLElement {
  Object.assign(input, { id, className: 'input', autocomplete: 'off', spellcheck: false });
  input.setAttribute('aria-describedby', `${id}-note`);
  return element(
    'div',
    { className: 'field' },
    element('label', { className: 'label', htmlFor: id, textContent: text }),
    input,
    element('span', { className: 'note', id: `${id}-note` }, ...note),
  );
}

function answerParts({ status, summary, body, note }: ShownAnswer): HTMLElement[] {
  const said = element('p', { textContent: summary });
  const head = element('div', { className: 'request-answer' }, said);
  if (body !== '' && navigator.clipboard) head.append(copyButton(() => body, 'Copy the answer'));
  const shown = element(
    'pre',
    { tabIndex: 0, role: 'region', ariaLabel: 'The answer' },
    element('code', { textContent: body }),
  );
  return [
    head,
    ...(status === null || status < 400 ? [] : [whatToDo(status)]),
    ...(note === null ? [] : [element('p', { className: 'soft', textContent: note })]),
    ...(body === '' ? [] : [shown]),
  ];
}

/** What to do about an error, and where more is said of it. */
function whatToDo(status: number): HTMLElement {
  const code = errorOfStatus(status);
  const more = element('a', { href: errorAddress(code), textContent: `More about ${code}` });
  return element('p', {}, ...marked(errors[code].fix), ' ', more);
}
