import { amountFromDecimal } from '#contract/amount.ts';
import type { JettonListFilterInput } from '#contract/jetton-filter.ts';
import type { AdditionalRange } from '#contract/measures.ts';
import { roundDownToMilliseconds, roundUpToMilliseconds } from '#contract/timestamp.ts';
import { nativeCoin } from '#web/lib/native-coin.ts';
import {
  type DecimalText,
  decimalOfAmount,
  decimalOfNumber,
  parseDecimal,
} from '#web/lib/numbers/decimal-text.ts';
import { secondsOfTime, timeOfSeconds } from '#web/lib/numbers/times.ts';

/** Unit of a filter value: US dollars, a count, percent, seconds, or seconds since 1970. */
export type NumberKind = 'sum' | 'count' | 'percent' | 'duration' | 'time';

export const rangeIds = [
  'liquidity',
  'mcap',
  'fdmc',
  'volume',
  'transactions',
  'traders',
  'age',
  'trustScore',
  'holders',
  'change1h',
  'change6h',
  'change24h',
  'change7d',
  'created',
] as const;
export type RangeId = (typeof rangeIds)[number];

export interface RangeField {
  readonly id: RangeId;
  /** Label with the unit of the filter, which is USD for sums. */
  readonly label: string;
  /** Label in a chip. */
  readonly short: string;
  readonly kind: NumberKind;
  /** The additional filter of Jetscope that it uses, which other services may lack. */
  readonly requires?: AdditionalRange;
}

function changeField(id: RangeId, period: string): RangeField {
  const short = `${period} change in ${nativeCoin.symbol}`;
  return { id, label: `${short}, %`, short, kind: 'percent' };
}

export const rangeFields: Readonly<Record<RangeId, RangeField>> = {
  liquidity: { id: 'liquidity', label: 'Liquidity, USD', short: 'Liquidity', kind: 'sum' },
  mcap: { id: 'mcap', label: 'Market cap, USD', short: 'Market cap', kind: 'sum', requires: 'mcap' },
  fdmc: { id: 'fdmc', label: 'FDV, USD', short: 'FDV', kind: 'sum' },
  volume: {
    id: 'volume',
    label: '24h volume, USD',
    short: '24h volume',
    kind: 'sum',
    requires: 'volume24h',
  },
  transactions: {
    id: 'transactions',
    label: '24h transactions',
    short: '24h transactions',
    kind: 'count',
    requires: 'transactions24h',
  },
  traders: {
    id: 'traders',
    label: '24h traders',
    short: '24h traders',
    kind: 'count',
    requires: 'traders24h',
  },
  age: { id: 'age', label: 'Age', short: 'Age', kind: 'duration', requires: 'createdAt' },
  created: { id: 'created', label: 'Created', short: 'Created', kind: 'time', requires: 'createdAt' },
  trustScore: { id: 'trustScore', label: 'Trust score', short: 'Trust', kind: 'count' },
  holders: { id: 'holders', label: 'Holders', short: 'Holders', kind: 'count' },
  change1h: changeField('change1h', '1h'),
  change6h: changeField('change6h', '6h'),
  change24h: changeField('change24h', '24h'),
  change7d: changeField('change7d', '7d'),
};

/** Filters that the service lacks. */
export type UnsupportedRanges = ReadonlySet<AdditionalRange>;

export const allSupported: UnsupportedRanges = new Set();

export function isSupported(id: RangeId, unsupported: UnsupportedRanges): boolean {
  const { requires } = rangeFields[id];
  return requires === undefined || !unsupported.has(requires);
}

/** A range that includes both bounds. */
export interface Range {
  readonly min?: DecimalText | undefined;
  readonly max?: DecimalText | undefined;
}
export type Ranges = { readonly [Id in RangeId]?: Range | undefined };

type RangeParts = Pick<
  JettonListFilterInput,
  'priceChange' | 'liquidity' | 'fdmc' | 'trustScore' | 'holders' | AdditionalRange
> & {
  /** Seconds since creation. Requests send it as `createdAt`. */
  readonly age?: Range | undefined;
};
type Bounds<Bound> = { readonly min?: Bound | undefined; readonly max?: Bound | undefined };

/** Returns the ranges of a filter as normalized decimals. Omits ranges without bounds. */
export function rangesOf(filter: RangeParts): Ranges {
  const ton = filter.priceChange?.ton;
  return withoutUndefined({
    liquidity: mapBounds(filter.liquidity?.usd, decimalOfSum),
    mcap: mapBounds(filter.mcap, decimalOfSum),
    fdmc: mapBounds(filter.fdmc, decimalOfSum),
    volume: mapBounds(filter.volume24h, decimalOfSum),
    transactions: mapBounds(filter.transactions24h, parseDecimal),
    traders: mapBounds(filter.traders24h, parseDecimal),
    age: mapBounds(filter.age, parseDecimal),
    created: timesOf(filter.createdAt),
    trustScore: mapBounds(filter.trustScore, parseDecimal),
    holders: mapBounds(filter.holders, parseDecimal),
    change1h: mapBounds(ton?.hour, decimalOfNumber),
    change6h: mapBounds(ton?.hour6, decimalOfNumber),
    change24h: mapBounds(ton?.day, decimalOfNumber),
    change7d: mapBounds(ton?.week, decimalOfNumber),
  });
}

/** Returns the filter fields of ranges. Inverse of `rangesOf`. */
export function rangeParts(ranges: Ranges): RangeParts {
  return withoutUndefined(allRangeParts(ranges));
}

/** Returns the filter fields of ranges. Fields of missing ranges are undefined. */
export function allRangeParts(ranges: Ranges) {
  const usd = mapBounds(ranges.liquidity, sumOfDecimal);
  const ton = withoutUndefined({
    hour: mapBounds(ranges.change1h, Number),
    hour6: mapBounds(ranges.change6h, Number),
    day: mapBounds(ranges.change24h, Number),
    week: mapBounds(ranges.change7d, Number),
  });
  return {
    priceChange: Object.keys(ton).length > 0 ? { ton } : undefined,
    liquidity: usd && { usd },
    mcap: mapBounds(ranges.mcap, sumOfDecimal),
    fdmc: mapBounds(ranges.fdmc, sumOfDecimal),
    volume24h: mapBounds(ranges.volume, sumOfDecimal),
    transactions24h: mapBounds(ranges.transactions, String),
    traders24h: mapBounds(ranges.traders, String),
    age: mapBounds(ranges.age, String),
    createdAt: mapBounds(ranges.created, (seconds) => timeOfSeconds(seconds).toISOString()),
    trustScore: mapBounds(ranges.trustScore, String),
    holders: mapBounds(ranges.holders, String),
  } satisfies { [Key in keyof RangeParts]-?: RangeParts[Key] };
}

// Responses contain whole milliseconds, so rounding keeps the meaning.
function timesOf({ min, max }: Bounds<string> = {}): Range | undefined {
  return mapBounds(
    {
      min: min === undefined ? undefined : roundUpToMilliseconds(min),
      max: max === undefined ? undefined : roundDownToMilliseconds(max),
    },
    secondsOfTime,
  );
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
