/**
 * A map of answers already worked out, bounded: when it is full it starts afresh. Rows of a source repeat
 * their few place names, so nearly every look-up is answered here.
 */
export class Recent<T> {
  readonly #limit: number;
  #answers = new Map<string, T>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The answer for the text, worked out once. */
  get(text: string, work: (text: string) => T): T {
    const known = this.#answers.get(text);
    if (known !== undefined) return known;
    const answer = work(text);
    if (this.#answers.size >= this.#limit) this.#answers = new Map();
    this.#answers.set(text, answer);
    return answer;
  }
}
