import { type SQL, sql } from 'drizzle-orm';
import { type RawAddress, TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { type Amount, amountFromDecimal, decimalFromAmount } from '#contract/amount.ts';
import { NotFoundError } from '#contract/errors.ts';
import { csvRow } from '#contract/format/csv.ts';
import type { ShortJettonMeta } from '#contract/jetton.ts';
import type { InputOf, ResponseOf } from '#contract/operations.ts';
import type { ServedOperations } from '#contract/served-operations.ts';
import type { TraderTransaction, TradeType, Transaction } from '#contract/transactions.ts';
import { type Caller, CsvPage, type ServiceContext } from '#service/config/context.ts';
import { tickRatio } from '#service/market/ticks.ts';
import { assetUnits, counterpartAmount, swapOf } from '#service/market/trade-values.ts';
import {
  type CursorKeys,
  type CursorKeyType,
  pageOf,
  readCursor,
  writeCursor,
} from '#service/store/cursor.ts';
import { type Database, rows } from '#service/store/database.ts';
import {
  allOf,
  dateFromMicroseconds,
  fromMicroseconds,
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
import {
  addressBookOf,
  jettonMapOf,
  optionalAmount,
  shortMeta,
  traderId,
  whoFields,
} from './response-parts.ts';

type MarketInput = InputOf<ServedOperations['getJettonMarketTransactions']>;
type JettonInput = InputOf<ServedOperations['getJettonTransactions']> &
  Partial<Pick<MarketInput, 'poolAddress'>>;
type TraderInput = InputOf<ServedOperations['getTraderTransactions']>;

/** Extensions: the swaps of a jetton, of all its markets or of one (metrics: candles and trades). */
export async function getJettonTransactions(
  { store, clock, config }: ServiceContext,
  { limit, cursor, ...list }: JettonInput,
  caller: Caller,
): Promise<ResponseOf<ServedOperations['getJettonTransactions']>> {
  requireExchange(config, list.exchangeId);
  const after = readCursor(list, jettonCursorKeyTypes, cursor);
  const scanned = await rows<TransactionRow>(
    store.db,
    selectTransactions(selectOfJetton({ ...list, limit }, after, clock.now())),
  );
  if (scanned.length === 0) await requireFound(store.db, list);
  const { page, last } = matchingPageOf(scanned, limit);
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

/** Extension: the swaps of a trader as trades of all jettons (metrics: candles and trades). */
export async function getTraderTransactions(
  { store, clock, config }: ServiceContext,
  { limit, cursor, format, ...list }: TraderInput,
  caller: Caller,
): Promise<ResponseOf<ServedOperations['getTraderTransactions']> | CsvPage> {
  requireExchange(config, list.exchangeId);
  const after = readCursor(list, traderCursorKeyTypes, cursor);
  const scanned = await rows<TransactionRow>(
    store.db,
    selectTransactions(selectOfTrader({ ...list, limit }, after, clock.now())),
  );
  const { page, last } = matchingPageOf(scanned, limit);
  const metas = page.flatMap((row) => [jettonOf(row, caller), counterpartOf(row, config.nativeCoin, caller)]);
  const transactions = page.map((row) => ({ jetton: row.jetton, ...transactionOf(row) }));
  const jettons = jettonMapOf(metas);
  const next = last && writeCursor(list, [last.timeKey, last.timeLt, last.pool, last.jetton]);
  if (format === 'csv') return new CsvPage(csvOf(transactions, jettons), next);
  return {
    transactions,
    addressBook: addressBookOf(
      transactions.flatMap(({ jetton, who, pool, counterpart }) => [jetton, who, pool, counterpart]),
    ),
    jettons,
    next,
  };
}

/** Returns the matching rows up to the first end of a scan, and the row after which the next page starts. */
function matchingPageOf(scanned: readonly TransactionRow[], limit: number) {
  const end = scanned.findIndex(({ isEnd }) => isEnd);
  const complete = end < 0 ? scanned : scanned.slice(0, end + 1);
  const { page, last } = pageOf(
    complete.filter(({ matches }) => matches),
    limit,
  );
  return { page, last: last ?? (end < 0 ? undefined : complete.at(-1)) };
}

const jettonCursorKeyTypes: readonly CursorKeyType[] = ['time', 'integer', 'address'];
const traderCursorKeyTypes: readonly CursorKeyType[] = [...jettonCursorKeyTypes, 'address'];

function transactionOf(row: TransactionRow): Transaction {
  return {
    time: dateFromMicroseconds(row.timeKey).toISOString(),
    timeLt: row.timeLt,
    hash: row.hash ?? undefined,
    ...whoFields(row.who),
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

function jettonOf(row: TransactionRow, caller: Caller): ShortJettonMeta {
  const { jetton: address, jettonName, jettonSymbol, jettonDecimals, jettonImage } = row;
  return shortMeta(
    { address, name: jettonName, symbol: jettonSymbol, decimals: jettonDecimals, image: jettonImage },
    caller,
  );
}

type CsvColumn = readonly [name: string, cellOf: (transaction: TraderTransaction) => string | undefined];

/** Returns transactions as CSV, with a line of totals. */
function csvOf(
  transactions: readonly TraderTransaction[],
  jettons: Readonly<Record<string, ShortJettonMeta>>,
): string {
  const usdOf = (trade: TraderTransaction, type: TradeType) => (trade.type === type ? trade.usd : undefined);
  const usdColumns = [
    ['boughtUsd', 'TT_BUY'],
    ['soldUsd', 'TT_SELL'],
  ] as const;
  const columns: readonly CsvColumn[] = [
    ['time', ({ time }) => time],
    ['timeLt', ({ timeLt }) => timeLt],
    ['side', ({ type }) => (type === 'TT_BUY' ? 'buy' : 'sell')],
    ['amount', ({ amount }) => decimalFromAmount(amount)],
    ['symbol', ({ jetton }) => jettons[jetton]?.symbol],
    ['jetton', ({ jetton }) => toUserFriendly(jetton)],
    ['counterpartAmount', ({ counterpartAmount }) => decimalFromAmount(counterpartAmount)],
    ['counterpartSymbol', ({ counterpart }) => jettons[counterpart]?.symbol],
    ['counterpart', ({ counterpart }) => toUserFriendly(counterpart)],
    ['price', ({ price }) => decimalFromAmount(price)],
    ...usdColumns.map(([name, type]): CsvColumn => {
      return [name, (trade) => optionalText(usdOf(trade, type))];
    }),
    ['exchange', ({ exchangeId }) => exchangeId],
    ['pool', ({ pool }) => toUserFriendly(pool)],
    ['hash', ({ hash }) => hash],
  ];
  const totals = usdColumns.map(([name, type]): [string, string] => {
    const total = transactions.reduce((sum, trade) => sum + BigInt(usdOf(trade, type)?.value ?? 0), 0n);
    return [name, decimalFromAmount({ value: total.toString(), decimals: USD_DECIMALS })];
  });
  const totalOf = new Map([['time', 'total'], ...totals]);
  return [
    csvRow(columns.map(([name]) => name)),
    ...transactions.map((trade) => csvRow(columns.map(([, cellOf]) => cellOf(trade)))),
    csvRow(columns.map(([name]) => totalOf.get(name))),
  ].join('');
}

function optionalText(amount: Amount | undefined): string | undefined {
  return amount && decimalFromAmount(amount);
}

const USD_DECIMALS = 6;

interface Filter {
  readonly exchangeId?: string | undefined;
  readonly type?: TradeType | undefined;
  readonly minUsd?: number | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

interface JettonQuery extends Filter {
  readonly address: RawAddress;
  readonly poolAddress?: RawAddress | undefined;
  readonly who?: RawAddress | undefined;
  readonly limit: number;
}

interface TraderQuery extends Filter {
  readonly traderAddress: RawAddress;
  readonly limit: number;
}

/** Values are decimal strings, whose scale is the Amount's decimals. */
interface TransactionRow extends CounterpartRow {
  /** Microseconds since 1970. */
  readonly timeKey: string;
  readonly timeLt: string;
  readonly hash: string | null;
  readonly who: RawAddress | null;
  readonly buy: boolean;
  readonly exchangeId: string;
  readonly pool: string;
  readonly jetton: RawAddress;
  readonly jettonName: string;
  readonly jettonSymbol: string;
  readonly jettonDecimals: number;
  readonly jettonImage: string | null;
  readonly amount: string;
  readonly counterpartAmount: string;
  readonly price: string;
  readonly usd: string | null;
  readonly matches: boolean;
  /** Whether the scan of a market ended here: it may have older swaps. */
  readonly isEnd: boolean;
}

/** What swap `s` in market `m` paid or received of the jetton, in whole units. */
const assetAmount = sql`(${assetUnits} * m.jetton_unit)`;

/** Swaps that a page reads of each market, or of a trader, at most, for filters that leave out most of them. */
const MAX_SCANNED = 2_000;

function scannedSwaps(limit: number, isSelective: boolean): number {
  return isSelective ? Math.max(MAX_SCANNED, limit + 1) : limit + 1;
}

/** Condition on trade `t` that no index serves. */
function matching({ type, minUsd }: Filter): SQL[] {
  return [
    ...(type === undefined ? [] : [sql`t.buy = ${type === 'TT_BUY'}`]),
    ...(minUsd === undefined
      ? []
      : [sql`coalesce(sum_round(t.volume_usd, 6) >= ${minUsd}::float8::numeric, false)`]),
  ];
}

/**
 * Selects the newest swaps of a jetton after a position, until `at`. The newest swaps of each market are merged. Only those
 * up to the first `is_end` are in order without a gap.
 */
function selectOfJetton(query: JettonQuery, after: CursorKeys | undefined, at: Date): SQL {
  const { limit, who } = query;
  const matches = matching(query);
  const scanned = scannedSwaps(limit, matches.length > 0);
  const conditions = timeConditions(sql`t.time`, query, at);
  const [time, lt, pool] = after ?? [];
  if (time && lt && pool) {
    const position = sql`(${fromMicroseconds(time)}, ${lt}::int8)`;
    conditions.push(
      sql`t.time <= ${fromMicroseconds(time)} and (t.time, t.lt) <= ${position}`,
      sql`not ((t.time, t.lt) = ${position} and m.pool_address <= ${pool})`,
    );
  }
  if (who !== undefined) conditions.push(sql`t.trader_id = ${traderId(who)}`);
  const streams = [false, true].map(
    (dust) => sql`(
      select *, ${allOf(matches)} as matches, row_number() over (order by time desc, lt desc) = ${scanned} as is_end
      from (
        select t.* from trade t
        where t.market_id = m.id and t.dust = ${dust} and ${allOf(conditions)}
        order by t.time desc, t.lt desc
        limit ${scanned}
      ) as t
    )`,
  );
  return sql`
    select m.id, m.pool_address, t.time, t.lt, t.trader_id, t.buy, t.counterpart, t.volume_usd, t.matches, t.is_end
    from (${selectMarkets(query, after)}) as m
    cross join lateral (${sql.join(streams, sql` union all `)}) as t
    where t.matches or t.is_end
    order by t.time desc, t.lt desc, m.pool_address
    limit ${limit + 2}`;
}

/** Selects the newest swaps of a trader after a position, until `at`, as trades of all jettons. */
function selectOfTrader(query: TraderQuery, after: CursorKeys | undefined, at: Date): SQL {
  const { traderAddress, exchangeId, limit } = query;
  const matches = [
    ...matching(query),
    ...(exchangeId === undefined ? [] : [sql`t.exchange = ${exchangeId}`]),
  ];
  const scanned = scannedSwaps(limit, matches.length > 0);
  const conditions = timeConditions(sql`s.time`, query, at);
  const [time, lt, pool, jetton] = after ?? [];
  if (time && lt && pool && jetton) {
    const position = sql`(${fromMicroseconds(time)}, ${lt}::int8)`;
    conditions.push(
      sql`s.time <= ${fromMicroseconds(time)} and (s.time, s.lt) <= ${position}`,
      sql`not ((s.time, s.lt) = ${position} and (m.pool_address, j.address) <= (${pool}, ${jetton}))`,
    );
  }
  const order = (t: SQL) => sql`order by ${t}.time desc, ${t}.lt desc, pool_address, jetton_address`;
  return sql`
    select * from (
      select *, ${allOf(matches)} as matches, row_number() over (${order(sql`t`)}) = ${scanned} as is_end
      from (
        select m.id, m.pool_address, j.address as jetton_address, pool.exchange, t.time, t.lt, t.trader_id, t.buy,
          t.counterpart, t.volume_usd
        from swap s
        join market m on m.pool_id = s.pool_id
        join trade t on t.market_id = m.id and t.dust = s.dust and t.time = s.time and t.lt = s.lt
        join pool on pool.id = m.pool_id
        join jetton j on j.id = m.jetton_id
        where s.trader_id = ${traderId(traderAddress)} and ${allOf(conditions)}
        ${order(sql`s`)}
        limit ${scanned}
      ) as t
    ) as scanned
    where matches or is_end
    ${order(sql`scanned`)}
    limit ${limit + 2}`;
}

/** Selects the rows of a query for `page`, newest first. */
function selectTransactions(page: SQL): SQL {
  return sql`
    with page as materialized (${page})
    select ${toMicroseconds(sql`page.time`)}::text as "timeKey", page.lt::text as "timeLt",
      encode(s.tx_hash, 'hex') as hash, trader.address as who, page.buy,
      pool.exchange as "exchangeId", m.pool_address as pool, j.address as jetton, j.name as "jettonName",
      j.symbol as "jettonSymbol", j.decimals as "jettonDecimals", j.image as "jettonImage",
      (${displayed.asset(assetAmount)})::text as amount,
      (${displayed.counterpart(counterpartAmount)})::text as "counterpartAmount",
      (${displayed.roundedRatio(sql`stored.price`)})::text as price,
      sum_round(page.volume_usd, 6)::text as usd, page.matches, page.is_end as "isEnd", ${counterpartColumns}
    from page
    join market m on m.id = page.id
    join pool on pool.id = m.pool_id
    ${swapOf(sql`page.lt`)}
    left join trader on trader.id = page.trader_id
    join jetton j on j.id = m.jetton_id
    left join jetton c on c.id = m.counterpart_id
    ${marketMultipliers}
    cross join lateral (
      select coalesce(page.counterpart, ${rounded(tickRatio(sql`m`, sql`s`))}) as price offset 0
    ) as stored
    order by page.time desc, page.lt desc, page.pool_address, j.address`;
}

/** The newest swaps are in the markets that were traded last. */
function selectMarkets(query: JettonQuery, after: CursorKeys | undefined): SQL {
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
async function requireFound(
  db: Database,
  { address, poolAddress }: Pick<JettonQuery, 'address' | 'poolAddress'>,
): Promise<void> {
  const [found] = await rows(
    db,
    poolAddress === undefined
      ? sql`select from jetton where address = ${address}`
      : sql`select from ${marketSource(address, poolAddress)}`,
  );
  if (!found) throw new NotFoundError(poolAddress ?? address);
}
