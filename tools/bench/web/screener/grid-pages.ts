/** A page whose grid is measured, with selectors of the grid's parts. */
export interface GridPage {
  readonly name: string;
  /** Returns the path of the page with a grid of this size. */
  readonly path: (box: Box, excludeScam: boolean) => string;
  readonly scroller: string;
  /** Jetton names of all rendered rows. */
  readonly names: string;
  /** Jetton name of the first row of the list. */
  readonly firstName: string;
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

export const gridPages = {
  ours: {
    name: 'Jetscope',
    path: (_box, excludeScam) => (excludeScam ? '/' : '/?excludeScam=false'),
    scroller: '[role=grid]',
    names: '[role=row] a[href^="/jetton/"] bdi:first-of-type',
    firstName: '[aria-rowindex="2"] a[href^="/jetton/"] bdi:first-of-type',
  },
  agGrid: {
    name: 'AG Grid',
    path: ({ width, height }, excludeScam) =>
      `/ag-grid/index.html?width=${width}&height=${height}&excludeScam=${excludeScam}`,
    scroller: '.ag-grid-viewport',
    names: '[col-id=jetton] .symbol',
    firstName: '[row-index="0"] [col-id=jetton] .symbol',
  },
} as const satisfies Record<string, GridPage>;
