import type { OperationName } from '#contract/served-operations.ts';

const ADDRESS = /^-?\d+:[0-9a-f]{64}$/;

/**
 * Returns the paths of the values in a response, such as `items[].changes.hour.previous.value`. Keys that are addresses
 * are replaced by `*`.
 */
export function fieldsOf(body: unknown, path = ''): string[] {
  if (Array.isArray(body)) return body.flatMap((item) => fieldsOf(item, `${path}[]`));
  if (typeof body !== 'object' || body === null) return [path.replace(/^\./, '')];
  return Object.entries(body).flatMap(([key, value]) =>
    fieldsOf(value, `${path}.${ADDRESS.test(key) ? '*' : key}`),
  );
}

/** Returns all raw addresses in a response, as values or keys, except in the address book. */
export function addressesIn(body: unknown): string[] {
  if (typeof body === 'string') return ADDRESS.test(body) ? [body] : [];
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    key === 'addressBook' ? [] : [...addressesIn(key), ...addressesIn(value)],
  );
}

/** Fields of a response, copied from the specification, independent of the contract. 0 represents a value. */
type Fields = 0 | readonly [Fields] | { readonly [name: string]: Fields };

function values(names: string): Readonly<Record<string, Fields>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, 0]));
}

function each(names: string, fields: Fields): Readonly<Record<string, Fields>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, fields]));
}

const amount = values('value decimals');
const amountChange = { ...values('changePercent calculatedAt'), ...each('previous current', amount) };
const countChange = values('changePercent previous current calculatedAt');
const pricePeriods = each('min15 hour hour6 hour12 day week month', amountChange);
const countPeriods = each('hour hour6 day week month', countChange);
const volumePeriods = each('hour hour6 day week month', amountChange);
const poolCountPeriods = each('day week month', countChange);

/** `*` represents any address. */
const addressBook = { '*': values('userFriendly') };
const jettons = { '*': values('address name symbol decimals image') };

const chartPreviews = [values('url metric period color')] as const;

const missing = [values('exchangeId from to seconds')] as const;

const jetton = {
  metadata: {
    ...values('address name symbol decimals image description offchainImage offchainDescription createdAt'),
    links: [values('name url type')],
  },
  admin: values('address offchainAddress'),
  ...values('totalSupply mintable modifiedContract verification holdersCount trustScore circulatingSupply'),
  ...each('price priceUsd liquidityUsd fdmc mcap', amount),
  exit: { ...each('usd1k usd10k', amount), worst: each('usd1k usd10k', amount) },
  ...values('effectiveTraders buyersWhoSoldPercent topTenHoldersPercent'),
  trending: values('score traders volume'),
  missing,
  warnings: [values('kind source')],
  multiplier: values('numerator denominator source since'),
  chartPreviews,
} satisfies Fields;

const jettonMetrics = {
  ...values('address holdersCount circulatingSupply trustScore'),
  ...each(
    'price priceUsd priceCurrency liquidityUsd liquidityCurrency fdmc fdmcCurrency mcap mcapCurrency',
    amount,
  ),
};

const jettonStats = {
  address: 0,
  priceChange: each('ton usd', pricePeriods),
  // The market of the tests is older than the other periods.
  moves: each('ton usd', {
    ...each('min15 hour hour6 hour12 day week', values('changePercent')),
    month: values('changePercent since'),
  }),
  ...each('traders tradersBuy tradersSell transactions transactionsBuy transactionsSell', countPeriods),
  volume: each('usd buyUsd sellUsd', volumePeriods),
  missing,
} satisfies Fields;

const liquidity = { ...each('asset counterpart ton usd', amount), changedAt: 0 } satisfies Fields;
const tickValue = each('counterpart ton usd', amount);

const market = {
  ...values('counterpart exchangeId poolAddress type createdAt lastTransactionAt'),
  liquidity,
  price: { ...tickValue, changedAt: 0 },
} satisfies Fields;

function pageOf(item: Fields): Fields {
  return { items: [item], addressBook, jettons, next: 0 };
}

function changesOf(changes: Fields): Fields {
  return { items: [{ address: 0, changes, missing }], addressBook };
}

const transactions = changesOf(each('total buy sell', countPeriods));

const transaction = {
  ...values('time timeLt hash who whoFriendly type counterpart exchangeId pool'),
  ...each('amount counterpartAmount price usd', amount),
} satisfies Fields;

const transactionsBody = {
  transactions: [transaction],
  addressBook,
  jettons,
  next: 0,
} satisfies Fields;

const tradingWindow = values('period from to');
const valuedAmount = each('amount usd', amount);

