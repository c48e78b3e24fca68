/** `GET /v2/openapi.json`: the description of the interface, generated from the contract (C35). */
import { createHash } from 'node:crypto';
import { openApiDocument } from '@lintel/contract';
import type { PlainHandler } from '../answer/handler.js';

const body = Buffer.from(JSON.stringify(openApiDocument()));
const validator = [createHash('sha256').update(body).digest('hex')];

export const openapi: PlainHandler = () => ({ body, validator });
