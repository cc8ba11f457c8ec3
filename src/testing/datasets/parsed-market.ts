import type { MarketOptions, MarketPlan } from '#demo/market-plan.ts';
import { generateMarket } from '#demo/simulated-market.ts';
import { jettonCopyFormat, poolCopyFormat, swapCopyFormat } from '#service/store/rows.ts';

type Row<Column extends string> = Record<Column, string>;

export interface ParsedSwap {
  readonly second: number;
  readonly lt: bigint;
  readonly trader: number;
  readonly sold0: boolean;
  readonly dust: boolean;
  readonly amounts: readonly [bigint, bigint];
  readonly reserves: readonly [bigint, bigint];
  readonly usd: number | undefined;
}

export interface ParsedPool extends Row<(typeof poolCopyFormat.columns)[number]> {
  readonly swaps: ParsedSwap[];
}

/** A simulated market, parsed from its COPY text. */
export interface ParsedMarket {
  readonly plan: MarketPlan;
  readonly jettons: ReadonlyMap<string, Row<(typeof jettonCopyFormat.columns)[number]>>;
  readonly pools: ReadonlyMap<string, ParsedPool>;
}

export const USDT = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';

export function marketOptions(jettons: number, seed: number): MarketOptions {
  const end = new Date('2026-11-20T12:34:56Z');
  return { jettons, seed, end, exchanges: ['stonfi', 'dedust', 'tonco'], stables: [USDT] };
}

export function parseMarket(options: MarketOptions): ParsedMarket {
  const market = generateMarket(options);
  const jettons = Array.from(market.jettons(), (line) => cells(line.slice(0, -1), jettonCopyFormat.columns));
  const pools = Array.from(market.pools(), (line) => ({
    ...cells(line.slice(0, -1), poolCopyFormat.columns),
    swaps: [] as ParsedSwap[],
  }));
  const poolsById = new Map(pools.map((pool) => [pool.id, pool]));
  for (const line of market.swaps()) {
    const row = cells(line.slice(0, -1), swapCopyFormat.columns);
    poolsById.get(row.pool_id)?.swaps.push(swapOf(row));
  }
  return {
    plan: market.plan,
    jettons: new Map(jettons.map((jetton) => [jetton.id, jetton])),
    pools: poolsById,
  };
}

const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };

function cells<Column extends string>(line: string, columns: readonly Column[]): Row<Column> {
  const texts = line
    .split('\t')
    .map((text) =>
      text === '\\N' ? '' : text.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPED[letter] ?? letter),
    );
  if (texts.length !== columns.length)
    throw new Error(`${texts.length} cells for ${columns.length} columns: ${line}`);
  return Object.fromEntries(columns.map((column, index) => [column, texts[index]])) as Row<Column>;
}

function swapOf(row: Row<(typeof swapCopyFormat.columns)[number]>): ParsedSwap {
  return {
    second: Date.parse(row.time) / 1000,
    lt: BigInt(row.lt),
    trader: Number(row.trader_id),
    sold0: row.sold0 === 'true',
    dust: row.dust === 'true',
    amounts: [BigInt(row.amount0), BigInt(row.amount1)],
    reserves: [BigInt(row.reserve0), BigInt(row.reserve1)],
    usd: row.volume_usd === '' ? undefined : Number(row.volume_usd),
  };
}