const bodies: Readonly<Record<OperationName, Fields>> = {
  getJettons: { jettons: [jetton], chartSprites: chartPreviews, addressBook, next: 0 },
  getJettonTrustScoreList: pageOf(values('address score updatedAt')),
  getJettonMetricsList: pageOf(jettonMetrics),
  getJettonStatisticsList: pageOf(jettonStats),
  getJettonStatisticsListByQuery: pageOf(jettonStats),
  getPriceChangeList: changesOf(pricePeriods),
  getTransactionsNumberChangeList: transactions,
  getTransactionsNumberChangeListByQuery: transactions,
  getTradingVolumeChangeList: changesOf(each('total buy sell', volumePeriods)),
  getJettonPrice: each('ton usd currency', { price: amount, changedAt: 0 }),
  getJettonHolders: values('value changedAt'),
  getJettonMarkets: { markets: [market], addressBook, jettons, next: 0 },
  getJettonMarketLiquidity: liquidity,
  getJettonMarketStatistics: {
    priceChange: { counterpart: pricePeriods },
    traders: poolCountPeriods,
    transactions: poolCountPeriods,
    volume: { usd: { day: amountChange } },
    missing,
  },
  getJettonMarketPriceHistory: { items: [{ value: tickValue, ...values('time timeLt') }], next: 0 },
  // Extensions, in the types of the specification.
  getJettonsByQuery: { jettons: [jetton], chartSprites: chartPreviews, addressBook, next: 0 },
  getJetton: { details: jetton },
  getJettonTrustScore: values('address score updatedAt'),
  getJettonMetrics: jettonMetrics,
  getJettonStatistics: jettonStats,
  getJettonHoldersHistory: { items: [values('value time')], next: 0 },
  getJettonTopHolders: {
    ...values('snapshotAt source topTenPercent topHundredPercent poolsPercent burnedPercent lockedPercent'),
    supply: amount,
    holders: [{ ...values('owner ownerFriendly percent kind name exchangeId'), amount }],
    liquidity: [values('poolAddress exchangeId snapshotAt source burnedPercent lockedPercent')],
    addressBook,
  },
  getJettonLiquidity: { ...each('ton usd currency', amount), changedAt: 0 },
  getJettonPriceHistory: {
    items: [{ value: tickValue, ...values('time timeLt') }],
    ...values('poolAddress next'),
  },
  getJettonPriceChart: { points: [{ value: amount, time: 0 }], missing },
  getJettonMarketCandles: {
    items: [
      {
        ...each('open high low close volume', tickValue),
        ...values('time transactions buys sells traders complete'),
      },
    ],
    missing,
    next: 0,
  },
  getJettonMarketVolumeProfile: {
    rows: [{ ...each('from to bought sold', amount), ...values('buys sells') }],
    missing,
  },
  getJettonMarketReserves: {
    reserves: [{ ...each('asset counterpart', amount), ...values('at changedAt') }],
  },
  getJettonTransactions: transactionsBody,
  getJettonMarketTransactions: transactionsBody,
  getExchanges: { exchanges: [values('exchangeId pools')] },
  getExchangeVolume: {
    items: [{ volume: each('ton usd', amount), ...values('time transactions traders complete') }],
    next: 0,
  },
  getTraderTransactions: { ...transactionsBody, transactions: [{ jetton: 0, ...transaction }] },
  getJettonTraders: {
    window: values('period to'),
    traders: [
      {
        ...values('who whoFriendly transactions buys sells firstTradeAt lastTradeAt'),
        ...each('volumeUsd resultUsd', amount),
        ...each('bought sold', each('amount usd averagePrice', amount)),
        ...each('net soldWithoutCost', valuedAmount),
      },
    ],
    addressBook,
    next: 0,
  },
  getJettonTradingIntegrity: {
    window: tradingWindow,
    ...values(
      'transactions traders topTenVolumePercent effectiveTraders twoSidedTraders transactionsPerTrader',
    ),
    ...values('buyers buyersWhoSold buyersWhoSoldPercent'),
    volumeUsd: amount,
    firstHour: {
      ...values('from buyers'),
      largest: [{ ...values('who whoFriendly'), ...each('bought net', amount) }],
    },
    washTrading: {
      ...values('transactions traders transactionsPerTrader'),
      ...each('volumeUsd volumePerTraderUsd', amount),
    },
    addressBook,
  },
  getNewPools: {
    items: [
      {
        jetton,
        market,
        counterpart: values('address name symbol decimals image'),
        firstTickAt: 0,
        firstBuyers: { buyers: 0, ...each('bought net', amount) },
      },
    ],
    addressBook,
    next: 0,
  },
  search: { items: [{ jetton, market, counterpart: values('address name symbol decimals image') }] },
  ping: {},
};

/** Fields without an equivalent in the dataset format. */
const notInDatasets = ['.metadata.offchainImage', '.metadata.offchainDescription'];

/** Returns the paths of the fields in an operation's response, such as `items[].changes.hour.previous.value`. */
export function specifiedFields(name: OperationName): string[] {
  return fieldsOf(bodies[name]).filter((path) => !notInDatasets.some((end) => path.endsWith(end)));
}
