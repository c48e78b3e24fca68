/** The kinds of records that can be exported. */
export const exportKinds = ['permits', 'contractors', 'decisions', 'properties', 'addresses'] as const;
export type ExportKind = (typeof exportKinds)[number];
