/**
 * A trie of words of lower-case letters and digits, in one growing array: 36 children per node, 0 for none.
 */

const width = 36;
const maxNodes = 65_535;

/** The node of the empty word. */
export const root = 0;

export class WordTrie {
  #children = new Uint16Array(1024 * width);
  #size = 1;

  /** How many nodes there are. They are numbered from 0. */
  get size(): number {
    return this.#size;
  }

  /** The node at which a word ends, added where it is missing. */
  insert(word: string): number {
    let node = root;
    for (let index = 0; index < word.length; index++) {
      const place = placeOf(word.charCodeAt(index));
      if (place < 0) throw new Error(`"${word}" is not a word of small letters and digits`);
      node = this.child(node, place) || this.#add(node, place);
    }
    return node;
  }

  /** The child node for a character, by its index (`placeOf`); 0 if there is none. */
  child(node: number, place: number): number {
    return this.#children[node * width + place] ?? 0;
  }

  /** All child nodes. */
  children(node: number): number[] {
    const found: number[] = [];
    for (let place = 0; place < width; place++) {
      const child = this.child(node, place);
      if (child !== 0) found.push(child);
    }
    return found;
  }

  #add(parent: number, place: number): number {
    if (this.#size === maxNodes) throw new Error(`the words of the rules need more than ${maxNodes} nodes`);
    const node = this.#size++;
    if (this.#size * width > this.#children.length) {
      const larger = new Uint16Array(this.#children.length * 2);
      larger.set(this.#children);
      this.#children = larger;
    }
    this.#children[parent * width + place] = node;
    return node;
  }
}

/**
 * Index of a lower-case letter (0 to 25) or digit (26 to 35) among a node's children; -1 for any other
 * character.
 */
export function placeOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 48 && code <= 57 ? code - 22 : -1;
}
