/** A request as code in the language of one's choice, to copy. */
import { type ReactNode, useState } from 'react';
import { Segments } from '../design/segments';
import { Code, CopyButton } from './dialog';
import { codeOf, languages } from './playground-code';

/** `url` from the first slash, `secret` the text of a key that is known here, `children` the heading. */
export function AsCode({
  url,
  secret = null,
  children,
}: {
  readonly url: string;
  readonly secret?: string | null;
  readonly children?: ReactNode;
}) {
  const [language, setLanguage] = useState<(typeof languages)[number]>('curl');
  const code = codeOf(language, new URL(url, location.origin).href, secret);
  return (
    <>
      <div className={children === undefined ? undefined : 'part-head'}>
        {children}
        <Segments legend="Language" values={languages} value={language} onChange={setLanguage} />
      </div>
      <Code label={`The request in ${language}`}>{code}</Code>
      <div className="actions">
        <CopyButton text={code} label="Copy the code" />
        {secret === null ? (
          <span className="soft">Put a key of yours into the variable LINTEL_KEY first.</span>
        ) : null}
      </div>
    </>
  );
}
