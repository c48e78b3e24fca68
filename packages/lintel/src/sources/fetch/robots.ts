/** What the robots.txt of a host lets programs ask for (RFC 9309). */
import { createRequire } from 'node:module';
import type { PortalClient } from './portal-client.js';
import { PortalFault } from './portal-fault.js';

/** The library is a function, which its own types do not say. */
const parseRobots = createRequire(import.meta.url)('robots-parser') as (
  url: string,
  text: string,
) => {
  isAllowed(url: string, agent: string): boolean | undefined;
  getCrawlDelay(agent: string): number | undefined;
};

/** The name by which robots.txt may speak to this program. */
const robotName = 'Lintel';
const robotsBytes = 512 * 1024;
/** Statuses of a host without rules. */
const missing = Array.from({ length: 100 }, (_, index) => 400 + index).filter(
  (status) => status !== 408 && status !== 425 && status !== 429,
);

export interface Robots {
  isAllowed(url: string): boolean;
  /** Between two requests; 0 if it asks for none. */
  readonly delaySeconds: number;
}

export const robotsAddress = (origin: string) => `${origin}/robots.txt`;

/** The text of a host's robots.txt; empty where it has none, which allows all. */
export function readRobots(client: PortalClient, origin: string): Promise<string> {
  const url = robotsAddress(origin);
  const asked = { url, headers: {}, maxMs: client.access.limits.pageMs, alsoFine: missing };
  return client.repeat({ url, expected: 'a robots.txt, or status 404' }, () =>
    client.exchange(asked, async ({ status, body }) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of body) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > robotsBytes) break;
      }
      return status === 200 ? Buffer.concat(chunks).toString('utf8') : '';
    }),
  );
}

/** Client → origin → its robots.txt: it is read once for all portals of a host that a command asks. */
const read = new WeakMap<PortalClient, Map<string, Promise<string>>>();

/** Heeds the robots.txt of the address's host from now on; throws a PortalFault where it forbids the address. */
export async function heedRobots(client: PortalClient, address: string): Promise<void> {
  const { origin } = new URL(address);
  const ofClient = read.get(client) ?? new Map<string, Promise<string>>();
  read.set(client, ofClient);
  const text = ofClient.get(origin) ?? readRobots(client, origin);
  ofClient.set(origin, text);
  const robots = robotsOf(origin, await text);
  if (!robots.isAllowed(address))
    throw new PortalFault('does not allow programs to search it (robots.txt)', {
      hint: 'Ask the city for its records, or for leave.',
      refusal: 'blocked',
    });
  if (robots.delaySeconds > 0) client.slowTo(1 / robots.delaySeconds);
}

export function robotsOf(origin: string, text: string): Robots {
  const rules = parseRobots(robotsAddress(origin), text);
  return {
    isAllowed: (address) => rules.isAllowed(address, robotName) ?? true,
    delaySeconds: rules.getCrawlDelay(robotName) ?? 0,
  };
}
