/** What may be called, written to or opened of a contractor, as links. */
import { telephone } from '../words/format';

export function PhoneLink({ number }: { readonly number: string }) {
  return (
    <a className="nowrap" href={`tel:${number}`}>
      {telephone(number)}
    </a>
  );
}

export function MailLink({ address }: { readonly address: string }) {
  return <a href={`mailto:${address}`}>{address}</a>;
}

/** A source writes `example.com` or a whole address; what is neither is shown as it is. */
export function WebsiteLink({ website }: { readonly website: string }) {
  const address = /^https?:\/\//i.test(website) ? website : `https://${website}`;
  if (!URL.canParse(address) || !new URL(address).hostname.includes('.')) return website;
  return (
    <a href={address} rel="nofollow noopener">
      {website.replace(/^https?:\/\//i, '')}
    </a>
  );
}
