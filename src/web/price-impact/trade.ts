import type { Amount } from '#contract/amount.ts';
import type { Market } from '#contract/market.ts';
import { inputFor, priceImpact, ratio, total, withFee } from './impact.ts';
import {
  COMMON_DECIMALS,
  deepestOf,
  fromCommon,
  isConstantProduct,
  type PoolDepth,
  type PoolModel,
  reservesFor,
  toCommon,
} from './pool-model.ts';

export type TradeSide = 'buy' | 'sell';
export type AmountUnit = 'currency' | 'jetton';

export interface Trade {
  readonly side: TradeSide;
  readonly amount: Amount;
  /**
   * What the amount is: of a purchase, what is paid (`currency`) or received (`jetton`); of a sale, the jettons sold or
   * their value at the current price.
   */
  readonly unit: AmountUnit;
  /** Of every pool, in hundredths of a percent of what is paid. Default: without a fee. */
  readonly fee?: number | undefined;
}

/** A trade's outcome after the fee. Amounts are in base units of `COMMON_DECIMALS`. */
export interface TradeOutcome {
  readonly jettons: bigint;
  readonly currency: bigint;
  /** Prices of one jetton. The current price is that of the deepest pool. */
  readonly currentPrice: Amount;
  readonly averagePrice: Amount;
  /**
   * Differences from the current price in percent: of the average price, and of the deepest pool's price after the trade.
   * Purchases raise prices. The average price can still be below the current one, if another pool is cheaper.
   */
  readonly averageChange: number;
  readonly afterChange: number;
  /** Share of the amount due at the current price that is not received, up to 1. Negative if more is received. */
  readonly loss: number;
  /** Parts by the index of their pool, largest first. `share` is that of the jettons, 0 to 1. */
  readonly parts: readonly { readonly index: number; readonly share: number }[];
}

/**
 * Calculates a trade that is divided optimally among the pools. Returns undefined if the pools hold too little or the amount
 * is too small to trade.
 */
export function tradeOutcome(pools: readonly PoolDepth[], trade: Trade): TradeOutcome | undefined {
  const { side, fee } = trade;
  const deepest = deepestOf(pools);
  if (!deepest) return undefined;
  const reserves = pools.map((depth) => reservesFor(side, depth));
  const amount = exactAmount(trade, deepest);
  const impact = priceImpact(reserves, amount, pools.indexOf(deepest), fee);
  if (!impact) return undefined;
  const jettonSide = side === 'buy' ? 'received' : 'paid';
  const exchanged = total(impact.parts, jettonSide);
  const [jettons, currency] =
    side === 'buy' ? [impact.received, impact.paid] : [impact.paid, impact.received];
  return {
    jettons,
    currency,
    currentPrice: priceOf(deepest.currency, deepest.jetton),
    averagePrice: priceOf(currency, jettons),
    averageChange: percentChange(side, impact.loss),
    afterChange: percentChange(side, impact.drop),
    loss: impact.loss,
    parts: impact.parts
      .map((part) => ({ index: part.index, share: ratio(part[jettonSide], exchanged) }))
      .sort((a, b) => b.share - a.share),
  };
}

/** Returns what a trade gives to a single pool: of the counterpart to buy, of the jetton to sell. */
export function givenAmount(
  { market, depth }: PoolModel,
  { side, unit, fee = 0 }: Trade,
  { jettons, currency }: TradeOutcome,
): Amount | undefined {
  const { asset, counterpart } = market.liquidity;
  if (!depth || !asset || !counterpart) return undefined;
  if (side === 'sell') return fromCommon(jettons, asset.decimals);
  const { value, decimals } = counterpart;
  if (unit === 'currency') return fromCommon((currency * toCommon(counterpart)) / depth.currency, decimals);
  // Rounded up, so that no less than the amount is received.
  const net = inputFor({ input: BigInt(value), output: depth.jetton }, jettons);
  return net === undefined ? undefined : { value: withFee(net, fee).toString(), decimals };
}

function exactAmount({ side, amount, unit }: Trade, { jetton, currency }: PoolDepth) {
  const exact = toCommon(amount);
  if (side === 'buy') return { side: unit === 'currency' ? 'paid' : 'received', amount: exact } as const;
  return { side: 'paid', amount: unit === 'jetton' ? exact : (exact * jetton) / currency } as const;
}

/** A purchase that receives a share `loss` less per unit pays 1 ÷ (1 − loss) times the price. */
function percentChange(side: TradeSide, loss: number): number {
  return side === 'buy' ? (1 / (1 - loss) - 1) * 100 : -loss * 100;
}

const PRICE_DIGITS = 12;

/** Returns the price of one jetton, of amounts in base units of `COMMON_DECIMALS`. */
export function priceOf(currency: bigint, jettons: bigint): Amount {
  const price = (currency * 10n ** BigInt(COMMON_DECIMALS)) / jettons;
  const wholeDigits = price.toString().length - COMMON_DECIMALS;
  return fromCommon(price, Math.max(PRICE_DIGITS - wholeDigits, 0));
}

/** Estimated effect of selling 1% of a supply at once. */
export interface SaleImpact {
  /** Value of the sold tokens at the current price, in the currency of the inputs. */
  readonly value: Amount;
  /** Difference of the average sale price from the current price, 0 to 1. */
  readonly loss: number;
  /** Price drop after the sale, 0 to 1. */
  readonly drop: number;
}

/** The inverse of the sold share. */
const SOLD_DIVISOR = 100n;
const VALUE_DECIMALS = 6;

/**
 * Treats the pools that are known to be constant-product pools as one without fees, half of their part of the liquidity on
 * each side. Returns undefined if an input is unknown, the supply is worth nothing, or there is no such pool.
 */
export function estimateSaleImpact(
  supplyValue: Amount | undefined,
  liquidity: Amount | undefined,
  markets: readonly Pick<Market, 'type' | 'liquidity'>[],
): SaleImpact | undefined {
  const known = markets.filter(({ type }) => isConstantProduct(type));
  if (!supplyValue || !liquidity || known.length === 0) return undefined;
  const [all, used] = [usdLiquidity(markets), usdLiquidity(known)];
  const sold = toCommon(supplyValue) / SOLD_DIVISOR;
  const side = all === used ? toCommon(liquidity) / 2n : (toCommon(liquidity) * used) / all / 2n;
  if (sold <= 0n || side < 0n) return undefined;
  const impact = priceImpact([{ input: side, output: side }], { side: 'paid', amount: sold });
  const value = fromCommon(sold, VALUE_DECIMALS);
  return { value, loss: impact?.loss ?? 1, drop: impact?.drop ?? 1 };
}

function usdLiquidity(markets: readonly Pick<Market, 'liquidity'>[]): bigint {
  return markets.reduce((sum, { liquidity: { usd } }) => (usd ? sum + toCommon(usd) : sum), 0n);
}
