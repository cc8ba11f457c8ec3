import { toUserFriendly } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import type { PricePeriod } from '#contract/enums.ts';
import { formatChange } from '#contract/format/format-change.ts';
import { formatCompactAmount } from '#contract/format/format-compact-amount.ts';
import { formatCount } from '#contract/format/format-count.ts';
import { formatPrice } from '#contract/format/format-price.ts';
import { formatAge, formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import type { PeriodTotal, PriceChange } from '#web/api/decoding/activity.ts';
import type { GridColumnId } from '#web/grid/columns/grid-columns.ts';
import { fullAmountText } from '#web/lib/numbers/full-amount.ts';
import { countPeriodOf, periodLabels } from '#web/lib/numbers/periods.ts';
import type { Cell, DisplaySettings, Loadable, RowData } from './row-data.ts';

const unknown: Cell = { content: '–', full: 'unknown' };
const toCome: Cell = { full: '' };

/** A part of an answer that has not come leaves its cell empty; one that the service leaves out is unknown. */
function awaited<Part, Value>(
  part: Loadable<Part>,
  pick: (part: Part) => Value | undefined,
  face: (value: Value) => Cell,
): Cell {
  if (part === undefined) return toCome;
  const value = part === null ? undefined : pick(part);
  return value === undefined ? unknown : face(value);
}

function price(amount: Amount): Cell {
  const { head, zeros, tail } = formatPrice(amount);
  const content =
    zeros === undefined ? (
      head
    ) : (
      <>
        {head}
        <sub>{zeros}</sub>
        {tail}
      </>
    );
  return { content, full: fullAmountText(amount) };
}

function sumWords(amount: Amount): string {
  const { digits, unit } = formatCompactAmount(amount);
  return digits + unit;
}

function sum(amount: Amount): Cell {
  return { content: sumWords(amount), full: fullAmountText(amount) };
}

function change({ percent, calculatedAt: at }: PriceChange): Cell {
  const { direction, text } = formatChange(percent);
  return { content: text, full: `${text}%`, at, tone: direction };
}

function flow<Sum>(
  { current, percent, buyShare: buys, calculatedAt: at }: PeriodTotal<Sum>,
  { period }: DisplaySettings,
  words: (sum: Sum) => { short: string; full: string },
): Cell {
  const { short, full } = words(current);
  const moved = formatChange(percent);
  const bought = buys === undefined ? '' : `, ${Math.round(buys * 100)}% buys`;
  const content = (
    <>
      {short}
      <i>{moved.text}%</i>
    </>
  );
  const before = `, ${moved.text}% on the ${periodLabels[countPeriodOf(period)]} before`;
  return { content, full: full + before + bought, at, share: buys };
}

/** The list has the score; when it was calculated comes after. */
function trustFace(score: number | undefined, at: string | undefined, now: Date): Cell {
  if (score === undefined) return unknown;
  const content = (
    <>
      {score}
      <i>{at && formatAge(new Date(at), now)}</i>
    </>
  );
  return { content, full: String(score), note: at && calculatedText(at, now), at, share: score / 100 };
}

type FaceOf = (row: RowData, settings: DisplaySettings) => Cell;

function money(
  own: (row: RowData) => Amount | undefined,
  part: 'price' | 'liquidity' | 'fdmc' | 'mcap',
  face: (amount: Amount) => Cell,
): FaceOf {
  return (row, { currency }) => {
    if (currency === 'usd') return awaited(row, own, face);
    if (currency === 'ton' && part === 'price') return awaited(row.jetton, (jetton) => jetton.price, face);
    return awaited(row.money, (known) => known[part], face);
  };
}

/** Over the period of the table where none is named. */
function changed(unit: 'ton' | 'usd', own?: PricePeriod): FaceOf {
  return ({ activity }, { period }) => {
    const face = awaited(activity, (known) => known[unit][own ?? period], change);
    return face === unknown ? { ...unknown, tone: 'flat' } : face;
  };
}

function counted(part: 'transactions' | 'traders'): FaceOf {
  return ({ activity }, settings) =>
    awaited(
      activity,
      (known) => known[part][countPeriodOf(settings.period)],
      (found) => flow(found, settings, (count) => ({ short: shortCount(count), full: formatCount(count) })),
    );
}

function shortCount(count: string): string {
  return count.length > 6 ? sumWords({ value: count, decimals: 0 }) : formatCount(count);
}

function address(text: string | undefined): Cell {
  if (text === undefined) return unknown;
  const friendly = toUserFriendly(text);
  return { content: <code>{shortenAddress(friendly)}</code>, full: friendly };
}

const faces: Readonly<Record<ValueColumnId, FaceOf>> = {
  rank: ({ index }) => ({ content: index + 1, full: String(index + 1) }),
  price: money(({ jetton }) => jetton.priceUsd, 'price', price),
  change: changed('ton'),
  change15m: changed('ton', 'min15'),
  change1h: changed('ton', 'hour'),
  change6h: changed('ton', 'hour6'),
  change12h: changed('ton', 'hour12'),
  change24h: changed('ton', 'day'),
  change7d: changed('ton', 'week'),
  change30d: changed('ton', 'month'),
  usd: changed('usd'),
  usd15m: changed('usd', 'min15'),
  usd1h: changed('usd', 'hour'),
  usd6h: changed('usd', 'hour6'),
  usd12h: changed('usd', 'hour12'),
  usd24h: changed('usd', 'day'),
  usd7d: changed('usd', 'week'),
  usd30d: changed('usd', 'month'),
  volume: ({ activity }, settings) =>
    awaited(
      activity,
      (known) => known.volume[countPeriodOf(settings.period)],
      (found) => flow(found, settings, (usd) => ({ short: sumWords(usd), full: fullAmountText(usd) })),
    ),
  transactions: counted('transactions'),
  traders: counted('traders'),
  liquidity: money(({ jetton }) => jetton.liquidityUsd, 'liquidity', sum),
  fdmc: money(({ jetton }) => jetton.fdmc, 'fdmc', sum),
  mcap: money(({ jetton }) => jetton.mcap, 'mcap', sum),
  holders: ({ jetton: { holdersCount } }) =>
    holdersCount === undefined
      ? unknown
      : { content: formatCount(holdersCount), full: formatCount(holdersCount) },
  trust: ({ jetton, trust }, { now }) =>
    trustFace(trust?.score ?? jetton.trustScore, trust?.calculatedAt, now),
  age: ({ jetton: { createdAt } }, { now }) => {
    if (createdAt === undefined) return unknown;
    const time = new Date(createdAt);
    return {
      content: formatAge(time, now),
      full: `${formatAge(time, now)}, created ${formatDateTimeWithSeconds(time)} UTC`,
    };
  },
  admin: ({ jetton }) => address(jetton.admin?.address),
  supply: ({ jetton: { totalSupply, decimals } }) =>
    totalSupply === undefined ? unknown : sum({ value: totalSupply, decimals }),
  mintable: ({ jetton: { mintable } }) => {
    if (mintable === undefined) return unknown;
    return mintable ? { content: 'Yes', full: 'can grow' } : { content: 'No', full: 'fixed' };
  },
};

export type ValueColumnId = Exclude<GridColumnId, 'star' | 'jetton' | 'line'>;

export function cellOf(id: ValueColumnId, row: RowData, settings: DisplaySettings): Cell {
  return faces[id](row, settings);
}

const STALE = 86_400_000;

export function isStale(at: string | undefined, now: Date): boolean {
  return at !== undefined && now.getTime() - Date.parse(at) > STALE;
}

/** On hover: every digit, and how old they are; of what says no time of its own, when the page read it. */
export function hoverText({ full, at }: Cell, now: Date, readAt: number | undefined): string {
  if (at !== undefined) return `${full}\n${calculatedText(at, now)}`;
  if (readAt === undefined) return full;
  return `${full}\nread ${formatAge(new Date(readAt), new Date())} ago`;
}

function calculatedText(at: string, now: Date): string {
  return `calculated ${formatAge(new Date(at), now)} ago`;
}
