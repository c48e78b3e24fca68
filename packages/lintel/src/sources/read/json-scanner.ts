/**
 * Cuts the records out of JSON text that arrives in chunks: the elements of the list at a given path, each as
 * its own text, so that memory is bounded by the largest record and a broken record affects no other.
 *
 * Everything around the records is checked against the grammar of RFC 8259. Text that violates it, or ends
 * too early, throws a JsonFault with line and column. The inside of a record is left to the parser.
 */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
  /** 1-based. */
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

interface Frame {
  readonly isList: boolean;
  /** Whether its elements are the records. */
  readonly isTarget: boolean;
  /** Name of the member that is being read, in an object. */
  key: string;
}

/** What may come next outside records. */
type Need = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end' | 'nothing';

/** Maximum levels around the list of records. */
const maxFrames = 100;

/** Maximum lists named in a message about a missing path. */
const listedPaths = 20;

export class JsonScanner {
  /** Number of records found so far. */
  records = 0;
  /** Whether the list of records has begun. */
  isFound = false;
  /** Paths of other lists that were met outside the records. */
  readonly otherLists: string[] = [];
  readonly #path: readonly string[];
  readonly #maxChars: number;
  readonly #frames: Frame[] = [];
  #need: Need = 'value';
  #text = '';
  #at = 0;
  /** Position and depth of the fast scan inside a value; null outside. */
  #inside: { at: number; depth: number } | null = null;
  #linesBefore = 0;
  #columnsBefore = 0;

  /** `path` leads from the top to the list; empty when the file is the list. */
  constructor(path: readonly string[], maxChars: number) {
    this.#path = path;
    this.#maxChars = maxChars;
  }

  /** Takes the next chunk of text and gives the records that end in it. */
  push(chunk: string): string[] {
    this.#drop();
    this.#text += chunk;
    const found: string[] = [];
    while (this.#step(found, false)) {
      // Every step consumes something.
    }
    if (this.#text.length - this.#at > this.#maxChars + chunk.length) {
      throw this.#fault(`a single value is longer than ${this.#maxChars} characters`);
    }
    return found;
  }

