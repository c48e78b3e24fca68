/**
 * A source made from its definition: row keys, natural keys and canonical fields of its rows, by compiled
 * mapping expressions. A definition with a wrong expression or an unknown canonical field is refused with its
 * place.
 */

import type { SourceKind } from '../../base/source-kind.js';
import {
  contractorFields,
  decisionFields,
  permitFields,
  propertyFields,
  stateFields,
} from '../../refine/record/canonical.js';
import type { Canonical, PastFields, Source } from '../../refine/record/source.js';
import type { SourceContext } from '../../refine/record/source-context.js';
import { oneLine } from '../../refine/record/text.js';
import {
  type Format,
  type Jurisdiction,
  parseDefinition,
  type SourceDefinition,
} from '../definition/catalog-schema.js';
import { definitionFault, inside, type Place, unknownName } from '../definition/definition-fault.js';
import type { FetchDefinition } from '../definition/fetch-schema.js';
import { compileExpression } from '../mapping/expression.js';
import type { CompileContext, Evaluate } from '../mapping/function.js';
import type { Loss, SourceRow } from '../mapping/value.js';

/** A source with what is needed to read its files and its portal. */
export interface CatalogSource extends Source {
  /** What it was made of. */
  readonly definition: SourceDefinition;
  readonly format: Format;
  /** How its portal is read; null if it has none. */
  readonly fetch: FetchDefinition | null;
  /** The row's own date in the source, as text; null if the definition or the row has none. */
  readonly rowAsOf: ((row: SourceRow) => string | null) | null;
  /** What a row says of how far its permit is (`stateFields`), as JSON; null where it says nothing of it. */
  readonly stateOf: ((row: SourceRow) => string) | null;
  /** Required columns: a file without them is not of this source. */
  readonly required: readonly string[];
  /** Every column that row key or mapping reads, in the definition's spelling; includes the required ones. */
  readonly columns: readonly string[];
}

const fieldsOf: Readonly<Record<SourceKind, readonly string[]>> = {
  permits: permitFields,
  contractors: contractorFields,
  decisions: decisionFields,
  properties: propertyFields,
};

/**
 * All fields of a kind, undefined. Rows of one shape are read several times faster than rows that lack
 * different fields.
 */
const blanks: Readonly<Record<SourceKind, Readonly<Record<string, undefined>>>> = {
  permits: blankOf(permitFields),
  contractors: blankOf(contractorFields),
  decisions: blankOf(decisionFields),
  properties: blankOf(propertyFields),
};

