import type { ColDef, ICellRendererParams } from 'ag-grid-community';
import type { Amount } from '#contract/amount.ts';
import type { PricePeriod } from '#contract/enums.ts';
import {
  formatChange,
  formatCompactAmount,
  formatCount,
  formatPrice,
} from '#contract/format/format-numbers.ts';
import { formatAge } from '#contract/format/format-time.ts';
import { gridColumn } from '#web/grid/columns/list-columns.ts';
import { isFastScrolling, onFastScrollChange } from '#web/kit/device/fast-scroll.ts';
import { type ColumnId, defaultColumns } from '#web/list/columns.ts';
import type { Row } from './rows.ts';

const now = new Date();
const numbers = { type: 'rightAligned' } as const;

function textColumn(of: (row: Row) => string | undefined): ColDef<Row> {
  return { valueGetter: ({ data }) => data && (of(data) ?? '–'), ...numbers };
}

function changeColumn(period: PricePeriod): ColDef<Row> {
  const percent = (row: Row | undefined) => row?.stats?.priceChange.ton[period]?.changePercent;
  return {
    valueGetter: ({ data }) => percent(data),
    valueFormatter: ({ value, data }) =>
      value === undefined ? (data?.stats ? '–' : '') : `${formatChange(value).text}%`,
    cellClassRules: { up: ({ value }) => value > 0, down: ({ value }) => value < 0 },
    ...numbers,
  };
}

function compactAmount(amount: Amount | undefined): string | undefined {
  if (!amount) return undefined;
  const { digits, unit } = formatCompactAmount(amount);
  return digits + unit;
}

function priceText(amount: Amount | undefined): string | undefined {
  if (!amount) return undefined;
  const { head, zeros, tail } = formatPrice(amount);
  if (zeros === undefined) return head;
  const subscript = [...String(zeros)].map((digit) => String.fromCodePoint(0x20_80 + Number(digit)));
  return head + subscript.join('') + tail;
}

function countColumn(count: 'transactions' | 'traders'): ColDef<Row> {
  return textColumn(({ stats }) => {
    if (!stats) return '';
    const { current, changePercent } = stats[count].day;
    return `${formatCount(current)} ${formatChange(changePercent).text}%`;
  });
}

function volumeText({ stats }: Row): string {
  if (!stats) return '';
  const { current, changePercent } = stats.volume.usd.day;
  return `${compactAmount(current)} ${formatChange(changePercent).text}%`;
}

function imageElement(src: string, width: number, height: number): HTMLImageElement {
  const element = new Image(width, height);
  element.loading = 'lazy';
  element.decoding = 'async';
  element.alt = '';
  if (!isFastScrolling()) {
    element.src = src;
    return element;
  }
  // Like the screener, load no images during fast scrolling: decoding them would dominate the measurement.
  const stop = onFastScrollChange(() => {
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
  if (image !== undefined) cell.append(imageElement(image, 20, 20));
  for (const [className, content] of Object.entries({ symbol, name })) {
    const span = document.createElement('span');
    span.className = className;
    span.textContent = content;
    cell.append(span);
  }
  return cell;
}

function lineCell({ data }: ICellRendererParams<Row>): HTMLElement | string {
  const url = data?.jetton.chartPreviews.find(({ color }) => color === 'light')?.url;
  return url === undefined ? '' : imageElement(url, 90, 24);
}

const definitions: Readonly<Partial<Record<ColumnId, ColDef<Row>>>> = {
  rank: { valueGetter: ({ node }) => (node?.rowIndex ?? 0) + 1, ...numbers },
  jetton: { cellRenderer: jettonCell },
  price: textColumn(({ jetton }) => priceText(jetton.priceUsd)),
  change1h: changeColumn('hour'),
  change24h: changeColumn('day'),
  change7d: changeColumn('week'),
  line: { cellRenderer: lineCell },
  volume: textColumn(volumeText),
  transactions: countColumn('transactions'),
  traders: countColumn('traders'),
  liquidity: textColumn(({ jetton }) => compactAmount(jetton.liquidityUsd)),
  fdmc: textColumn(({ jetton }) => compactAmount(jetton.fdmc)),
  holders: textColumn(({ jetton: { holdersCount } }) => holdersCount && formatCount(holdersCount)),
  trust: textColumn(({ jetton: { trustScore } }) => trustScore?.toString()),
  age: textColumn(
    ({ jetton }) => jetton.metadata.createdAt && formatAge(new Date(jetton.metadata.createdAt), now),
  ),
};

/** The default columns of the screener, with the same order, widths and number formats. */
export const columns: ColDef<Row>[] = (['rank', 'jetton', ...defaultColumns.slice(1)] as const).map((id) => {
  const { label, width } = gridColumn(id);
  if (!definitions[id]) throw new Error(`no definition of column ${id}`);
  return { colId: id, headerName: label, width, ...definitions[id] };
});
