/** Sends a text that is the same for everybody and may be an hour old. */
import type { FastifyReply } from 'fastify';

export const sendText = (reply: FastifyReply, type: string, body: string) =>
  reply
    .header('cache-control', 'public, max-age=3600')
    .header('content-type', `${type}; charset=utf-8`)
    .send(Buffer.from(body));
