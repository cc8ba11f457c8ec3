import { toUserFriendly } from '#contract/address.ts';
import { errorBody } from '#contract/errors.ts';
import { type OperationName, operations, type Plan } from '#contract/operations.ts';
import { exampleRequest } from './example-requests.ts';
import { describeComponents, describeSchema } from './openapi-descriptions.ts';
import { errorReferences, errorResponses } from './openapi-errors.ts';
import { exampleOf } from './openapi-examples.ts';
import { type Parameter, parametersOf } from './openapi-parameters.ts';
import { type Components, type Schema, schemaOf } from './openapi-schema.ts';
import { inputFieldDocs, outputFieldDocs } from './openapi-text.ts';

/** An operation as the documents show it. */
export interface OperationDescription {
  readonly name: OperationName;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly plan: Plan;
  readonly family: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Of a POST. */
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

/** Everything that the documents say, derived from the contract. */
export function describeApi(): ApiDescription {
  const inputs: Components = {};
  const outputs: Components = {};
  schemaOf(errorBody, 'output', outputs);
  const read = Object.values(operations).map((operation) => ({
    operation,
    input: schemaOf(operation.input, 'input', inputs),
    output: schemaOf(operation.response, 'output', outputs),
  }));
  const components = {
    ...describeComponents(inputs, inputFieldDocs),
    ...describeComponents(outputs, outputFieldDocs),
  };
  const described = read.map(({ operation, input, output }): OperationDescription => {
    const { name, method, path, plan, summary } = operation;
    const isPost = method === 'POST';
    return {
      name,
      method,
      path,
      plan,
      summary,
      family: groupOf(path),
      parameters: isPost ? [] : parametersOf(operation, input, inputs),
      body: isPost ? describeSchema(input, 'Input', inputFieldDocs) : undefined,
      bodyExample: isPost ? JSON.parse(exampleRequest(name).body ?? '') : undefined,
      response: describeSchema(output, 'Answer', outputFieldDocs),
      responseExample: withAddressBook(exampleOf(output, 'Answer', outputFieldDocs, outputs)),
    };
  });
  return { operations: described, components };
}

// The book of a sample must hold the addresses of that sample, as every real one does.
function withAddressBook(sample: unknown): unknown {
  if (typeof sample !== 'object' || sample === null || !('addressBook' in sample)) return sample;
  const addresses = new Set(JSON.stringify(sample).match(/0:[0-9a-f]{64}/g));
  const book = [...addresses].map((address) => [address, { userFriendly: toUserFriendly(address) }]);
  return { ...sample, addressBook: Object.fromEntries(book) };
}

const KEY = { ApiKey: { type: 'http', scheme: 'bearer', description: 'Only where the service has keys' } };

/** The OpenAPI 3.1 document; `{base_url}` stands for the service's address. */
export function openApiDocument({ operations: described, components }: ApiDescription) {
  return {
    openapi: '3.1.0',
    info: { title: 'Jetscope', version: '1.0', summary: 'Analytics of TON jettons, read-only' },
    servers: [{ url: '{base_url}' }],
    security: [{}, { ApiKey: [] }],
    tags: operationGroups.map((name) => ({ name })),
    paths: pathsOf(described),
    components: {
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses: errorResponses,
      securitySchemes: KEY,
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

function pathItemOf({ name, method, plan, family, summary, ...rest }: OperationDescription) {
  const { parameters, body, bodyExample, response, responseExample } = rest;
  const tag = { ETag: { description: 'For If-None-Match', schema: { type: 'string' } } };
  return {
    operationId: name,
    summary,
    description: plan === 'paid' ? 'In paid plans only, where the service has keys.' : 'In every plan.',
    tags: [family],
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
        description: 'Success',
        ...(method === 'GET' && { headers: tag }),
        content: { 'application/json': { schema: response, example: responseExample } },
      },
      ...(method === 'GET' && { 304: { description: 'The caller has the same answer already' } }),
      ...errorReferences,
    },
  };
}
