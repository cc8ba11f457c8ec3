import * as z from 'zod/mini';
import { toUserFriendly } from '#contract/address.ts';
import { type Amount, numberFromAmount } from '#contract/amount.ts';
import { InvalidValueError, NotFoundError } from '#contract/errors.ts';
import type { Jetton } from '#contract/jetton.ts';
import { jettonListFilter } from '#contract/jetton-filter.ts';
import type { Market } from '#contract/market.ts';
import type { RequestOf } from '#contract/operations.ts';
import { priceUnits } from '#contract/price-unit.ts';
import { type OperationName, type ServedOperations, servedOperations } from '#contract/served-operations.ts';
import { sanitizeText } from '#contract/text.ts';
import type { CallOperation } from './call-operation.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A tool for assistants. Its arguments are fields of operations, which validate them. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodMiniObject;
  /** Throws errors of operations. */
  readonly run: (call: CallOperation, fields: Fields) => Promise<object>;
}

/** Takes the arguments for the fields of an operation. It validates them. */
function fieldsOf<Name extends OperationName>(
  _name: Name,
  fields: Fields,
): RequestOf<ServedOperations[Name]> {
  return fields as RequestOf<ServedOperations[Name]>;
}

const { currency: _currency, moves: _moves, ...screen } = jettonListFilter.shape;
const {
  limit: _limit,
  cursor: _cursor,
  sort: _sort,
  order: _order,
  address: _address,
  ...conditions
} = screen;
const { getJettonMarketCandles, getJettonTransactions } = servedOperations;
const address = getJettonMarketCandles.input.shape.address;
const poolAddress = z.optional(getJettonMarketCandles.input.shape.poolAddress);

export const tools: readonly Tool[] = [
  {
    name: 'find_jettons',
    title: 'Find jettons',
    description:
      'Finds jettons by name, symbol or address (`q`: the likeliest first, imitations last), or lists those that match ' +
      'conditions, page by page. Amounts are {value, decimals}: {"value": "5000", "decimals": 0} is 5,000 USD. Most traded: ' +
      'sort "volume24h", order "desc". Pass `next` of a page as `cursor`, with otherwise the same arguments.',
    input: z.object({ q: z.optional(servedOperations.search.input.shape.q), ...screen }),
    run: findJettons,
  },
  {
    name: 'get_jetton',
    title: 'Get a jetton',
    description:
      'Gets a jetton by its address: description, links, supply, admin, prices, trust score, warnings, exit values, signs ' +
      'of wash trading, and its ten most liquid pools.',
    input: z.object({ address }),
    run: getJetton,
  },
  {
    name: 'get_candles',
    title: 'Get candles',
    description:
      'Gets OHLCV candles of a jetton in a pool, newest first; without poolAddress in its most liquid pool. Prices are in ' +
      '`unit`: usd, ton (GRAM) or counterpart (the other jetton of the pool). Times are RFC 3339.',
    input: z.object({
      ...getJettonMarketCandles.input.shape,
      poolAddress,
      unit: z._default(z.enum(priceUnits), 'usd'),
    }),
    run: getCandles,
  },
  {
    name: 'get_trades',
    title: 'Get trades',
    description:
      'Gets swaps of a jetton, newest first: in all pools, or in the one with poolAddress. `who` is the address of a trader, ' +
      '`minUsd` leaves out smaller trades and those of unknown value.',
    input: z.object({ ...getJettonTransactions.input.shape, poolAddress }),
    run: getTrades,
  },
  {
    name: 'explain_absence',
    title: 'Explain why a jetton is absent',
    description:
      'Explains why a jetton is not in a list of find_jettons: whether the service has it, which of the conditions it does ' +
      'not meet, and which of its values are unknown.',
    input: z.object({ address, ...conditions }),
    run: explainAbsence,
  },
];

async function findJettons(call: CallOperation, { q, ...filter }: Fields): Promise<object> {
  if (q === undefined) {
    const { jettons, next } = await call('getJettons', fieldsOf('getJettons', filter));
    return { jettons: jettons.map(summaryOf), next };
  }
  // Conditions do not apply to a search: the operation refuses all fields but its own.
  const { items } = await call('search', fieldsOf('search', { q, ...filter }));
  return {
    jettons: items.filter(({ market }) => !market).map(({ jetton }) => summaryOf(jetton)),
    pools: items.flatMap(({ jetton, market, counterpart }) =>
      market ? [{ jetton: titleOf(jetton), ...poolOf(market), counterpart: counterpart?.symbol }] : [],
    ),
  };
}

const LISTED_POOLS = 10;

async function getJetton(call: CallOperation, fields: Fields): Promise<object> {
  const { details } = await call('getJetton', fieldsOf('getJetton', fields));
  const { address: at } = details.metadata;
  const [{ markets, jettons }, integrity] = await Promise.all([
    call('getJettonMarkets', { address: at, limit: LISTED_POOLS }),
    call('getJettonTradingIntegrity', { address: at }),
  ]);
  const { description, offchainDescription, links } = details.metadata;
  const { totalSupply, circulatingSupply, mintable, admin, multiplier, exit, missing } = details;
  const { topTenVolumePercent, transactions, traders, washTrading } = integrity;
  return {
    ...summaryOf(details),
    decimals: details.metadata.decimals,
    description: textOf(description),
    offchainDescription: textOf(offchainDescription),
    links: links.map(({ url }) => url),
    supply: { total: totalSupply, circulating: circulatingSupply, mintable, multiplier },
    admin,
    exitUsd: exit && {
      for1k: numberFromAmount(exit.usd1k),
      for10k: numberFromAmount(exit.usd10k),
      for1kAtLowestReservesOf30Days: numberFromAmount(exit.worst.usd1k),
      for10kAtLowestReservesOf30Days: numberFromAmount(exit.worst.usd10k),
    },
    effectiveTraders: details.effectiveTraders,
    buyersWhoSoldPercent: details.buyersWhoSoldPercent,
    topTenHoldersPercent: details.topTenHoldersPercent,
    trading: { transactions, traders, topTenVolumePercent, washTradingFlags: washTrading.flags },
    missing,
    pools: markets.map((market) => ({
      ...poolOf(market),
      counterpart: textOf(jettons[market.counterpart]?.symbol),
    })),
  };
}

