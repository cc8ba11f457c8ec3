import {
  CellStyleModule,
  type ColDef,
  createGrid,
  type ICellRendererParams,
  type IDatasource,
  type IGetRowsParams,
  InfiniteRowModelModule,
  ModuleRegistry,
  RowApiModule,
  themeQuartz,
} from 'ag-grid-community';
import type { Amount } from '#contract/amount.ts';
import type { PricePeriod } from '#contract/enums.ts';
import {
  formatChange,
  formatCompactAmount,
  formatCount,
  formatPrice,
} from '#contract/format/format-numbers.ts';
import { formatAge } from '#contract/format/format-time.ts';
import type { Jetton, JettonStats } from '#contract/jetton.ts';
import { type Operation, operations, type RequestOf, type ResponseOf } from '#contract/operations.ts';
import { gridColumn } from '#web/grid/columns/list-columns.ts';
import { isFastScrolling, onFastScrollChange, trackFastScroll } from '#web/kit/device/fast-scroll.ts';
import { type ColumnId, defaultColumns } from '#web/list/columns.ts';

interface Row {
  readonly jetton: Jetton;
  /** Loaded after the list. */
  readonly stats?: JettonStats | undefined;
}

const now = new Date();
const numbers = { type: 'rightAligned' } as const;

const listColumn = (text: (jetton: Jetton) => string | undefined): ColDef<Row> => ({
  valueGetter: ({ data }) => data && (text(data.jetton) ?? '–'),
  ...numbers,
});

const statsColumn = (text: (stats: JettonStats) => string): ColDef<Row> => ({
  valueGetter: ({ data }) => data?.stats && text(data.stats),
  ...numbers,
});

function changeColumn(period: PricePeriod): ColDef<Row> {
  return {
    valueGetter: ({ data }) => data?.stats?.priceChange.ton[period]?.changePercent,
    valueFormatter: ({ value, data }) =>
      value === undefined ? (data?.stats ? '–' : '') : `${formatChange(value).text}%`,
    cellClassRules: { up: ({ value }) => value > 0, down: ({ value }) => value < 0 },
    ...numbers,
  };
}

const countColumn = (count: 'transactions' | 'traders') =>
  statsColumn(({ [count]: { day } }) => withChange(formatCount(day.current), day.changePercent));

const withChange = (text: string, changePercent: number) => `${text} ${formatChange(changePercent).text}%`;

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

function imageElement(src: string, width: number, height: number): HTMLImageElement {
  const element = Object.assign(new Image(width, height), { loading: 'lazy', decoding: 'async', alt: '' });
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
  const cell = Object.assign(document.createElement('div'), { className: 'jetton' });
  if (image !== undefined) cell.append(imageElement(image, 20, 20));
  for (const [className, textContent] of Object.entries({ symbol, name }))
    cell.append(Object.assign(document.createElement('span'), { className, textContent }));
  return cell;
}

function lineCell({ data }: ICellRendererParams<Row>): HTMLElement | string {
  const url = data?.jetton.chartPreviews.find(({ color }) => color === 'light')?.url;
  return url === undefined ? '' : imageElement(url, 90, 24);
}

const definitions: Readonly<Partial<Record<ColumnId, ColDef<Row>>>> = {
  rank: { valueGetter: ({ node }) => (node?.rowIndex ?? 0) + 1, ...numbers },
  jetton: { cellRenderer: jettonCell },
  price: listColumn(({ priceUsd }) => priceText(priceUsd)),
  change1h: changeColumn('hour'),
  change24h: changeColumn('day'),
  change7d: changeColumn('week'),
  line: { cellRenderer: lineCell },
  volume: statsColumn(({ volume }) => {
    const { current, changePercent } = volume.usd.day;
    return withChange(compactAmount(current) ?? '', changePercent);
  }),
  transactions: countColumn('transactions'),
  traders: countColumn('traders'),
  liquidity: listColumn(({ liquidityUsd }) => compactAmount(liquidityUsd)),
  fdmc: listColumn(({ fdmc }) => compactAmount(fdmc)),
  holders: listColumn(({ holdersCount }) => holdersCount && formatCount(holdersCount)),
  trust: listColumn(({ trustScore }) => trustScore?.toString()),
  age: listColumn(({ metadata: { createdAt } }) => createdAt && formatAge(new Date(createdAt), now)),
};

/** The default columns of the screener, with the same order, widths and number formats. */
const columns: ColDef<Row>[] = (['rank', 'jetton', ...defaultColumns.slice(1)] as const).map((id) => {
  const { label, width } = gridColumn(id);
  if (!definitions[id]) throw new Error(`no definition of column ${id}`);
  return { colId: id, headerName: label, width, ...definitions[id] };
});

ModuleRegistry.registerModules([InfiniteRowModelModule, CellStyleModule, RowApiModule]);

// The same size as the screener's table, because a smaller grid renders faster.
const box = new URLSearchParams(location.search);
const excludeScam = box.get('excludeScam') === 'true';
const element = document.querySelector<HTMLElement>('#grid');
const input = document.querySelector('input');
if (element && input) {
  element.style.width = `${box.get('width')}px`;
  element.style.height = `${box.get('height')}px`;
  const fill = (start: number, rows: readonly Row[]) => {
    for (const [index, row] of rows.entries()) grid.getDisplayedRowAtIndex(start + index)?.setData(row);
  };
  const grid = createGrid<Row>(element, {
    theme: themeQuartz.withParams({ rowHeight: 32, headerHeight: 32, fontSize: 13, spacing: 6 }),
    rowModelType: 'infinite',
    cacheBlockSize: 100,
    columnDefs: columns,
    defaultColDef: { sortable: false },
    datasource: listRows(undefined, fill),
  });
  const scroller = element.querySelector('.ag-grid-viewport');
  if (scroller) trackFastScroll(scroller);
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') grid.setGridOption('datasource', listRows(input.value, fill));
  });
}

/** Returns the list of the service as a data source of AG Grid. Calls `fill` when the statistics of rows are loaded. */
function listRows(
  holdersMax: string | undefined,
  fill: (startRow: number, rows: readonly Row[]) => void,
): IDatasource {
  const cursors = new Map<number, string>();
  const read = async (block: IGetRowsParams<Row>) => {
    const { startRow, endRow } = block;
    const { jettons, next } = await sendRequest(operations.getJettons, {
      excludeScam,
      sort: 'volume24h',
      order: 'desc',
      limit: endRow - startRow,
      ...(holdersMax !== undefined && { holders: { max: holdersMax } }),
      ...(startRow > 0 && { cursor: cursors.get(startRow) }),
    });
    if (next) cursors.set(endRow, next);
    block.successCallback(
      jettons.map((jetton) => ({ jetton })),
      next ? undefined : startRow + jettons.length,
    );
    const address = jettons.map(({ metadata }) => metadata.address);
    const query = { address, limit: address.length };
    const { items } = await sendRequest(operations.getJettonStatisticsList, query);
    const statsOf = new Map(items.map((stats) => [stats.address, stats]));
    const rows = jettons.map((jetton) => ({ jetton, stats: statsOf.get(jetton.metadata.address) }));
    fill(startRow, rows);
  };
  return { getRows: (block) => void read(block) };
}

async function sendRequest<Op extends Operation>(
  { method, path }: Op,
  request: RequestOf<Op>,
): Promise<ResponseOf<Op>> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers, body: JSON.stringify(request) });
  return response.json();
}
