import { amountFromDecimal } from '#contract/amount.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import { nativeCoin } from '#web/lib/native-coin.ts';
import {
  type DecimalText,
  decimalOfAmount,
  decimalOfNumber,
  parseDecimal,
} from '#web/lib/numbers/decimal-text.ts';

/** Unit of a filter value: US dollars, a count, or percent. */
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
  /** Label in the filter panel, followed by "minimum" and "maximum". */
  readonly label: string;
  /** Label in a chip. */
  readonly short: string;
  readonly kind: NumberKind;
}

function changeField(id: RangeId, period: string): RangeField {
  const short = `${period} change in ${nativeCoin.symbol}`;
  return { id, label: `${short} (%)`, short, kind: 'percent' };
}

export const rangeFields: Readonly<Record<RangeId, RangeField>> = {
  liquidity: { id: 'liquidity', label: 'Liquidity (USD)', short: 'Liquidity', kind: 'sum' },
  fdmc: { id: 'fdmc', label: 'FDV (USD)', short: 'FDV', kind: 'sum' },
  trustScore: { id: 'trustScore', label: 'Trust score', short: 'Trust', kind: 'count' },
  holders: { id: 'holders', label: 'Holders', short: 'Holders', kind: 'count' },
  change1h: changeField('change1h', '1h'),
  change6h: changeField('change6h', '6h'),
  change24h: changeField('change24h', '24h'),
  change7d: changeField('change7d', '7d'),
};

/** A range that includes both bounds. */
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

/** Returns the ranges of a filter as normalized decimals. Omits ranges without bounds. */
export function rangesOf({ priceChange, liquidity, fdmc, trustScore, holders }: RangeParts): Ranges {
  const ton = priceChange?.ton;
  return withoutUndefined({
    liquidity: mapBounds(liquidity?.usd, decimalOfSum),
    fdmc: mapBounds(fdmc, decimalOfSum),
    trustScore: mapBounds(trustScore, parseDecimal),
    holders: mapBounds(holders, parseDecimal),
    change1h: mapBounds(ton?.hour, decimalOfNumber),
    change6h: mapBounds(ton?.hour6, decimalOfNumber),
    change24h: mapBounds(ton?.day, decimalOfNumber),
    change7d: mapBounds(ton?.week, decimalOfNumber),
  });
}

/** Returns the filter fields of ranges. Inverse of `rangesOf`. */
export function rangeParts(ranges: Ranges): RangeParts {
  const usd = mapBounds(ranges.liquidity, sumOfDecimal);
  const ton = withoutUndefined({
    hour: mapBounds(ranges.change1h, Number),
    hour6: mapBounds(ranges.change6h, Number),
    day: mapBounds(ranges.change24h, Number),
    week: mapBounds(ranges.change7d, Number),
  });
  return withoutUndefined({
    priceChange: Object.keys(ton).length > 0 ? { ton } : undefined,
    liquidity: usd && { usd },
    fdmc: mapBounds(ranges.fdmc, sumOfDecimal),
    trustScore: mapBounds(ranges.trustScore, String),
    holders: mapBounds(ranges.holders, String),
  });
}

function decimalOfSum({
  value,
  decimals = 0,
}: {
  value: string;
  decimals?: number | undefined;
}): DecimalText {
  return decimalOfAmount({ value, decimals });
}

function sumOfDecimal(text: DecimalText): { value: string; decimals?: number } {
  const { value, decimals } = amountFromDecimal(text);
  return decimals === 0 ? { value } : { value, decimals };
}

function mapBounds<From, To>(range: Bounds<From> | undefined, read: (bound: From) => To | undefined) {
  const min = range?.min === undefined ? undefined : read(range.min);
  const max = range?.max === undefined ? undefined : read(range.max);
  return min === undefined && max === undefined ? undefined : withoutUndefined({ min, max });
}

function withoutUndefined<Parts extends object>(parts: Parts): Parts {
  const defined = { ...parts };
  for (const [key, part] of Object.entries(defined))
    if (part === undefined) Reflect.deleteProperty(defined, key);
  return defined;
}
