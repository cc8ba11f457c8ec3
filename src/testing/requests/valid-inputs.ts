import * as z from 'zod/mini';
import type { Operation } from '#contract/operations.ts';
import { pathParameters } from '#contract/wire.ts';
import type { Market, World } from '#testing/oracle/world.ts';

export type Input = Readonly<Record<string, unknown>>;

/** Names of the fields that an operation takes. */
export function inputFields({ input }: Operation): string[] {
  if (!(input instanceof z.ZodMiniObject)) throw new Error('an input is an object');
  return Object.keys(input.shape);
}

/** What an operation cannot be asked without, and a currency: a jetton and its market, or a list of jettons. */
export function leastInput(operation: Operation, jettons: readonly string[], poolAddress?: string): Input {
  const inPath = pathParameters(operation);
  const fields = inputFields(operation);
  const address = inPath.includes('address') ? jettons[0] : jettons;
  return {
    ...(fields.includes('address') && { address }),
    ...(inPath.includes('poolAddress') && { poolAddress }),
    ...(fields.includes('currency') && { currency: 'eur' }),
  };
}

/** Inputs that between them ask for everything, where there are pages in short ones as well as in long ones. */
export function everyInput(operation: Operation, { dataset, markets }: World): Input[] {
  const all = [...dataset.jettons.keys()];
  const inPath = pathParameters(operation);
  const subjects = inPath.includes('poolAddress')
    ? [...markets.values()].flat().map((market) => marketInput(operation, market))
    : inPath.includes('address')
      ? all.map((jetton) => leastInput(operation, [jetton]))
      : [leastInput(operation, all)];
  if (!inputFields(operation).includes('limit')) return subjects;
  return subjects.flatMap((subject) => [1, 100].map((limit) => ({ ...subject, limit })));
}

function marketInput(operation: Operation, { jetton, pool }: Market): Input {
  return leastInput(operation, [jetton], pool.address);
}
