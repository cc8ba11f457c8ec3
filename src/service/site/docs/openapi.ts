import { toUserFriendly } from '#contract/address.ts';
import { type ErrorStatus, errorBody, errorBodyOf } from '#contract/errors.ts';
import { type Operation, operations, type Plan } from '#contract/operations.ts';
import { pathParameters } from '#contract/request-encoding.ts';
import { type DocumentedName, documentedOperations } from '#contract/served-operations.ts';
import { getStream } from '#contract/stream.ts';
import { IGNORED_PARAMETERS, INVALID_PARAMETERS, POSITION } from '#service/server/headers.ts';
import { STREAM_TYPE } from '#service/server/requests/serve-stream.ts';
import { exampleOf, exampleRequest, fieldDocAt, pathOf } from './examples.ts';
import type { FieldDocs } from './field-doc.ts';
import { outputFieldDocs } from './field-docs.ts';
import { type Components, refTo, resolve, type Schema, schemaOf } from './openapi-schema.ts';
import { inputFieldDocs, operationSummaries } from './operation-docs.ts';

/** An operation with everything that the documentation shows. */
export interface OperationDescription {
  readonly name: DocumentedName;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly plan: Plan;
  readonly group: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Request body of a POST operation. */
  readonly body: Schema | undefined;
  readonly bodyExample: unknown;
  readonly response: Schema;
  readonly responseExample: unknown;
}

export interface ApiDescription {
  readonly operations: readonly OperationDescription[];
  readonly components: Components;
}

const groupDescriptions = {
  'Jetton lists': 'Filterable, sortable lists of jettons, page by page.',
  'Change lists by jetton address': 'Changes over periods of up to 100 jettons.',
  'Single jetton': 'Values and markets of one jetton.',
  'Single market': 'Values and price history of one market of a jetton.',
  Changes: 'Changes of the data, as they happen.',
  Alerts: 'Alerts that browsers receive while no page is open.',
  Pools: 'Pools of all jettons.',
  Exchanges: 'Trading volumes of exchanges.',
  'Single trader': 'Swaps of one trader.',
  Service: 'The service itself.',
} as const;
type OperationGroup = keyof typeof groupDescriptions;
const EXCHANGE_ID = 'ExchangeId';

export const operationGroups = Object.keys(groupDescriptions) as OperationGroup[];

function groupOf(path: string): OperationGroup {
  if (path.startsWith('/v1/system/')) return 'Service';
  if (path === getStream.path) return 'Changes';
  if (path.startsWith('/v1/push/')) return 'Alerts';
  if (path.startsWith('/v1/pools/')) return 'Pools';
  if (path.startsWith('/v1/exchanges')) return 'Exchanges';
  if (path.includes('{poolAddress}')) return 'Single market';
  if (path.includes('{traderAddress}')) return 'Single trader';
  if (path.includes('{address}')) return 'Single jetton';
  return path.endsWith('/change') ? 'Change lists by jetton address' : 'Jetton lists';
}

/**
 * Returns the description of all operations and types, derived from the contract, and of the exchanges, which are those
 * of the service's configuration.
 */
export function describeApi(exchanges: readonly string[]): ApiDescription {
  const inputs: Components = {};
  const outputs: Components = {};
  schemaOf(errorBody, 'output', outputs);
  outputs[EXCHANGE_ID] = { type: 'string', enum: exchanges };
  const converted = Object.values(documentedOperations).map((operation) => ({
    operation,
    input: schemaOf(operation.input, 'input', inputs),
    output: schemaOf(operation.response, 'output', outputs),
  }));
  const inputComponents = describeComponents(inputs, inputFieldDocs);
  const components = { ...inputComponents, ...describeComponents(outputs, outputFieldDocs) };
  const described = converted.map(({ operation, input, output }): OperationDescription => {
    const { name, method, path, plan } = operation;
    const isPost = method === 'POST';
    const describedInput = describeSchema(input, 'Input', inputFieldDocs);
    return {
      name,
      method,
      path,
      plan,
      summary: operationSummaries[name],
      group: groupOf(path),
      parameters: isPost ? [] : parametersOf(operation, describedInput, inputComponents),
      body: isPost ? describedInput : undefined,
      bodyExample: isPost ? JSON.parse(exampleRequest(name).body ?? '') : undefined,
      response: describeSchema(output, 'Response', outputFieldDocs),
      responseExample: withAddressBook(exampleOf(output, 'Response', outputFieldDocs, outputs)),
    };
  });
  return { operations: described, components };
}

