/** Requests of the playground: what the interface's own description says can be asked, and an answer as it is shown. */

/** The part of the OpenAPI document that is used. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components?: { readonly parameters?: Readonly<Record<string, OpenApiParameter>> };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (OpenApiParameter | { readonly $ref: string })[];
}

interface OpenApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly explode?: boolean;
  readonly schema?: {
    readonly type?: string | readonly string[];
    readonly enum?: readonly unknown[];
  };
}

export interface Parameter {
  readonly name: string;
  readonly isInPath: boolean;
  readonly isRequired: boolean;
  readonly isList: boolean;
  /** Whether a list is one value with commas, not repeated keys. */
  readonly isJoined: boolean;
  readonly description: string;
  /** As text; empty without one. */
  readonly example: string;
  /** Null for free text. */
  readonly choices: readonly string[] | null;
}

export interface Endpoint {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly group: string;
  readonly parameters: readonly Parameter[];
}

/** Values by the names of parameters; a parameter without one is left out. */
export type Values = Readonly<Record<string, string>>;

/** Parameters that a first request should have, where there are any. */
const suggested = ['geo_id', 'permit_from', 'permit_to', 'decision_from', 'decision_to', 'text', 'size'];

/** Bytes of an answer that are read: an export has no end. */
const maxBytes = 200_000;

/** All requests that the document describes. */
export function endpointsOf({ paths, components }: OpenApi): readonly Endpoint[] {
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get === undefined
      ? []
      : [
          {
            id: get.operationId,
            path,
            title: get.summary,
            group: get.tags?.[0] ?? 'Other',
            parameters: (get.parameters ?? []).flatMap((parameter) => {
              const named =
                '$ref' in parameter
                  ? components?.parameters?.[parameter.$ref.split('/').at(-1) ?? '']
                  : parameter;
              return named === undefined || (named.in !== 'query' && named.in !== 'path')
                ? []
                : [parameterOf(named)];
            }),
          },
        ],
  );
}

function parameterOf(parameter: OpenApiParameter): Parameter {
  const { name, required, description, example, explode, schema } = parameter;
  const isBoolean = schema?.type === 'boolean';
  return {
    name,
    isInPath: parameter.in === 'path',
    isRequired: required === true,
    isList: schema?.type === 'array',
    isJoined: explode === false,
    description: description ?? '',
    example: example === undefined ? '' : String(example),
    choices: isBoolean ? ['true', 'false'] : (schema?.enum?.map(String) ?? null),
  };
}

/** The values of a request that should succeed. */
export function firstValues({ parameters }: Endpoint): Values {
  return Object.fromEntries(
    parameters
      .filter(({ name, isRequired }) => isRequired || suggested.includes(name))
      .map(({ name, example }) => [name, name === 'size' ? '5' : example]),
  );
}

/** The address of a request, from the first slash. */
export function urlOf({ path, parameters }: Endpoint, values: Values): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, isInPath, isList, isJoined } of parameters) {
    const value = values[name]?.trim() ?? '';
    if (isInPath) filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') {
      const parts = isList && !isJoined ? value.split(',').map((part) => part.trim()) : [value];
      for (const part of parts) query.append(name, part);
    }
  }
  const text = query.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

export interface ShownAnswer {
  /** 0 without an answer; then the body says why. */
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  /** Null for an answer that costs nothing by its kind. */
  readonly credits: number | null;
  readonly remaining: number | null;
  readonly body: string;
  readonly note: string | null;
}

/** Sends a request in the name of the session, or with a key, and reads what can be shown. */
export async function readAnswer(url: string, key: string): Promise<ShownAnswer> {
  const begun = performance.now();
  const ended = new AbortController();
  try {
    const response = await fetch(url, {
      headers: key === '' ? { 'X-Lintel-Visitor': '1' } : { 'X-API-Key': key },
      cache: 'no-store',
      signal: ended.signal,
    });
    const { bytes, isWhole } = await firstBytes(response);
    if (!isWhole) ended.abort();
    const type = response.headers.get('Content-Type') ?? '';
    const isText = /json|text|xml/.test(type);
    const numberOf = (name: string) => {
      const value = response.headers.get(name);
      return value === null ? null : Number(value);
    };
    return {
      status: response.status,
      statusText: response.statusText,
      milliseconds: Math.round(performance.now() - begun),
      credits: numberOf('X-Credits-Request'),
      remaining: numberOf('X-Credits-Remaining'),
      body: isText ? indented(new TextDecoder().decode(bytes), type) : '',
      note: isWhole
        ? isText
          ? null
          : `${bytes.length} bytes of ${type || 'no type'}, which are not text.`
        : `The first ${maxBytes / 1000} kB. The rest was not read, and is not charged.`,
    };
  } catch {
    return {
      status: 0,
      statusText: '',
      milliseconds: Math.round(performance.now() - begun),
      credits: null,
      remaining: null,
      body: navigator.onLine
        ? 'The service does not answer, or broke off the answer.'
        : 'This device is offline.',
      note: null,
    };
  }
}

async function firstBytes({ body }: Response): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const reader = body?.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (reader !== undefined && length <= maxBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
  }
  const bytes = new Uint8Array(Math.min(length, maxBytes));
  let at = 0;
  for (const part of parts) {
    bytes.set(part.subarray(0, bytes.length - at), at);
    at += Math.min(part.length, bytes.length - at);
  }
  return { bytes, isWhole: length <= maxBytes };
}

function indented(text: string, type: string): string {
  if (!/^application\/(?:\w+\+)?json\b/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
