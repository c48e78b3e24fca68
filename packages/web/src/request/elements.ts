/** Elements of a page without a framework: of the documentation, and of the form of a request. */

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A sentence of the contract, whose names are between backticks, with them as code. */
export function marked(text: string): (Node | string)[] {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : element('code', { textContent: part })));
}

/** A button that copies a text, and says for a moment that it has. */
export function copyButton(text: () => string, label: string): HTMLButtonElement {
  const copy = element('button', { type: 'button', className: 'button small copy', textContent: label });
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text());
    copy.textContent = 'Copied';
    setTimeout(() => {
      copy.textContent = label;
    }, 2_000);
  });
  return copy;
}
