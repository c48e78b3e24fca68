/**
 * What the commands for consumers know of the interface: endpoints, their parameters, and the columns of what they
 * answer. `generated.ts` holds it as plain data that the build makes of the contract, whose schemas take longer to load
 * than most commands to run.
 */
import type { Column } from '../../export/column.js';

/** How the values of a parameter are written. */
export type ValueType = 'text' | 'date' | 'integer' | 'boolean';

export interface ParameterFacts {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly isRequired: boolean;
  /** Whether the service refuses requests without it, always or where others do not stand in for it. */
  readonly isNeeded: boolean;
  readonly type: ValueType;
  /** Whether several values may be given. The numbers of a box or a point are one value. */
  readonly isList: boolean;
  /** Name of the vocabulary that its values are from; null if they are free. */
  readonly vocabulary: string | null;
  /** The kinds of place that it names; null if it does not name a place. */
  readonly geoKinds: readonly string[] | null;
  /** Whether it says how to go through pages, and not what is wanted. */
  readonly isPaging: boolean;
  readonly description: string;
}

/** What an endpoint answers: pages by cursor or by number, one record, an object, or one with all rows of a table. */
export type Gives = 'pages' | 'numbered_pages' | 'record' | 'object' | 'rows';

export interface EndpointFacts {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly gives: Gives;
  /** The plural noun for its records, as it is priced; null for an object that costs nothing. */
  readonly resource: string | null;
  /** Name of its records in `columns`; null for an object. */
  readonly item: string | null;
  readonly parameters: readonly ParameterFacts[];
}

export interface InterfaceFacts {
  readonly endpoints: Readonly<Record<string, EndpointFacts>>;
  /** The columns of records by the title of their schema. */
  readonly columns: Readonly<Record<string, readonly Column[]>>;
  readonly vocabularies: Readonly<Record<string, readonly string[]>>;
}