  /** Checks that the text ended where JSON may end. */
  end(): string[] {
    const found: string[] = [];
    while (this.#step(found, true)) {
      // Every step consumes something.
    }
    if (this.#need !== 'nothing') {
      this.#at = this.#text.length;
      throw this.#fault(
        this.#frames.some((frame) => frame.isTarget)
          ? `the file ends inside the list of records, after ${this.records} of them`
          : 'the file ends before its JSON does',
      );
    }
    return found;
  }

  /**
   * Consumes one token, or one whole value where it is a record. False if the text does not hold all of it
   * yet.
   */
  #step(found: string[], isLast: boolean): boolean {
    this.#skipBlanks();
    if (this.#at >= this.#text.length) return false;
    const frame = this.#frames.at(-1);
    const mark = this.#text[this.#at] ?? '';
    switch (this.#need) {
      case 'nothing':
        throw this.#fault(`after the end of the JSON there is ${this.#shown()}`);
      case ':':
        return this.#punctuation(mark === ':', 'value', 'a colon');
      case ', or end':
        if (mark === ',') return this.#punctuation(true, frame?.isList ? 'value' : 'name', '');
        return this.#close(mark, frame);
      case 'name':
      case 'name or }':
        if (mark === '}' && this.#need === 'name or }') return this.#close(mark, frame);
        return this.#name(mark, frame);
      case 'value or ]':
        if (mark === ']') return this.#close(mark, frame);
        break;
    }
    if (frame?.isTarget) return this.#record(found, isLast);
    return mark === '{' || mark === '[' ? this.#open(mark) : this.#scalar(isLast);
  }

  #punctuation(isThere: boolean, next: Need, wanted: string): boolean {
    if (!isThere) throw this.#fault(`expected ${wanted}, found ${this.#shown()}`);
    this.#at += 1;
    this.#need = next;
    return true;
  }

  #open(mark: string): boolean {
    const isList = mark === '[';
    if (this.#frames.length >= maxFrames) throw this.#fault(`it nests more than ${maxFrames} levels deep`);
    const isTarget = isList && this.#isAtPath();
    if (isTarget) this.isFound = true;
    else if (isList) this.#noteList();
    this.#frames.push({ isList, isTarget, key: '' });
    this.#at += 1;
    this.#need = isList ? 'value or ]' : 'name or }';
    return true;
  }

  /** No path leads into the records of another list. */
  #noteList(): void {
    if (this.otherLists.length >= listedPaths || this.#frames.some((frame) => frame.isList)) return;
    this.otherLists.push(this.#frames.map(({ key }) => key).join('.') || 'the top');
  }

  #isAtPath(): boolean {
    return (
      !this.isFound &&
      this.#frames.length === this.#path.length &&
      this.#frames.every((frame, index) => !frame.isList && frame.key === this.#path[index])
    );
  }

  #close(mark: string, frame: Frame | undefined): boolean {
    const wanted = frame?.isList ? ']' : '}';
    if (mark !== wanted) throw this.#fault(`expected a comma or ${wanted}, found ${this.#shown()}`);
    this.#frames.pop();
    this.#at += 1;
    this.#afterValue();
    return true;
  }

  #name(mark: string, frame: Frame | undefined): boolean {
    if (mark !== '"') throw this.#fault(`expected a name in quotes, found ${this.#shown()}`);
    const end = this.#stringEnd(this.#at + 1);
    if (end < 0) return false;
    if (frame) frame.key = this.#text.slice(this.#at + 1, end - 1);
    this.#at = end;
    this.#need = ':';
    return true;
  }

  #scalar(isLast: boolean): boolean {
    const end = this.#scalarEnd(isLast);
    if (end < 0) return false;
    try {
      JSON.parse(this.#text.slice(this.#at, end));
    } catch {
      throw this.#fault(`expected a value, found ${this.#shown()}`);
    }
    this.#at = end;
    this.#afterValue();
    return true;
  }

  #record(found: string[], isLast: boolean): boolean {
    const mark = this.#text[this.#at];
    const end = mark === '{' || mark === '[' ? this.#valueEnd() : this.#scalarEnd(isLast);
    if (end < 0) return false;
    if (end === this.#at) throw this.#fault(`expected a record, found ${this.#shown()}`);
    found.push(this.#text.slice(this.#at, end));
    this.records += 1;
    this.#at = end;
    this.#inside = null;
    this.#afterValue();
    return true;
  }

  #afterValue(): void {
    this.#need = this.#frames.length === 0 ? 'nothing' : ', or end';
  }

  /** The end of the object or list that begins here; -1 if not yet there. Continues where it last stopped. */
  #valueEnd(): number {
    const text = this.#text;
    let { at, depth } = this.#inside ?? { at: this.#at, depth: 0 };
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        const end = this.#stringEnd(at + 1);
        if (end < 0) break;
        at = end;
        continue;
      }
      if (code === 0x7b || code === 0x5b) depth += 1;
      else if (code === 0x7d || code === 0x5d) depth -= 1;
      at += 1;
      if (depth === 0) return at;
    }
    this.#inside = { at, depth };
    return -1;
  }

  #scalarEnd(isLast: boolean): number {
    if (this.#text[this.#at] === '"') return this.#stringEnd(this.#at + 1);
    let at = this.#at;
    while (at < this.#text.length && !' \t\r\n,]}'.includes(this.#text[at] ?? '')) at += 1;
    return at < this.#text.length || isLast ? at : -1;
  }

  /** Index after the quote that ends a string whose content begins at `from`; -1 if not there yet. */
  #stringEnd(from: number): number {
    for (let at = this.#text.indexOf('"', from); at >= 0; at = this.#text.indexOf('"', at + 1)) {
      let slashes = 0;
      while (this.#text.charCodeAt(at - 1 - slashes) === 0x5c && at - 1 - slashes >= from) slashes += 1;
      if (slashes % 2 === 0) return at + 1;
    }
    return -1;
  }

  #skipBlanks(): void {
    while (this.#at < this.#text.length) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  /** Discards consumed text, counting its lines for messages. */
  #drop(): void {
    if (this.#at === 0) return;
    const [lines, columns] = this.#position(this.#at);
    this.#linesBefore = lines;
    this.#columnsBefore = columns;
    if (this.#inside !== null) this.#inside.at -= this.#at;
    this.#text = this.#text.slice(this.#at);
    this.#at = 0;
  }

  /** Lines before a place in the text, and characters before it in its line. */
  #position(index: number): [number, number] {
    let lines = this.#linesBefore;
    let lineStart = -this.#columnsBefore;
    for (let at = this.#text.indexOf('\n'); at >= 0 && at < index; at = this.#text.indexOf('\n', at + 1)) {
      lines += 1;
      lineStart = at + 1;
    }
    return [lines, index - lineStart];
  }

  #shown(): string {
    return JSON.stringify(this.#text.slice(this.#at, this.#at + 20));
  }

  #fault(message: string): JsonFault {
    const [lines, columns] = this.#position(this.#at);
    return new JsonFault(message, lines + 1, columns + 1);
  }
}
