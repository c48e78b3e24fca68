/** What a source publishes. */
export const sourceKinds = ['permits', 'contractors', 'decisions', 'properties'] as const;
export type SourceKind = (typeof sourceKinds)[number];
