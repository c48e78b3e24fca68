/** Questions that people come with, as summaries. */
import type { PermitGroups, ReleaseInfo } from '@lintel/client';
import type { Summary } from './summary';

export interface Question {
  readonly title: string;
  /** What it asks, beside the place. */
  readonly asked: Partial<Summary>;
}

const homes: Question = {
  title: 'New homes per year, by kind',
  asked: {
    tags: ['new_dwelling'],
    group: ['year', 'property_type_detail'],
    measure: ['sum_units', 'count'],
  },
};
const builders: Question = {
  title: 'Who does the most work?',
  asked: { contractor: 'yes', group: ['contractor'], measure: ['sum_job_value'], outliers: 'no' },
};
const durations: Question = {
  title: 'How long does a permit take?',
  asked: {
    group: ['quarter'],
    measure: ['median_approval_duration', 'p25_approval_duration', 'p90_approval_duration'],
  },
};
const others: readonly Question[] = [
  { title: 'Kinds of work', asked: { group: ['tag'] } },
  { title: 'Permits per month', asked: { group: ['month'] } },
];

/** Fewer contractors are no ranking. */
const fewContractors = 10;

/** Questions that a release, and its authorities there, can answer, those that people come with most first. */
export function questionsOf(
  { counts }: ReleaseInfo,
  authorities: PermitGroups | undefined,
): readonly Question[] {
  const statesDurations = authorities?.rows.some((row) => row.median_approval_duration != null);
  return [
    homes,
    ...(counts.contractors < fewContractors ? [] : [builders]),
    ...(statesDurations ? [durations] : []),
    ...others,
  ];
}
