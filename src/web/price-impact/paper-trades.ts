import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { type Amount, compareAmounts, subtractAmounts } from '#contract/amount.ts';
import type { ReservesAt } from '#contract/reserves.ts';
import { createLink, listParameter } from '#web/kit/device/link-state.ts';
import { lessFee, outputFor, type Reserves, ratio } from './impact.ts';
import type { TradeSide } from './trade.ts';

/** More would not fit into the request line that servers accept. */
export const MAX_LINKED_TRADES = 30;

/** Fees in hundredths of a percent. */
export const paperFees = [0, 5, 20, 25, 30, 100] as const;
export function feeText(fee: number): string {
  return `${fee / 100}%`;
}

/** Seconds from the order to its execution. */
export const paperDelays = [0, 5, 15, 60] as const;

export interface PoolSides {
  readonly asset: Amount;
  readonly counterpart: Amount;
}

/** An order on paper. Addresses are raw. */
export interface PaperTrade {
  readonly jetton: string;
  readonly pool: string;
  readonly side: TradeSide;
  /** What is given: of the counterpart to buy, of the jetton to sell. */
  readonly amount: Amount;
  /** By the clock of the service, in seconds since 1970. */
  readonly placedAt: number;
  readonly delay: number;
  /** In hundredths of a percent of what is given. */
  readonly fee: number;
  /** What the pool held when the order was executed; undefined until that is known. */
  readonly reserves?: PoolSides | undefined;
}

export function executionTime({ placedAt, delay }: PaperTrade): number {
  return placedAt + delay;
}

export function paperTradeKey({ jetton, pool, side, amount, placedAt, delay, fee }: PaperTrade): string {
  return [side, jetton, pool, amount.value, amount.decimals, placedAt, delay, fee].join(' ');
}

/** Why an order was not executed. */
export type PaperFailure = 'small' | 'held' | 'unknown';

/** What became of an order. Amounts of the jetton and of the counterpart have the decimals of the pool's reserves. */
export type PaperOutcome =
  | { readonly state: 'pending' }
  | { readonly state: 'failed'; readonly reason: PaperFailure }
  | {
      readonly state: 'filled';
      readonly jettons: Amount;
      readonly counterparts: Amount;
      /** Share by which the fee and the price impact make the average price worse than that of the pool, 0 to 1. */
      readonly loss: number;
    };

/** What is left of the trades of one market. */
export interface PaperPosition {
  readonly jetton: string;
  readonly pool: string;
  readonly held: Amount;
  /** What is held less the sales that are not executed yet. */
  readonly sellable: Amount;
  /** In the counterpart: paid for all purchases. */
  readonly paid: Amount;
  /** In the counterpart: paid for what is held, at average cost. */
  readonly cost: Amount;
  /** In the counterpart: proceeds of what was sold, less its average cost. */
  readonly realized: Amount;
  /** Fee of the last trade, in hundredths of a percent. */
  readonly fee: number;
}

export interface PaperAccount {
  /** In the order of the trades. */
  readonly outcomes: readonly PaperOutcome[];
  /** Of markets with filled trades, in the order of their first one. */
  readonly positions: readonly PaperPosition[];
}

/**
 * Executes trades in the order of their times: each against what the pool held then, which earlier trades on paper have not
 * changed. `unknown` has the keys of trades whose reserves the service does not know.
 */
export function executeTrades(
  trades: readonly PaperTrade[],
  unknown: ReadonlySet<string> = new Set(),
): PaperAccount {
  const books = new Map<string, Book>();
  const outcomes = new Map<PaperTrade, PaperOutcome>();
  for (const trade of trades.toSorted((a, b) => executionTime(a) - executionTime(b)))
    outcomes.set(trade, execute(trade, books, unknown));
  return {
    outcomes: trades.map((trade) => outcomes.get(trade) ?? { state: 'pending' }),
    positions: Array.from(books.values(), positionOf),
  };
}

function positionOf({ jetton, pool, decimals, fee, ...book }: Book): PaperPosition {
  const sellable = book.held > book.offered ? book.held - book.offered : 0n;
  const inCounterpart = (units: bigint) => ({ value: units.toString(), decimals: decimals.counterpart });
  return {
    jetton,
    pool,
    held: { value: book.held.toString(), decimals: decimals.asset },
    sellable: { value: sellable.toString(), decimals: decimals.asset },
    paid: inCounterpart(book.paid),
    cost: inCounterpart(book.cost),
    realized: inCounterpart(book.realized),
    fee,
  };
}

/** Amounts are in base units of the pool's sides. */
interface Book {
  readonly jetton: string;
  readonly pool: string;
  readonly decimals: { readonly asset: number; readonly counterpart: number };
  held: bigint;
  /** By sales that are not executed yet. */
  offered: bigint;
  paid: bigint;
  cost: bigint;
  realized: bigint;
  fee: number;
}

