/**
 * TLS and what stands before the service. Certificates come from files and are read again on reload; behind a proxy the
 * proxy speaks TLS and says so in `X-Forwarded-Proto`, which is believed of trusted proxies only. Where plain HTTP is not
 * allowed a request that came by it is redirected or refused before anything of it is read; probes of health are answered.
 */
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../base/config.js';
import { Failure } from '../base/failure.js';
import { hstsSeconds } from './limits.js';
import { Refusal } from './refusal.js';

const probes = new Set(['/healthz', '/readyz']);

/** Certificate and key from the files of the settings; null for plain HTTP. Throws a Failure when they do not serve. */
export function readCertificate({ tls }: Pick<Config, 'tls'>): SecureContextOptions | null {
  if (tls === null) return null;
  try {
    const options = {
      cert: readFileSync(tls.cert),
      key: readFileSync(tls.key),
      minVersion: 'TLSv1.2',
    } as const;
    createSecureContext(options);
    return options;
  } catch (error) {
    throw new Failure(
      `The certificate ${tls.cert} with the key ${tls.key} cannot be used: ${(error as Error).message}`,
      {
        hint: 'tls in lintel.json names a file with the certificate chain and one with its key, both PEM.',
        cause: error,
      },
    );
  }
}

/** Redirects or refuses what came by plain HTTP where that is not allowed. Answers or throws; true when it answered. */
export function guardTransport(config: Config, request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.protocol === 'https') {
    reply.header('strict-transport-security', `max-age=${hstsSeconds}`);
    return false;
  }
  if (config.plain_http === 'allow' || probes.has(request.url)) return false;
  if (config.plain_http === 'refuse') {
    throw new Refusal('forbidden', {
      detail: 'Plain HTTP is refused here. Use https, and replace the key that was sent.',
    });
  }
  reply.code(308).header('location', `https://${request.host}${request.url}`).send();
  return true;
}
