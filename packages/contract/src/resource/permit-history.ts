/** What became of a permit, as its source was read (C102). */

import { type Static, Type } from '../schema.js';
import { StatusSeen } from './permit.js';

export const PermitHistory = Type.Object(
  {
    id: Type.String({ description: 'The permit.' }),
    release_id: Type.String({ description: 'The release that says so.' }),
    statuses: Type.Array(StatusSeen, {
      minItems: 1,
      description:
        'The statuses in the order in which they were seen, the present one last; one alone where no reading has changed it.',
    }),
  },
  { title: 'PermitHistory' },
);

export type PermitHistory = Static<typeof PermitHistory>;
