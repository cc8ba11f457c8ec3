import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { parseAddress, type RawAddress, toUserFriendly } from '#contract/address.ts';
import { type Amount, numberFromAmount } from '#contract/amount.ts';
import type { Candle, CandleInterval } from '#contract/candles.ts';
import { type errorBodyOf, InvalidValueError, NotFoundError } from '#contract/errors.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import type { Jetton, ShortJettonMeta } from '#contract/jetton.ts';
import type { Market } from '#contract/market.ts';
import type { NativeCoin } from '#contract/native-coin.ts';
import { MAX_LIMIT, MAX_TICKS } from '#contract/pagination.ts';
import type { SearchItem } from '#contract/search.ts';
import { sanitizeText } from '#contract/text.ts';
import { BRIEF, sendCacheable } from '#service/server/cacheable.ts';
import { JSON_TYPE } from '#service/server/errors.ts';
import { parseQuery } from '#service/server/requests/parse-request.ts';
import type { OperationOptions } from '#service/server/requests/serve-operation.ts';
import { type CallOperation, callerOfOperations } from './call-operation.ts';

type Query = ReadonlyMap<string, string>;

/** Resolutions of the protocol: minutes, days or weeks. */
const intervals: ReadonlyMap<string, CandleInterval> = new Map([
  ['1', '1m'],
  ['5', '5m'],
  ['15', '15m'],
  ['30', '30m'],
  ['60', '1h'],
  ['240', '4h'],
  ['1D', '1d'],
  ['1W', '1w'],
]);
const resolutions = [...intervals.keys()];
const minutes = resolutions.filter((resolution) => /^\d+$/.test(resolution));

/**
 * Serves the protocol with which TradingView's Advanced Charts and other programs load symbols and bars
 * (https://www.tradingview.com/charting-library-docs/latest/connecting_data/UDF/).
 */
export function serveUdf(
  app: FastifyInstance,
  { service, baseUrls, admission, shedLoad, readOperation }: OperationOptions,
): void {
  const { config, clock } = service;
  const serve = (path: string, answer: (query: Query, call: CallOperation) => Promise<object> | object) => {
    app.get(`/udf/${path}`, {
      onRequest: [shedLoad, admission.operation('free')],
      onSend: sendErrors,
      handler: async (request, reply) => {
        const call = callerOfOperations(readOperation, baseUrls.caller(request));
        try {
          const result = await answer(new Map(parseQuery(request.raw.url ?? '')), call);
          return send(request, reply, result);
        } catch (error) {
          return sendProblem(request, reply, error);
        }
      },
    });
  };
  serve('config', () => ({
    supports_search: true,
    supports_group_request: false,
    supports_marks: false,
    supports_timescale_marks: false,
    supports_time: true,
    supported_resolutions: resolutions,
    exchanges: [
      { value: '', name: 'All', desc: 'All exchanges' },
      ...config.exchanges.map((id) => ({ value: id, name: exchangeName(id), desc: exchangeName(id) })),
    ],
    symbols_types: [],
  }));
  serve('symbols', async (query, call) =>
    describeSymbol(await resolveSymbol(query, call), config.nativeCoin),
  );
  serve('search', (query, call) => searchSymbols(query, call));
  serve('history', (query, call) => loadHistory(query, call));
  app.get('/udf/time', { onRequest: admission.operation('free'), onSend: sendErrors }, (_request, reply) =>
    reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(String(Math.floor(clock.now().getTime() / 1000))),
  );
}

function send(request: FastifyRequest, reply: FastifyReply, result: object, status = 200): FastifyReply {
  const cacheControl = status === 200 ? BRIEF : 'no-store';
  return sendCacheable(request, reply, {
    type: JSON_TYPE,
    body: JSON.stringify(result),
    cacheControl,
    status,
  });
}

/** Converts errors of the service, such as exceeded limits, to the form of the protocol, whose clients do not read the status. */
const sendErrors: onSendAsyncHookHandler = async (_request, reply, payload) => {
  if (reply.statusCode < 400 || typeof payload !== 'string') return payload;
  const { message }: Partial<ReturnType<typeof errorBodyOf>> = JSON.parse(payload);
  return message === undefined ? payload : JSON.stringify({ s: 'error', errmsg: message });
};

