/**
 * A form below a request of the reference that makes it against this service, with the key of the reader or as a
 * visitor, and the request as curl.
 */
import { curlOf, type RequestForm } from '@lintel/contract/openapi';
import { storedKey, storeKey } from '../api/key';
import { element } from '../request/elements';
import { requestForm } from '../request/request-form';

let operations: Promise<readonly RequestForm[]> | null = null;

async function load(url: string): Promise<readonly RequestForm[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return (await response.json()) as readonly RequestForm[];
}

/** Puts the form of an operation after a block of the page. `url` has the forms of all operations. */
export async function showRequest(block: HTMLElement, id: string, url: string): Promise<void> {
  operations ??= load(url);
  const operation = (await operations).find((one) => one.id === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  const curl = element('code');
  const form = requestForm(operation, {
    key: storedKey() ?? '',
    withoutKey: 'None: ask as a visitor',
    keyNote: 'Kept until this tab is closed.',
    onAddress: (address) => {
      curl.textContent = curlOf(operation, `${location.origin}${address}`);
    },
    ...(operation.needsKey ? { onSend: storeKey } : {}),
  });
  form.prepend(element('div', { className: 'code' }, element('pre', { tabIndex: 0 }, curl)));
  block.after(form);
  form.querySelector<HTMLElement>('input, select, button')?.focus();
}
