import { type SQL, sql } from 'drizzle-orm';
import { type RawAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { amountFromDecimal } from '#contract/amount.ts';
import { NotFoundError } from '#contract/errors.ts';
import type { InputOf, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { Caller, ServiceContext } from '#service/config/context.ts';
import { tickRatio } from '#service/market/ticks.ts';
import { counterpartAmount } from '#service/market/trade-values.ts';
import { type CursorKeys, type CursorKeyType, readCursor, writeCursor } from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/database.ts';
import {
  fromMicroseconds,
  isoFromMicroseconds,
  timeConditions,
  toMicroseconds,
} from '#service/store/sql-text.ts';
import {
  type CounterpartRow,
  counterpartColumns,
  counterpartOf,
  marketSource,
  requireExchange,
} from './markets.ts';
import { displayed, marketMultipliers, rounded } from './multipliers.ts';
import { addressBookOf, jettonMapOf, optional, optionalAmount } from './response-parts.ts';

type MarketInput = InputOf<ServedOperations['getJettonMarketTransactions']>;
type TransactionsInput = InputOf<ServedOperations['getJettonTransactions']> &
  Partial<Pick<MarketInput, 'poolAddress'>>;
type Response = ResponseOf<ServedOperations['getJettonTransactions']>;

/** Extensions: the swaps of a jetton, of all its markets or of one (metrics: candles and trades). */
export async function getJettonTransactions(
  { store, clock, config }: ServiceContext,
  { limit, cursor, ...list }: TransactionsInput,
  caller: Caller,
): Promise<Response> {
  requireExchange(config, list.exchangeId);
  const after = readCursor(list, transactionCursorKeyTypes, cursor);
  const scanned = await queryTransactions(store.db, { ...list, limit }, after, clock.now());
  if (scanned.length === 0) await requireFound(store.db, list);
  const end = scanned.findIndex(({ isEnd }) => isEnd);
  const known = end < 0 ? scanned : scanned.slice(0, end + 1);
  const matching = known.filter(({ matches }) => matches);
  const page = matching.slice(0, limit);
  const last = matching.length > limit ? page.at(-1) : end < 0 ? undefined : known.at(-1);
  const counterparts = page.map((row) => counterpartOf(row, config.nativeCoin, caller));
  const transactions = page.map(transactionOf);
  return {
    transactions,
    addressBook: addressBookOf(
      transactions.flatMap(({ who, pool, counterpart }) => [who, pool, counterpart]),
    ),
    jettons: jettonMapOf(counterparts),
    next: last && writeCursor(list, [last.timeKey, last.timeLt, last.pool]),
  };
}

const transactionCursorKeyTypes: readonly CursorKeyType[] = ['time', 'integer', 'address'];

function transactionOf(row: TransactionRow): Transaction {
  return {
    time: isoFromMicroseconds(row.timeKey),
    timeLt: row.timeLt,
    who: optional(row.who),
    whoFriendly: row.who === null ? undefined : toUserFriendly(row.who),
    type: row.buy ? 'TT_BUY' : 'TT_SELL',
    counterpart: row.counterpart ?? TON_ADDRESS,
    exchangeId: row.exchangeId,
    pool: row.pool,
    amount: amountFromDecimal(row.amount),
    counterpartAmount: amountFromDecimal(row.counterpartAmount),
    price: amountFromDecimal(row.price),
    usd: optionalAmount(row.usd),
  };
}

type Filter = Omit<TransactionsInput, 'cursor' | 'limit'>;

interface TransactionsQuery extends Filter {
  readonly limit: number;
}

/** Values are decimal strings, whose scale is the Amount's decimals. */
interface TransactionRow extends CounterpartRow {
  /** Microseconds since 1970. */
  readonly timeKey: string;
  readonly timeLt: string;
  readonly who: RawAddress | null;
  readonly buy: boolean;
  readonly exchangeId: string;
  readonly pool: string;
  readonly amount: string;
  readonly counterpartAmount: string;
  readonly price: string;
  readonly usd: string | null;
  readonly matches: boolean;
  /** Whether the scan of a market ended here: it may have older swaps. */
  readonly isEnd: boolean;
}

/** What swap `s` in market `m` paid or received of the jetton, in whole units. */
const assetAmount = sql`(case when m.side = 0 then s.amount0 else s.amount1 end * m.jetton_unit)`;

/** Swaps that a page reads of each market at most, for filters that leave out most of them. */
const MAX_SCANNED = 2_000;

/**
 * Returns the newest swaps after a position, until `at`. The newest swaps of each market are merged. Only those up to the
 * first `isEnd` are in order without a gap.
 */
function queryTransactions(
  db: Database,
  query: TransactionsQuery,
  after: CursorKeys | undefined,
  at: Date,
): Promise<TransactionRow[]> {
  const { limit, type, minUsd } = query;
  const isSelective = type !== undefined || minUsd !== undefined;
  const scanned = isSelective ? Math.max(MAX_SCANNED, limit + 1) : limit + 1;
  const matches = sql.join(
    [
      sql`true`,
      ...(type === undefined ? [] : [sql`t.buy = ${type === 'TT_BUY'}`]),
      ...(minUsd === undefined
        ? []
        : [sql`coalesce(sum_round(t.volume_usd, 6) >= ${minUsd}::float8::numeric, false)`]),
    ],
    sql` and `,
  );
  const streams = [false, true].map(
    (dust) => sql`(
      select *, ${matches} as matches, row_number() over (order by time desc, lt desc) = ${scanned} as is_end
      from (
        select t.* from trade t
        where t.market_id = m.id and t.dust = ${dust} and ${conditions(query, after, at)}
        order by t.time desc, t.lt desc
        limit ${scanned}
      ) as t
    )`,
  );
  return rows<TransactionRow>(
    db,
    sql`
    with page as materialized (
      select m.id, m.pool_address, t.time, t.lt, t.trader_id, t.buy, t.counterpart, t.volume_usd, t.matches, t.is_end
      from (${selectMarkets(query, after)}) as m
      cross join lateral (${sql.join(streams, sql` union all `)}) as t
      where t.matches or t.is_end
      order by t.time desc, t.lt desc, m.pool_address
      limit ${limit + 2}
    )
    select ${toMicroseconds(sql`page.time`)}::text as "timeKey", page.lt::text as "timeLt", trader.address as who, page.buy,
      pool.exchange as "exchangeId", m.pool_address as pool,
      (${displayed.asset(assetAmount)})::text as amount,
      (${displayed.counterpart(counterpartAmount)})::text as "counterpartAmount",
      (${displayed.roundedRatio(sql`stored.price`)})::text as price,
      sum_round(page.volume_usd, 6)::text as usd, page.matches, page.is_end as "isEnd", ${counterpartColumns}
    from page
    join market m on m.id = page.id
    join pool on pool.id = m.pool_id
    join swap s on s.pool_id = m.pool_id and s.lt = page.lt
    left join trader on trader.id = page.trader_id
    join jetton j on j.id = m.jetton_id
    left join jetton c on c.id = m.counterpart_id
    ${marketMultipliers}
    cross join lateral (
      select coalesce(page.counterpart, ${rounded(tickRatio(sql`m`, sql`s`))}) as price offset 0
    ) as stored
    order by page.time desc, page.lt desc, page.pool_address`,
  );
}

function conditions({ who, from, to }: Filter, after: CursorKeys | undefined, at: Date): SQL {
  const [time, lt, pool] = after ?? [];
  const parts = timeConditions(sql`t.time`, { from, to }, at);
  if (time && lt && pool) {
    const position = sql`(${fromMicroseconds(time)}, ${lt}::int8)`;
    parts.push(
      sql`t.time <= ${fromMicroseconds(time)} and (t.time, t.lt) <= ${position}`,
      sql`not ((t.time, t.lt) = ${position} and m.pool_address <= ${pool})`,
    );
  }
  if (who !== undefined) parts.push(sql`t.trader_id = (select id from trader where address = ${who})`);
  return sql.join(parts, sql` and `);
}

/** The newest swaps are in the markets that were traded last. */
function selectMarkets(query: TransactionsQuery, after: CursorKeys | undefined): SQL {
  const { address, poolAddress, exchangeId, limit } = query;
  const isFirst = [after, query.who, query.type, query.minUsd, query.from, query.to].every(
    (part) => part === undefined,
  );
  return sql`
    select m.id, m.pool_address from market m
    where m.jetton_id = (select id from jetton where address = ${address})
      ${poolAddress === undefined ? sql`` : sql`and m.pool_address = ${poolAddress}`}
      ${exchangeId === undefined ? sql`` : sql`and exists (select from pool where pool.id = m.pool_id and pool.exchange = ${exchangeId})`}
    ${isFirst ? sql`order by m.last_transaction_at desc nulls last fetch first ${limit + 1} rows with ties` : sql``}`;
}

/** Throws NotFoundError if the jetton does not exist, or is not traded in the pool. */
async function requireFound(db: Database, { address, poolAddress }: Filter): Promise<void> {
  const [found] = await rows(
    db,
    poolAddress === undefined
      ? sql`select from jetton where address = ${address}`
      : sql`select from ${marketSource(address, poolAddress)}`,
  );
  if (!found) throw new NotFoundError(poolAddress ?? address);
}
