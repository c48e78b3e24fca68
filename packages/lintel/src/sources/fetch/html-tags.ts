import { Tokenizer, TokenizerMode } from 'parse5';

/** A tag or a text of a page, in its order: no tree is built, nothing is repaired or run. */
export interface HtmlToken {
  /** In lower case; null for a text. */
  readonly tag: string | null;
  readonly isEnd: boolean;
  /** By names in lower case. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Without entities; empty for a tag. */
  readonly text: string;
}

/** Scripts, styles and comments are left out. */
export function htmlTokens(page: string): readonly HtmlToken[] {
  const tokens: HtmlToken[] = [];
  let silent: string | null = null;
  let text = '';
  // The tokenizer hands out words and white space apart.
  const addText = ({ chars }: { readonly chars: string }): void => {
    if (silent === null) text += chars;
  };
  const endText = (): void => {
    if (text !== '') tokens.push({ tag: null, isEnd: false, attributes: {}, text });
    text = '';
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag: ({ tagName: tag, attrs }) => {
        endText();
        const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
        if (tag === 'script' || tag === 'style') {
          silent = tag;
          tokenizer.state = TokenizerMode.RAWTEXT;
        } else tokens.push({ tag, isEnd: false, attributes, text: '' });
      },
      onEndTag: ({ tagName: tag }) => {
        endText();
        if (silent === null) tokens.push({ tag, isEnd: true, attributes: {}, text: '' });
        if (silent === tag) silent = null;
      },
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter: () => undefined,
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: endText,
    },
  );
  tokenizer.write(page, true);
  return tokens;
}

/** A text in one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
