import { TON_ADDRESS } from '#contract/address.ts';
import { sanitizeText } from '#contract/text.ts';
import { asArray, asFields, asString } from '#web/api/client/fields.ts';
import { send } from '#web/api/client/send.ts';
import { loadConnection } from '#web/api/client/settings.ts';
import {
  type MarketHistory,
  parseCandlePage,
  parseTickPage,
  rangeParameters,
} from '#web/chart/history/market-history.ts';
import { nativeCoin } from '#web/money/native-coin.ts';

// Not from #contract/operations.ts, which would double the size of the embed. A test compares the paths.
export function marketsPath(address: string): string {
  return `/v1/jettons/${encodeURIComponent(address)}/markets`;
}
export function ticksPath(address: string, poolAddress: string): string {
  return `${marketsPath(address)}/${encodeURIComponent(poolAddress)}/price/ticks`;
}
export function candlesPath(address: string, poolAddress: string): string {
  return `${marketsPath(address)}/${encodeURIComponent(poolAddress)}/candles`;
}
export const LIST_PATH = '/v1/jettons';
export const STATUS_PATH = '/status';

const PAGE_SIZE = '1000';

async function get(url: string, signal = new AbortController().signal): Promise<unknown> {
  return send({ method: 'GET', url }, await loadConnection(), signal);
}

function withQuery(path: string, parameters: Record<string, string>): string {
  return `${path}?${new URLSearchParams(parameters)}`;
}

export function embedHistory(address: string, poolAddress: string): MarketHistory {
  return {
    fetchTicks: async (query, signal) => {
      const parameters = { limit: PAGE_SIZE, ...rangeParameters(query) };
      return parseTickPage(await get(withQuery(ticksPath(address, poolAddress), parameters), signal));
    },
    fetchCandles: (interval, limit) => async (query, signal) => {
      const parameters = { interval, limit: String(limit), ...rangeParameters(query) };
      return parseCandlePage(await get(withQuery(candlesPath(address, poolAddress), parameters), signal));
    },
  };
}

export interface Pair {
  readonly symbol: string;
  readonly counterpart: string;
}

/** Resolves with the symbols of a market's pair, undefined if the market does not exist. */
export async function fetchPair(address: string, poolAddress: string): Promise<Pair | undefined> {
  const [jettons, markets] = await Promise.all([
    send(
      { method: 'POST', url: LIST_PATH, body: JSON.stringify({ address: [address], limit: 1 }) },
      await loadConnection(),
      new AbortController().signal,
    ),
    get(withQuery(marketsPath(address), { poolAddress, limit: '1' })),
  ]);
  const market = asFields(asArray(asFields(markets).markets)[0]);
  const otherAddress = asString(market.counterpart);
  if (otherAddress === undefined) return undefined;
  const jetton = asFields(asFields(asArray(asFields(jettons).jettons)[0]).metadata);
  const counterpart = asFields(asFields(asFields(markets).jettons)[otherAddress]);
  return {
    symbol: address === TON_ADDRESS ? nativeCoin.symbol : symbolOf(jetton.symbol),
    counterpart: otherAddress === TON_ADDRESS ? nativeCoin.symbol : symbolOf(counterpart.symbol),
  };
}

/** Resolves to whether the clock of the service is fixed, so that its data does not change. */
export async function fetchIsSnapshot(): Promise<boolean> {
  return asFields(await get(STATUS_PATH)).clockFixed === true;
}

function symbolOf(value: unknown): string {
  return sanitizeText(asString(value) ?? '') || '?';
}
