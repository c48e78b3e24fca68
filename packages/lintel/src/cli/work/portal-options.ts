/** How an installation sends requests to portals when it tries a source, by its configuration. */

import type { PortalOptions } from '../../sources/fetch/portal-rows.js';
import { userAgentOf } from '../../sources/fetch/user-agent.js';
import type { Installation } from '../terminal/installation.js';
import { version } from '../terminal/version.js';

export function portalOptions({ config, home, signal }: Installation): PortalOptions {
  const { operator, requests_per_second, app_tokens, access_tokens, allow_hosts } = config.fetch;
  return {
    userAgent: userAgentOf(`Lintel/${version}`, operator),
    requestsPerSecond: requests_per_second,
    tokens: app_tokens,
    accessTokens: access_tokens,
    allowHosts: allow_hosts,
    directory: home.fetch,
    signal,
  };
}