async function getCandles(call: CallOperation, { unit = 'usd', ...fields }: Fields): Promise<object> {
  const chosen = priceUnits.find((candidate) => candidate === unit);
  if (!chosen) throw new InvalidValueError('unit');
  const pool = fields.poolAddress ?? (await mostLiquidPool(call, fields));
  const { items, missing, next } = await call(
    'getJettonMarketCandles',
    fieldsOf('getJettonMarketCandles', { ...fields, poolAddress: pool }),
  );
  return {
    pool,
    unit: chosen,
    columns: ['time', 'open', 'high', 'low', 'close', 'volume', 'transactions', 'traders', 'complete'],
    rows: items.map(({ time, open, high, low, close, volume, transactions, traders, complete }) => [
      time,
      ...[open, high, low, close, volume].map((values) => numberOf(values[chosen])),
      transactions,
      traders,
      complete,
    ]),
    missing,
    next,
  };
}

async function getTrades(call: CallOperation, fields: Fields): Promise<object> {
  const { transactions, jettons, next } =
    fields.poolAddress === undefined
      ? await call('getJettonTransactions', fieldsOf('getJettonTransactions', fields))
      : await call('getJettonMarketTransactions', fieldsOf('getJettonMarketTransactions', fields));
  return {
    columns: [
      'time',
      'type',
      'trader',
      'amount',
      'counterpart',
      'counterpartAmount',
      'price',
      'usd',
      'pool',
      'hash',
    ],
    rows: transactions.map((trade) => [
      trade.time,
      trade.type === 'TT_BUY' ? 'buy' : 'sell',
      trade.whoFriendly,
      numberOf(trade.amount),
      textOf(jettons[trade.counterpart]?.symbol),
      numberOf(trade.counterpartAmount),
      numberOf(trade.price),
      numberOf(trade.usd),
      toUserFriendly(trade.pool),
      trade.hash,
    ]),
    next,
  };
}

/** Values without which conditions are not met. */
const listedValues = ['priceUsd', 'liquidityUsd', 'fdmc', 'mcap', 'holdersCount', 'trustScore'] as const;

async function explainAbsence(call: CallOperation, { address: at, ...filter }: Fields): Promise<object> {
  const only = fieldsOf('getJettons', { ...filter, address: [at], limit: 1 });
  const { jettons } = await call('getJettons', only);
  const record = await call('getJetton', fieldsOf('getJetton', { address: at })).catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
  if (!record)
    return {
      known: false,
      explanation:
        'No source of this service has named a jetton at this address, and none has traded in its pools.',
    };
  const { details } = record;
  const checked = await Promise.all(
    Object.entries(filter).map(async ([name, condition]) => {
      const fields = fieldsOf('getJettons', { [name]: condition, address: [at], limit: 1 });
      return { name, condition, isMet: (await call('getJettons', fields)).jettons.length > 0 };
    }),
  );
  const isListed = jettons.length > 0;
  return {
    known: true,
    listed: isListed,
    ...(isListed && {
      explanation: 'It meets all conditions: it is on a page of the list that was not read.',
    }),
    unmetConditions: checked
      .filter(({ isMet }) => !isMet)
      .map(({ name, condition }) => ({ name, condition })),
    unknownValues: listedValues.filter((name) => details[name] === undefined),
    jetton: summaryOf(details),
    missing: details.missing,
  };
}

/** Throws NotFoundError. */
async function mostLiquidPool(call: CallOperation, fields: Fields): Promise<string> {
  const request = fieldsOf('getJettonMarkets', { address: fields.address, limit: 1 });
  const [market] = (await call('getJettonMarkets', request)).markets;
  if (!market) throw new NotFoundError('The jetton has no pool');
  return toUserFriendly(market.poolAddress);
}

function summaryOf(jetton: Jetton): object {
  const { metadata, verification, warnings } = jetton;
  return {
    ...titleOf(jetton),
    verification,
    ...(warnings.length > 0 && { warnings }),
    createdAt: metadata.createdAt,
    priceUsd: numberOf(jetton.priceUsd),
    liquidityUsd: numberOf(jetton.liquidityUsd),
    fdmcUsd: numberOf(jetton.fdmc),
    mcapUsd: numberOf(jetton.mcap),
    holders: jetton.holdersCount,
    trustScore: jetton.trustScore,
  };
}

function titleOf({ metadata }: Jetton): object {
  return {
    address: toUserFriendly(metadata.address),
    name: textOf(metadata.name),
    symbol: textOf(metadata.symbol),
  };
}

function poolOf({ poolAddress: at, exchangeId, price, liquidity, lastTransactionAt }: Market): object {
  return {
    poolAddress: toUserFriendly(at),
    exchangeId,
    priceUsd: numberOf(price.usd),
    liquidityUsd: numberOf(liquidity.usd),
    lastTransactionAt,
  };
}

function numberOf(amount: Amount | undefined): number | undefined {
  return amount && numberFromAmount(amount);
}

/** Untrusted text, without what is invisible. */
function textOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : sanitizeText(text);
}
