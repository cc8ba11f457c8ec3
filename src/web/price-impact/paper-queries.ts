import { type QueryClient, queryOptions, useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Amount } from '#contract/amount.ts';
import { getJettonMarketReserves, MAX_RESERVES_TIMES, type ReservesAt } from '#contract/reserves.ts';
import { callExtension } from '#web/api/client/call-extension.ts';
import { errorText } from '#web/api/client/error-text.ts';
import { serviceNow } from '#web/api/client/service-clock.ts';
import { fetchServiceTime } from '#web/api/client/service-status.ts';
import { addPaperTrades, JOURNAL_FULL, storePaperReserves, usePaperJournal } from './paper-journal.ts';
import {
  executeTrades,
  executionTime,
  type PaperAccount,
  type PaperTrade,
  paperTradeKey,
  parseTrades,
} from './paper-trades.ts';

type Market = Pick<PaperTrade, 'jetton' | 'pool'>;

/** Adds a trade that is placed now, by the clock of the service. Returns it, or a text that says why it was not added. */
export async function placeTrade(
  client: QueryClient,
  order: Omit<PaperTrade, 'placedAt' | 'reserves'>,
): Promise<PaperTrade | string> {
  const now = await fetchServiceTime(client).catch((error: Error) => error);
  if (now instanceof Error) return errorText(now);
  const trade: PaperTrade = { ...order, placedAt: Math.floor(now.getTime() / 1000) };
  return addPaperTrades([trade]) ? trade : JOURNAL_FULL;
}

/** Until this age in seconds, the reserves at a time may not have been read from their source yet. */
const MAX_READING_SECONDS = 600;
const POLL_MS = 3_000;

/** Query for what a pool held at times, in seconds since 1970. Repeated while a recent one is not known yet. */
export function statedReserves({ jetton, pool }: Market, times: readonly number[]) {
  const at = times.map((time) => new Date(time * 1000).toISOString());
  const input = { address: jetton, poolAddress: pool, at };
  return queryOptions({
    queryKey: [getJettonMarketReserves.name, input],
    queryFn: async ({ signal }) =>
      (await callExtension(getJettonMarketReserves, input, { signal, priority: 'live' })).reserves,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ asset }, index) => !asset && isRecent(times[index] ?? 0)) ? POLL_MS : false,
  });
}

function isRecent(time: number): boolean {
  return serviceNow() / 1000 - time < MAX_READING_SECONDS;
}

/** Trades with what the pools held, as far as it is known, and what became of them. */
interface KnownAccount extends PaperAccount {
  readonly trades: readonly PaperTrade[];
  readonly stated: StatedReserves;
}

/** Executes trades. If they are those of this device, stores what the pools held. */
export function usePaperAccount(trades: readonly PaperTrade[], isOwn: boolean): KnownAccount {
  const stated = useStatedReserves(trades);
  const found = new Map(
    trades.flatMap((trade) => {
      const key = paperTradeKey(trade);
      const { asset, counterpart } = stated.reserves.get(key) ?? {};
      return !trade.reserves && asset && counterpart ? [[key, { asset, counterpart }] as const] : [];
    }),
  );
  useEffect(() => {
    if (isOwn && found.size > 0) storePaperReserves(found);
  });
  const filled = trades.map((trade) => ({
    ...trade,
    reserves: trade.reserves ?? found.get(paperTradeKey(trade)),
  }));
  return { trades: filled, ...executeTrades(filled, stated.unknown), stated };
}

/** What the trades of this device have left in a pool. */
export interface PaperHolding {
  /** What is held less the sales that are not executed yet. */
  readonly sellable: Amount;
  /** Number of trades that are not executed yet. */
  readonly pending: number;
}

/** Returns what is held of a jetton in a pool: nothing without a pool. */
export function usePaperHolding(jetton: string, pool: string | undefined): PaperHolding {
  const { trades: texts } = usePaperJournal();
  const trades = parseTrades(texts).filter((trade) => trade.jetton === jetton && trade.pool === pool);
  const { outcomes, positions } = usePaperAccount(trades, true);
  return {
    sellable: positions[0]?.sellable ?? { value: '0', decimals: 0 },
    pending: outcomes.filter(({ state }) => state === 'pending').length,
  };
}

/** What the service states about trades. */
interface StatedReserves {
  /** By keys of trades. */
  readonly reserves: ReadonlyMap<string, ReservesAt>;
  /** Keys of trades whose reserves are unknown and will not become known. */
  readonly unknown: ReadonlySet<string>;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** Requests what pools held when trades were executed: one request for each pool, and for each further 100 trades. */
function useStatedReserves(trades: readonly PaperTrade[]): StatedReserves {
  const requests = requestsOf(trades);
  return useQueries({
    queries: requests.map(({ market, group }) => statedReserves(market, group.map(executionTime))),
    combine: (results) => {
      const stated = results.flatMap(({ data = [] }, index) =>
        data.flatMap((reserves, position) => {
          const trade = requests[index]?.group[position];
          return trade ? [[trade, reserves] as const] : [];
        }),
      );
      return {
        reserves: new Map(stated.map(([trade, reserves]) => [paperTradeKey(trade), reserves])),
        unknown: new Set(
          stated
            .filter(([trade, { asset }]) => !asset && !isRecent(executionTime(trade)))
            .map(([trade]) => paperTradeKey(trade)),
        ),
        error: results.find(({ error }) => error)?.error ?? null,
        refetch: () => {
          for (const { refetch } of results) void refetch();
        },
      };
    },
  });
}

interface ReservesRequest {
  readonly market: Market;
  /** At most as many as one request can have. */
  readonly group: PaperTrade[];
}

function requestsOf(trades: readonly PaperTrade[]): ReservesRequest[] {
  const requests: ReservesRequest[] = [];
  for (const trade of trades) {
    const { jetton, pool } = trade;
    const request = requests.find(
      ({ market, group }) =>
        market.jetton === jetton && market.pool === pool && group.length < MAX_RESERVES_TIMES,
    );
    if (request) request.group.push(trade);
    else requests.push({ market: { jetton, pool }, group: [trade] });
  }
  return requests;
}
