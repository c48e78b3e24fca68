/** Writes the dictionaries of permits' fields (format/dictionary/) while permits are written in result order. */
import type { PropertyFacts } from '@lintel/contract';
import type { WrittenFile } from '../../base/files/file-writer.js';
import type { ByteSpan } from '../../base/memory/bytes.js';
import { DictionaryWriter } from '../../format/dictionary/dictionary.js';
import { type DictionaryField, dictionaryFields } from '../../format/permit-fields.js';
import { type PermitView, spanReader } from '../entry/permit-view.js';

/** A dictionary, and where to find the JSON of a permit's value. */
interface OpenDictionary {
  readonly writer: DictionaryWriter;
  readonly jsonOf: (permit: PermitView, facts: PropertyFacts | null) => ByteSpan;
}

export class DictionariesWriter {
  readonly #all: readonly OpenDictionary[];

  constructor(directory: string, scratch: string) {
    this.#all = dictionaryFields.map((field) => ({
      writer: new DictionaryWriter(directory, field, scratch),
      jsonOf: valueReader(field),
    }));
  }

  /** Adds the next permit; `facts` are those of its property where others gave it some. */
  add(permit: PermitView, facts: PropertyFacts | null): void {
    for (const { writer, jsonOf } of this.#all) writer.add(jsonOf(permit, facts));
  }

  finish(): WrittenFile[] {
    return this.#all.flatMap(({ writer }) => writer.finish());
  }

  close(): void {
    for (const { writer } of this.#all) writer.close();
  }
}

function valueReader(field: DictionaryField): OpenDictionary['jsonOf'] {
  const own = spanReader(field);
  return (permit, facts) => {
    if (facts === null || !(field in facts)) return own(permit);
    const bytes = Buffer.from(JSON.stringify(facts[field as keyof PropertyFacts]));
    return { bytes, from: 0, to: bytes.length };
  };
}