function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof NotFoundError)
    return send(request, reply, { s: 'error', errmsg: 'unknown_symbol' }, 404);
  if (error instanceof InvalidValueError)
    return send(request, reply, { s: 'error', errmsg: error.message }, 400);
  throw error;
}

/** `counterpart`: in the other jetton of the pool. */
type Unit = 'counterpart' | 'usd' | 'ton';

interface SymbolParts {
  readonly first: RawAddress;
  /** The pool, if the first address is the jetton. */
  readonly pool: RawAddress | undefined;
  readonly unit: Unit;
}

/** Addresses in base64 may contain slashes. */
const SYMBOL = /^([\w+/ -]{48}|[^/]+)(?:\/(?!(?:usd|ton)$)([\w+/ -]{48}|[^/]+))?(?:\/(usd|ton))?$/i;

/** Parses a symbol: `JETTON/POOL`, or one of the two addresses, and optionally `/usd` or `/ton`. */
function parseSymbol(query: Query): SymbolParts {
  const [, address = '', poolAddress, unitText] = SYMBOL.exec(query.get('symbol') ?? '') ?? [];
  const first = parseAddress(address);
  const pool = poolAddress === undefined ? undefined : parseAddress(poolAddress);
  const unit = unitText?.toLowerCase();
  if (first === undefined || (poolAddress !== undefined && pool === undefined))
    throw new InvalidValueError('symbol');
  return { first, pool, unit: unit === 'usd' || unit === 'ton' ? unit : 'counterpart' };
}

interface SymbolAddress {
  readonly address: RawAddress;
  readonly poolAddress: RawAddress;
  readonly unit: Unit;
}

/** Returns the market of a symbol. That of a jetton is its most liquid one. Throws NotFoundError. */
async function findMarket(query: Query, call: CallOperation): Promise<SymbolAddress> {
  const { first, pool, unit } = parseSymbol(query);
  if (pool !== undefined) return { address: first, poolAddress: pool, unit };
  const { items } = await call('search', { q: first, limit: 1 });
  const [found] = items;
  const address = found?.jetton.metadata.address;
  if (!found || address === undefined) throw new NotFoundError(first);
  const market = found.market ?? (await call('getJettonMarkets', { address, limit: 1 })).markets[0];
  if (!market) throw new NotFoundError(first);
  return { address, poolAddress: market.poolAddress, unit };
}

interface ResolvedSymbol {
  readonly jetton: Jetton;
  readonly market: Market;
  readonly counterpart: ShortJettonMeta | undefined;
  readonly unit: Unit;
}

/** Throws NotFoundError. */
async function resolveSymbol(query: Query, call: CallOperation): Promise<ResolvedSymbol> {
  const { address, poolAddress, unit } = await findMarket(query, call);
  const [{ details: jetton }, { markets, jettons }] = await Promise.all([
    call('getJetton', { address }),
    call('getJettonMarkets', { address, poolAddress, limit: 1 }),
  ]);
  const [market] = markets;
  if (!market) throw new NotFoundError(poolAddress);
  return { jetton, market, counterpart: jettons[market.counterpart], unit };
}

function describeSymbol({ jetton, market, counterpart, unit }: ResolvedSymbol, coin: NativeCoin): object {
  const { address, symbol } = jetton.metadata;
  const quotes = { counterpart: sanitizeText(counterpart?.symbol ?? ''), ton: coin.symbol, usd: 'USD' };
  const quote = quotes[unit];
  const name = `${sanitizeText(symbol)}/${quote}`;
  const price = market.price[unit];
  return {
    name,
    ticker: tickerOf(address, market.poolAddress, unit),
    description: descriptionOf(jetton, market),
    type: 'crypto',
    session: '24x7',
    timezone: 'Etc/UTC',
    exchange: exchangeName(market.exchangeId),
    listed_exchange: exchangeName(market.exchangeId),
    format: 'price',
    minmov: 1,
    pricescale: 10 ** priceDecimals(price && numberFromAmount(price)),
    volume_precision: 2,
    visible_plots_set: 'ohlcv',
    supported_resolutions: resolutions,
    has_intraday: true,
    intraday_multipliers: minutes,
    has_daily: true,
    daily_multipliers: ['1'],
    has_weekly_and_monthly: true,
    weekly_multipliers: ['1'],
    monthly_multipliers: [],
    data_status: 'streaming',
  };
}

