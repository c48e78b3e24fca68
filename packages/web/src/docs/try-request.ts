/**
 * A form below a request of the reference that makes it against this service, with the key of the reader or as a
 * visitor. Shows the request as curl, and the answer with its cost.
 */
import { callerHeaders, storedKey, storeKey } from '../api/key';

interface Field {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  readonly list: 'repeated' | 'commas' | null;
  readonly choices: readonly string[] | null;
  readonly example: string;
  readonly filled: boolean;
}

interface Operation {
  readonly path: string;
  readonly needsKey: boolean;
  readonly fields: readonly Field[];
}

/** Characters of an answer that are shown. */
const mostShown = 200_000;

let operations: Promise<Readonly<Record<string, Operation>>> | null = null;

async function load(url: string): Promise<Readonly<Record<string, Operation>>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return (await response.json()) as Readonly<Record<string, Operation>>;
}

/** Puts the form of an operation after a block of the page. `url` has the forms of all operations. */
export async function showRequest(block: HTMLElement, id: string, url: string): Promise<void> {
  operations ??= load(url);
  const operation = (await operations)[id];
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  const form = makeForm(operation, id);
  block.after(form);
  form.querySelector<HTMLElement>('input, select, button')?.focus();
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function makeForm(operation: Operation, id: string): HTMLFormElement {
  const form = element('form', { className: 'try', noValidate: true });
  form.setAttribute('aria-label', `Request ${id}`);
  const key = element('input', { className: 'input', autocomplete: 'off', spellcheck: false });
  key.type = 'password';
  key.name = 'X-API-Key';
  key.value = storedKey() ?? '';
  key.placeholder = 'None: ask as a visitor';
  const shown = operation.fields.filter(({ filled }) => filled);
  const others = operation.fields.filter(({ filled }) => !filled);
  const grid = (fields: readonly Field[]) =>
    element('div', { className: 'try-fields' }, ...fields.map((field) => labelled(field)));
  const more = element(
    'details',
    {},
    element('summary', { textContent: `${others.length} more parameters` }),
  );
  more.append(grid(others));
  const send = element('button', { type: 'submit', className: 'button primary', textContent: 'Send' });
  const output = element('div', { className: 'try-output' });
  output.setAttribute('aria-live', 'polite');
  const fields = grid(shown);
  if (operation.needsKey) fields.prepend(element('label', { className: 'field' }, label('API key'), key));
  form.append(fields, ...(others.length > 0 ? [more] : []), element('div', {}, send), output);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const ownKey = key.value.trim() === '' ? null : key.value.trim();
    if (operation.needsKey) storeKey(ownKey);
    void request(operation, new FormData(form), ownKey, output);
  });
  return form;
}

function label(text: string): HTMLElement {
  return element('span', { className: 'label', textContent: text });
}

function labelled({ name, required, choices, list, example, filled }: Field): HTMLElement {
  const text = required ? `${name} (required)` : name;
  const value = filled ? example : '';
  if (choices !== null && list === null) {
    const select = element('select', { className: 'input', name });
    const options = required ? choices : ['', ...choices];
    select.append(...options.map((choice) => element('option', { value: choice, textContent: choice })));
    select.value = value;
    return element('label', { className: 'field' }, label(text), select);
  }
  const input = element('input', { className: 'input', name, value, autocomplete: 'off', spellcheck: false });
  if (!filled) input.placeholder = example;
  return element('label', { className: 'field' }, label(text), input);
}

/** The path and query, and the headers, that the form says. */
function read({ path, fields }: Operation, form: FormData): { url: string; headers: Record<string, string> } {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let filledPath = path;
  for (const { name, in: place, list } of fields) {
    const value = String(form.get(name) ?? '').trim();
    if (place === 'path') filledPath = filledPath.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (place === 'header') headers[name] = value;
    else
      for (const one of list === 'repeated' ? value.split(',') : [value]) {
        // Spaces are those after a comma.
        query.append(name, one.trim());
      }
  }
  const search = query.toString().replaceAll('%2C', ',');
  return { url: search === '' ? filledPath : `${filledPath}?${search}`, headers };
}

async function request(
  operation: Operation,
  form: FormData,
  key: string | null,
  output: HTMLElement,
): Promise<void> {
  const { url, headers } = read(operation, form);
  const keyHeader = operation.needsKey ? '-H "X-API-Key: $KEY" ' : '';
  const others = Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}" `);
  const curl = `curl ${keyHeader}${others.join('')}"${location.origin}${url}"`;
  output.replaceChildren(code(curl), element('p', { textContent: 'Waiting …' }));
  const began = performance.now();
  try {
    const caller = operation.needsKey ? callerHeaders(key) : {};
    const response = await fetch(url, { headers: { ...headers, ...caller }, cache: 'no-store' });
    const text = await bodyOf(response);
    const took = Math.round(performance.now() - began);
    output.replaceChildren(code(curl), element('p', { textContent: statusOf(response, took) }), code(text));
  } catch {
    output.replaceChildren(code(curl), element('p', { textContent: 'The service does not answer.' }));
  }
}

function code(text: string): HTMLElement {
  const pre = element('pre', { tabIndex: 0 }, element('code', { textContent: text }));
  return element('div', { className: 'code' }, pre);
}

function statusOf({ status, statusText, headers }: Response, took: number): string {
  const cost = headers.get('x-credits-request');
  const left = headers.get('x-credits-remaining');
  const credits = cost === null ? '' : `, ${cost} ${cost === '1' ? 'credit' : 'credits'}`;
  const remaining =
    left === null || left === 'unlimited' ? '' : `, ${Number(left).toLocaleString('en-US')} left`;
  return `${status} ${statusText}, ${took} ms${credits}${remaining}`;
}

/** The body as text: JSON with line breaks, and of what is not text only its size. */
async function bodyOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (!/json|text/.test(type)) return `${(await response.arrayBuffer()).byteLength} bytes of ${type}`;
  const { text, isWhole } = await beginningOf(response);
  if (!isWhole) return `${text}\n… cut here`;
  return /\/json\b/.test(type) ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

/** What is shown of a body. The rest is not read: of an export it is not charged then. */
async function beginningOf(response: Response): Promise<{ text: string; isWhole: boolean }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return { text, isWhole: true };
    text += part.value;
    if (text.length < mostShown) continue;
    await reader?.cancel();
    return { text: text.slice(0, mostShown), isWhole: false };
  }
}
