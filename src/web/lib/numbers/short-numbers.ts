import { amountFromDecimal } from '#contract/amount.ts';
import type { NumberKind } from '#web/lib/screen/ranges.ts';
import { type DecimalText, decimalOfAmount, roundToDouble } from './decimal-text.ts';

const POWERS = { t: 12, b: 9, m: 6, k: 3 } as const;
const SHORT_FRACTION = 2;

const SHORT = /^([+\-\u2212]?)\$?\s*([\d.,'\u2019\s]+?)\s*([kmbt]?)(?:e([+-]?\d{1,3}))?\s*%?$/i;

/**
 * A number as people write it: 50k, 1.5m, 2b, $1,000, 1 000, +5%, −3. Every digit is kept.
 * Commas part thousands where every group of theirs has three digits (1,500 is fifteen hundred, as this page writes
 * it); any other single comma is the point (12,5). Undefined for what is no number of its kind: percents may be
 * negative, counts are whole.
 */
export function parseShortNumber(kind: NumberKind, text: string): DecimalText | undefined {
  const [, sign = '', body = '', unit = '', exponent = '0'] = SHORT.exec(text.trim()) ?? [];
  const plain = plainDigits(body);
  if (plain === undefined) return undefined;
  const { value, decimals } = amountFromDecimal(plain);
  const size = decimalOfAmount({ value, decimals: decimals - powerOf(unit) - Number(exponent) });
  const number = sign === '' || sign === '+' || size === '0' ? size : `-${size}`;
  if (kind === 'percent') return roundToDouble(number);
  return number.startsWith('-') || (kind === 'count' && number.includes('.')) ? undefined : number;
}

function powerOf(unit: string): number {
  const [, power = 0] = Object.entries(POWERS).find(([name]) => name === unit.toLowerCase()) ?? [];
  return power;
}

function plainDigits(body: string): string | undefined {
  const [spaced = ''] = /^\d{1,3}(?:[\s'\u2019]\d{3})+(?!\d)/.exec(body) ?? [];
  const closed = spaced.replace(/\D/g, '') + body.slice(spaced.length);
  const pointed = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(closed)
    ? closed.replaceAll(',', '')
    : closed.replace(/^(\d*),(\d+)$/, '$1.$2');
  if (!/^(\d+\.?\d*|\.\d+)$/.test(pointed)) return undefined;
  return pointed.replace(/^\./, '0.').replace(/\.$/, '');
}

/** The other way, exact: 50000 is 50k, 1250000 is 1.25m, 1234567 stays. */
export function formatShortNumber(number: DecimalText): string {
  const { value, decimals } = amountFromDecimal(number);
  for (const [unit, power] of Object.entries(POWERS)) {
    const [whole = '', fraction = ''] = decimalOfAmount({ value, decimals: decimals + power }).split('.');
    if (/[1-9]/.test(whole) && fraction.length <= SHORT_FRACTION) {
      return fraction ? `${whole}.${fraction}${unit}` : whole + unit;
    }
  }
  return number;
}
