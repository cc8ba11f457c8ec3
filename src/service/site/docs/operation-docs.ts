import { filterMeasureIds, measureOf } from '#contract/measures.ts';
import { defaultNativeCoin } from '#contract/native-coin.ts';
import type { DocumentedName } from '#contract/served-operations.ts';
import { listMeasureOf } from '#service/operations/lists/measure-columns.ts';
import type { FieldDoc, FieldDocs } from './field-doc.ts';

const COIN = defaultNativeCoin.symbol;

/** What operations do. Not part of the contract, because pages would have to load them. */
export const operationSummaries: Readonly<Record<DocumentedName, string>> = {
  getJettons: 'List jettons with metadata and headline metrics',
  getJettonTrustScoreList: 'List trust scores',
  getJettonMetricsList: 'List metrics, converted to a currency',
  getJettonStatisticsList: 'List price, trader, transaction and volume changes',
  getJettonStatisticsListByQuery: 'List price, trader, transaction and volume changes (GET)',
  getPriceChangeList: 'Get price changes in a currency',
  getTransactionsNumberChangeList: 'Get changes in the number of transactions',
  getTransactionsNumberChangeListByQuery: 'Get changes in the number of transactions (GET)',
  getTradingVolumeChangeList: 'Get changes in trading volume in a fiat currency',
  getJettonPrice: `Get the price of a jetton or of ${defaultNativeCoin.name} (${COIN})`,
  getJettonHolders: 'Get the number of holders',
  getJettonMarkets: 'List the markets of a jetton, most liquid first',
  getJettonMarketLiquidity: 'Get the liquidity of a market',
  getJettonMarketStatistics: 'Get price, trader, transaction and volume changes of a market',
  getJettonMarketPriceHistory: 'List price ticks of a market, newest first',
  getJettonsByQuery: 'List jettons with metadata and headline metrics (GET)',
  getJetton: 'Get a jetton with metadata and headline metrics',
  getJettonTrustScore: 'Get the trust score of a jetton',
  getJettonMetrics: 'Get the metrics of a jetton, converted to a currency',
  getJettonStatistics: 'Get price, trader, transaction and volume changes of a jetton',
  getJettonLiquidity: 'Get the liquidity of all markets of a jetton, also in a currency',
  getJettonHoldersHistory: 'List the numbers of holders since the store began, newest first',
  getJettonTopHolders: 'List the largest holders of a jetton, and what is burned or locked',
  getJettonPriceHistory: 'List price ticks of the reference market of a jetton, newest first',
  getJettonPriceChart: 'Get the price chart of a jetton, newest first',
  getJettonMarketCandles: 'List the candles of a market with volume, newest first',
  getJettonMarketVolumeProfile: 'Get the volume of a market by price',
  getJettonMarketReserves: 'Get what a market held at given times',
  getJettonTransactions: 'List the swaps of a jetton, newest first',
  getJettonMarketTransactions: 'List the swaps in a market, newest first',
  getExchanges: 'List the exchanges',
  getExchangeVolume: 'List the days on which an exchange was traded with volume, newest first',
  getTraderTransactions: 'List the swaps of a trader, newest first, also as CSV',
  getJettonTraders: 'List the traders of a jetton with what they bought, sold and gained',
  getJettonTradingIntegrity: 'Get how concentrated and how genuine the trading of a jetton is',
  getNewPools: 'List pools by their first tick, newest first, with their jettons and first buyers',
  search: 'Find jettons and pools by what a user typed',
  ping: 'Check that the service responds',
  getStream: 'Follow changes of jettons and markets as server-sent events',
  getPushKey: 'Get the key that browsers subscribe to messages with',
  subscribe: 'Store the alerts of a browser, which receives a message when one fires',
  unsubscribe: 'Delete everything that is stored for a browser',
};