function execute(trade: PaperTrade, books: Map<string, Book>, unknown: ReadonlySet<string>): PaperOutcome {
  const { jetton, pool, side, fee, reserves } = trade;
  const key = `${jetton} ${pool}`;
  const existing = books.get(key);
  if (!reserves) {
    if (unknown.has(paperTradeKey(trade))) return { state: 'failed', reason: 'unknown' };
    if (existing && side === 'sell') existing.offered += inUnits(trade.amount, existing.decimals.asset);
    return { state: 'pending' };
  }
  const { asset, counterpart } = reserves;
  const book = existing ?? {
    jetton,
    pool,
    decimals: { asset: asset.decimals, counterpart: counterpart.decimals },
    held: 0n,
    offered: 0n,
    paid: 0n,
    cost: 0n,
    realized: 0n,
    fee,
  };
  const [given, taken] = side === 'buy' ? [counterpart, asset] : [asset, counterpart];
  const paid = inUnits(trade.amount, given.decimals);
  if (side === 'sell' && paid > book.held) return { state: 'failed', reason: 'held' };
  const received = receivedFor({ input: BigInt(given.value), output: BigInt(taken.value) }, paid, fee);
  if (received === 0n) return { state: 'failed', reason: 'small' };
  const atPoolPrice = (paid * BigInt(taken.value)) / BigInt(given.value);
  if (side === 'buy') {
    book.held += received;
    book.paid += paid;
    book.cost += paid;
  } else {
    const costOfSold = (book.cost * paid) / book.held;
    book.held -= paid;
    book.cost -= costOfSold;
    book.realized += received - costOfSold;
  }
  book.fee = fee;
  books.set(key, book);
  const [jettons, counterparts] = side === 'buy' ? [received, paid] : [paid, received];
  return {
    state: 'filled',
    jettons: { value: jettons.toString(), decimals: asset.decimals },
    counterparts: { value: counterparts.toString(), decimals: counterpart.decimals },
    loss: atPoolPrice === 0n ? 0 : 1 - ratio(received, atPoolPrice),
  };
}

/** Returns what a pool pays after its fee; 0 if it holds nothing. */
function receivedFor(reserves: Reserves, paid: bigint, fee: number): bigint {
  if (reserves.input <= 0n || reserves.output <= 0n) return 0n;
  return outputFor(reserves, lessFee(paid, fee));
}

/** Returns what selling a position would bring, in the counterpart. */
export function saleValue({ held, fee }: PaperPosition, { asset, counterpart }: PoolSides): Amount {
  const reserves = { input: BigInt(asset.value), output: BigInt(counterpart.value) };
  const value = receivedFor(reserves, inUnits(held, asset.decimals), fee);
  return { value: value.toString(), decimals: counterpart.decimals };
}

/** Returns what a position has gained, in the counterpart, if selling what is held brings `worth`. */
export function positionResult({ cost, realized }: PaperPosition, worth: Amount): Amount {
  return subtractAmounts(worth, subtractAmounts(cost, realized));
}

/** Returns an amount in base units of other decimals, rounded down. */
function inUnits({ value, decimals }: Amount, to: number): bigint {
  const shift = to - decimals;
  return shift >= 0 ? BigInt(value) * 10n ** BigInt(shift) : BigInt(value) / 10n ** BigInt(-shift);
}

/** Whether the service states the same reserves as a trade; undefined if it states none. */
export function isConfirmed({ reserves }: PaperTrade, stated: ReservesAt | undefined): boolean | undefined {
  if (!reserves || !stated?.asset || !stated.counterpart) return undefined;
  return (
    compareAmounts(reserves.asset, stated.asset) === 0 &&
    compareAmounts(reserves.counterpart, stated.counterpart) === 0
  );
}

const sides = { b: 'buy', s: 'sell' } as const;
/** Digits of a stored amount: more than any pool holds. */
const AMOUNT = String.raw`(\d{1,80})e(\d{1,3})`;
const TRADE = new RegExp(
  String.raw`^([bs])_([\w-]{48})_([\w-]{48})_${AMOUNT}_(\d{9,10})_(\d{1,4})_(\d{1,4})(?:_${AMOUNT}_${AMOUNT})?$`,
);
const MAX_FEE = 5000;

/** Returns a trade as links and the device store it. */
export function writeTrade({
  jetton,
  pool,
  side,
  amount,
  placedAt,
  delay,
  fee,
  reserves,
}: PaperTrade): string {
  const write = ({ value, decimals }: Amount) => `${value}e${decimals}`;
  const parts = [side === 'buy' ? 'b' : 's', toUserFriendly(jetton), toUserFriendly(pool), write(amount)];
  const filled = reserves ? [write(reserves.asset), write(reserves.counterpart)] : [];
  return [...parts, placedAt, delay, fee, ...filled].join('_');
}

/** Inverse of `writeTrade`. Undefined if the text is not one of its results. */
export function parseTrade(text: string): PaperTrade | undefined {
  const [, letter, jettonText = '', poolText = '', ...numbers] = TRADE.exec(text) ?? [];
  const [jetton, pool] = [parseAddress(jettonText), parseAddress(poolText)];
  const side = letter === 'b' || letter === 's' ? sides[letter] : undefined;
  const [value, decimals, placedAt, delay, fee, ...filled] = numbers;
  const amount = amountOf(value, decimals);
  if (!side || jetton === undefined || pool === undefined || !amount || Number(fee) > MAX_FEE)
    return undefined;
  const [asset, counterpart] = [amountOf(filled[0], filled[1]), amountOf(filled[2], filled[3])];
  const trade = {
    jetton,
    pool,
    side,
    amount,
    placedAt: Number(placedAt),
    delay: Number(delay),
    fee: Number(fee),
  };
  if (filled[0] === undefined) return trade;
  return asset && counterpart && { ...trade, reserves: { asset, counterpart } };
}

function amountOf(value: string | undefined, decimals: string | undefined): Amount | undefined {
  if (value === undefined || decimals === undefined || Number(decimals) > 255) return undefined;
  return { value: BigInt(value).toString(), decimals: Number(decimals) };
}

/** Trades in a link. */
export const paperLink = createLink<{ readonly trades: readonly PaperTrade[] }>({
  trades: listParameter('trade', parseTrade, MAX_LINKED_TRADES, writeTrade),
});

export function parseTrades(texts: readonly string[]): PaperTrade[] {
  return texts.flatMap((text) => parseTrade(text) ?? []);
}
