/**
 * Sentences with gaps: `Reroof {18-42} squares {comp|asphalt} shingle at {where}`.
 *
 * A gap is a range of whole numbers (`{18-42}`, in steps `{400-2400/50}`), a choice (`{a|b|}`, empty entries
 * allowed) or the name of a value from the caller (`{where}`). A template is compiled once; an unknown name
 * or an unclosed gap fails at compilation, that is when the program starts.
 */
import type { Random } from './random.js';

/** A value from the caller, by name. */
export type TemplateValues<Context> = Readonly<Record<string, (random: Random, context: Context) => string>>;

export type Template<Context> = (random: Random, context: Context) => string;

type Part<Context> = string | Template<Context>;

/** Compiles one template. */
export function compileTemplate<Context>(text: string, values: TemplateValues<Context>): Template<Context> {
  const parts: Part<Context>[] = [];
  let end = 0;
  for (const match of text.matchAll(/\{([^{}]*)\}/g)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(compileGap(match[1] ?? '', text, values));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  if (parts.some((part) => typeof part === 'string' && /[{}]/.test(part))) {
    throw new Error(`unclosed gap in the template "${text}"`);
  }
  return (random, context) => {
    let sentence = '';
    for (const part of parts) sentence += typeof part === 'string' ? part : part(random, context);
    return sentence;
  };
}

function compileGap<Context>(gap: string, text: string, values: TemplateValues<Context>): Template<Context> {
  const range = /^(\d+)-(\d+)(?:\/(\d+))?$/.exec(gap);
  if (range) {
    const low = Number(range[1]);
    const step = Number(range[3] ?? 1);
    const steps = Math.floor((Number(range[2]) - low) / step) + 1;
    return (random) => String(low + random.below(steps) * step);
  }
  if (gap.includes('|')) {
    const choices = gap.split('|');
    return (random) => random.pick(choices);
  }
  const value = values[gap];
  if (!value) throw new Error(`unknown gap {${gap}} in the template "${text}"`);
  return value;
}
