/** Writes XML 1.0: elements with escaped texts. A character that XML cannot have is left out. */

/** An element; `content` is text, which is escaped, or elements that are ready. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: string | readonly string[] = [],
): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const inside = typeof content === 'string' ? escapeXml(content) : content.join('');
  return inside === '' ? `<${name}${pairs.join('')}/>` : `<${name}${pairs.join('')}>${inside}</${name}>`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser turns them into line feeds or spaces otherwise.
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** The text as XML has it, in elements and in attributes (XML 1.0, sections 2.2 and 2.4). */
export function escapeXml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"\n\r\t]/g, (character) => escapes[character] ?? '');
}
