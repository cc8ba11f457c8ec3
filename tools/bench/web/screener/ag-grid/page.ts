import {
  CellStyleModule,
  createGrid,
  InfiniteRowModelModule,
  ModuleRegistry,
  RowApiModule,
  themeQuartz,
} from 'ag-grid-community';
import { trackFastScroll } from '#web/kit/device/fast-scroll.ts';
import { columns } from './columns.ts';
import { listRows, type Row } from './rows.ts';

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
    datasource: listRows(excludeScam, undefined, fill),
  });
  const scroller = element.querySelector('.ag-grid-viewport');
  if (scroller) trackFastScroll(scroller);
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') grid.setGridOption('datasource', listRows(excludeScam, input.value, fill));
  });
}
