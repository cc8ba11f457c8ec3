import { amountFromDecimal } from '#contract/amount.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import {
  type DecimalText,
  decimalOfAmount,
  decimalOfNumber,
  parseDecimal,
} from '#web/lib/numbers/decimal-text.ts';

/** What a number of the filter counts: US dollars, whole things, or percent. */
export type NumberKind = 'sum' | 'count' | 'percent';

export const rangeIds = [
  'liquidity',
  'fdmc',
  'trustScore',
  'holders',
  'change1h',
  'change6h',
  'change24h',
  'change7d',
] as const;
export type RangeId = (typeof rangeIds)[number];

export interface RangeField {
  readonly id: RangeId;
  /** Its label in the panel, in front of "minimum" and "maximum". */
  readonly label: string;
  /** Its name in a chip. */
  readonly short: string;
  readonly kind: NumberKind;
}

export const rangeFields: Readonly<Record<RangeId, RangeField>> = {
  liquidity: { id: 'liquidity', label: 'Liquidity (USD)', short: 'Liquidity', kind: 'sum' },
  fdmc: { id: 'fdmc', label: 'FDV (USD)', short: 'FDV', kind: 'sum' },
  trustScore: { id: 'trustScore', label: 'Trust score', short: 'Trust', kind: 'count' },
  holders: { id: 'holders', label: 'Holders', short: 'Holders', kind: 'count' },
  change1h: { id: 'change1h', label: '1h change in TON (%)', short: '1h change in TON', kind: 'percent' },
  change6h: { id: 'change6h', label: '6h change in TON (%)', short: '6h change in TON', kind: 'percent' },
  change24h: {
    id: 'change24h',
    label: '24h change in TON (%)',
    short: '24h change in TON',
    kind: 'percent',
  },
  change7d: { id: 'change7d', label: '7d change in TON (%)', short: '7d change in TON', kind: 'percent' },
};

/** Both ends are included. */
export interface Range {
  readonly min?: DecimalText | undefined;
  readonly max?: DecimalText | undefined;
}
export type Ranges = { readonly [Id in RangeId]?: Range | undefined };

type RangeParts = Pick<
  JettonListFilterInput,
  'priceChange' | 'liquidity' | 'fdmc' | 'trustScore' | 'holders'
>;
type Bounds<Bound> = { readonly min?: Bound | undefined; readonly max?: Bound | undefined };

/** The filter's ranges, whatever their form, as plain decimal texts; a range without an end is none. */
export function rangesOf({ priceChange, liquidity, fdmc, trustScore, holders }: RangeParts): Ranges {
  const ton = priceChange?.ton;
  return said({
    liquidity: mapped(liquidity?.usd, textOfSum),
    fdmc: mapped(fdmc, textOfSum),
    trustScore: mapped(trustScore, parseDecimal),
    holders: mapped(holders, parseDecimal),
    change1h: mapped(ton?.hour, decimalOfNumber),
    change6h: mapped(ton?.hour6, decimalOfNumber),
    change24h: mapped(ton?.day, decimalOfNumber),
    change7d: mapped(ton?.week, decimalOfNumber),
  });
}

/** The other way. */
export function rangeParts(ranges: Ranges): RangeParts {
  const usd = mapped(ranges.liquidity, sumOfText);
  const ton = said({
    hour: mapped(ranges.change1h, Number),
    hour6: mapped(ranges.change6h, Number),
    day: mapped(ranges.change24h, Number),
    week: mapped(ranges.change7d, Number),
  });
  return said({
    priceChange: Object.keys(ton).length > 0 ? { ton } : undefined,
    liquidity: usd && { usd },
    fdmc: mapped(ranges.fdmc, sumOfText),
    trustScore: mapped(ranges.trustScore, String),
    holders: mapped(ranges.holders, String),
  });
}

function textOfSum({ value, decimals = 0 }: { value: string; decimals?: number | undefined }): DecimalText {
  return decimalOfAmount({ value, decimals });
}

function sumOfText(text: DecimalText): { value: string; decimals?: number } {
  const { value, decimals } = amountFromDecimal(text);
  return decimals === 0 ? { value } : { value, decimals };
}

function mapped<From, To>(range: Bounds<From> | undefined, read: (bound: From) => To | undefined) {
  const min = range?.min === undefined ? undefined : read(range.min);
  const max = range?.max === undefined ? undefined : read(range.max);
  return min === undefined && max === undefined ? undefined : said({ min, max });
}

function said<Parts extends object>(parts: Parts): Parts {
  const kept = { ...parts };
  for (const [key, part] of Object.entries(kept)) if (part === undefined) Reflect.deleteProperty(kept, key);
  return kept;
}