function blankOf(names: readonly string[]): Readonly<Record<string, undefined>> {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** Separates the parts of a row key of several columns. */
const keySeparator = '|';

/** Makes a source from the content of a definition file. `file` names it in errors. */
export function makeSource(value: unknown, file: string): CatalogSource {
  const definition = parseDefinition(value, file);
  const place: Place = { file, path: '' };
  checkTimeZone(definition.time_zone, inside(place, 'time_zone'));
  checkRowIs(definition, inside(place, 'row_is'));
  const mapping = compileMapping(definition, file);
  return sourceOf(definition, () => mapping);
}

/**
 * Makes a source from a definition of the product, which tests have checked. Its mapping is compiled at the first row:
 * a command needs few of the sources.
 */
export function builtInSource(definition: SourceDefinition, file: string): CatalogSource {
  let mapping: Mapping | null = null;
  return sourceOf(definition, () => {
    mapping ??= compileMapping(definition, file);
    return mapping;
  });
}

function sourceOf(definition: SourceDefinition, mapping: () => Mapping): CatalogSource {
  return {
    definition,
    id: definition.id,
    kind: definition.kind,
    name: definition.name,
    license: definition.license,
    attribution: definition.attribution,
    context: contextOf(definition, definition.jurisdiction),
    rowIs: definition.row_is ?? 'permit',
    otherContexts: [...authoritiesOf(definition).values()],
    mapped: Object.keys(definition.map),
    format: definition.format,
    fetch: definition.fetch ?? null,
    required: [...new Set([...(definition.required ?? []), ...plainColumns(definition.row_key)])],
    get columns() {
      return mapping().columns;
    },
    get rowAsOf() {
      return mapping().rowAsOf;
    },
    stateOf:
      definition.kind === 'permits' && stateFields.some((field) => field in definition.map)
        ? (row) => mapping().stateOf(row)
        : null,
    rowKey: (row) => mapping().rowKey(row),
    map: (row, past) => {
      const mapped = mapping().map(row);
      if (past === undefined || mapped.kind !== 'permits') return mapped;
      return { ...mapped, past: past.map(pastFields) };
    },
  };
}

function pastFields({ state, untilMs }: { readonly state: string; readonly untilMs: number }): PastFields {
  return {
    fields: JSON.parse(state) as PastFields['fields'],
    until: new Date(untilMs).toISOString().slice(0, 10),
  };
}

/** What a definition says about rows, compiled. */
interface Mapping extends Pick<CatalogSource, 'columns' | 'rowAsOf' | 'rowKey' | 'map'> {
  readonly stateOf: (row: SourceRow) => string;
}

function compileMapping(definition: SourceDefinition, file: string): Mapping {
  const place: Place = { file, path: '' };
  const columns = new Set(definition.required ?? []);
  const shared = { columns, slotChoices: new Map() };
  const rowKey = compileRowKey(definition, { ...shared, place: inside(place, 'row_key') });
  const key =
    definition.key === undefined ? rowKey : compileExpression(definition.key, { ...shared, place }, 'key');
  const rowAsOf =
    definition.row_as_of === undefined
      ? null
      : compileExpression(definition.row_as_of, { ...shared, place }, 'row_as_of');
  const blank = blanks[definition.kind];
  const fields = compileMap(definition, { ...shared, place: inside(place, 'map') });
  const state = fields.filter(([field]) => (stateFields as readonly string[]).includes(field));
  const authorityOf = compileAuthorities(definition, { ...shared, place: inside(place, 'jurisdictions') });
  return {
    rowAsOf: rowAsOf === null ? null : (row) => rowAsOf(row) ?? null,
    columns: [...columns],
    rowKey: (row) => whole(rowKey, row) ?? null,
    stateOf: (row) =>
      JSON.stringify(Object.fromEntries(state.map(([field, evaluate]) => [field, whole(evaluate, row)]))),
    map: (row) => {
      try {
        return mapRow(row);
      } catch (error) {
        // Mapping functions do not throw; if one does anyway, only this row is lost.
        const fault = `cannot be mapped: ${error instanceof Error ? error.message : String(error)}`;
        return { kind: definition.kind, key: '', fields: blank, fault };
      }
    },
  };

  function mapRow(row: SourceRow): Canonical {
    const mapped: Record<string, string | undefined> = { ...blank };
    const loss: Loss = { isCut: false };
    const cut: string[] = [];
    for (const [field, evaluate] of fields) {
      mapped[field] = evaluate(row, loss);
      if (loss.isCut) cut.push(field);
      loss.isCut = false;
    }
    const canonical: Canonical = {
      kind: definition.kind,
      key: whole(key, row) ?? whole(rowKey, row) ?? '',
      fields: mapped,
    };
    const context = authorityOf(row);
    if (context === undefined && cut.length === 0) return canonical;
    return { ...canonical, ...(context !== undefined && { context }), ...(cut.length > 0 && { cut }) };
  }
}

/**
 * The value of an expression for the row; nothing if a text had to be cut: half a key may be another row's.
 */
function whole(evaluate: Evaluate, row: SourceRow): string | undefined {
  const loss: Loss = { isCut: false };
  const text = evaluate(row, loss);
  return loss.isCut ? undefined : text;
}

/** Row keys need all their parts: an incomplete key would merge different rows. */
function compileRowKey(definition: SourceDefinition, context: CompileContext): Evaluate {
  const parts = definition.row_key.map((expression, index) => compileExpression(expression, context, index));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return (row, loss) => {
    const values = parts.map((part) => part(row, loss));
    return values.includes(undefined) ? undefined : values.join(keySeparator);
  };
}

function plainColumns(expressions: readonly unknown[]): string[] {
  return expressions.filter((expression) => typeof expression === 'string');
}

function compileMap(definition: SourceDefinition, context: CompileContext): [string, Evaluate][] {
  const legal = fieldsOf[definition.kind];
  return Object.entries(definition.map).map(([field, expression]) => {
    if (!legal.includes(field)) {
      throw unknownName(context.place, `the field of ${definition.kind}`, field, legal);
    }
    return [field, compileExpression(expression, context, field)];
  });
}

/** Which authority issued a row, in a collection of several; undefined if it is the source's own. */
function compileAuthorities(
  definition: SourceDefinition,
  context: CompileContext,
): (row: SourceRow) => SourceContext | undefined {
  if (definition.jurisdictions === undefined) return () => undefined;
  const by = compileExpression(definition.jurisdictions.by, context, 'by');
  const byWord = authoritiesOf(definition);
  return (row) => byWord.get(by(row)?.toLowerCase() ?? '');
}

/** The authorities of a collection, by the word that names them in its rows. */
function authoritiesOf(definition: SourceDefinition): Map<string, SourceContext> {
  const words = Object.entries(definition.jurisdictions?.table ?? {});
  return new Map(
    words.map(([word, jurisdiction]) => [word.trim().toLowerCase(), contextOf(definition, jurisdiction)]),
  );
}

function contextOf(definition: SourceDefinition, jurisdiction: Jurisdiction): SourceContext {
  const words = Object.entries(definition.status_words ?? {});
  return {
    id: definition.id,
    namespace: definition.namespace,
    jurisdiction: {
      geoid: jurisdiction.geoid,
      name: jurisdiction.name,
      state: jurisdiction.state,
      countyGeoid: jurisdiction.county_geoid,
      defaultCity: jurisdiction.default_city,
    },
    timeZone: definition.time_zone,
    statusWords: Object.fromEntries(words.map(([word, status]) => [oneLine(word).toLowerCase(), status])),
    statusWhenIssued: definition.status_when_issued ?? null,
    statusWhenFiled: definition.status_when_filed ?? null,
    jobValuePlaceholders: definition.job_value_placeholders ?? [],
    ...(definition.contractor_name_width !== undefined && {
      contractorNameWidth: definition.contractor_name_width,
    }),
  };
}

function checkRowIs({ kind, key, row_is: rowIs }: SourceDefinition, place: Place): void {
  if (rowIs === undefined) return;
  if (kind !== 'permits') throw definitionFault(place, `is of permits only; this is a source of ${kind}.`);
  if (rowIs === 'address' && key === undefined) {
    throw definitionFault(place, 'needs "key", which the rows of one permit share, such as its number.');
  }
}

function checkTimeZone(zone: string, place: Place): void {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
  } catch {
    throw definitionFault(place, `is not an IANA time zone such as "America/Chicago"; it is "${zone}".`);
  }
}
