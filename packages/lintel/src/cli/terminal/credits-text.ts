/** Credits as people read them. */
import { formatCount } from '../../base/format-number.js';

/** `1 credit`, `1,234 credits`. */
export function creditsText(credits: number): string {
  return `${formatCount(credits)} ${credits === 1 ? 'credit' : 'credits'}`;
}
