/** The link of a chart, and the code that shows it on another site, to copy. */
import '../design/summary.css';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useService } from '../api/service';
import type { Summary } from './summary';

export function ShareButton({ summary }: { readonly summary: Summary }) {
  const { settings } = useService();
  const { href } = useRouter().buildLocation({ to: '/summary', search: summary });
  return (
    <DialogTrigger>
      <Button className="button small">{settings.embeds ? 'Share or embed' : 'Share'}</Button>
      <Popover className="popover share" placement="bottom start">
        <Dialog aria-label="Share the chart">
          <Copied label="Link" text={`${location.origin}${href}`} />
          {settings.embeds ? <Codes href={href} /> : null}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** What the service says for other sites (oEmbed); an error that it explains is shown. */
const embedQuery = (href: string) => ({
  queryKey: ['embed', href],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string> => {
    const response = await fetch(`/oembed?url=${encodeURIComponent(location.origin + href)}`, { signal });
    const body = (await response.json()) as { readonly html?: string; readonly detail?: string };
    if (body.html === undefined) throw new Error(body.detail);
    return body.html;
  },
});

function Codes({ href }: { readonly href: string }) {
  const { data, error } = useQuery(embedQuery(href));
  if (error !== null) return <p className="soft">{error.message}</p>;
  if (data === undefined) return <div className="waiting" />;
  const picture = `${location.origin}${href.replace(/^\/summary/, '/embed/summary.svg')}`;
  return (
    <>
      <Copied label="Chart for a web page" text={data} />
      <Copied label="Picture (SVG)" text={picture} />
      <p className="soft">Both show the newest data, with its source and date. Readers need no key.</p>
    </>
  );
}

function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="share-line">
      <label className="field">
        <span className="label">{label}</span>
        <input className="input" readOnly value={text} onFocus={({ target }) => target.select()} />
      </label>
      <button
        type="button"
        className="button small"
        aria-label={`Copy: ${label}`}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
