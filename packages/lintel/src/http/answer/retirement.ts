/** What the answers of an endpoint that will end say of it (RFC 9745 and RFC 8594). */
import type { Endpoint } from '@lintel/contract';

/** The headers of an endpoint that retires, from its days. */
export function retirementHeaders({
  since,
  sunset,
}: NonNullable<Endpoint['retires']>): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
  };
}
