/**
 * Parses CQL2 text (OGC 21-065, Annex B): comparisons, IS NULL, AND, OR, NOT and parentheses. Keywords may be in
 * any case; texts are in single quotes, within which `''` and `\'` are one; names may be in double quotes.
 */
import {
  type Comparison,
  type Expression,
  FilterFault,
  maxDepth,
  maxOperations,
  type Operand,
} from './expression.js';
import { dateLiteral, timestampLiteral } from './literal.js';

interface Token {
  readonly kind: 'name' | 'quoted name' | 'text' | 'number' | 'sign' | 'end';
  readonly text: string;
  /** Where it begins, from 1. */
  readonly at: number;
}

const tokenPattern =
  /\s*(?:(?<text>'(?:\\'|''|[^'])*')|(?<quoted>"[^"]+")|(?<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_][\w.:]*)|(?<sign><>|<=|>=|[=<>()]))/y;

/** The expression of a text. Throws a FilterFault that says where it cannot be read. */
export function parseCqlText(text: string): Expression {
  return new TextParser(tokensOf(text)).whole();
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(tokenPattern);
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const from = pattern.lastIndex;
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) throw fault(text.slice(from).trimStart(), from + 1);
    const length = (groups.text ?? groups.quoted ?? groups.number ?? groups.name ?? groups.sign ?? '').length;
    const at = pattern.lastIndex - length + 1;
    if (groups.text !== undefined) {
      tokens.push({ kind: 'text', text: groups.text.slice(1, -1).replace(/\\'|''/g, "'"), at });
    } else if (groups.quoted !== undefined) {
      tokens.push({ kind: 'quoted name', text: groups.quoted.slice(1, -1), at });
    } else if (groups.number !== undefined) tokens.push({ kind: 'number', text: groups.number, at });
    else if (groups.name !== undefined) tokens.push({ kind: 'name', text: groups.name, at });
    else tokens.push({ kind: 'sign', text: groups.sign ?? '', at });
  }
  tokens.push({ kind: 'end', text: '', at: end + 1 });
  return tokens;
}

function fault(text: string, at: number): FilterFault {
  const found =
    text === ''
      ? 'The filter ends too early'
      : `The filter cannot be read at ${JSON.stringify(text.slice(0, 20))}`;
  return new FilterFault(`${found} (character ${at}).`);
}

const comparisons: readonly string[] = ['=', '<>', '<', '<=', '>', '>='];

class TextParser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #operations = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#either(0);
    const token = this.#peek();
    if (token.kind !== 'end') throw fault(token.text, token.at);
    return expression;
  }

  #either(depth: number): Expression {
    return this.#list('or', () => this.#both(depth));
  }

  #both(depth: number): Expression {
    return this.#list('and', () => this.#factor(depth));
  }

  #list(op: 'and' | 'or', part: () => Expression): Expression {
    const first = part();
    const args = [first];
    while (this.#takeWord(op)) args.push(part());
    return args.length === 1 ? first : { op, args };
  }

  #factor(depth: number): Expression {
    this.#operations += 1;
    if (depth > maxDepth || this.#operations > maxOperations) {
      throw new FilterFault(`The filter has more than ${maxOperations} operations, or nests too deep.`);
    }
    if (this.#takeWord('not')) return { op: 'not', arg: this.#factor(depth + 1) };
    if (this.#takeSign('(')) {
      const inside = this.#either(depth + 1);
      this.#expectSign(')');
      return inside;
    }
    return this.#predicate();
  }

  #predicate(): Expression {
    const left = this.#operand();
    if (this.#takeWord('is')) {
      const isNot = this.#takeWord('not');
      const token = this.#peek();
      if (!this.#takeWord('null') || !('property' in left)) throw fault(token.text, token.at);
      const isNull = { op: 'isNull', property: left.property } as const;
      return isNot ? { op: 'not', arg: isNull } : isNull;
    }
    const token = this.#peek();
    if (token.kind === 'sign' && comparisons.includes(token.text)) {
      this.#next += 1;
      return { op: token.text as Comparison, left, right: this.#operand() };
    }
    if ('value' in left && typeof left.value === 'boolean') return { op: 'is', value: left.value };
    throw fault(token.text, token.at);
  }

  #operand(): Operand {
    const token = this.#peek();
    this.#next += 1;
    switch (token.kind) {
      case 'text':
        return { value: token.text };
      case 'number':
        return { value: Number(token.text) };
      case 'quoted name':
        return { property: token.text };
      case 'name':
        return this.#named(token);
      default:
        throw fault(token.text, token.at);
    }
  }

  /** A property, TRUE, FALSE, or the date or time in parentheses. */
  #named({ text, at }: Token): Operand {
    const word = text.toLowerCase();
    if (word === 'true' || word === 'false') return { value: word === 'true' };
    if (['and', 'or', 'not', 'is', 'null'].includes(word)) throw fault(text, at);
    if (!this.#takeSign('(')) return { property: text };
    const literal = this.#peek();
    if (literal.kind !== 'text' || !(word === 'date' || word === 'timestamp')) {
      throw new FilterFault(`There is no function ${text}; CQL2 Basic has none.`);
    }
    this.#next += 1;
    this.#expectSign(')');
    return { value: word === 'date' ? dateLiteral(literal.text) : timestampLiteral(literal.text) };
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 0 };
  }

  #takeWord(word: string): boolean {
    const { kind, text } = this.#peek();
    const isWord = kind === 'name' && text.toLowerCase() === word;
    if (isWord) this.#next += 1;
    return isWord;
  }

  #takeSign(sign: string): boolean {
    const { kind, text } = this.#peek();
    const isSign = kind === 'sign' && text === sign;
    if (isSign) this.#next += 1;
    return isSign;
  }

  #expectSign(sign: string): void {
    const { text, at } = this.#peek();
    if (!this.#takeSign(sign)) throw fault(text, at);
  }
}
