/** `GET /`: what this service is and where its description is, for programs that open its address. Browsers get the explorer. */
import { interfaceVersion } from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { vary } from '../request/headers.js';

const body = Buffer.from(
  JSON.stringify({
    service: 'Lintel',
    version: interfaceVersion,
    openapi: '/v2/openapi.json',
    documentation: '/docs/',
  }),
);

export function landing(_request: FastifyRequest, reply: FastifyReply): void {
  // Browsers get a page at the same address.
  vary(reply, ['Accept']);
  reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
