/** What the build writes of the two clients, made of the contract. */
import { openApiDocument } from '@lintel/contract';
import { modelOf, type OpenApi } from './model.js';
import { pythonOf } from './python.js';
import { typescriptOf } from './typescript.js';

/** The text of each file by its path in the checkout. */
export function generatedFiles(): Readonly<Record<string, string>> {
  // The document is made of the contract, whose tests hold it to OpenAPI; `OpenApi` is the part of it that is read here.
  const model = modelOf(openApiDocument() as unknown as OpenApi);
  return {
    'packages/client/src/generated.ts': typescriptOf(model),
    'clients/python/lintel/_generated.py': pythonOf(model),
  };
}
