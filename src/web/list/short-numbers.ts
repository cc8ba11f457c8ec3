import { amountFromDecimal } from '#contract/amount.ts';
import { type DecimalText, decimalOfAmount, roundToDouble } from '#web/money/decimals.ts';
import type { NumberKind } from './measure-texts.ts';

const POWERS = { t: 12, b: 9, m: 6, k: 3 } as const;
const MAX_FRACTION_DIGITS = 2;

const SHORT_NUMBER = /^([+\-\u2212]?)\$?\s*([\d.,'\u2019\s]+?)\s*([kmbt]?)(?:e([+-]?\d{1,3}))?\s*%?$/i;

/**
 * Parses user input such as 50k, 1.5m, 2b, $1,000, 1 000, +5% or −3 without loss of digits. Commas separate thousands if all
 * groups have three digits (1,500), otherwise a single comma is the decimal separator (12,5). Only percentages may be
 * negative, and counts must be integers. Returns undefined for invalid input.
 */
export function parseShortNumber(
  kind: Exclude<NumberKind, 'duration' | 'time'>,
  text: string,
): DecimalText | undefined {
  const [, sign = '', body = '', unit = '', exponent = '0'] = SHORT_NUMBER.exec(text.trim()) ?? [];
  const plain = plainDigits(body);
  if (plain === undefined) return undefined;
  const { value, decimals } = amountFromDecimal(plain);
  const magnitude = decimalOfAmount({ value, decimals: decimals - powerOf(unit) - Number(exponent) });
  const number = sign === '' || sign === '+' || magnitude === '0' ? magnitude : `-${magnitude}`;
  if (kind === 'percent') return roundToDouble(number);
  return number.startsWith('-') || (kind === 'count' && number.includes('.')) ? undefined : number;
}

function powerOf(unit: string): number {
  const [, power = 0] = Object.entries(POWERS).find(([name]) => name === unit.toLowerCase()) ?? [];
  return power;
}

function plainDigits(body: string): string | undefined {
  const [grouped = ''] = /^\d{1,3}(?:[\s'\u2019]\d{3})+(?!\d)/.exec(body) ?? [];
  const ungrouped = grouped.replace(/\D/g, '') + body.slice(grouped.length);
  const decimal = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(ungrouped)
    ? ungrouped.replaceAll(',', '')
    : ungrouped.replace(/^(\d*),(\d+)$/, '$1.$2');
  if (!/^(\d+\.?\d*|\.\d+)$/.test(decimal)) return undefined;
  return decimal.replace(/^\./, '0.').replace(/\.$/, '');
}

/** Abbreviates a number if that is exact: 50000 is 50k, 1250000 is 1.25m, 1234567 is unchanged. Inverse of `parseShortNumber`. */
export function formatShortNumber(number: DecimalText): string {
  const { value, decimals } = amountFromDecimal(number);
  for (const [unit, power] of Object.entries(POWERS)) {
    const [whole = '', fraction = ''] = decimalOfAmount({ value, decimals: decimals + power }).split('.');
    if (/[1-9]/.test(whole) && fraction.length <= MAX_FRACTION_DIGITS) {
      return fraction ? `${whole}.${fraction}${unit}` : whole + unit;
    }
  }
  return number;
}
