/**
 * Tags and texts of a page of HTML in order, as far as reading forms and tables needs them: no tree, no repair, nothing
 * is run. Scripts, styles and comments are left out.
 */

export interface HtmlToken {
  /** In lower case; null for a text. */
  readonly tag: string | null;
  readonly isEnd: boolean;
  /** By names in lower case. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Without entities; empty for a tag. */
  readonly text: string;
}

const token =
  /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?<\/\1\s*>|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi;
const attribute = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

export function* htmlTokens(page: string): Generator<HtmlToken> {
  for (const [whole, , end, tag, rest = ''] of page.matchAll(token)) {
    if (tag !== undefined)
      yield { tag: tag.toLowerCase(), isEnd: end === '/', attributes: attributesOf(rest), text: '' };
    else if (!/^<(?:!--|script|style)/i.test(whole))
      yield { tag: null, isEnd: false, attributes: {}, text: unescaped(whole) };
  }
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', quoted, single, bare] of text.matchAll(attribute))
    attributes[name.toLowerCase()] = unescaped(quoted ?? single ?? bare ?? '');
  return attributes;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** A text in one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
