import type { ColDef, ICellRendererParams } from 'ag-grid-community';
import type { Amount } from '#contract/amount.ts';
import type { PricePeriod } from '#contract/enums.ts';
import { formatChange } from '#contract/format/format-change.ts';
import { formatCompactAmount } from '#contract/format/format-compact-amount.ts';
import { formatCount } from '#contract/format/format-count.ts';
import { formatPrice } from '#contract/format/format-price.ts';
import { formatAge } from '#contract/format/format-time.ts';
import { gridColumn } from '#web/grid/columns/grid-columns.ts';
import { isFastScrolling, onFastScrollChange } from '#web/lib/fast-scroll.ts';
import { type ColumnId, defaultColumns } from '#web/lib/screen/columns.ts';
import type { Row } from './rows.ts';

const now = new Date();
const numbers = { type: 'rightAligned' } as const;

function text(of: (row: Row) => string | undefined): ColDef<Row> {
  return { valueGetter: ({ data }) => data && (of(data) ?? '–'), ...numbers };
}

function change(period: PricePeriod): ColDef<Row> {
  const percent = (row: Row | undefined) => row?.stats?.priceChange.ton[period]?.changePercent;
  return {
    valueGetter: ({ data }) => percent(data),
    valueFormatter: ({ value, data }) => (value === undefined ? (data?.stats ? '–' : '') : arrowed(value)),
    cellClassRules: { up: ({ value }) => value > 0, down: ({ value }) => value < 0 },
    ...numbers,
  };
}

function arrowed(percent: number): string {
  const { text: digits, direction } = formatChange(percent);
  return direction === 'flat' ? digits : `${digits} ${direction === 'up' ? '▲' : '▼'}`;
}

function sum(amount: Amount | undefined): string | undefined {
  if (!amount) return undefined;
  const { digits, unit } = formatCompactAmount(amount);
  return digits + unit;
}

function price(amount: Amount | undefined): string | undefined {
  if (!amount) return undefined;
  const { head, zeros, tail } = formatPrice(amount);
  if (zeros === undefined) return head;
  const small = [...String(zeros)].map((digit) => String.fromCodePoint(0x20_80 + Number(digit)));
  return head + small.join('') + tail;
}

type Part = 'transactions' | 'traders';

function counted(part: Part): ColDef<Row> {
  return text(({ stats }) => {
    if (!stats) return '';
    const { current, changePercent } = stats[part].day;
    return `${formatCount(current)} ${formatChange(changePercent).text}%`;
  });
}

function volume({ stats }: Row): string {
  if (!stats) return '';
  const { current, changePercent } = stats.volume.usd.day;
  return `${sum(current)} ${formatChange(changePercent).text}%`;
}

function picture(src: string, width: number, height: number): HTMLImageElement {
  const element = new Image(width, height);
  element.loading = 'lazy';
  element.decoding = 'async';
  element.alt = '';
  if (!isFastScrolling()) {
    element.src = src;
    return element;
  }
  // As in the screener: else drawing pictures of what rushes by would be all that is measured.
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

const drawn: Readonly<Partial<Record<ColumnId, ColDef<Row>>>> = {
  rank: { valueGetter: ({ node }) => (node?.rowIndex ?? 0) + 1, ...numbers },
  jetton: { cellRenderer: jettonCell },
  price: text(({ jetton }) => price(jetton.priceUsd)),
  change1h: change('hour'),
  change24h: change('day'),
  change7d: change('week'),
  line: { cellRenderer: lineCell },
  volume: text(volume),
  transactions: counted('transactions'),
  traders: counted('traders'),
  liquidity: text(({ jetton }) => sum(jetton.liquidityUsd)),
  fdmc: text(({ jetton }) => sum(jetton.fdmc)),
  holders: text(({ jetton: { holdersCount } }) => holdersCount && formatCount(holdersCount)),
  trust: text(({ jetton: { trustScore } }) => trustScore?.toString()),
  age: text(({ jetton }) => jetton.metadata.createdAt && formatAge(new Date(jetton.metadata.createdAt), now)),
};

/** What the screener shows unasked, in its order and its widths, by its own words for numbers. */
export const columns: ColDef<Row>[] = (['rank', 'jetton', ...defaultColumns.slice(1)] as const).map((id) => {
  const { label, width } = gridColumn(id);
  if (!drawn[id]) throw new Error(`AG Grid's page does not draw ${id}`);
  return { colId: id, headerName: label, width, ...drawn[id] };
});
