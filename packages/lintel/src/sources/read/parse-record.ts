/** Parses a record of JSON as portals send it. */
import { stringEnd } from './nesting.js';

/** JSON.parse that also takes raw control characters inside strings, which some portals send. */
export function parseRecord(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const repaired = withControlsEscaped(text);
    if (repaired === text) throw error;
    return JSON.parse(repaired);
  }
}

const controls = /[\u0000-\u001f]/g;

/**
 * JSON text with the raw control characters inside its strings escaped; an unfinished string stays as it is.
 */
function withControlsEscaped(text: string): string {
  if (text.search(controls) < 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', from)) {
    const end = stringEnd(text, quote);
    if (end >= text.length) break;
    parts.push(text.slice(from, quote), escaped(text.slice(quote, end + 1)));
    from = end + 1;
  }
  return parts.join('') + text.slice(from);
}

function escaped(string: string): string {
  return string.replace(controls, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
