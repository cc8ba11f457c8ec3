import { toUserFriendly } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import type { Currency, PricePeriod } from '#contract/enums.ts';
import { formatCompactAmount, formatCount, formatPrice, magnitude } from '#contract/format/format-numbers.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { formatAge, formatDateTimeWithSeconds, formatSnapshot } from '#contract/format/format-time.ts';
import { type MeasureFamily, type MeasureId, measureOf } from '#contract/measures.ts';
import type { Move, PeriodTotal, PriceChange, PriceChanges } from '#web/api/decoding/decode-activity.ts';
import type { TrendingReasons } from '#web/api/decoding/decode-jetton.ts';
import type { GridColumnId } from '#web/grid/columns/list-columns.ts';
import { type ChangeColumnId, changeColumnOf, isChangeColumn } from '#web/list/columns.ts';
import { isMeasureColumn, type MeasureColumnId, measureColumnById } from '#web/list/measure-texts.ts';
import { needsActivity, noActivity, readMeasure } from '#web/list/measure-values.ts';
import { convertFromUsd, type ExchangeRate, fullAmountText, sumUnit } from '#web/money/amounts.ts';
import { baseUnitOf } from '#web/money/currencies.ts';
import { changeSinceFirstTrade, untradedText } from '#web/money/moves.ts';
import { currencyUnit } from '#web/money/native-coin.ts';
import { changeText, lossText } from '#web/money/percentages.ts';
import { countPeriodOf, periodLabels } from '#web/money/periods.ts';
import type { DisplaySettings } from './display-settings.ts';
import type { Cell, Loadable, RowData } from './row-values.ts';

const unknown: Cell = { content: '–', full: 'unknown' };
const loading: Cell = { full: '' };

/** The cell is empty while its data is loading, and a dash if the service has no value. */
function loadableCell<Part, Value>(
  part: Loadable<Part>,
  pick: (part: Part) => Value | undefined,
  toCell: (value: Value) => Cell,
): Cell {
  if (part === undefined) return loading;
  const value = part === null ? undefined : pick(part);
  return value === undefined ? unknown : toCell(value);
}

/** Digits before the decimal point that fit the column. */
const MAX_WHOLE_DIGITS = 8;

