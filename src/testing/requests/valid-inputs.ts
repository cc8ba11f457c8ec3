import * as z from 'zod/mini';
import type { Operation } from '#contract/operations.ts';
import { pathParameters } from '#contract/request-encoding.ts';
import type { Market, World } from '#testing/oracle/world.ts';

export type Input = Readonly<Record<string, unknown>>;

/** Returns the names of an operation's input fields. */
export function inputFields({ input }: Operation): string[] {
  if (!(input instanceof z.ZodMiniObject)) throw new Error('The input is not an object');
  return Object.keys(input.shape);
}

/** Returns an input with the required fields and a currency. Lists of addresses get all `jettons`, other fields the first. */
export function minimalInput(operation: Operation, jettons: readonly string[], poolAddress?: string): Input {
  const inPath = pathParameters(operation);
  const fields = inputFields(operation);
  const address = inPath.includes('address') ? jettons[0] : jettons;
  return {
    ...(fields.includes('address') && { address }),
    ...(inPath.includes('poolAddress') && { poolAddress }),
    ...(inPath.includes('traderAddress') && { traderAddress: jettons[0] }),
    ...(inPath.includes('exchangeId') && { exchangeId: 'stonfi' }),
    ...(fields.includes('at') && { at: ['2026-01-28T12:00:00Z'] }),
    ...(fields.includes('q') && { q: jettons[0] }),
    ...(fields.includes('currency') && { currency: 'eur' }),
  };
}

/** Returns inputs that together request all data, with short and long pages. */
export function exhaustiveInputs(operation: Operation, { dataset, markets }: World): Input[] {
  const all = [...dataset.jettons.keys()];
  const [inPath, fields] = [pathParameters(operation), inputFields(operation)];
  const subjects = inPath.includes('poolAddress')
    ? [...markets.values()].flat().map((market) => marketInput(operation, market))
    : inPath.includes('address') || fields.includes('q')
      ? [...all, ...(fields.includes('q') ? dataset.pools.keys() : [])].map((address) =>
          minimalInput(operation, [address]),
        )
      : inPath.includes('traderAddress')
        ? [...new Set(dataset.swaps.map(({ trader }) => trader))].map((trader) =>
            minimalInput(operation, [trader]),
          )
        : [minimalInput(operation, all)];
  if (!fields.includes('limit')) return subjects;
  return subjects.flatMap((subject) => [1, 100].map((limit) => ({ ...subject, limit })));
}

function marketInput(operation: Operation, { jetton, pool }: Market): Input {
  return minimalInput(operation, [jetton], pool.address);
}
