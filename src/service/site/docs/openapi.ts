import { toUserFriendly } from '#contract/address.ts';
import { errorBody } from '#contract/errors.ts';
import { type OperationName, operations, type Plan } from '#contract/operations.ts';
import { describeComponents, describeSchema } from './describe-schema.ts';
import { exampleRequest } from './example-requests.ts';
import { inputFieldDocs, outputFieldDocs } from './field-docs.ts';
import { errorReferences, errorResponses } from './openapi-errors.ts';
import { exampleOf } from './openapi-examples.ts';
import { type Parameter, parametersOf } from './openapi-parameters.ts';
import { type Components, type Schema, schemaOf } from './openapi-schema.ts';

/** An operation with everything that the documentation shows. */
export interface OperationDescription {
  readonly name: OperationName;
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

export const operationGroups = [
  'Jetton lists',
  'Change lists by jetton address',
  'Single jetton',
  'Single market',
] as const;

function groupOf(path: string): (typeof operationGroups)[number] {
  if (path.includes('{poolAddress}')) return 'Single market';
  if (path.includes('{address}')) return 'Single jetton';
  return path.endsWith('/change') ? 'Change lists by jetton address' : 'Jetton lists';
}

/** Returns the description of all operations and types, derived from the contract. */
export function describeApi(): ApiDescription {
  const inputs: Components = {};
  const outputs: Components = {};
  schemaOf(errorBody, 'output', outputs);
  const converted = Object.values(operations).map((operation) => ({
    operation,
    input: schemaOf(operation.input, 'input', inputs),
    output: schemaOf(operation.response, 'output', outputs),
  }));
  const inputComponents = describeComponents(inputs, inputFieldDocs);
  const components = { ...inputComponents, ...describeComponents(outputs, outputFieldDocs) };
  const described = converted.map(({ operation, input, output }): OperationDescription => {
    const { name, method, path, plan, summary } = operation;
    const isPost = method === 'POST';
    const describedInput = describeSchema(input, 'Input', inputFieldDocs);
    return {
      name,
      method,
      path,
      plan,
      summary,
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
    },
    servers: [{ url: '{base_url}' }],
    security: [{}, { ApiKey: [] }],
    tags: operationGroups.map((name) => ({ name })),
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

function pathItemOf({ name, method, plan, group, summary, ...rest }: OperationDescription) {
  const { parameters, body, bodyExample, response, responseExample } = rest;
  const etag = { ETag: { description: 'Entity tag for If-None-Match.', schema: { type: 'string' } } };
  return {
    operationId: name,
    summary,
    description:
      plan === 'paid' ? 'Requires a paid plan if the service uses API keys.' : 'Available in all plans.',
    tags: [group],
    'x-plan': plan,
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
        ...(method === 'GET' && { headers: etag }),
        content: { 'application/json': { schema: response, example: responseExample } },
      },
      ...(method === 'GET' && {
        304: { description: 'Not modified: the response still has the entity tag sent in If-None-Match.' },
      }),
      ...errorReferences,
    },
  };
}
