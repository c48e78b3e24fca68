/**
 * Whom a command asks: a service over HTTP, or the published release of a home in this process. Options come before the
 * environment, the environment before the login; without any of them it is the home `.lintel`.
 */
import {
  ConnectionError,
  Lintel,
  type LintelError,
  type LintelOptions,
  RateLimitError,
} from '@lintel/client';
import { locateHome } from '../../base/home.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import { currentReleaseId } from '../../format/published.js';
import { formatSpan } from '../terminal/progress.js';
import { readLogin } from './login-file.js';

export interface ConnectionOptions {
  readonly url?: string;
  readonly key?: string;
  readonly home?: string;
}

export interface Connection {
  readonly client: Lintel;
  /** What the client was made with, for further ones. */
  readonly service: LintelOptions;
  /** The service, or the release and its home, for people. */
  readonly name: string;
  /** Whether records cost credits. */
  readonly isMetered: boolean;
  close(): Promise<void>;
}

/** A service with its key, or a home. */
type Target =
  | { readonly kind: 'service'; readonly url: string; readonly key: string | undefined }
  | { readonly kind: 'home'; readonly directory: string; readonly isChosen: boolean };

/** Why a request is sent again. A URL with all of its parameters would fill lines: its origin is enough. */
function reasonOf(error: LintelError): string {
  if (error instanceof RateLimitError) return 'The rate limit is reached';
  if (!(error instanceof ConnectionError)) return error.message;
  return error.message.replace(error.url, new URL(error.url).origin);
}

/** Opens the connection; `say` receives what the user should know meanwhile. */
export async function connect(
  options: ConnectionOptions,
  say: (message: string) => void,
): Promise<Connection> {
  const target = targetOf(options, process.env);
  const onRetry: LintelOptions['onRetry'] = (error, waitMs) => {
    say(`${reasonOf(error)}; trying again in ${formatSpan(waitMs)}.`);
  };
  if (target.kind === 'service') {
    const { url, key } = target;
    const service = { baseUrl: url, key, onRetry };
    return {
      client: new Lintel(service),
      service,
      name: url,
      isMetered: true,
      close: async () => {},
    };
  }
  const { openLocalService } = await import('../../http/in-process/local-service.js');
  const home = locateHome(target.directory);
  if (!target.isChosen && currentReleaseId(home) === null) {
    throw new UserError('No service is known, and there is no release here.', {
      hint: 'Ask a service with lintel login URL, or make sample data here with lintel demo.',
    });
  }
  const local = openLocalService(home);
  const service = { baseUrl: 'http://lintel.local', fetch: local.fetch, retries: 0 };
  return {
    client: new Lintel(service),
    service,
    name: `release ${local.releaseId} in ${target.directory}`,
    isMetered: false,
    close: local.close,
  };
}

function targetOf({ url, key, home }: ConnectionOptions, environment: NodeJS.ProcessEnv): Target {
  if (home !== undefined) {
    if (url === undefined && key === undefined) return { kind: 'home', directory: home, isChosen: true };
    throw new UsageError(
      '--home is a release on this machine, --url and --key are a service: give one of them.',
    );
  }
  const { LINTEL_URL: urlHere, LINTEL_KEY: keyHere, LINTEL_HOME: homeHere } = environment;
  if (url !== undefined || urlHere) return serviceAt(url ?? urlHere ?? '', key ?? (keyHere || undefined));
  const login = homeHere ? null : readLogin();
  if (login !== null) return { kind: 'service', url: login.url, key: key ?? (keyHere || login.key) };
  if (key !== undefined) {
    throw new UsageError('--key needs the address of its service.', {
      hint: 'Add --url, or set LINTEL_URL.',
    });
  }
  return { kind: 'home', directory: homeHere || '.lintel', isChosen: Boolean(homeHere) };
}

/** A service by its address; the key of the login goes only to the service that it is for. */
function serviceAt(text: string, key: string | undefined): Target {
  const url = serviceUrl(text);
  if (key !== undefined) return { kind: 'service', url, key };
  const login = readLogin();
  return { kind: 'service', url, key: login?.url === url ? login.key : undefined };
}

/** The address of a service as it is kept: `https://permits.example.org`. Throws a UsageError. */
export function serviceUrl(text: string): string {
  const isHere = /^(?:localhost|127\.|\[::1\])/.test(text);
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${isHere ? 'http' : 'https'}://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') {
    throw new UsageError(`"${text}" is not the address of a service.`, {
      hint: 'An address looks like https://permits.example.org or http://127.0.0.1:8080.',
    });
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v2$/, '');
}
