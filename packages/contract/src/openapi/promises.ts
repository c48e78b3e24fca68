/**
 * What callers may rely on: every parameter of an endpoint and every field of an answer, a line each. `promises.txt` of
 * the package keeps all that there ever was; `npm run openapi` adds what is new, and nothing takes a line away but a
 * person, after the sunset (docs/standards.md). A test fails when the document lacks one.
 */
import type { OpenApi } from './model.js';

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}

/** The lines of a document, sorted: `/v2/usage?fields`, `Permit.address.city`. */
export function promisesOf({ paths, components }: Pick<OpenApi, 'paths' | 'components'>): string[] {
  const parameters = Object.entries(paths).flatMap(([path, { get }]) => [
    path,
    ...(get.parameters ?? []).map(({ name }) => `${path}?${name}`),
  ]);
  const fields = Object.entries(components.schemas).flatMap(([name, schema]) =>
    fieldsOf(schema as Shape, name),
  );
  return [...new Set([...parameters, ...fields])].sort();
}

function fieldsOf({ properties = {}, items, anyOf = [], allOf = [] }: Shape, name: string): string[] {
  const below = [...anyOf, ...allOf, ...(items === undefined ? [] : [items])];
  return [
    ...Object.entries(properties).flatMap(([key, shape]) => [
      `${name}.${key}`,
      ...fieldsOf(shape, `${name}.${key}`),
    ]),
    ...below.flatMap((shape) => fieldsOf(shape, name)),
  ];
}
