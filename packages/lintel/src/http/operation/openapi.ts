/**
 * `GET /v2/openapi.json`: the description of the interface, generated from the contract (C35) at the first request.
 */
import { createHash } from 'node:crypto';
import { openApiDocument } from '@lintel/contract';
import type { PlainHandler } from '../answer/handler.js';

let made: { readonly body: Buffer; readonly validator: string[] } | null = null;

export const openapi: PlainHandler = () => {
  made ??= make();
  return made;
};

function make() {
  const body = Buffer.from(JSON.stringify(openApiDocument()));
  return { body, validator: [createHash('sha256').update(body).digest('hex')] };
}