function tickerOf(address: RawAddress, poolAddress: RawAddress, unit: Unit): string {
  const market = `${toUserFriendly(address)}/${toUserFriendly(poolAddress)}`;
  return unit === 'counterpart' ? market : `${market}/${unit}`;
}

function descriptionOf({ metadata, verification }: Jetton, market?: Market): string {
  const name = sanitizeText(metadata.name);
  const parts = [name, ...(market ? [exchangeName(market.exchangeId)] : []), shortAddress(metadata.address)];
  return `${verification === 'JVS_SCAM' ? 'Scam: ' : ''}${parts.join(' · ')}`;
}

/** Names are not unique: the end of the address tells a jetton from its imitations. */
function shortAddress(address: RawAddress): string {
  const text = toUserFriendly(address);
  return `${text.slice(0, 4)}…${text.slice(-4)}`;
}

const SIGNIFICANT_DIGITS = 6;
/** The library supports price scales of up to 10^16. */
const MAX_PRICE_DECIMALS = 16;

/** Returns the number of decimals with which a chart shows prices like this one. */
function priceDecimals(price: number | undefined): number {
  if (price === undefined || price <= 0) return SIGNIFICANT_DIGITS;
  const order = Math.floor(Math.log10(price)) + 1;
  return Math.min(MAX_PRICE_DECIMALS, Math.max(2, SIGNIFICANT_DIGITS - order));
}

const DEFAULT_RESULTS = 30;

/** Finds symbols as the search of the dashboard does; without a query, those with the highest volume. */
async function searchSymbols(query: Query, call: CallOperation): Promise<object> {
  const q = query.get('query')?.trim() ?? '';
  const exchange = query.get('exchange') ?? '';
  const limit = integerOf(query, 'limit', { min: 1, max: MAX_LIMIT }) ?? DEFAULT_RESULTS;
  const items =
    q === '' ? await mostTraded(exchange, limit, call) : (await call('search', { q, limit })).items;
  return items
    .filter(({ market }) => exchange === '' || market?.exchangeId === exchange)
    .slice(0, limit)
    .map(({ jetton, market, counterpart }) => {
      const { address } = jetton.metadata;
      const symbol = sanitizeText(jetton.metadata.symbol);
      return {
        symbol: counterpart ? `${symbol}/${sanitizeText(counterpart.symbol)}` : symbol,
        ticker: market ? tickerOf(address, market.poolAddress, 'counterpart') : toUserFriendly(address),
        description: descriptionOf(jetton, market),
        exchange: market ? exchangeName(market.exchangeId) : '',
        type: 'crypto',
      };
    });
}

/** Jettons whose markets on an exchange are read for a search without a query. */
const MAX_ON_EXCHANGE = 10;

/** Returns the jettons with the highest volume; those that an exchange has, with their market on it. */
async function mostTraded(
  exchangeId: string,
  limit: number,
  call: CallOperation,
): Promise<readonly SearchItem[]> {
  const count = exchangeId === '' ? limit : Math.min(limit, MAX_ON_EXCHANGE);
  const { jettons } = await call('getJettons', { sort: 'volume24h', order: 'desc', limit: count });
  if (exchangeId === '') return jettons.map((jetton) => ({ jetton }));
  const items = jettons.map(async (jetton): Promise<SearchItem[]> => {
    const { address } = jetton.metadata;
    const { markets, jettons: metadata } = await call('getJettonMarkets', { address, exchangeId, limit: 1 });
    return markets.map((market) => ({ jetton, market, counterpart: metadata[market.counterpart] }));
  });
  return (await Promise.all(items)).flat();
}

/** Bars that a request returns at most. */
const MAX_BARS = 5_000;
/** Pages of candles that a request reads at most: all could be unknown in its unit. */
const MAX_PAGES = 20;
const MAX_SECOND = 253_402_300_799;

/**
 * Returns the bars that begin in [from, to), or the last `countback` before `to`: at most the last 5,000. If there are none,
 * `nextTime` is the time of the latest bar before them, or where to continue the search for it.
 */
