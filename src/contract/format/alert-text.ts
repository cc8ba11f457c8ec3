import { toUserFriendly } from '#contract/address.ts';
import type { Alert, AlertRule, Firing, LevelRule, Repeat, RuleType } from '#contract/alerts.ts';
import type { Amount } from '#contract/amount.ts';
import { periodLabels } from '#contract/enums.ts';
import {
  countNoun,
  formatChange,
  formatCompactAmount,
  formatPrice,
  formatSign,
  PRICE_DIGITS,
  subscript,
} from './format-numbers.ts';
import { formatDateTimeWithSeconds } from './format-time.ts';

export const ruleLabels: Readonly<Record<RuleType, string>> = {
  price: 'Price, USD',
  change: 'Price change, USD',
  volume: 'Volume, USD',
  liquidity: 'Liquidity, USD',
  exit1k: 'Sale of $1k brings, USD',
  exit10k: 'Sale of $10k brings, USD',
  trade: 'Trade size, USD',
  screen: 'Screen',
};

export const repeatLabels: Readonly<Record<Repeat, string>> = {
  once: 'Once',
  min5: 'At most every 5 min',
  hour: 'At most every hour',
  day: 'At most once a day',
};

/** Describes what an alert waits for, as in "NOT price above 0.0018 USD". */
export function alertText(rule: AlertRule): string {
  if (rule.type === 'trade')
    return `${rule.symbol} trade of at least ${sumText(rule.minUsd, digitsOf(rule.minUsd))}`;
  if (rule.type === 'screen') return `A jetton ${rule.event} the top ${rule.rows} of ${rule.name}`;
  return `${subjectOf(rule)} ${rule.side} ${valueText(rule, rule.value)}`;
}

/** Describes what has happened, as in "NOT price above 0.0018 USD: 0.00182 USD". */
export function firingText(rule: AlertRule, { value, tradeType, trades = 1, jettons = [] }: Firing): string {
  if (rule.type === 'screen') {
    const symbols = jettons.map(({ symbol }) => symbol);
    const rest = symbols.length - MAX_SYMBOLS;
    const names = [...symbols.slice(0, MAX_SYMBOLS), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
    return `${names} ${rule.event === 'enters' ? 'entered' : 'left'} the top ${rule.rows} of ${rule.name}`;
  }
  if (rule.type === 'trade') {
    const verb = tradeType === 'TT_SELL' ? 'sold' : 'bought';
    const others = trades > 1 ? `, and ${countNoun(trades - 1, 'smaller trade')}` : '';
    return `${rule.symbol} ${verb} for ${sumText(value ?? rule.minUsd)}${others}`;
  }
  return `${alertText(rule)}: ${valueText(rule, value ?? rule.value)}`;
}

/** Jettons that are named, if more entered or left a screen. */
export const MAX_SYMBOLS = 5;

function subjectOf(rule: LevelRule): string {
  if (rule.type === 'change') return `${rule.symbol} ${periodLabels[rule.period]} change`;
  if (rule.type === 'volume') return `${rule.symbol} ${periodLabels[rule.period]} volume`;
  if (rule.type === 'exit1k') return `${rule.symbol} sale of $1k`;
  if (rule.type === 'exit10k') return `${rule.symbol} sale of $10k`;
  return `${rule.symbol} ${rule.type}`;
}

/** Returns the threshold of a rule exactly, or a value that has crossed it with enough digits to tell them apart. */
function valueText({ type, value: threshold }: LevelRule, value: number): string {
  if (type === 'change') return `${changeText(value, value === threshold)}%`;
  const digits = digitsOf(threshold) + Number(value !== threshold);
  return type === 'price' ? priceText(value, digits) : sumText(value, digits);
}

function changeText(percent: number, isExact: boolean): string {
  if (!isExact) return formatChange(percent).text;
  return `${percent > 0 ? '+' : ''}${plainText(percent, digitsOf(percent))}`;
}

function priceText(price: number, digits: number): string {
  return `${plainText(price, Math.max(digits, PRICE_DIGITS))} USD`;
}

/** Sums of at most three digits are abbreviated, which rounds those below 1. */
function sumText(sum: number, digits = 0): string {
  if (digits > MAX_COMPACT_DIGITS || sum < 1) return `${plainText(sum, digits)} USD`;
  const { digits: compact, unit } = formatCompactAmount(amountOf(sum));
  return `${compact}${unit} USD`;
}

const MAX_COMPACT_DIGITS = 3;
/** Prices that were chosen on a chart can have more digits than are readable. */
const MAX_DIGITS = 10;

/** Returns the number of significant digits of a value. */
function digitsOf(value: number): number {
  const [mantissa = ''] = value.toExponential().split('e');
  return Math.min(mantissa.replace(/\D/g, '').length, MAX_DIGITS);
}

function plainText(value: number, digits: number): string {
  const { head, zeros, tail = '' } = formatPrice(amountOf(Math.abs(value)), digits);
  const sign = formatSign(value < 0);
  if (zeros === undefined) return sign + (head.includes('.') ? head.replace(/\.?0+$/, '') : head);
  return `${sign}${head}${subscript(zeros)}${tail}`;
}

/** Returns a number in its shortest form as an amount. */
function amountOf(value: number): Amount {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const [whole = '', part = ''] = mantissa.split('.');
  return { value: whole + part, decimals: part.length - Number(exponent) };
}

export interface AlertNotification {
  readonly title: string;
  readonly body: string;
  /** A notification replaces one with the same tag. */
  readonly tag: string;
  /** Path and query of the page that it opens. */
  readonly path: string;
}

/** Returns the notification of an alert that fired. */
export function notificationOf({ id, rule }: Pick<Alert, 'id' | 'rule'>, firing: Firing): AlertNotification {
  const body = [
    `Data of ${formatDateTimeWithSeconds(new Date(firing.time))} UTC`,
    ...(firing.missing.length > 0 ? ['Some swaps are missing'] : []),
  ].join('. ');
  const path = rule.type === 'screen' ? `/${rule.query}` : `/jetton/${toUserFriendly(rule.address)}`;
  return { title: firingText(rule, firing), body, tag: `${id} ${firing.time}`, path };
}
