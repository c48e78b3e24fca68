/** Contractors' trades: the names of their businesses and the licence class in each state. */
import { readData } from './read-data.js';

export const trades = [
  'general',
  'homebuilder',
  'remodeling',
  'electrical',
  'plumbing',
  'hvac',
  'roofing',
  'solar',
  'pool',
  'fence',
  'concrete',
  'demolition',
  'fire',
  'sign',
  'landscape',
  'telecom',
  'glazing',
] as const;
export type Trade = (typeof trades)[number];

interface TradeFacts {
  /** Share of all contractors, relative. */
  readonly share: number;
  /** What follows the name: `Harrowgate Roofing`. No two trades share one. */
  readonly nouns: readonly string[];
  /** Licence class in words. */
  readonly licence: string;
  /** Class code as a board writes it. */
  readonly code: string;
  /** Letters before the licence number in states that use them. */
  readonly prefix: string;
}

export const tradeFacts = readData<Readonly<Record<Trade, TradeFacts>>>('trades');
