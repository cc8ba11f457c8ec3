import {
  CellStyleModule,
  createGrid,
  type IDatasource,
  type IGetRowsParams,
  InfiniteRowModelModule,
  ModuleRegistry,
  RowApiModule,
  themeQuartz,
} from 'ag-grid-community';
import { type Operation, operations, type RequestOf, type ResponseOf } from '#contract/operations.ts';
import { trackFastScroll } from '#web/kit/device/fast-scroll.ts';
import { columns, type Row } from './columns.ts';

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
