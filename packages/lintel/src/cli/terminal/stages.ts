/**
 * The stages of long work as a user understands them, each with the steps that rooms report and what share of
 * the time each step takes. The shares were measured on 2 cores; only their proportions count.
 */

export interface Stage {
  readonly title: string;
  /** By the beginning of their names, in the order in which they come, with their weights. */
  readonly steps: readonly (readonly [name: string, weight: number])[];
}

/** Building a release. Measured on 200,000 permits of the sample: hundredths of all the time. */
export const buildStages: readonly Stage[] = [
  { title: 'Cleaning rows', steps: [['Refining', 66]] },
  {
    title: 'Writing permits',
    steps: [
      ['Merging duplicate permits', 1],
      ['Joining properties', 1],
      ['Writing permits', 12],
      ['Indexing permits', 1],
    ],
  },
  {
    title: 'Writing decisions',
    steps: [
      ['Merging duplicate decisions', 0.1],
      ['Writing decisions', 0.2],
      ['Indexing decisions', 0.1],
    ],
  },
  {
    title: 'Matching contractors',
    steps: [
      ['Reading contractor mentions', 1],
      ['Describing contractors', 5],
      ['Writing contractors', 2],
      ['Indexing contractors', 0.5],
    ],
  },
  {
    title: 'Measuring places and indexing',
    steps: [
      ['Indexing places', 3],
      ['Awaiting roll-ups', 2],
      ['Writing places', 1],
      ['Awaiting', 3],
    ],
  },
  { title: 'Verifying', steps: [['Verifying', 2]] },
];

/** Generating sample data, beside a build of it. */
export const sampleStage: Stage = { title: 'Making sample data', steps: [['Making the sample', 25]] };

/** Reading files or a portal, beside a build of them. */
export const readingStage: Stage = { title: 'Reading', steps: [['Reading', 15]] };
