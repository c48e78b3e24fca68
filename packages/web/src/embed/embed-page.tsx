/** The document of a chart on another site: the picture, its numbers as a table, and the way to the page. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import rules from '../design/embed.css?raw';
import tokens from '../design/tokens.css?raw';
import type { Embed } from './embed';

/** The only style of the document, which its security policy names by a hash. */
export const embedStyle = tokens + rules;

/** The widest screen that gets the narrow picture, and how wide both pictures are. */
const narrowScreen = 560;
export const pictureWidths = { wide: 720, narrow: 360 } as const;

/** Pixels below the picture for the lines of text. */
export const lineBelow = 72;

export interface EmbedLook {
  /** `auto`: as the reader's system has it. */
  readonly theme: 'light' | 'dark' | 'auto';
  /** The question as the query of an address, with its `?`; empty for that of all permits by year. */
  readonly question: string;
}

/** The document; with a text instead of a chart it says why there is none. */
export function embedPage(embed: Embed | string, { theme, question }: EmbedLook): string {
  const title = typeof embed === 'string' ? 'Building permits' : embed.title;
  const page = (
    <html lang="en" data-theme={theme === 'auto' ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{embedStyle}</style>
      </head>
      <body>
        {typeof embed === 'string' ? (
          <p className="embed-message">{embed}</p>
        ) : (
          <>
            <Chart embed={embed} theme={theme} question={question} />
            <Numbers embed={embed} />
          </>
        )}
        <p>
          <a href={`../summary${question}`} target="_blank" rel="noopener">
            Open with filters and all numbers
          </a>
        </p>
      </body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

function Chart({ embed, theme, question }: EmbedLook & { readonly embed: Embed }): ReactNode {
  const first = theme === 'dark' ? 'dark' : 'light';
  const address = (width: number, colours: 'light' | 'dark') =>
    `summary.svg${question}${question === '' ? '?' : '&'}width=${width}&theme=${colours}`;
  const { wide, narrow } = pictureWidths;
  const small = `(max-width: ${narrowScreen}px)`;
  const dark = '(prefers-color-scheme: dark)';
  return (
    <picture>
      {theme === 'auto' ? (
        <>
          <source media={`${small} and ${dark}`} srcSet={address(narrow, 'dark')} />
          <source media={dark} srcSet={address(wide, 'dark')} />
        </>
      ) : null}
      <source media={small} srcSet={address(narrow, first)} />
      <img
        src={address(wide, first)}
        width={wide}
        height={embed.draw({ width: wide, theme: first }).height}
        alt={`Chart: ${embed.title}. ${embed.unit}. The numbers are below.`}
      />
    </picture>
  );
}

function Numbers({ embed: { columns, rows } }: { readonly embed: Embed }): ReactNode {
  return (
    <details>
      <summary>Numbers</summary>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, at) => (
                <td key={columns[at + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
