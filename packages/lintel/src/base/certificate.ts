/** The TLS certificate of the settings, read from its files. */
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { Config } from './config.js';
import { UserError } from './user-error.js';

/**
 * TLS 1.2 with forward secrecy and authenticated encryption only (RFC 9325, section 4.2), and all of TLS 1.3,
 * which has nothing else. In OpenSSL's notation.
 */
const ciphers = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/**
 * Certificate and key from the files of the settings; null for plain HTTP. Throws a UserError when they do
 * not serve.
 */
export function readCertificate({ tls }: Pick<Config, 'tls'>): SecureContextOptions | null {
  if (tls === null) return null;
  try {
    const options = {
      cert: readFileSync(tls.cert),
      key: readFileSync(tls.key),
      minVersion: 'TLSv1.2',
      ciphers,
    } as const;
    createSecureContext(options);
    return options;
  } catch (error) {
    throw new UserError(
      `The certificate ${tls.cert} with the key ${tls.key} cannot be used: ${(error as Error).message}.`,
      {
        hint: 'tls in lintel.json names a file with the certificate chain and one with its key, both PEM.',
        cause: error,
      },
    );
  }
}
