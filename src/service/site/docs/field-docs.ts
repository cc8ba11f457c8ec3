import { filterMeasureIds, measureOf } from '#contract/measures.ts';
import { defaultNativeCoin } from '#contract/native-coin.ts';
import type { OperationName } from '#contract/served-operations.ts';
import { listMeasureOf } from '#service/operations/lists/measure-columns.ts';
import { previewPath } from '#service/operations/preview.ts';

/** The description of a field, and an example value if one cannot be derived from its type. */
export type FieldDoc = readonly [description: string, example?: unknown];
export type FieldDocs = Readonly<Record<string, FieldDoc>>;

const JETTON = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';
const POOL = '0:58b33d4721075aa7c69c099649b0d9724b1e2b8b2f48a9f342eba6bc3565398a';
const COIN = defaultNativeCoin.symbol;
const TON = `0:${'0'.repeat(64)}`;
const FRIENDLY = 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz';
const POOL_FRIENDLY = 'EQBYsz1HIQdap8acCZZJsNlySx4riy9IqfNC66a8NWU5igPZ';
const CURSOR = 'WyIxODIwNDAwIiwiMDo5MDY2OTdhNSJd';

export const exampleAddresses = {
  jetton: JETTON,
  jettonFriendly: FRIENDLY,
  poolFriendly: POOL_FRIENDLY,
} as const;

const usd = (value: string) => ({ value, decimals: 6 });
const ton = (value: string) => ({ value, decimals: 9 });

/** What operations do. Not part of the contract, because pages would have to load them. */
export const operationSummaries: Readonly<Record<OperationName, string>> = {
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
  search: 'Find jettons and pools by what a user typed',
  ping: 'Check that the service responds',
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
    'Text to find in the name or symbol, without regard to case, accents and invisible characters; ₮ is t.',
  ],
  'JettonListFilter.address[]': ['Addresses of the jettons to return, raw or user-friendly.'],
  'JettonListFilter.admin[]': ['Wallet addresses of jetton admins, raw or user-friendly.'],
  'JettonListFilter.verification[]': ['Verification statuses to return.'],
  'JettonListFilter.sort': ['Field to sort by. Jettons without a value for it are last in either order.'],
  'JettonListFilter.order': ['Sort order. Jettons with equal values are sorted by address, ascending.'],
  ...filterDocs(),
  'JettonListFilter.currency': ['Currency of the response fields whose names end in “Currency”.'],
  'Input.q': ['Name, symbol, pair such as NOT/TON, or address of a jetton or pool.'],
  'Input.address': ['Address of the jetton, raw or user-friendly.'],
  'Input.address[]': ['Addresses of the jettons, raw or user-friendly.'],
  'Input.poolAddress': ['Address of the pool, raw or user-friendly.'],
  'Input.currency': ['Currency of the response.'],
  'Input.limit': ['Maximum number of items per page.'],
  'Input.cursor': ['Cursor from next of the previous page.'],
  'Input.exchangeId': ['Returns only markets on this exchange, for example stonfi.'],
  'Input.counterpart': [
    `Returns only markets whose counterpart is this jetton. Use the all-zero address for ${COIN}.`,
  ],
  'Input.from': ['Start of the time range, inclusive.'],
  'Input.to': ['End of the time range, exclusive.'],
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