/** Descriptions of inputs by path: `Component.field` for named types, `Input.field` for an operation's own fields. */
export const inputFieldDocs: FieldDocs = {
  JettonListFilter: [
    'Filters, sort order and page of a jetton list. A jetton must match all filters, and one of the values of each array.',
  ],
  'JettonListFilter.limit': ['Maximum number of items per page.'],
  'JettonListFilter.cursor': [
    'Cursor from next of the previous page. Send it with the same filters, sort and order.',
  ],
  'JettonListFilter.excludeScam': ['If true, excludes jettons marked as scam.'],
  'JettonListFilter.excludeWarned': [
    'If true, excludes jettons that a source warns of (Jetscope extension).',
  ],
  'JettonListFilter.excludeUntraded': [
    'Excludes jettons that were not traded within this period (Jetscope extension).',
  ],
  'JettonListFilter.moves': [
    'Makes sort fields of price changes sort by moves in this unit (Jetscope extension): changes over periods with trades, since the first trade of young jettons. Jettons that were not traded are last.',
  ],
  'JettonListFilter.search': [
    'Text of 3 to 255 visible characters to find in the name or symbol, without regard to case, accents and invisible characters; ₮ is t.',
  ],
  'JettonListFilter.address[]': ['Addresses of the jettons to return, raw or user-friendly.'],
  'JettonListFilter.admin[]': ['Wallet addresses of jetton admins, raw or user-friendly.'],
  'JettonListFilter.verification[]': ['Verification statuses to return.'],
  'JettonListFilter.sort': ['Field to sort by. Jettons without a value for it are last in either order.'],
  'JettonListFilter.order': ['Sort order. Jettons with equal values are sorted by address, ascending.'],
  ...filterDocs(),
  'JettonListFilter.currency': ['Currency of the response fields whose names end in “Currency”.'],
  'Input.excludeScam': ['If true, excludes jettons marked as scam.'],
  'Input.excludeWarned': ['If true, excludes jettons that a source warns of.'],
  'Input.verification[]': ['Verification statuses of the jettons to return.'],
  'Input.q': [
    'Name, symbol, pair such as NOT/TON, or address of a jetton or pool, of 1 to 255 visible characters.',
  ],
  'Input.address': ['Address of the jetton, raw or user-friendly.'],
  'Input.address[]': ['Addresses of the jettons, raw or user-friendly.'],
  'Input.poolAddress': ['Address of the pool, raw or user-friendly.'],
  'Input.currency': ['Currency of the response.'],
  'Input.limit': ['Maximum number of items per page.'],
  'Input.cursor': ['Cursor from next of the previous page.'],
  'Input.interval': ['Length of the intervals: minutes (m), hours (h), days (d) or weeks (w).'],
  'Input.resolution': [
    'Length of the intervals. The longest range is 24 hours for min1, 7 days for min15, 30 days for hour1 and 365 days for day1.',
  ],
  'Input.gapFill': ['If true, also returns intervals without swaps.'],
  'Input.traderAddress': ['Address of the trader, raw or user-friendly.'],
  'Input.format': ['json, or csv with a line of totals and the next page in the header Link.'],
  'Input.period': ['Counts the swaps of this period until now.'],
  'Input.sort': ['Value to sort by: volume in USD, net amount, or number of transactions.'],
  'Input.order': ['Sort order. Traders with equal values are sorted by address, ascending.'],
  'Input.who': ['Returns only this trader, or only their swaps.'],
  'Input.type': ['Returns only buys or sells, from the trader’s side.'],
  'Input.minUsd': ['Returns only swaps of at least this value in USD.'],
  'Input.exchangeId': ['Exchange, for example stonfi. As a filter, only its markets are returned.'],
  'Input.counterpart': [
    `Returns only markets whose counterpart is this jetton. Use the all-zero address for ${COIN}.`,
  ],
  'Input.at[]': ['Times at which the reserves are returned, in this order.'],
  'Input.unit': ['Unit of the prices and volumes. ton and usd are values at the time of each swap.'],
  'Input.low': ['Lowest price, in the unit.'],
  'Input.high': ['Highest price, in the unit, inclusive. Above low.'],
  'Input.rows': ['Number of rows that the range of prices is divided into.'],
  'Input.division': ['Whether the prices between rows have equal differences or equal ratios.'],
  'Input.from': ['Start of the time range, inclusive.'],
  'Input.to': ['End of the time range, exclusive.'],
  'Input.jettons[]': ['Jettons whose records are followed, raw or user-friendly.'],
  'Input.ticks[]': ['Pools whose ticks are followed, raw or user-friendly.'],
  'Input.candles[]': ['Pools whose candles are followed, raw or user-friendly.'],
  'Input.transactions[]': ['Pools whose swaps are followed, raw or user-friendly.'],
  'Input.new[]': ['Follows new jettons or new pools.'],
  'Input.endpoint': ['URL of the push service for this browser (Push API).'],
  'Input.publicKey': ['Key of the browser that messages are encrypted for, p256dh, as base64url.'],
  'Input.auth': ['Secret of the browser, auth, as base64url.'],
  'Input.serverKey': ['Key of getPushKey that the browser has subscribed with.'],
  'Input.alerts[]': ['All alerts of the browser, in place of those it had.'],
  PushAlert: ['An alert that this service evaluates.'],
  'PushAlert.id': ['Name of the alert on the device.'],
  'PushAlert.rule': ['What the alert waits for.'],
  'PushAlert.rule.type': ['Number or event. The other fields are those that it needs.'],
  'PushAlert.rule.address': ['Raw address of the jetton.'],
  'PushAlert.rule.symbol': ['Symbol of the jetton in messages.'],
  'PushAlert.rule.side': ['Whether the number rises above the value or falls below it.'],
  'PushAlert.rule.value': ['Value in USD; of a change, in percent.'],
  'PushAlert.rule.period': ['Period of a volume or change.'],
  'PushAlert.rule.minUsd': ['Smallest trade, in USD.'],
  'PushAlert.rule.name': ['Name of the screen in messages.'],
  'PushAlert.rule.query': ['Query of the page that the message opens, with the question mark, or empty.'],
  'PushAlert.rule.rows': ['Rows of the screen that count, from the top.'],
  'PushAlert.rule.event': ['Whether jettons enter or leave the screen.'],
  'PushAlert.repeat': ['How often it may fire.'],
  'PushAlert.since': ['Only data after it counts, in milliseconds since 1970.'],
  'PushAlert.filter': ['Filter and order of the screen.'],
  'PushAlert.age': ['Age of the jettons of the screen in seconds, in addition to the filter.'],
  '*.min': ['Minimum (inclusive).'],
  '*.max': ['Maximum (inclusive).'],
  '*.min.value': ['Integer in base units.'],
  '*.max.value': ['Integer in base units.'],
  '*.min.decimals': ['Number of decimals: the amount is value × 10^(−decimals).'],
  '*.max.decimals': ['Number of decimals: the amount is value × 10^(−decimals).'],
};

function filterDocs(): FieldDocs {
  const docs = filterMeasureIds.map((id): [string, FieldDoc] => {
    const { filter, isExtension } = measureOf(id);
    const suffix = isExtension ? ' (Jetscope extension)' : '';
    return [`JettonListFilter.${filter}`, [`${listMeasureOf(id).description}${suffix}.`]];
  });
  return Object.fromEntries(docs);
}