// The address book of an example must contain the addresses of the example, as in real responses.
function withAddressBook(example: unknown): unknown {
  if (typeof example !== 'object' || example === null || !('addressBook' in example)) return example;
  const addresses = new Set(JSON.stringify(example).match(/0:[0-9a-f]{64}/g));
  const book = [...addresses].map((address) => [address, { userFriendly: toUserFriendly(address) }]);
  return { ...example, addressBook: Object.fromEntries(book) };
}

const SECURITY_SCHEMES = {
  ApiKey: { type: 'http', scheme: 'bearer', description: 'API key. Only if the service uses API keys.' },
};

/** Returns the OpenAPI 3.1 document, with `{base_url}` as placeholder for the service's base URL. */
export function openApiDocument({ operations: described, components }: ApiDescription) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Jetscope API',
      version: '1.0',
      summary: 'Read-only analytics for TON jettons and their markets',
      description:
        'Finds, filters and sorts jettons, and returns their prices, trading activity, trust scores and markets. Unknown values are omitted. Unknown parameters are ignored and named in a header.',
      contact: { name: 'The operator of this service' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '{base_url}' }],
    security: [{}, { ApiKey: [] }],
    tags: Object.entries(groupDescriptions).map(([name, description]) => ({ name, description })),
    paths: pathsOf(described),
    components: {
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses: errorResponses,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function pathsOf(described: readonly OperationDescription[]): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of described) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: pathItemOf(operation) };
  }
  return paths;
}

function isExtension(name: DocumentedName): boolean {
  return !(name in operations);
}

function descriptionOf(name: DocumentedName, plan: Plan): string {
  const plans =
    plan === 'paid' ? 'Requires a paid plan if the service uses API keys.' : 'Available in all plans.';
  return isExtension(name) ? `${plans} Jetscope extension.` : plans;
}

function pathItemOf({ name, method, plan, group, summary, ...rest }: OperationDescription) {
  const { parameters, body, bodyExample, response, responseExample } = rest;
  const isStream = name === getStream.name;
  const hasCsv = parameters.some(({ name: parameter }) => parameter === 'format');
  // Responses about alerts are not of the data.
  const hasPosition = group !== 'Alerts';
  const hasTag = method === 'GET' && hasPosition && !isStream;
  const etag = { ETag: { description: 'Entity tag for If-None-Match.', schema: { type: 'string' } } };
  const position = {
    [POSITION]: {
      description:
        'State of the data, a text that grows. Send it back to get no older state from another node.',
      schema: { type: 'string' },
    },
  };
  return {
    operationId: name,
    summary,
    description: descriptionOf(name, plan),
    tags: [group],
    'x-plan': plan,
    ...(isExtension(name) && { 'x-extension': true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, example: bodyExample } },
      },
    }),
    responses: {
      200: {
        description: 'Success.',
        headers: {
          ...(hasTag && etag),
          ...(hasPosition && position),
          ...ignoredNames,
          ...(hasCsv && nextLink),
        },
        content: {
          [isStream ? STREAM_TYPE : 'application/json']: { schema: response, example: responseExample },
          ...(hasCsv && { 'text/csv': { schema: { type: 'string' } } }),
        },
      },
      ...(hasTag && {
        304: {
          description: 'Not modified: the response still has the entity tag sent in If-None-Match.',
          headers: { ...etag, ...position, ...ignoredNames },
        },
      }),
      ...errorReferences,
    },
  };
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  /** Set for arrays, which repeat the parameter. */
  readonly style?: 'form';
  readonly explode?: true;
}

interface Leaf {
  readonly name: string;
  readonly required: boolean;
  /** Descriptions of the enclosing fields and the field itself. */
  readonly descriptions: readonly string[];
  readonly schema: Schema;
}

/** Returns the parameters of a GET operation with this described input. Nested fields have dotted names. */
function parametersOf(operation: Operation, input: Schema, components: Components): Parameter[] {
  const inPath = pathParameters(operation);
  const root: Leaf = { name: '', required: true, descriptions: [], schema: input };
  return leavesOf(root, components).map(({ name, required, descriptions, schema }) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required,
    description: joinDescriptions(descriptions),
    schema,
    ...(schema.items && { style: 'form', explode: true }),
  }));
}

function leavesOf(parent: Leaf, components: Components): Leaf[] {
  const { properties, required = [] } = resolve(parent.schema, components);
  if (!properties) return [parent];
  return Object.entries(properties).flatMap(([key, { description, ...schema }]) => {
    const inner: Leaf = {
      name: parent.name ? `${parent.name}.${key}` : key,
      required: parent.required && required.includes(key),
      descriptions: description === undefined ? parent.descriptions : [...parent.descriptions, description],
      schema,
    };
    return leavesOf(inner, components);
  });
}