/** Descriptions of outputs by path: `Component.field`, `Response.field` for unnamed responses, `*.field` for all others. */
export const outputFieldDocs: FieldDocs = {
  Amount: ['A fixed-point number: value × 10^(−decimals).'],
  'Amount.value': ['Integer in base units.', '663878185'],
  'Amount.decimals': ['Number of decimals.', 9],
  PriceOrAmountChange: ['Change of a price or volume over a period.'],
  'PriceOrAmountChange.previous': [
    'Price at the start of the period, or volume of the previous period.',
    ton('676337210'),
  ],
  'PriceOrAmountChange.current': ['Current price, or volume of the current period.', ton('663878185')],
  CountChange: ['Change of a count from the previous period to the current one.'],
  'CountChange.previous': ['Count in the previous period.', '721'],
  'CountChange.current': ['Count in the current period.', '774'],
  '*.changePercent': ['Change in percent: (current − previous) / previous × 100. Can be negative.', -1.8421],
  '*.calculatedAt': ['Time of the calculation.', '2026-01-29T07:50:00.000Z'],
  PricePeriods: ['Price changes by period. Periods without a price at their start are omitted.'],
  Moves: [
    'Moves by period: changes of the price over periods in which the jetton was traded (Jetscope extension).',
  ],
  '*.since': [
    'Time of the first trade, if it is later than the start of the period.',
    '2026-01-29T05:12:00.000Z',
  ],
  CountPeriods: ['Count changes by period.'],
  VolumePeriods: ['Volume changes by period.'],
  PoolCountPeriods: ['Count changes in a single market, by period.'],
  '*.min15': ['15 minutes.'],
  '*.hour': ['1 hour.'],
  '*.hour6': ['6 hours.'],
  '*.hour12': ['12 hours.'],
  '*.day': ['24 hours.'],
  '*.week': ['7 days.'],
  '*.month': ['30 days.'],
  ShortJettonMeta: ['Basic metadata of a jetton.'],
  '*.address': ['Raw address of the jetton.', JETTON],
  '*.name': ['Name of the jetton.', 'Example coin'],
  '*.symbol': ['Symbol of the jetton.', 'EXMPL'],
  '*.image': ['URL of the image.', 'https://jetton.example/image.png'],
  '*.decimals': ['Number of decimals of the jetton’s base units.', 9],
  SearchItem: ['A jetton, or a pool as a market of the jetton.'],
  'SearchItem.jetton': ['The jetton.'],
  'SearchItem.market': ['The market, if a pool was found.'],
  'SearchItem.counterpart': ['The counterpart of the market.'],
  Jetton: ['A jetton with its metadata and headline metrics. Unknown values are omitted.'],
  'Jetton.metadata.description': ['Description of the jetton.', 'A coin for examples'],
  'Jetton.metadata.offchainImage': [
    'URL of the image in the off-chain metadata.',
    'https://jetton.example/2.png',
  ],
  'Jetton.metadata.offchainDescription': ['Description in the off-chain metadata.', 'A coin for examples'],
  'Jetton.metadata.links[]': ['Websites and social channels.'],
  'Jetton.metadata.links[].name': ['Text of the link.', 'jetton.example'],
  'Jetton.metadata.links[].url': ['URL of the link.', 'https://jetton.example'],
  'Jetton.metadata.links[].type': ['Type of the site, derived from its host.', 'website'],
  'Jetton.metadata.createdAt': ['Creation time of the jetton.', '2024-09-03T11:20:00.000Z'],
  'Jetton.admin.address': ['Raw address of the admin.', POOL],
  'Jetton.admin.offchainAddress': ['Raw address of the admin in the off-chain metadata.', POOL],
  '*.totalSupply': ['Total supply in base units.', '5000000000000000000'],
  '*.circulatingSupply': ['Circulating supply in base units.', '4200000000000000000'],
  'Jetton.mintable': ['Whether more jettons can be minted.', false],
  'Jetton.modifiedContract': ['Whether the contract differs from the standard jetton contract.', false],
  'Jetton.verification': ['Verification status.', 'JVS_VERIFIED'],
  'Jetton.warnings[]': ['What sources warn of, whatever the verification (Jetscope extension).'],
  'Jetton.warnings[].kind': ['Kind of the warning.', 'taxable'],
  'Jetton.warnings[].source': ['The source: the kind of a data feed, or a name in imported data.', 'stonfi'],
  '*.price': [`Price in ${COIN}.`],
  '*.priceUsd': ['Price in USD.', ton('1000000000')],
  '*.priceCurrency': ['Price in the requested currency.', ton('861204311')],
  '*.holdersCount': ['Number of holders.', '2865084'],
  '*.liquidityUsd': ['Liquidity of all markets, in USD.', usd('1824350170000')],
  '*.liquidityCurrency': ['Liquidity of all markets, in the requested currency.', usd('1571138200000')],
  '*.fdmc': ['Fully diluted market capitalization in USD: price × total supply.', usd('5000000000000000')],
  '*.fdmcCurrency': [
    'Fully diluted market capitalization in the requested currency.',
    usd('4306021555000000'),
  ],
  '*.mcap': ['Market capitalization in USD: price × circulating supply.', usd('4200000000000000')],
  '*.mcapCurrency': ['Market capitalization in the requested currency.', usd('3617058106200000')],
  '*.trustScore': ['Trust score, from 0 to 100.', 82],
  'Jetton.chartPreviews[]': ['Preview images of the price chart.'],
  'Jetton.chartPreviews[].url': [
    'URL of the SVG image.',
    `{base_url}${previewPath(JETTON, 'price', 'dark')}`,
  ],
  'Jetton.chartPreviews[].metric': ['Metric shown: price (in USD) or priceTon.', 'price'],
  'Jetton.chartPreviews[].period': ['Period shown.', 'week'],
  'Jetton.chartPreviews[].color': ['Background that the image is designed for: dark or light.', 'dark'],
  JettonTrustScoreInfo: ['The trust score of a jetton.'],
  'JettonTrustScoreInfo.score': ['Trust score, from 0 to 100.', 82],
  'JettonTrustScoreInfo.updatedAt': ['Time of the last trust score calculation.', '2026-01-29T06:00:00.000Z'],
  JettonMetrics: ['The headline metrics of a jetton. Unknown values are omitted.'],
  JettonStats: ['Changes of price, traders, transactions and volume of a jetton.'],
  'JettonStats.priceChange.ton': [`Change of the price in ${COIN}.`],
  'JettonStats.priceChange.usd': ['Change of the price in USD.'],
  'JettonStats.moves.ton': [`Moves of the price in ${COIN}.`],
  'JettonStats.moves.usd': ['Moves of the price in USD.'],
  '*.traders': ['Number of distinct traders.'],
  '*.tradersBuy': ['Number of distinct traders who bought the jetton.'],
  '*.tradersSell': ['Number of distinct traders who sold the jetton.'],
  '*.transactions': ['Number of swaps.'],
  '*.transactionsBuy': ['Number of buys: swaps in which the trader received the jetton.'],
  '*.transactionsSell': ['Number of sells: swaps in which the trader gave the jetton.'],
  'JettonStats.volume.usd': ['Trading volume in USD.'],
  'JettonStats.volume.buyUsd': ['Volume of buys, in USD.'],
  'JettonStats.volume.sellUsd': ['Volume of sells, in USD.'],
  JettonPrice: ['The price of a jetton. Entries with an unknown value are omitted.'],
  'JettonPrice.ton': [`Price in ${COIN}.`],
  'JettonPrice.usd': ['Price in USD.'],
  'JettonPrice.currency': ['Price in the requested currency.'],
  'JettonPrice.ton.price': ['The price.', ton('663878185')],
  'JettonPrice.usd.price': ['The price.', ton('1000000000')],
  'JettonPrice.currency.price': ['The price.', ton('861204311')],
  '*.changedAt': ['Time of the last change.', '2026-01-29T07:49:12.000Z'],
  JettonLiquidity: ['The value of the reserves of all markets of a jetton. Unknown values are omitted.'],
  'JettonLiquidity.ton': [`Liquidity in ${COIN}.`, ton('1212893210000000')],
  'JettonLiquidity.usd': ['Liquidity in USD.', usd('1824350170000')],
  'JettonLiquidity.currency': ['Liquidity in the requested currency.', usd('1571138200000')],
  'JettonLiquidity.changedAt': ['When the reserves of a market changed last.', '2026-01-29T07:49:12.000Z'],
  Holders: ['The number of holders of a jetton.'],
  HoldersTick: ['A number of holders from a time on.'],
  'HoldersTick.value': ['Number of holders.', '2865084'],
  'HoldersTick.time': ['When it was found to have changed.', '2026-01-29T07:49:12.000Z'],
  'Holders.value': ['Number of holders.', '2865084'],
  Market: ['A market of a jetton: a liquidity pool of the jetton and its counterpart.'],
  'Market.counterpart': [`Raw address of the paired jetton. The all-zero address is ${COIN}.`, TON],
  'Market.exchangeId': ['Identifier of the exchange.', 'stonfi'],
  'Market.poolAddress': ['Raw address of the pool.', POOL],
  'Market.type': [
    'How the pool sets its price. JTN_MRKT_LINEAR, constant_product and volatile: constant product. JTN_MRKT_STABLE and stable: stable swap. JTN_MRKT_WEIGHTED: weighted. JTN_MRKT_WEIGHTED_STABLE: weighted stable. JTN_MRKT_UNKNOWN: unknown. Sources may have other types.',
    'JTN_MRKT_LINEAR',
  ],
  'Market.createdAt': ['Creation time of the pool.', '2024-09-03T11:42:00.000Z'],
  'Market.liquidity': ['Liquidity of the market.'],
  'Market.price': ['Price of the jetton in this market.'],
  'Market.lastTransactionAt': ['Time of the last swap.', '2026-01-29T07:49:12.000Z'],
  MarketLiquidity: ['The liquidity of a market. Fields are omitted if the reserves are unknown.'],
  'MarketLiquidity.asset': ['Reserve of the jetton.', ton('392406124000000')],
  'MarketLiquidity.counterpart': ['Reserve of the counterpart.', ton('260509870110000')],
  'MarketLiquidity.ton': [`Value of both reserves in ${COIN}.`, ton('521019740220000')],
  'MarketLiquidity.usd': ['Value of both reserves in USD.', usd('784812248000')],
  MarketPrice: ['The price of a jetton in a market.'],
  '*.counterpart': ['Price in the counterpart.'],
  '*.ton': [`Price in ${COIN}.`],
  'MarketPrice.usd': ['Price in USD.', ton('1000000000')],
  'PriceTick.value.usd': ['Price in USD.', ton('1000000000')],
  MarketStatistics: ['Changes of price, traders, transactions and volume of a market.'],
  'MarketStatistics.priceChange.counterpart': ['Change of the price in the counterpart.'],
  'MarketStatistics.volume.usd.day': ['Trading volume over 24 hours, in USD.'],
  PriceTick: ['The price of a single swap.'],
  'PriceTick.time': ['Time of the swap.', '2026-01-29T07:49:12.000Z'],
  'PriceTick.timeLt': ['Logical time of the swap.', '54321098000003'],
  'Response.details': ['The jetton.'],
  'Response.score': ['Trust score, from 0 to 100. Absent before the first calculation.', 82],
  'Response.updatedAt': ['Time of the last trust score calculation.', '2026-01-29T06:00:00.000Z'],
  'Response.jettons[]': ['Jettons of this page.'],
  'Response.items[]': ['Items of the response.'],
  'Response.markets[]': ['Markets of this page.'],
  'Response.items[].changes.total': ['Changes of buys and sells together.'],
  'Response.items[].changes.buy': ['Changes of buys.'],
  'Response.items[].changes.sell': ['Changes of sells.'],
  'Response.items[].changes': ['Changes by period.'],
  'Response.jettons{}': ['Basic metadata of the jettons in the response, by raw address.'],
  'Response.addressBook{}': ['User-friendly forms of the addresses in the response, by raw address.'],
  AddressBookItem: ['The user-friendly form of an address.'],
  'AddressBookItem.userFriendly': ['Bounceable user-friendly address.', FRIENDLY],
  'Response.next': ['Cursor of the next page. Absent on the last page.', CURSOR],
  Currency: ['ton or a lowercase ISO 4217 currency code.'],
  ExchangeId: ['Identifier of an exchange.'],
  FiatCurrency: ['A lowercase ISO 4217 currency code.'],
  Order: ['Sort order: ascending or descending.'],
  SortField: ['Field to sort by.'],
  VerificationStatus: ['Verification status of a jetton.'],
  Error: ['The body of every error response.'],
  'Error.code': ['Error code, from google.rpc.Code.', 3],
  'Error.message': ['Error message.', 'invalid value'],
  'Error.details[]': ['Additional information. Empty for the errors listed here.'],
  'Error.details[].@type': ['Type of the detail.'],
};
