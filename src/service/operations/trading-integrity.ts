import { type SQL, sql } from 'drizzle-orm';
import type { RawAddress } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import type { InputOf, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import { MAX_FIRST_BUYERS, type WashTradingFlag } from '#contract/traders.ts';
import type { ServiceContext } from '#service/config/context.ts';
import { assetUnits, swapOf } from '#service/market/trade-values.ts';
import { ratio, washTradingFlags } from '#service/market/trader-concentration.ts';
import { periodIndex } from '#service/market/windows.ts';
import { type Database, rows } from '#service/store/database.ts';
import { timestamptz } from '#service/store/sql-text.ts';
import { assetMultiplier, displayed } from './multipliers.ts';
import { addressBookOf, optionalAmount, whoFields } from './response-parts.ts';
import {
  findJetton,
  netAmount,
  selectBoughtAndSold,
  tradesIn,
  type Window,
  windowFields,
  windowOf,
} from './traders.ts';

type Integrity = ResponseOf<ServedOperations['getJettonTradingIntegrity']>;

/** Extension: how concentrated and how genuine the trading of a jetton is (specification: trading integrity). */
export async function getJettonTradingIntegrity(
  { store: { db }, clock }: ServiceContext,
  { address }: InputOf<ServedOperations['getJettonTradingIntegrity']>,
): Promise<Integrity> {
  const jetton = await findJetton(db, address);
  const to = clock.now();
  const window = await windowOf(db, jetton, 'week', to);
  const [totals] = await rows<TotalsRow>(db, selectTotals(jetton, window));
  const firstHour = await firstHourOf(db, jetton, to);
  const [day] = await rows<WashTradingRow>(db, selectWashTrading(jetton));
  return {
    window: windowFields(window),
    transactions: totals?.transactions ?? 0,
    traders: totals?.traders ?? 0,
    volumeUsd: amountFromDecimal(totals?.volumeUsd ?? NO_USD),
    topTenVolumePercent: totals?.topTenVolumePercent ?? undefined,
    effectiveTraders: totals?.effectiveTraders ?? undefined,
    twoSidedTraders: totals?.twoSidedTraders ?? 0,
    transactionsPerTrader: totals?.transactionsPerTrader ?? undefined,
    buyers: totals?.buyers ?? 0,
    buyersWhoSold: totals?.buyersWhoSold ?? 0,
    buyersWhoSoldPercent: totals?.buyersWhoSoldPercent ?? undefined,
    firstHour,
    washTrading: washTradingOf(day),
    addressBook: addressBookOf(firstHour?.largest.map(({ who }) => who) ?? []),
  };
}

const NO_USD = '0.000000';

/** Ratios have four decimals; null without a denominator. */
interface TotalsRow {
  readonly transactions: number;
  readonly traders: number;
  readonly volumeUsd: string;
  readonly topTenVolumePercent: number | null;
  readonly effectiveTraders: number | null;
  readonly twoSidedTraders: number;
  readonly transactionsPerTrader: number | null;
  readonly buyers: number;
  readonly buyersWhoSold: number;
  readonly buyersWhoSoldPercent: number | null;
}

function selectTotals(jetton: number, window: Window): SQL {
  // One probe of an index per buyer: a condition with EXISTS could read all sales of the jetton instead.
  const everSold = sql`(
    select true from trade
    where jetton_id = ${jetton} and trader_id = totals.trader_id and not buy and time <= ${timestamptz(window.to)}
    limit 1)`;
  const [buyers, buyersWhoSold] = [
    sql`count(*) filter (where bought)`,
    sql`count(*) filter (where sold_ever)`,
  ];
  return sql`
    select coalesce(sum(transactions), 0)::int as transactions, count(*)::int as traders,
      sum_round(coalesce(sum(volume), 0), 6)::text as "volumeUsd",
      ${ratio(sql`100 * sum(volume) filter (where rank <= 10)`, sql`sum(volume)`)} as "topTenVolumePercent",
      ${ratio(sql`sum(volume) * sum(volume)`, sql`sum(volume * volume)`)} as "effectiveTraders",
      (count(*) filter (where bought and sold))::int as "twoSidedTraders",
      ${ratio(sql`sum(transactions)`, sql`count(*)`)} as "transactionsPerTrader",
      (${buyers})::int as buyers, (${buyersWhoSold})::int as "buyersWhoSold",
      ${ratio(sql`100 * ${buyersWhoSold}`, buyers)} as "buyersWhoSoldPercent"
    from (
      select *, row_number() over (order by volume desc) as rank,
        bought and (sold or coalesce(${everSold}, false)) as sold_ever
      from (
        select t.trader_id, count(*)::int as transactions, coalesce(sum(t.volume_usd), 0) as volume,
          bool_or(t.buy) as bought, bool_or(not t.buy) as sold
        from ${tradesIn(jetton, window)}
        group by t.trader_id
      ) as totals
    ) as totals`;
}

/** Swaps of a first buyer that are read to know what they hold. */
const MAX_SWAPS_OF_BUYER = 10_000;
const FIRST_HOUR = sql.raw(`interval '1 hour'`);

interface FirstBuyerRow {
  /** Number of all buyers of the hour. */
  readonly buyers: number;
  readonly who: RawAddress | null;
  /** Decimal strings, whose scale is the Amount's decimals. */
  readonly inHour: string;
  readonly bought: string | null;
  readonly sold: string | null;
}

async function firstHourOf(db: Database, jetton: number, to: Date): Promise<Integrity['firstHour']> {
  const at = timestamptz(to);
  const firsts = [false, true].map(
    (dust) => sql`(
      select t.time from trade t where t.market_id = m.id and t.dust = ${dust} and t.time <= ${at}
      order by t.time limit 1)`,
  );
  const [first] = await rows<{ from: string | null }>(
    db,
    sql`select iso(min(first.time)) as from
      from market m cross join lateral (${sql.join(firsts, sql` union all `)}) as first
      where m.jetton_id = ${jetton}`,
  );
  const from = first?.from;
  if (!from) return undefined;
  const byBought = (address: string) => sql`order by units desc, ${sql.raw(address)}, largest.trader_id`;
  const sumOf = (name: string) => displayed.asset(sql`(${sql.raw(name)} * unit.size)`);
  const found = await rows<FirstBuyerRow>(
    db,
    sql`
    with largest as materialized (
      select largest.*, trader.address, count(*) over ()::int as buyers
      from (
        select t.trader_id, sum(${assetUnits}) as units
        from market m
        join trade t on t.market_id = m.id and t.dust in (false, true) and t.buy and t.time >= ${from}::timestamptz
          and t.time < ${from}::timestamptz + ${FIRST_HOUR} and t.time <= ${at}
        ${swapOf(sql`t.lt`)}
        where m.jetton_id = ${jetton}
        group by t.trader_id
      ) as largest
      left join trader on trader.id = largest.trader_id
      ${byBought('trader.address')}
      limit ${MAX_FIRST_BUYERS}
    )
    select largest.buyers, largest.address as who, (${sumOf('largest.units')})::text as "inHour",
      (${sumOf('until_now.bought')})::text as bought, (${sumOf('until_now.sold')})::text as sold
    from largest
    join jetton j on j.id = ${jetton}
    cross join lateral (select ('1e-' || j.decimals)::numeric as size offset 0) as unit
    ${assetMultiplier}
    cross join lateral (
      ${selectBoughtAndSold(
        sql`
        select t.buy, ${assetUnits} as units
        from (
          select market_id, lt, buy from trade
          where jetton_id = ${jetton} and trader_id = largest.trader_id and time <= ${at}
          limit ${MAX_SWAPS_OF_BUYER + 1}
        ) as t
        join market m on m.id = t.market_id
        ${swapOf(sql`t.lt`)}`,
        MAX_SWAPS_OF_BUYER,
      )}
    ) as until_now
    ${byBought('largest.address')}`,
  );
  return {
    from,
    buyers: found[0]?.buyers ?? 0,
    largest: found.map(({ who, inHour, bought, sold }) => ({
      ...whoFields(who),
      bought: amountFromDecimal(inHour),
      net: netAmount(bought, sold),
    })),
  };
}

interface WashTradingRow {
  readonly transactions: number;
  readonly traders: number;
  readonly volumeUsd: string;
  readonly transactionsPerTrader: number | null;
  readonly volumePerTraderUsd: string | null;
  readonly isFlaggedTransactions: boolean;
  readonly isFlaggedVolume: boolean;
}

/** Selects the figures of the last 24 hours that the page shows as activity, and whether they pass the thresholds. */
function selectWashTrading(jetton: number): SQL {
  const flags = washTradingFlags(sql`transactions`, sql`traders`, sql`volume`);
  return sql`
    select transactions, traders, sum_round(volume, 6)::text as "volumeUsd",
      ${ratio(sql`transactions`, sql`traders`)} as "transactionsPerTrader",
      sum_round(volume / nullif(traders, 0), 6)::text as "volumePerTraderUsd",
      ${flags.transactions} as "isFlaggedTransactions", ${flags.volume} as "isFlaggedVolume"
    from (
      select (transactions_buy + transactions_sell)::int as transactions, traders::int as traders,
        volume_buy + volume_sell as volume
      from jetton_activity where jetton_id = ${jetton} and period = ${periodIndex('day')}
    ) as day`;
}

function washTradingOf(row: WashTradingRow | undefined): Integrity['washTrading'] {
  const flags: WashTradingFlag[] = [];
  if (row?.isFlaggedTransactions) flags.push('transactions');
  if (row?.isFlaggedVolume) flags.push('volume');
  return {
    transactions: row?.transactions ?? 0,
    traders: row?.traders ?? 0,
    volumeUsd: amountFromDecimal(row?.volumeUsd ?? NO_USD),
    transactionsPerTrader: row?.transactionsPerTrader ?? undefined,
    volumePerTraderUsd: optionalAmount(row?.volumePerTraderUsd ?? null),
    flags,
  };
}
