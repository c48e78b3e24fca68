/**
 * The stages of long work that the command line plans its progress by. Those of a build are the builder's own list; the
 * others come before them, with weights on the same scale.
 */
import type { Stage } from '../../builder/stages.js';

export { buildStages } from '../../builder/stages.js';

/** A stage as the progress line needs it. */
export type PlannedStage = Pick<Stage, 'title' | 'steps'>;

/** Weight of generating sample data, relative to building it. */
export const sampleStage: PlannedStage = {
  title: 'Making sample data',
  steps: [['Making the sample', 25]],
};

/** Weight of reading files or a portal, relative to building them. */
export const readingStage: PlannedStage = { title: 'Reading', steps: [['Reading', 15]] };
