import { toUserFriendly } from '#contract/address.ts';
import { errorBody } from '#contract/errors.ts';
import { type OperationName, operations, type Plan } from '#contract/operations.ts';
import { describeComponents, describeSchema } from './openapi-descriptions.ts';
import { errorReferences, errorResponses } from './openapi-errors.ts';
import { type Parameter, parametersOf } from './openapi-parameters.ts';
import { sampleRequest } from './openapi-requests.ts';
import { sampleOf } from './openapi-samples.ts';
import { type Components, type Schema, schemaOf } from './openapi-schema.ts';
import { inputWords, outputWords } from './openapi-text.ts';

/** An operation as the documents show it. */
export interface DescribedOperation {
  readonly name: OperationName;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly plan: Plan;
  readonly family: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Of a POST. */
  readonly body: Schema | undefined;
  readonly bodySample: unknown;
  readonly response: Schema;
  readonly responseSample: unknown;
}

export interface DescribedInterface {
  readonly operations: readonly DescribedOperation[];
  readonly components: Components;
}

export const families = [
  'Jetton lists',
  'Change lists by jetton address',
  'Single jetton',
  'Single market',
] as const;

function familyOf(path: string): (typeof families)[number] {
  if (path.includes('{poolAddress}')) return 'Single market';
  if (path.includes('{address}')) return 'Single jetton';
  return path.endsWith('/change') ? 'Change lists by jetton address' : 'Jetton lists';
}

/** Everything that the documents say, derived from the contract. */
export function describeInterface(): DescribedInterface {
  const inputs: Components = {};
  const outputs: Components = {};
  schemaOf(errorBody, 'output', outputs);
  const read = Object.values(operations).map((operation) => ({
    operation,
    input: schemaOf(operation.input, 'input', inputs),
    output: schemaOf(operation.response, 'output', outputs),
  }));
  const components = {
    ...describeComponents(inputs, inputWords),
    ...describeComponents(outputs, outputWords),
  };
  const described = read.map(({ operation, input, output }): DescribedOperation => {
    const { name, method, path, plan, summary } = operation;
    const isPost = method === 'POST';
    return {
      name,
      method,
      path,
      plan,
      summary,
      family: familyOf(path),
      parameters: isPost ? [] : parametersOf(operation, input, inputs),
      body: isPost ? describeSchema(input, 'Input', inputWords) : undefined,
      bodySample: isPost ? JSON.parse(sampleRequest(name).body ?? '') : undefined,
      response: describeSchema(output, 'Answer', outputWords),
      responseSample: withAddressBook(sampleOf(output, 'Answer', outputWords, outputs)),
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
export function openApiDocument({ operations: described, components }: DescribedInterface) {
  return {
    openapi: '3.1.0',
    info: { title: 'Jetscope', version: '1.0', summary: 'Analytics of TON jettons, read-only' },
    servers: [{ url: '{base_url}' }],
    security: [{}, { ApiKey: [] }],
    tags: families.map((name) => ({ name })),
    paths: pathsOf(described),
    components: {
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses: errorResponses,
      securitySchemes: KEY,
    },
  };
}

function pathsOf(described: readonly DescribedOperation[]): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of described) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: pathItemOf(operation) };
  }
  return paths;
}

function pathItemOf({ name, method, plan, family, summary, ...rest }: DescribedOperation) {
  const { parameters, body, bodySample, response, responseSample } = rest;
  const tag = { ETag: { description: 'For If-None-Match', schema: { type: 'string' } } };
  return {
    operationId: name,
    summary,
    description: plan === 'paid' ? 'In paid plans only, where the service has keys.' : 'In every plan.',
    tags: [family],
    'x-plan': plan,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: body, example: bodySample } } },
    }),
    responses: {
      200: {
        description: 'Success',
        ...(method === 'GET' && { headers: tag }),
        content: { 'application/json': { schema: response, example: responseSample } },
      },
      ...(method === 'GET' && { 304: { description: 'The caller has the same answer already' } }),
      ...errorReferences,
    },
  };
}