/** Joins "Trust score." and "Minimum (inclusive)." to "Trust score, minimum (inclusive).". */
function joinDescriptions(descriptions: readonly string[]): string {
  const [first = '', ...others] = descriptions.map((text) => text.replace(/\.$/, ''));
  const rest = others.map((text) => text.charAt(0).toLowerCase() + text.slice(1));
  return `${[first, ...rest].join(', ')}.`;
}

interface ErrorCase {
  readonly name: string;
  readonly status: ErrorStatus;
  readonly cause: string;
}

/** Errors that every operation can return. */
export const errorCases: readonly ErrorCase[] = [
  { name: 'InvalidValue', status: 400, cause: 'A request parameter has an invalid value.' },
  {
    name: 'Unauthenticated',
    status: 401,
    cause: 'The API key is invalid. Only if the service uses API keys.',
  },
  {
    name: 'PermissionDenied',
    status: 403,
    cause: 'The operation requires a paid plan. Only if the service uses API keys.',
  },
  { name: 'NotFound', status: 404, cause: 'The requested resource does not exist.' },
  { name: 'TooManyRequests', status: 429, cause: 'The rate limit is exceeded.' },
  {
    name: 'Unavailable',
    status: 503,
    cause: 'The service is overloaded, or its database is unavailable or behind. Retry later.',
  },
];

/** Errors of the HTTP server. */
export const otherErrors: readonly Pick<ErrorCase, 'status' | 'cause'>[] = [
  {
    status: 405,
    cause: 'The path does not support this method. The Allow header lists the supported methods.',
  },
  { status: 408, cause: 'The request was not received in time.' },
  { status: 413, cause: 'The request body is larger than 256 kB.' },
  { status: 415, cause: 'The content type is not application/json, or the request body is compressed.' },
  { status: 431, cause: 'The URL and headers are larger than 16 kB.' },
  { status: 500, cause: 'An unexpected error occurred on the server.' },
];

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before retrying.', schema: { type: 'integer' } },
};

const nextLink = {
  Link: {
    description: 'Address of the next page of CSV, with rel="next". Absent on the last page.',
    schema: { type: 'string' },
  },
};

function namesHeaderOf(header: string, state: 'ignored' | 'invalid') {
  const description = `Comma-separated names of ${state} parameters and body fields. Absent if there are none.`;
  return { [header]: { description, schema: { type: 'string' } } };
}

const ignoredNames = namesHeaderOf(IGNORED_PARAMETERS, 'ignored');
const invalidNames = namesHeaderOf(INVALID_PARAMETERS, 'invalid');

function errorResponse({ status, cause }: Pick<ErrorCase, 'status' | 'cause'>) {
  return {
    description: cause,
    ...(status === 400 && { headers: { ...invalidNames, ...ignoredNames } }),
    ...(status === 404 && { headers: ignoredNames }),
    ...((status === 429 || status === 503) && { headers: retryAfter }),
    content: { 'application/json': { schema: refTo('Error'), example: errorBodyOf(status) } },
  };
}

const errorResponses = {
  ...Object.fromEntries(errorCases.map((error) => [error.name, errorResponse(error)])),
  Unexpected: errorResponse({ status: 500, cause: 'Any other error, with the same body.' }),
};

/** References to the error responses, by status. */
const errorReferences = {
  ...Object.fromEntries(
    errorCases.map(({ name, status }) => [status, { $ref: `#/components/responses/${name}` }]),
  ),
  default: { $ref: '#/components/responses/Unexpected' },
};

/** Returns the schema with descriptions of all its fields. */
function describeSchema(schema: Schema, path: string, docs: FieldDocs): Schema {
  const [description] = fieldDocAt(path, docs) ?? [];
  const { items, additionalProperties, properties } = schema;
  return {
    ...schema,
    ...(description !== undefined && { description }),
    ...(items && { items: describeInner(items, path, docs) }),
    ...(additionalProperties && { additionalProperties: describeInner(additionalProperties, path, docs) }),
    ...(properties && { properties: describeProperties(properties, path, docs) }),
  };
}

// Items have no path of their own, so only their properties have descriptions.
function describeInner(schema: Schema, path: string, docs: FieldDocs): Schema {
  return schema.properties
    ? { ...schema, properties: describeProperties(schema.properties, path, docs) }
    : schema;
}

function describeProperties(properties: Readonly<Record<string, Schema>>, path: string, docs: FieldDocs) {
  return Object.fromEntries(
    Object.entries(properties).map(([key, property]) => [
      key,
      describeSchema(key === 'exchangeId' ? refTo(EXCHANGE_ID) : property, pathOf(path, key, property), docs),
    ]),
  );
}

function describeComponents(components: Components, docs: FieldDocs): Components {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [name, describeSchema(schema, name, docs)]),
  );
}
