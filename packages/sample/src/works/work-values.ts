/** The named gaps of work descriptions. */
import type { TemplateValues } from '../template.js';
import { compoundName, compoundNames } from '../words/names.js';
import type { WorkContext } from './work.js';

const shops = [
  'Dental',
  'Coffee',
  'Fitness',
  'Pharmacy',
  'Bakery',
  'Law Group',
  'Nails',
  'Books',
  'Grill',
  'Pediatrics',
  'Insurance',
  'Yoga',
];
const subdivisionKinds = ['Estates', 'Crossing', 'Ranch', 'Village', 'Trails', 'Preserve', 'Addition'];

export const workValues: TemplateValues<WorkContext> = {
  stories: (_random, { property }) => String(Math.max(1, property.stories)),
  units: (_random, { property }) => String(Math.max(1, property.units)),
  area: (_random, { property }) => String(Math.max(400, property.buildingArea)),
  business: (random) => `${compoundName(random.below(compoundNames))} ${random.pick(shops)}`,
  subdivision: (random) => `${compoundName(random.below(compoundNames))} ${random.pick(subdivisionKinds)}`,
};
