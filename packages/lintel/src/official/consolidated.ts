/**
 * Authorities that the survey counts under other codes or names than those of their place: cities by borough, and cities
 * that became one with their county. By state and the survey's own number of six digits; read off its files, not guessed.
 */
interface ConsolidatedPlace {
  /** GEOID of the Census Bureau's place. */
  readonly geoid: string;
  /** Name of the city. */
  readonly name: string;
  /** Whether the row is one of several of its place: its inhabitants are not those of the place. */
  readonly isPart?: true;
}

const newYork: ConsolidatedPlace = { geoid: '3651000', name: 'New York', isPart: true };

export const consolidated: Readonly<Record<string, ConsolidatedPlace>> = {
  '13 035000': { geoid: '1303440', name: 'Athens' },
  '13 570000': { geoid: '1304204', name: 'Augusta' },
  '21 313000': { geoid: '2148006', name: 'Louisville' },
  '36 082500': newYork,
  '36 084500': newYork,
  '36 431000': newYork,
  '36 605000': newYork,
  '36 703000': newYork,
};
