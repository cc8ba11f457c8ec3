import { type Amount, amountFromDecimal, decimalFromAmount, numberFromAmount } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import { type DecimalText, decimalOfAmount, decimalOfNumber } from './decimals.ts';
import { currencyUnit } from './native-coin.ts';

/** Prices of one asset in a currency and in USD, both above zero. */
export interface ExchangeRate {
  readonly currency: Currency;
  readonly price: Amount;
  readonly priceUsd: Amount;
}

/** Decimals of sums, as in responses. */
const SUM_DECIMALS = 6;
const TON_DECIMALS = 9;

/**
 * Decimals of USD that a converted bound has. Fewer than the values that the service compares have, because more decimals
 * denote an excluded bound (see `strictBound`).
 */
const BOUND_DECIMALS = 4;
/** Decimals of converted bounds of at least this many USD, which are precise enough and easier to read. */
const LARGE_BOUND = 10_000;
const LARGE_BOUND_DECIMALS = 2;

/** Converts an amount from USD, rounded half up to `decimals`, by default those of sums in responses. */
export function convertFromUsd(
  amount: Amount,
  { currency, price, priceUsd }: ExchangeRate,
  decimals = currency === 'ton' ? TON_DECIMALS : SUM_DECIMALS,
): Amount {
  return multiply(amount, price, priceUsd, decimals);
}

/** Returns the units of the currency for one US dollar as a double, exact enough for a chart. */
export function factorFromUsd({ price, priceUsd }: ExchangeRate): number {
  return numberFromAmount(price) / numberFromAmount(priceUsd);
}

/** Converts a filter bound to USD. */
export function boundToUsd(bound: DecimalText, { price, priceUsd }: ExchangeRate): DecimalText {
  const toUsd = (decimals: number) => multiply(amountFromDecimal(bound), priceUsd, price, decimals);
  const usd = toUsd(BOUND_DECIMALS);
  return decimalOfAmount(numberFromAmount(usd) < LARGE_BOUND ? usd : toUsd(LARGE_BOUND_DECIMALS));
}

/** Numbers with more digits result from the conversion, not from user input. */
const MAX_BOUND_DIGITS = 6;
const ROUNDED_BOUND_DIGITS = 3;

/**
 * Converts a filter bound from USD. Returns the number that the user entered if it has up to six significant digits,
 * otherwise a number rounded to three. Inverse of `boundToUsd`.
 */
export function boundFromUsd(bound: DecimalText, rate: ExchangeRate): DecimalText {
  const converted = numberFromAmount(convertFromUsd(amountFromDecimal(bound), rate));
  const candidates = Array.from({ length: MAX_BOUND_DIGITS }, (_, index) => rounded(converted, index + 1));
  const entered = candidates.find((candidate) => boundToUsd(candidate, rate) === bound);
  return entered ?? rounded(converted, ROUNDED_BOUND_DIGITS);
}

function rounded(number: number, digits: number): DecimalText {
  return decimalOfNumber(Number(number.toPrecision(digits)));
}

/** Returns the unit of sums: the currency, or USD without a rate. */
export function sumUnit(rate: ExchangeRate | null | undefined): string {
  return currencyUnit(rate?.currency ?? 'usd');
}

/** Returns a × b ÷ c, rounded half up to `decimals`. */
function multiply(a: Amount, b: Amount, c: Amount, decimals: number): Amount {
  const scale = decimals + c.decimals - a.decimals - b.decimals;
  const numerator = BigInt(a.value) * BigInt(b.value) * 10n ** BigInt(Math.max(scale, 0)) * 2n;
  const denominator = BigInt(c.value) * 10n ** BigInt(Math.max(-scale, 0));
  return { value: ((numerator + denominator) / (denominator * 2n)).toString(), decimals };
}

/** Returns all digits of an amount without trailing zeros, for tooltips, screen readers and copying. */
export function fullAmountText(amount: Amount): string {
  const text = decimalFromAmount(amount);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