export async function loadHistory(query: Query, call: CallOperation): Promise<object> {
  const interval = intervals.get(query.get('resolution')?.replace(/^[DW]$/, '1$&') ?? '');
  if (!interval) throw new InvalidValueError('resolution');
  const to = integerOf(query, 'to', { min: 0, max: MAX_SECOND });
  if (to === undefined) throw new InvalidValueError('to');
  const countback = integerOf(query, 'countback', { min: 0, max: Number.MAX_SAFE_INTEGER });
  const from = integerOf(query, 'from', { min: -MAX_SECOND, max: MAX_SECOND });
  if (from === undefined && countback === undefined) throw new InvalidValueError('from');
  const { unit, ...market } = await findMarket(query, call);
  const range = { ...market, interval, to: timeText(to) };
  // Charts may ask for what was before 1970.
  const first = countback || from === undefined ? undefined : Math.max(0, from);
  const isEmpty = to === 0 || (first !== undefined && first >= to);
  const { bars, readTo } = isEmpty
    ? NO_BARS
    : await loadBars(call, unit, {
        ...range,
        ...(first !== undefined && { from: timeText(first) }),
        count: Math.min(countback || MAX_BARS, MAX_BARS),
      });
  if (bars.length > 0) {
    const column = (name: keyof Bar) => bars.map((bar) => bar[name]);
    return {
      s: 'ok',
      t: column('t'),
      o: column('o'),
      h: column('h'),
      l: column('l'),
      c: column('c'),
      v: column('v'),
    };
  }
  const before =
    readTo !== undefined || first === undefined || first === 0
      ? NO_BARS
      : await loadBars(call, unit, { ...range, to: timeText(first), count: 1 });
  const nextTime = readTo ?? before.bars[0]?.t ?? before.readTo;
  return { s: 'no_data', ...(nextTime !== undefined && { nextTime }) };
}

interface Bar {
  readonly t: number;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
}

interface BarRange {
  readonly address: RawAddress;
  readonly poolAddress: RawAddress;
  readonly interval: CandleInterval;
  readonly from?: string;
  readonly to: string;
  readonly count: number;
}

interface FoundBars {
  /** Oldest first. */
  readonly bars: readonly Bar[];
  /** The time of the earliest candle that was read, in seconds, if older ones may have the missing bars. */
  readonly readTo: number | undefined;
}

const NO_BARS: FoundBars = { bars: [], readTo: undefined };

/** Returns the last bars of a range. Candles whose values are unknown in the unit are left out. */
async function loadBars(call: CallOperation, unit: Unit, { count, ...range }: BarRange): Promise<FoundBars> {
  const bars: Bar[] = [];
  let earliest: Candle | undefined;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, next } = await call('getJettonMarketCandles', {
      ...range,
      limit: page === 0 ? Math.min(MAX_TICKS, count) : MAX_TICKS,
      ...(cursor !== undefined && { cursor }),
    });
    bars.push(...items.flatMap((candle) => barOf(candle, unit) ?? []));
    earliest = items.at(-1) ?? earliest;
    cursor = next;
    if (cursor === undefined || bars.length >= count)
      return { bars: bars.slice(0, count).reverse(), readTo: undefined };
  }
  return { bars: bars.reverse(), readTo: earliest && secondOf(earliest) };
}

function secondOf({ time }: Candle): number {
  return Date.parse(time) / 1000;
}

function barOf(candle: Candle, unit: Unit): Bar | undefined {
  const { open, high, low, close, volume } = candle;
  const [o, h, l, c, v] = [open, high, low, close, volume].map((values): Amount | undefined => values[unit]);
  if (!o || !h || !l || !c || !v) return undefined;
  return {
    t: secondOf(candle),
    o: numberFromAmount(o),
    h: numberFromAmount(h),
    l: numberFromAmount(l),
    c: numberFromAmount(c),
    v: numberFromAmount(v),
  };
}

function timeText(second: number): string {
  return new Date(second * 1000).toISOString();
}

/** Returns undefined if the parameter is missing. Throws InvalidValueError. */
function integerOf(
  query: Query,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const text = query.get(name);
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (!/^-?\d{1,16}$/.test(text) || number < min || number > max) throw new InvalidValueError(name);
  return number;
}
