import { type RawAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { countNoun } from '#contract/format/format-numbers.ts';
import { SourceError, type StoreLookup, type SwapSource } from '#service/feeds/client/source.ts';
import type { SourceClient } from '#service/feeds/client/source-client.ts';
import type { JettonFacts } from '#service/market/batch.ts';
import { toFields } from '#service/validation/fields.ts';
import { distinctBy } from './distinct-by.ts';
import { readEvents } from './read-events.ts';
import { readResponse } from './read-response.ts';
import { type Operation, readAssetInfo, readOperation } from './stonfi-operation.ts';
import type { SwapSourceOptions } from './swap-source-options.ts';

const OPERATIONS = '/v1/stats/operations';
const SECOND = 1000n;
/** The longest time that one request covers, in milliseconds. Responses are not paged. */
const MAX_PERIOD = 3_600_000n;
/** Limits the requests of one page. Jettons beyond it are described by a source of metadata. */
const MAX_ASSET_REQUESTS = 20;

/**
 * Reads swaps and reserves from STON.fi. Keys are milliseconds since the epoch. Requests cover whole seconds, so that
 * neighboring ranges may both contain the operations of the second that they share.
 */
export function createStonfiSource(client: SourceClient, { exchange, now }: SwapSourceOptions): SwapSource {
  async function fetchOperations(from: bigint, to: bigint, signal: AbortSignal) {
    const query = [
      ['since', toUtcText(from)],
      ['until', toUtcText(roundUp(to))],
    ] as const;
    const response = await client.request(OPERATIONS, { query, signal });
    const items = readResponse(OPERATIONS, () => toFields(response).requiredArray('operations'));
    // Prices in the descriptions of assets change, so that only the operation identifies an event.
    return readEvents(items, (item) => readOperation(item, exchange), operationOf);
  }

  return {
    chunk: MAX_PERIOD,
    smallest: SECOND,

    start: async (time) => BigInt(time.getTime()),

    discover: async ({ cursors, start }) => {
      const head = now();
      const from = cursors.get('') ?? start;
      const to = BigInt(head.getTime());
      if (from >= to) return { head, ranges: [] };
      const range = { subject: '', from, to, fromTime: new Date(Number(from)), toTime: head };
      return { head, ranges: [range] };
    },

    read: async (range, lookup, signal) => {
      const limit = range.from + MAX_PERIOD;
      const to = range.to < limit ? range.to : limit;
      const { events, invalid } = await fetchOperations(range.from, to, signal);
      const operations = events.filter(({ time }) => {
        const key = BigInt(time.getTime());
        return key >= roundDown(range.from) && key < to;
      });
      const jettons = distinctBy(
        operations.flatMap((operation) => operation.jettons),
        ({ address }) => address,
      );
      const missing = await fetchMissingJettons(client, operations, jettons, lookup, signal);
      return {
        jettons: [...jettons, ...missing],
        pools: distinctBy(
          operations.map(({ pool }) => pool),
          ({ address }) => address,
        ),
        swaps: operations.flatMap(({ swap }) => swap ?? []),
        reserves: operations.flatMap(({ reserves }) => reserves ?? []),
        invalid,
        ...(to < range.to && { next: to }),
      };
    },

    check: async (signal) => {
      const to = BigInt(now().getTime());
      const { events, invalid } = await fetchOperations(to - 60n * SECOND, to, signal);
      const swaps = events.filter(({ swap }) => swap).length;
      const rejected = invalid.length === 0 ? '' : `, ${invalid.length} invalid`;
      return `STON.fi operations of the last minute: ${countNoun(swaps, 'swap')}${rejected}`;
    },
  };
}

/** Requests jettons of swaps that are neither stored nor described with their decimals in the page. */
async function fetchMissingJettons(
  client: SourceClient,
  operations: readonly Operation[],
  jettons: readonly JettonFacts[],
  lookup: StoreLookup,
  signal: AbortSignal,
): Promise<JettonFacts[]> {
  const described = new Set(
    jettons.filter(({ decimals }) => decimals !== undefined).map(({ address }) => address),
  );
  const assets = operations.flatMap(({ swap, pool }) => (swap ? [pool.asset0, pool.asset1] : []));
  const missing: JettonFacts[] = [];
  let requests = 0;
  for (const address of new Set(assets)) {
    if (requests === MAX_ASSET_REQUESTS) break;
    if (address === TON_ADDRESS || described.has(address) || (await lookup.hasJetton(address))) continue;
    requests += 1;
    missing.push(...(await fetchAsset(client, address, signal)));
  }
  return missing;
}

async function fetchAsset(
  client: SourceClient,
  address: RawAddress,
  signal: AbortSignal,
): Promise<JettonFacts[]> {
  const path = `/v1/assets/${toUserFriendly(address)}`;
  try {
    const response = await client.request(path, { signal });
    const facts = readResponse(path, () => readAssetInfo(toFields(response).object('asset')));
    return facts?.address === address ? [facts] : [];
  } catch (error) {
    if (error instanceof SourceError && error.status === 404) return [];
    throw error;
  }
}

function operationOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'operation' in item ? item.operation : item;
}

function roundDown(milliseconds: bigint): bigint {
  return milliseconds - (milliseconds % SECOND);
}

function roundUp(milliseconds: bigint): bigint {
  return roundDown(milliseconds + SECOND - 1n);
}

/** YYYY-MM-DDTHH:MM:SS, rounded down. */
function toUtcText(milliseconds: bigint): string {
  return new Date(Number(milliseconds)).toISOString().slice(0, 19);
}
