/** What the build writes of the two clients, made of the contract. */
import { openApiDocument } from '@lintel/contract';
import { modelOf } from './model.js';
import { pythonOf } from './python.js';
import { typescriptOf } from './typescript.js';

/** The text of each file by its path in the checkout. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const model = modelOf(openApiDocument());
  return {
    'packages/client/src/generated.ts': typescriptOf(model),
    'clients/python/lintel/_generated.py': pythonOf(model),
  };
}
