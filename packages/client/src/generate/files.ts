/** The generated files of both clients, made from the contract. */
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@lintel/contract';
import { modelOf, type OpenApi } from './model.js';
import { pythonOf } from './python.js';
import { typescriptOf } from './typescript.js';

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

const root = new URL('../../../../', import.meta.url);

export function generatedFiles(): GeneratedFile[] {
  // The document is made of the contract, whose tests hold it to OpenAPI; `OpenApi` is the part of it that is read here.
  const model = modelOf(openApiDocument() as unknown as OpenApi);
  const file = (path: string, text: string) => ({ path: fileURLToPath(new URL(path, root)), text });
  return [
    file('packages/client/src/generated.ts', typescriptOf(model)),
    file('clients/python/lintel/_generated.py', pythonOf(model)),
  ];
}
