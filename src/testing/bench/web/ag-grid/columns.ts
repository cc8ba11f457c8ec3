import type { ColDef, ICellRendererParams } from 'ag-grid-community';
import type { Amount } from '#contract/amount.ts';
import type { PricePeriod } from '#contract/enums.ts';
import { changeText } from '#web/lib/change-text.ts';
import { countText } from '#web/lib/count-text.ts';
import { priceText } from '#web/lib/price-text.ts';
import { isRush, onRush } from '#web/lib/rush.ts';
import { sumText } from '#web/lib/sum-text.ts';
import { ageText } from '#web/lib/time-text.ts';
import type { Row } from './rows.ts';

const now = new Date();
const numbers = { type: 'rightAligned' } as const;

function text(headerName: string, width: number, of: (row: Row) => string | undefined): ColDef<Row> {
  return { headerName, width, valueGetter: ({ data }) => data && (of(data) ?? '–'), ...numbers };
}

function change(headerName: string, period: PricePeriod): ColDef<Row> {
  const percent = (row: Row | undefined) => row?.stats?.priceChange.ton[period]?.changePercent;
  return {
    headerName,
    width: 76,
    valueGetter: ({ data }) => percent(data),
    valueFormatter: ({ value, data }) => (value === undefined ? (data?.stats ? '–' : '') : arrowed(value)),
    cellClassRules: { up: ({ value }) => value > 0, down: ({ value }) => value < 0 },
    ...numbers,
  };
}

function arrowed(percent: number): string {
  const { text: digits, direction } = changeText(percent);
  return direction === 'flat' ? digits : `${digits} ${direction === 'up' ? '▲' : '▼'}`;
}

function sum(amount: Amount | undefined): string | undefined {
  if (!amount) return undefined;
  const { digits, unit } = sumText(amount);
  return digits + unit;
}

function price(amount: Amount | undefined): string | undefined {
  if (!amount) return undefined;
  const { head, zeros, tail } = priceText(amount);
  if (zeros === undefined) return head;
  const small = [...String(zeros)].map((digit) => String.fromCodePoint(0x20_80 + Number(digit)));
  return head + small.join('') + tail;
}

type Part = 'transactions' | 'traders';

function counted(headerName: string, width: number, part: Part): ColDef<Row> {
  return text(headerName, width, ({ stats }) => {
    if (!stats) return '';
    const { current, changePercent } = stats[part].day;
    return `${countText(current)} ${changeText(changePercent).text}%`;
  });
}

function volume({ stats }: Row): string {
  if (!stats) return '';
  const { current, changePercent } = stats.volume.usd.day;
  return `${sum(current)} ${changeText(changePercent).text}%`;
}

function picture(src: string, width: number, height: number): HTMLImageElement {
  const element = new Image(width, height);
  element.loading = 'lazy';
  element.decoding = 'async';
  element.alt = '';
  if (!isRush()) {
    element.src = src;
    return element;
  }
  // As in the screener: else drawing pictures of what rushes by would be all that is measured.
  const stop = onRush(() => {
    stop();
    if (element.isConnected) element.src = src;
  });
  return element;
}

function jettonCell({ data }: ICellRendererParams<Row>): HTMLElement | string {
  if (!data) return '';
  const { symbol, name, image } = data.jetton.metadata;
  const cell = document.createElement('div');
  cell.className = 'jetton';
  if (image !== undefined) cell.append(picture(image, 20, 20));
  for (const [className, words] of Object.entries({ symbol, name })) {
    const part = document.createElement('span');
    part.className = className;
    part.textContent = words;
    cell.append(part);
  }
  return cell;
}

function lineCell({ data }: ICellRendererParams<Row>): HTMLElement | string {
  const url = data?.jetton.chartPreviews.find(({ color }) => color === 'light')?.url;
  return url === undefined ? '' : picture(url, 90, 24);
}

/** What the screener shows unasked, in its order and its widths, by its own words for numbers. */
export const columns: ColDef<Row>[] = [
  { headerName: '#', width: 52, valueGetter: ({ node }) => (node?.rowIndex ?? 0) + 1, ...numbers },
  { headerName: 'Jetton', width: 208, colId: 'jetton', cellRenderer: jettonCell },
  text('Price', 96, ({ jetton }) => price(jetton.priceUsd)),
  change('1h', 'hour'),
  change('24h', 'day'),
  change('7d', 'week'),
  { headerName: '7 days', width: 106, cellRenderer: lineCell },
  text('Volume', 112, volume),
  counted('Transactions', 116, 'transactions'),
  counted('Traders', 104, 'traders'),
  text('Liquidity', 92, ({ jetton }) => sum(jetton.liquidityUsd)),
  text('FDMC', 88, ({ jetton }) => sum(jetton.fdmc)),
  text('Holders', 92, ({ jetton: { holdersCount } }) => holdersCount && countText(holdersCount)),
  text('Trust', 84, ({ jetton: { trustScore } }) => trustScore?.toString()),
  text(
    'Age',
    72,
    ({ jetton }) => jetton.metadata.createdAt && ageText(new Date(jetton.metadata.createdAt), now),
  ),
];
