/** The vocabulary of offices for kinds of permits, phases and uses, by family of software. */

import type { Phase } from './lifecycle.js';
import type { PropertyClass } from './properties.js';
import { readData } from './read-data.js';
import type { WorkCategory, WorkGroup } from './works/work.js';

interface CategoryWords {
  /** A plain title: `Electrical Permit`. */
  readonly title: string;
  /** As one large city writes its types: `PERMIT - ELECTRIC WIRING`. */
  readonly dashed: string;
  /** PermitTypeMapped of the BLDS standard. */
  readonly mapped: string;
  /** Two letters of permit numbers. */
  readonly letters: string;
}

interface PhaseWords {
  /** A municipal status word. */
  readonly city: string;
  /** Another office's. */
  readonly county: string;
  /** One word in capitals; '' where the office leaves it empty. */
  readonly short: string;
  /** StatusCurrentMapped of the BLDS standard. */
  readonly mapped: string;
}

interface UseWords {
  /** Its use, as in `1 family dwelling`. */
  readonly use: string;
  /** Land use of an assessor. */
  readonly landUse: string;
  /** Broad type of an assessor. */
  readonly type: string;
}

const words = readData<{
  readonly categoryWords: Readonly<Record<WorkCategory, CategoryWords>>;
  readonly phaseWords: Readonly<Record<Phase, PhaseWords>>;
  /** Statuses that are in no word table. */
  readonly strangeStatuses: readonly string[];
  readonly useWords: Readonly<Record<PropertyClass, UseWords>>;
  /** What people write in place of a contractor. */
  readonly nobody: readonly string[];
}>('office-words');

export const { categoryWords, phaseWords, strangeStatuses, useWords, nobody } = words;

/** Whether the permit is for housing. */
export function isResidential(kind: PropertyClass): boolean {
  return kind === 'house' || kind === 'townhouse' || kind === 'condo' || kind === 'apartments';
}

/** Whether the permit is for a building under construction. */
export function isNewWork(group: WorkGroup): boolean {
  return group.startsWith('new') || group.startsWith('on');
}
