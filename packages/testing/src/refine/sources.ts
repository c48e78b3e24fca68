/** Sources of made-up rows for tests, with what refinement needs to know of a city. */
import type { SourceContext } from 'lintel/dist/refine/record/source-context.js';

const plain = { statusWords: {}, statusWhenIssued: null, statusWhenFiled: null, jobValuePlaceholders: [] };

export const chicago: SourceContext = {
  ...plain,
  id: 'x',
  namespace: 'us-il-chicago',
  jurisdiction: {
    geoid: '1714000',
    name: 'Chicago',
    state: 'IL',
    countyGeoid: '17031',
    defaultCity: 'Chicago',
  },
  timeZone: 'America/Chicago',
};

export const sanFrancisco: SourceContext = {
  ...plain,
  id: 'sf',
  namespace: 'us-ca-san-francisco',
  jurisdiction: {
    geoid: '0667000',
    name: 'San Francisco',
    state: 'CA',
    countyGeoid: '06075',
    defaultCity: 'San Francisco',
  },
  timeZone: 'America/Los_Angeles',
};
