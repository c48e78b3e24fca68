/**
 * The stages of a build in the order in which they run. This is the only list of them: a build runs it, the
 * progress line follows it, and `lintel build --help` prints it.
 *
 * It imports nothing, so that the command line can show it without loading the builder.
 */

/** A stage, with the steps that it reports as progress. */
export interface Stage {
  readonly title: string;
  /** What it does, for the help. */
  readonly does: string;
  /**
   * Prefixes of their names, in order, with their share of the time. Measured on 200,000 permits of the
   * sample with 2 cores, in hundredths of the total; only the proportions matter.
   */
  readonly steps: readonly (readonly [name: string, weight: number])[];
}

export type StageTitle =
  | 'Cleaning rows'
  | 'Writing permits'
  | 'Writing decisions'
  | 'Matching contractors'
  | 'Measuring places and indexing'
  | 'Verifying';

export const buildStages: readonly (Stage & { readonly title: StageTitle })[] = [
  {
    title: 'Cleaning rows',
    does: 'read and refine every raw row, set aside what cannot be refined',
    steps: [['Refining', 66]],
  },
  {
    title: 'Writing permits',
    does: 'drop superseded rows, add what is known of the property, write in result order',
    steps: [
      ['Merging duplicate permits', 1],
      ['Joining properties', 1],
      ['Writing permits', 12],
      ['Indexing permits', 1],
    ],
  },
  {
    title: 'Writing decisions',
    does: 'the same for planning decisions',
    steps: [
      ['Merging duplicate decisions', 0.1],
      ['Writing decisions', 0.2],
      ['Indexing decisions', 0.1],
    ],
  },
  {
    title: 'Matching contractors',
    does: 'make one contractor of all its mentions, with the sums of its permits',
    steps: [
      ['Reading contractor mentions', 1],
      ['Describing contractors', 5],
      ['Writing contractors', 2],
      ['Indexing contractors', 0.5],
    ],
  },
  {
    title: 'Measuring places and indexing',
    does: 'roll up metrics by place, write filters, properties, addresses and search indexes',
    steps: [
      ['Awaiting roll-ups', 2],
      ['Awaiting', 3],
    ],
  },
  {
    title: 'Verifying',
    does: 'write the manifest, read every file again and compare its checksum',
    steps: [['Verifying', 2]],
  },
];
