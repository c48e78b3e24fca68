/** A sentence of the contract, whose names are between backticks, with them as code. */
export function Marked({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