function priceCell(amount: Amount): Cell {
  if (magnitude(amount) > MAX_WHOLE_DIGITS) return amountCell(amount);
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

function compactText(amount: Amount): string {
  const { digits, unit } = formatCompactAmount(amount);
  return digits + unit;
}

function amountCell(amount: Amount): Cell {
  return { content: compactText(amount), full: fullAmountText(amount) };
}

/** Without trades, the price in one unit changes with the rate of that unit only, which looks like a move. */
function changeCell(change: PriceChange, period: PricePeriod, untraded: string | undefined): Cell {
  const { direction, text, fromZero = text } = changeText(change, periodLabels[period]);
  const { calculatedAt } = change;
  if (untraded !== undefined)
    return { content: 'no trades', full: `${text}, ${untraded}`, calculatedAt, tone: 'muted' };
  return { content: text, full: fromZero, calculatedAt, tone: direction };
}

function pair(value: string, note: string): Cell['content'] {
  return (
    <>
      {value}
      <i>{note}</i>
    </>
  );
}

/** Cell of a total over a period, with its change and the share of buys. */
function totalCell<Total>(
  total: PeriodTotal<Total>,
  { period }: DisplaySettings,
  format: (total: Total) => { short: string; full: string },
): Cell {
  const { current, buyShare, calculatedAt } = total;
  const { short, full } = format(current);
  const label = periodLabels[countPeriodOf(period)];
  const { text, fromZero = `${text} vs previous ${label}` } = changeText(total, label);
  const buyText = buyShare === undefined ? '' : `, ${Math.round(buyShare * 100)}% buys`;
  return {
    content: pair(short, text),
    full: `${full}, ${fromZero}${buyText}`,
    calculatedAt,
    share: buyShare,
  };
}

const STALE_AFTER_MS = 86_400_000;

/** Whether the service calculated a value more than 24 hours ago. */
export function isStale(calculatedAt: string | undefined, now: Date): boolean {
  return calculatedAt !== undefined && now.getTime() - Date.parse(calculatedAt) > STALE_AFTER_MS;
}

/** The score is part of the list; the time of its calculation is loaded later, and shown before it if it is old. */
function trustCell(
  score: number | undefined,
  calculatedAt: string | undefined,
  settings: DisplaySettings,
): Cell {
  if (score === undefined) return unknown;
  const age = isStale(calculatedAt, settings.now) ? calculatedAt : undefined;
  return {
    content:
      age === undefined ? (
        score
      ) : (
        <>
          <i>({formatAge(new Date(age), settings.now)})</i> {score}
        </>
      ),
    full: String(score),
    note: calculatedAt && calculatedText(calculatedAt, settings),
    calculatedAt,
    // Only one of bar and age fits the column.
    share: age === undefined ? score / 100 : undefined,
  };
}

type CellFormatter = (row: RowData, settings: DisplaySettings) => Cell;

/** Price changes of a row in a currency. */
function changesIn({ activity, changes }: RowData, currency: Currency): Loadable<PriceChanges> {
  if (currency !== 'ton' && currency !== 'usd') return changes;
  return activity === null ? null : activity?.[currency];
}

/** Price change in the unit and over the period of the column, or in the unit of the row and over the selected period. */
function formatChange(id: ChangeColumnId, row: RowData, settings: DisplaySettings): Cell {
  const { unit, period = settings.period } = changeColumnOf(id);
  const currency = unit === 'change' ? settings.currency : unit;
  const moves = row.activity?.moves?.[baseUnitOf(currency)];
  const first = currency === 'ton' || currency === 'usd' ? moves?.[period] : undefined;
  if (first?.since !== undefined) return sinceFirstCell(first, first.since, settings);
  const untraded = untradedText(period, moves, (counted) => row.activity?.transactions[counted]?.current);
  const cell = loadableCell(
    changesIn(row, currency),
    (changes) => changes[period],
    (change) => changeCell(change, period, untraded),
  );
  return unit === 'change' ? { ...cell, details: otherChanges(row, currency, period) } : cell;
}

/** Number of characters that fit a column whose period is fixed. */
const MAX_LENGTH_WITH_AGE = 9;

function sinceFirstCell({ percent }: Move, since: string, { now }: DisplaySettings): Cell {
  const { text, direction, mark, full } = changeSinceFirstTrade(percent, since, now, MAX_LENGTH_WITH_AGE);
  const content = (
    <>
      <span className={direction}>{text}</span> <small className="muted">{mark}</small>
    </>
  );
  return { content, full };
}

/** Returns the price changes in the other units, for the tooltip. */
function otherChanges(row: RowData, unit: Currency, period: PricePeriod): string | undefined {
  const texts = (['usd', 'ton'] as const).flatMap((other) => {
    const change = other === unit ? undefined : changesIn(row, other)?.[period];
    return change ? `${changeText(change, periodLabels[period]).text} in ${currencyUnit(other)}` : [];
  });
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** Total over the selected period. Volumes are in the selected currency if they can be converted. */
function familyCell(
  family: Exclude<MeasureFamily, 'tonPriceChange'>,
  { activity }: RowData,
  settings: DisplaySettings,
): Cell {
  const period = countPeriodOf(settings.period);
  const { rate } = settings;
  if (family !== 'volume')
    return loadableCell(
      activity,
      (totals) => totals[family][period],
      (total) =>
        totalCell(total, settings, (count) => ({ short: shortCount(count), full: formatCount(count) })),
    );
  return loadableCell(
    rate === undefined ? undefined : activity,
    ({ volume }) => volume[period],
    (total) =>
      totalCell(total, settings, (usd) => {
        const sum = rate ? convertFromUsd(usd, rate) : usd;
        return { short: compactText(sum), full: fullAmountText(sum) };
      }),
  );
}

function shortCount(count: string): string {
  return count.length > 6 ? compactText({ value: count, decimals: 0 }) : formatCount(count);
}

function ageCell(createdAt: string | undefined, { now }: DisplaySettings): Cell {
  if (createdAt === undefined) return unknown;
  const time = new Date(createdAt);
  const age = formatAge(time, now);
  return { content: age, full: `${age}, created ${formatDateTimeWithSeconds(time)} UTC` };
}

/** What is sold in exits, in USD. */
export const soldUsd: Partial<Record<MeasureId, number>> = {
  exit1k: 1_000,
  exit10k: 10_000,
  worstExit1k: 1_000,
  worstExit10k: 10_000,
};

/** What a sale brings, in the selected currency if it can be converted, and its loss. */
function exitCell(usd: Amount, sold: number, rate: ExchangeRate | null): Cell {
  const loss = lossText(usd, sold);
  const value = rate ? convertFromUsd(usd, rate) : usd;
  return {
    content: pair(compactText(value), loss),
    full: `${fullAmountText(value)} ${sumUnit(rate)}, ${loss}`,
  };
}

function ratioCell(value: number, unit: string): Cell {
  return { content: value.toFixed(1) + unit, full: value + unit };
}

/** Why a jetton is trending: its score is the lesser of the two, which comes first. */
function trendingCell(score: number, reasons: TrendingReasons | undefined): Cell {
  if (reasons === undefined) return ratioCell(score, '×');
  const { traders, volume } = reasons;
  const byTraders = `traders ${traders.toFixed(1)}×`;
  const byVolume = `volume ${volume.toFixed(1)}×`;
  const [lesser, greater] = volume < traders ? [byVolume, byTraders] : [byTraders, byVolume];
  return { content: pair(lesser, greater), full: `${lesser} usual, ${greater} usual` };
}

function formatMeasure(id: MeasureColumnId, row: RowData, settings: DisplaySettings): Cell {
  const { jetton, activity, valuation, trust } = row;
  const { measure } = measureColumnById[id];
  const { family, inCurrency, kind } = measureOf(measure);
  if (family !== undefined && family !== 'tonPriceChange') return familyCell(family, row, settings);
  if (measure === 'trustScore')
    return trustCell(trust?.score ?? jetton.trustScore, trust?.updatedAt, settings);
  if (measure === 'createdAt') return ageCell(jetton.createdAt, settings);
  if (inCurrency !== undefined && settings.currency !== 'usd')
    return loadableCell(valuation, (values) => values[inCurrency], amountCell);
  const { rate } = settings;
  const sold = soldUsd[measure];
  if (sold !== undefined && rate === undefined) return loading;
  return loadableCell(
    needsActivity(measure) ? activity : noActivity,
    (values) => readMeasure(measure, jetton, values),
    (value) => {
      if (typeof value === 'object')
        return sold === undefined ? amountCell(value) : exitCell(value, sold, rate ?? null);
      if (measure === 'trending') return trendingCell(Number(value), jetton.trendingBy);
      if (typeof value === 'number') return ratioCell(value, kind === 'percent' ? '%' : '');
      const count = formatCount(String(value));
      return { content: count, full: count };
    },
  );
}

function addressCell(rawAddress: string | undefined): Cell {
  if (rawAddress === undefined) return unknown;
  const userFriendly = toUserFriendly(rawAddress);
  return { content: <code>{shortenAddress(userFriendly)}</code>, full: userFriendly };
}

const formatters: Readonly<Record<Exclude<ValueColumnId, ChangeColumnId | MeasureColumnId>, CellFormatter>> =
  {
    rank: ({ index }) => ({ content: index + 1, full: String(index + 1) }),
    price: ({ jetton, valuation }, { currency }) => {
      if (currency === 'usd') return loadableCell(jetton, ({ priceUsd }) => priceUsd, priceCell);
      if (currency === 'ton') return loadableCell(jetton, ({ price }) => price, priceCell);
      return loadableCell(valuation, ({ priceCurrency }) => priceCurrency, priceCell);
    },
    admin: ({ jetton: { admin } }) =>
      admin?.isRevoked ? { content: 'Revoked', full: 'revoked' } : addressCell(admin?.address),
    supply: ({ jetton: { totalSupply, decimals } }) =>
      totalSupply === undefined ? unknown : amountCell({ value: totalSupply, decimals }),
    mintable: ({ jetton: { mintable } }) => {
      if (mintable === undefined) return unknown;
      return mintable ? { content: 'Yes', full: 'mintable' } : { content: 'No', full: 'not mintable' };
    },
  };

export type ValueColumnId = Exclude<GridColumnId, 'star' | 'jetton' | 'line'>;

export function formatCell(id: ValueColumnId, row: RowData, settings: DisplaySettings): Cell {
  if (isChangeColumn(id)) return formatChange(id, row, settings);
  return isMeasureColumn(id) ? formatMeasure(id, row, settings) : formatters[id](row, settings);
}

/**
 * Returns the tooltip of a cell: the full value, its details and its age. `loadedAt` is when the page loaded the value, in
 * milliseconds, and replaces an unknown calculation time.
 */
export function hoverText(
  { full, details, calculatedAt }: Cell,
  settings: DisplaySettings,
  loadedAt: number | undefined,
): string {
  const lines = details === undefined ? [full] : [full, details];
  if (calculatedAt !== undefined) lines.push(calculatedText(calculatedAt, settings));
  else if (settings.isSnapshot) lines.push(`Snapshot: ${formatSnapshot(settings.now)}`);
  else if (loadedAt !== undefined) lines.push(`loaded ${formatAge(new Date(loadedAt), new Date())} ago`);
  return lines.join('\n');
}

function calculatedText(calculatedAt: string, { now, isSnapshot }: DisplaySettings): string {
  return `calculated ${formatAge(new Date(calculatedAt), now)} ${isSnapshot ? 'before the snapshot' : 'ago'}`;
}
